//! Whole games in the two formats that are no game's own: our records, and PGN.

use boyi_arena::GameRecord;

use crate::positions::PositionSpec;

/// The game a text holds; `None` where it is neither, or of another game.
pub(crate) fn read(game: &str, text: &str) -> Option<PositionSpec> {
    if text.starts_with('{') {
        return read_record(game, text);
    }
    (game == "xiangqi" && text.starts_with('[')).then(|| read_pgn(text))
}

fn read_record(game: &str, text: &str) -> Option<PositionSpec> {
    let record = GameRecord::read(text).ok()?;
    (record.header.game == game).then(|| PositionSpec::of(&record.game()))
}

/// Tags in brackets, then moves with numbers, comments in braces, and the result. Moves may be
/// written `H2-E2`, `h2e2`, or in words.
fn read_pgn(text: &str) -> PositionSpec {
    let mut start = None;
    let mut body = String::new();
    for line in text.lines().map(str::trim) {
        match line.strip_prefix('[') {
            Some(tag) => {
                let value = tag
                    .strip_prefix("FEN \"")
                    .and_then(|rest| rest.split('"').next());
                start = start.or(value.map(str::to_owned));
            }
            None => {
                body.push_str(line);
                body.push(' ');
            }
        }
    }
    let mut moves = Vec::new();
    let mut depth = 0_usize;
    for word in body
        .replace('{', " { ")
        .replace('}', " } ")
        .split_whitespace()
    {
        match word {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            "1-0" | "0-1" | "1/2-1/2" | "*" | "..." => {}
            _ => {
                // A number may stand before the move without a blank.
                let word = match word.split_once('.') {
                    Some((number, rest)) if number.parse::<u32>().is_ok() => rest,
                    _ => word,
                };
                let word = word.trim_matches('.');
                if !word.is_empty() {
                    moves.push(coordinates(word));
                }
            }
        }
    }
    PositionSpec {
        game: "xiangqi".to_owned(),
        start,
        moves,
        ..PositionSpec::default()
    }
}

/// `H2-E2` as `h2e2`; anything else as it is.
fn coordinates(word: &str) -> String {
    match word.split_once('-') {
        Some((from, to)) if from.len() == 2 && to.len() == 2 && word.is_ascii() => {
            format!("{from}{to}").to_lowercase()
        }
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pgn_is_read_with_comments_and_numbers() {
        let text = "[Game \"Chinese Chess\"]\n[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\"]\n\n1. H2-E2 {the usual} H9-G7\n2.h0g2 马8进7 *";
        let line = read("xiangqi", text).expect("a PGN");
        assert_eq!(line.moves, ["h2e2", "h9g7", "h0g2", "马8进7"]);
        assert!(
            line.start
                .is_some_and(|start| start.starts_with("rnbakabnr/9/"))
        );
        assert!(read("reversi", text).is_none());
    }
}
