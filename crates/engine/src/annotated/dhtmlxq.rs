//! `DhtmlXQ`, the tags in which Chinese forums keep xiangqi games: `[DhtmlXQ_movelist]7747…[/DhtmlXQ_movelist]`,
//! four digits a move, file and row from black's left corner.

use boyi_game::Side;
use boyi_xiangqi::{Kind, Piece, Setup, Square, fen};

use super::{ImportError, Sketch};

/// The pieces in the order in which the start lists their points, red's before black's.
const ORDER: [Kind; 16] = [
    Kind::Rook,
    Kind::Horse,
    Kind::Elephant,
    Kind::Advisor,
    Kind::General,
    Kind::Advisor,
    Kind::Elephant,
    Kind::Horse,
    Kind::Rook,
    Kind::Cannon,
    Kind::Cannon,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
];

pub(super) fn read(text: &str) -> Result<Sketch, ImportError> {
    let mut sketch = Sketch {
        game: Some("xiangqi"),
        ..Sketch::default()
    };
    // Branches and comments name the branch and the ply they stand at; the main line is branch 0.
    let mut branches: Vec<(usize, usize, usize, &str)> = Vec::new();
    let mut comments: Vec<(usize, usize, &str)> = Vec::new();
    let mut pieces = None;
    let mut rest = text;
    while let Some(found) = rest.find("[DhtmlXQ_") {
        rest = &rest[found + "[DhtmlXQ_".len()..];
        let Some((name, after)) = rest.split_once(']') else {
            break;
        };
        let close = format!("[/DhtmlXQ_{name}]");
        let offset = text.len() - after.len();
        let end = after
            .find(&close)
            .ok_or_else(|| ImportError::unexpected(text, offset, "a tag with its end"))?;
        let value = &after[..end];
        rest = &after[end + close.len()..];
        let numbers = |name: &str| -> Option<Vec<usize>> {
            name.split('_').map(|number| number.parse().ok()).collect()
        };
        match name {
            "movelist" => branches.push((0, 1, 0, value)),
            "binit" => pieces = Some(value),
            "title" => sketch.tags.push(("Event".to_owned(), value.to_owned())),
            "red" | "redname" => sketch.tags.push(("Red".to_owned(), value.to_owned())),
            "black" | "blackname" => sketch.tags.push(("Black".to_owned(), value.to_owned())),
            "result" => {
                let result = match value.trim() {
                    "红胜" => "1-0",
                    "黑胜" => "0-1",
                    "和局" | "和棋" => "1/2-1/2",
                    _ => continue,
                };
                sketch.tags.push(("Result".to_owned(), result.to_owned()));
            }
            name => {
                if let Some(number) = name.strip_prefix("move_").and_then(numbers)
                    && let [parent, ply, id] = number[..]
                {
                    branches.push((parent, ply, id, value));
                } else if let Some(number) = name.strip_prefix("comment").and_then(numbers) {
                    match number[..] {
                        [ply] => comments.push((0, ply, value)),
                        [branch, ply] => comments.push((branch, ply, value)),
                        _ => {}
                    }
                }
            }
        }
    }
    if let Some(pieces) = pieces {
        let main = branches.iter().find(|branch| branch.2 == 0);
        let start = start(pieces, main.map_or("", |main| main.3));
        let expected = "64 digits, the points of the pieces,";
        let start = start.ok_or_else(|| ImportError::unexpected(text, 0, expected));
        sketch.start = Some(start?);
    }
    // Parents come before their branches by number.
    branches.sort_by_key(|&(_, _, id, _)| id);
    let mut lines: Vec<(usize, Vec<Option<usize>>)> = Vec::new();
    for (parent, ply, id, value) in branches {
        let stem = lines.iter().find(|(known, _)| *known == parent);
        let stem: Vec<Option<usize>> = stem
            .map(|(_, line)| line.iter().copied().take(ply).collect())
            .filter(|line: &Vec<_>| line.len() == ply)
            .unwrap_or_else(|| vec![None]);
        let mut line = stem;
        for mv in value.trim().as_bytes().chunks(4) {
            if sketch.moves.len() >= super::MAX_MOVES {
                return Err(ImportError::TooLong);
            }
            let word = word(mv).unwrap_or_else(|| String::from_utf8_lossy(mv).into_owned());
            let at = line.last().copied().flatten();
            line.push(Some(sketch.push(at, None, word)));
        }
        lines.push((id, line));
    }
    for (branch, ply, words) in comments {
        let line = lines.iter().find(|(id, _)| *id == branch);
        if let Some(&at) = line.and_then(|(_, line)| line.get(ply)) {
            sketch.remark(at, &words.replace("||", "\n"));
        }
    }
    Ok(sketch)
}

/// Two points as the game writes a move.
fn word(digits: &[u8]) -> Option<String> {
    let (from, to) = (point(digits.get(..2)?)?, point(digits.get(2..4)?)?);
    Some(format!("{from}{to}"))
}

fn point(digits: &[u8]) -> Option<Square> {
    let digit = |c: u8| c.is_ascii_digit().then(|| usize::from(c - b'0'));
    let (file, row) = (digit(digits[0])?, digit(digits[1])?);
    Square::new(file, 9usize.checked_sub(row)?)
}

/// The board as a FEN; who moves first is whose piece the first move takes up.
fn start(pieces: &str, moves: &str) -> Option<String> {
    let digits = pieces.trim().as_bytes();
    if digits.len() != 64 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let mut setup = Setup {
        cells: [None; Square::COUNT],
        turn: Side::First,
        quiet: 0,
        number: 1,
    };
    for (index, digits) in digits.chunks(2).enumerate() {
        // 99 is a piece that is not on the board.
        if let Some(square) = point(digits).filter(|_| digits != b"99") {
            let side = Side::BOTH[index / 16];
            let kind = ORDER[index % 16];
            setup.cells[square.index()] = Some(Piece { side, kind });
        }
    }
    let first = moves.trim().as_bytes().get(..2).and_then(point);
    if let Some(piece) = first.and_then(|square| setup.cells[square.index()]) {
        setup.turn = piece.side;
    }
    Some(fen::write(&setup))
}
