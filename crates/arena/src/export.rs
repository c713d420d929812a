//! Games in the field's formats, with what only the record knows: who played, and how it ended.

use boyi_engine::{ExportError, Game};

use crate::GameRecord;

/// Writes a game in a format of [`Game::formats`], or as `pgn` where the game is xiangqi.
pub fn export(game: &dyn Game, record: &GameRecord, format: &str) -> Result<String, ExportError> {
    if format == "pgn" && game.name() == "xiangqi" {
        return Ok(xiangqi_pgn(record));
    }
    let text = game.export(&record.game(), format)?;
    let header = &record.header;
    Ok(match format {
        "ggf" => {
            let result = record.closing().and_then(|closing| closing.points);
            let result = result.map_or("?".to_owned(), |[first, second]| {
                format!("{:+}.000", first - second)
            });
            let tags = format!(
                "PC[boyi]DT[{}]PB[{}]PW[{}]RE[{result}]",
                header.began,
                property(&header.first),
                property(&header.second)
            );
            text.replacen("(;GM[Othello]", &format!("(;GM[Othello]{tags}"), 1)
        }
        "sgf" => {
            let result = match outcome(record) {
                Some("first") => "B+",
                Some("second") => "W+",
                Some("draw") => "0",
                _ => "?",
            };
            let tags = format!(
                "PB[{}]PW[{}]RE[{result}]",
                property(&header.first),
                property(&header.second)
            );
            text.replacen("(;", &format!("(;{tags}"), 1)
        }
        // Its last lines are the players, by place where nobody knows them.
        "psq" => text
            .lines()
            .map(|line| match line.trim_end() {
                "first" => format!("{}\r\n", one_line(&header.first)),
                "second" => format!("{}\r\n", one_line(&header.second)),
                other => format!("{other}\r\n"),
            })
            .collect(),
        _ => text,
    })
}

fn outcome(record: &GameRecord) -> Option<&str> {
    record.closing()?.outcome.as_deref()
}

/// Xiangqi as PGN, moves in coordinates (ICCS) and the start as FEN, which all programs that read
/// such files know.
fn xiangqi_pgn(record: &GameRecord) -> String {
    let header = &record.header;
    let result = match outcome(record) {
        Some("first") => "1-0",
        Some("second") => "0-1",
        Some("draw") => "1/2-1/2",
        _ => "*",
    };
    let tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        format!("[{name} \"{}\"]\n", one_line(&value))
    };
    let mut text = tag("Game", "Chinese Chess");
    text.push_str(&tag("Event", "boyi"));
    text.push_str(&tag("Red", &header.first));
    text.push_str(&tag("Black", &header.second));
    text.push_str(&tag("Result", result));
    text.push_str(&tag("TimeControl", &header.control));
    text.push_str(&tag("Format", "ICCS"));
    text.push_str(&tag("FEN", &header.start));
    if let Some(closing) = record.closing() {
        text.push_str(&tag("Termination", &closing.reason));
    }
    text.push('\n');
    let black_first = header.start.split_whitespace().nth(1) == Some("b");
    let mut number = 1;
    for (index, mv) in record.moves().enumerate() {
        let red = index.is_multiple_of(2) != black_first;
        if red {
            text.push_str(&format!("{number}. "));
        } else if index == 0 {
            text.push_str(&format!("{number}. ... "));
        }
        text.push_str(&iccs(&mv.text));
        text.push(if red { ' ' } else { '\n' });
        number += usize::from(!red);
    }
    text.push_str(result);
    text.push('\n');
    text
}

/// `h2e2` as `H2-E2`; anything else as it is.
fn iccs(mv: &str) -> String {
    match mv.as_bytes() {
        [a, b, c, d] if mv.is_ascii() => {
            let [a, b, c, d] = [a, b, c, d].map(|&byte| char::from(byte).to_ascii_uppercase());
            format!("{a}{b}-{c}{d}")
        }
        _ => mv.to_owned(),
    }
}

/// As the value of a property, in which a bracket would end it.
fn property(text: &str) -> String {
    one_line(text).replace('\\', "\\\\").replace(']', "\\]")
}

fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use boyi_game::PerSide;

    use super::*;
    use crate::{Contestants, Opening, Referee, Terms, bot, contestant};

    fn played(name: &str, a: &str, b: &str, plies: u32) -> (&'static dyn Game, GameRecord) {
        let game = boyi_engine::game(name).expect("built in");
        let options = bot::Options::default();
        let player = |text| contestant(game, text, &options).expect("a player");
        let mut players: Contestants = PerSide::new(player(a), player(b));
        let mut terms = Terms::default();
        terms.adjudication.plies = Some(plies);
        let mut events = Vec::new();
        Referee::new(game, &terms)
            .named(PerSide::new("one [1]".into(), "two \"2\"".into()))
            .play(&Opening::usual(), 1, &mut players, &mut |event| {
                events.push(event.clone());
            })
            .expect("the usual table");
        (game, GameRecord::new(events).expect("a header"))
    }

    #[test]
    fn a_game_of_othello_reads_back_with_its_names() {
        let (game, record) = played("reversi", "scan", "priority", 100);
        let text = export(game, &record, "ggf").expect("a format of reversi");
        assert!(text.contains(r"PB[one [1\]]PW[two"), "{text}");
        let setup = boyi_engine::Setup {
            position: Some(text),
            ..boyi_engine::Setup::default()
        };
        let table = game.lay(&setup).expect("GGF reads back");
        assert_eq!(table.record().moves, record.game().moves);
        assert!(export(game, &record, "pgn").is_err());
    }

    #[test]
    fn a_game_of_xiangqi_is_a_pgn_with_its_start() {
        let (game, record) = played("xiangqi", "pvs:depth=1", "alpha-beta:depth=1", 5);
        let text = export(game, &record, "pgn").expect("our own");
        assert!(text.contains("[Game \"Chinese Chess\"]\n"), "{text}");
        assert!(text.contains("[Black \"two \\\"2\\\"\"]\n"), "{text}");
        assert!(text.contains("[Result \"1/2-1/2\"]\n"), "{text}");
        assert!(text.contains(&format!("[FEN \"{}\"]\n", record.header.start)));
        let moves: Vec<String> = text
            .split("\n\n")
            .nth(1)
            .expect("moves after the tags")
            .split_whitespace()
            .filter(|word| word.contains('-') && !word.contains('/'))
            .map(|word| word.replace('-', "").to_lowercase())
            .collect();
        let played: Vec<String> = record.moves().map(|mv| mv.text.clone()).collect();
        assert_eq!(moves, played);
    }
}
