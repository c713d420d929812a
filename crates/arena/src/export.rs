//! Games in the field's formats, with what only the record knows: who played, and how it ended.

use boyi_engine::{ExportError, Game};

use crate::{GameRecord, MoveEvent};

/// Writes a game in a format of [`Game::formats`].
pub fn export(game: &dyn Game, record: &GameRecord, format: &str) -> Result<String, ExportError> {
    let text = record.annotated().write(game, format)?;
    Ok(match format {
        "ggf" => ggf(&text, record),
        "psq" => psq(&text, record),
        _ => text,
    })
}

/// Every move carries how long it took.
fn ggf(text: &str, record: &GameRecord) -> String {
    let header = &record.header;
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
    // The board is the last property before the moves, and has no bracket in it.
    let board = text.find("BO[").unwrap_or(0);
    let head = text[board..].find(']').map_or(0, |end| board + end + 1);
    let mut whole = text[..head].replacen("(;GM[Othello]", &format!("(;GM[Othello]{tags}"), 1);
    let mut moves = record.moves();
    for part in text[head..].split_inclusive(']') {
        match part.strip_suffix(']').zip(moves.next()) {
            Some((mv, MoveEvent { seconds, .. })) => {
                let seconds = seconds.map(|seconds| format!("//{seconds:.3}"));
                whole.push_str(&format!("{mv}{}]", seconds.unwrap_or_default()));
            }
            None => whole.push_str(part),
        }
    }
    whole
}

/// A move is `x,y,milliseconds`; the last lines are the players, by place where nobody knows them.
fn psq(text: &str, record: &GameRecord) -> String {
    let header = &record.header;
    let mut moves = record.moves();
    let line = |line: &str| match line.trim_end() {
        "first" => one_line(&header.first),
        "second" => one_line(&header.second),
        other => match other.strip_suffix(",0").zip(moves.next()) {
            Some((point, mv)) => {
                let seconds = mv.seconds.unwrap_or(0.0);
                format!("{point},{:.0}", 1000.0 * seconds)
            }
            None => other.to_owned(),
        },
    };
    // The head has no move.
    let (head, rest) = text.split_once('\n').unwrap_or((text, ""));
    let mut lines = vec![head.trim_end().to_owned()];
    lines.extend(rest.lines().map(line));
    lines.join("\r\n") + "\r\n"
}

/// As the value of a property, in which a bracket would end it.
fn property(text: &str) -> String {
    one_line(text).replace('\\', "\\\\").replace(']', "\\]")
}

fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}
