//! Positions of board games: legal moves, perft, values of minimax, moves that must be found.
//!
//! Positions are drawn by random play; what is right comes from the rules alone, by playing moves on a
//! table and taking them back.

use boyi_engine::{Game, PerftMode, Setup, game};
use boyi_game::{Outcome, Random, Side, Status, Table};

use super::number;
use crate::judge::Expected;

const TRIES: u32 = 3000;

/// What a won game is worth, more than any position.
const WIN: i64 = 1_000_000;

/// The game of these words and the rules its cases are played by: where empty cells count for nobody,
/// points are points also at the end.
fn named(words: &[&str]) -> Result<(&'static dyn Game, Option<String>), String> {
    let name = match words.first() {
        Some(&("othello" | "weighted")) => "reversi",
        Some(name) => name,
        None => return Err("GAME is missing".to_owned()),
    };
    let found = game(name).map_err(|error| error.to_string())?;
    let rules = (name == "reversi").then(|| "discs".to_owned());
    Ok((found, rules))
}

fn lay(words: &[&str], position: Option<String>) -> Result<Box<dyn Table>, String> {
    let (game, rules) = named(words)?;
    let setup = Setup {
        position,
        rules,
        ..Setup::default()
    };
    game.lay(&setup).map_err(|error| error.to_string())
}

/// `GAME WHAT [DEPTH]`: GAME is `othello`, `weighted`, `gomoku` or `xiangqi`; WHAT is `moves`, `perft`,
/// `value`, `best` (there is a best move, and others) or `fives` (points that make five).
pub(super) fn draw(words: &[&str], random: &mut Random) -> Result<String, String> {
    let what = words.get(1).copied().unwrap_or_default();
    for _ in 0..TRIES {
        let start = match words.first() {
            Some(&"weighted") => Some(weighted_start(random)),
            _ => None,
        };
        let mut table = lay(words, start)?;
        let plies = match (words.first().copied().unwrap_or_default(), what) {
            ("othello" | "weighted", "best") => 54 + random.below(3),
            ("othello" | "weighted", _) => 4 + random.below(40),
            ("gomoku", _) => 12 + random.below(12),
            (_, "best") => 60 + random.below(120),
            _ => random.below(60),
        };
        play_randomly(words, &mut *table, plies, random);
        if table.to_act().first().is_none() {
            continue;
        }
        let fits = match what {
            "best" | "fives" => {
                let side = table.to_act().first().unwrap_or(Side::First);
                let all = table.legal_moves(side).len();
                let best = best_moves(words, &mut *table)?;
                !best.is_empty() && best.len() < all
            }
            _ => true,
        };
        if fits {
            return Ok(plain(&table.position()));
        }
    }
    Err("no such position was found".to_owned())
}

/// A position without the size that every board of the lab has and the rule that cases are judged by; boards
/// of scores keep both, since their scores stand behind.
fn plain(position: &str) -> String {
    let words: Vec<&str> = position.split(' ').collect();
    match words[..] {
        ["8x8", cells, turn, "ignored"] => format!("{cells} {turn}"),
        _ => position.to_owned(),
    }
}

/// A board of the course's fourth task: any values from 1 to 9, the four in the middle nothing.
pub(crate) fn weighted_start(random: &mut Random) -> String {
    let rows: Vec<String> = (0..8)
        .map(|row| {
            let cell = |col| match (row, col) {
                (3, 3) | (4, 4) => 'o',
                (3, 4) | (4, 3) => 'O',
                _ => char::from(b'1' + random.below(9) as u8),
            };
            (0..8).map(cell).collect()
        })
        .collect();
    format!("8 8\n{}\n", rows.join("\n"))
}

fn play_randomly(words: &[&str], table: &mut dyn Table, plies: u64, random: &mut Random) {
    for _ in 0..plies {
        let Some(side) = table.to_act().first() else {
            return;
        };
        let mut legal: Vec<String> = table
            .legal_moves(side)
            .into_iter()
            .map(|mv| mv.text)
            .collect();
        if words.first() == Some(&"gomoku") {
            // On the whole board stones would hardly ever stand in a row.
            legal.retain(|mv| {
                let column = mv.bytes().next().unwrap_or_default();
                let row: u32 = mv[1..].parse().unwrap_or(0);
                (b'e'..=b'j').contains(&column) && (5..=10).contains(&row)
            });
        }
        let Some(mv) = random.choose(&legal) else {
            return;
        };
        if table.play(side, mv).is_err() {
            return;
        }
    }
}

pub(super) fn expected(words: &[&str], input: &str) -> Result<Expected, String> {
    let mut table = lay(words, Some(input.trim().to_owned()))?;
    let side = table
        .to_act()
        .first()
        .ok_or("nobody is to move in this position")?;
    let depth = || number::<u32>(words, 2, "DEPTH");
    match words.get(1) {
        Some(&"moves") => {
            let legal = table.legal_moves(side);
            Ok(Expected::Set(legal.into_iter().map(|mv| mv.text).collect()))
        }
        Some(&"perft") => {
            let (game, rules) = named(words)?;
            let setup = Setup {
                position: Some(input.trim().to_owned()),
                rules,
                ..Setup::default()
            };
            let counted = game
                .perft(&setup, depth()?, PerftMode::Plain { bulk: true })
                .map_err(|error| error.to_string())?;
            let leaves: u64 = counted.iter().map(|(_, leaves)| leaves).sum();
            Ok(Expected::Between {
                low: leaves,
                high: leaves,
            })
        }
        Some(&"value") => {
            let value = minimax(words, &mut *table, depth()?)?;
            Ok(Expected::Number(value))
        }
        Some(&"best") => Ok(Expected::OneOf(best_moves(words, &mut *table)?)),
        Some(&"fives") => {
            let fives = best_moves(words, &mut *table)?.len();
            Ok(Expected::Number(fives as i64))
        }
        _ => Err("a position is asked for moves, perft, value, best or fives".to_owned()),
    }
}

/// The moves that must be found: in reversi, those of the best final score; elsewhere those that win at
/// once, and in gomoku, where there are none, those that alone keep the opponent from winning at once.
fn best_moves(words: &[&str], table: &mut dyn Table) -> Result<Vec<String>, String> {
    let Some(side) = table.to_act().first() else {
        return Ok(Vec::new());
    };
    let legal = table.legal_moves(side);
    if matches!(words.first(), Some(&("othello" | "weighted"))) {
        let mut rated = Vec::new();
        for mv in legal {
            play(table, side, &mv.text)?;
            let value = first_view(words, table, u32::MAX)?;
            table.take_back();
            rated.push((value * sign(side), mv.text));
        }
        let best = rated.iter().map(|(value, _)| *value).max();
        let best = rated.into_iter().filter(|(value, _)| Some(*value) == best);
        return Ok(best.map(|(_, mv)| mv).collect());
    }
    let winning = winning_moves(table, side)?;
    let blocks = words.first() == Some(&"gomoku") && words.get(1) == Some(&"best");
    if !winning.is_empty() || !blocks {
        return Ok(winning);
    }
    // Where any two moves leave the opponent nothing to win by, nothing need be held. Else only a stone where
    // the opponent would win can hold it.
    let mut threats = Vec::new();
    for mv in legal.iter().take(2) {
        play(table, side, &mv.text)?;
        threats = winning_moves(table, !side)?;
        table.take_back();
        if !threats.is_empty() {
            break;
        }
    }
    let mut kept = Vec::new();
    for mv in threats {
        play(table, side, &mv)?;
        if winning_moves(table, !side)?.is_empty() {
            kept.push(mv);
        }
        table.take_back();
    }
    Ok(kept)
}

fn winning_moves(table: &mut dyn Table, side: Side) -> Result<Vec<String>, String> {
    let mut winning = Vec::new();
    for mv in table.legal_moves(side) {
        play(table, side, &mv.text)?;
        if won(table) == Some(side) {
            winning.push(mv.text);
        }
        table.take_back();
    }
    Ok(winning)
}

fn play(table: &mut dyn Table, side: Side, mv: &str) -> Result<(), String> {
    table.play(side, mv).map_err(|error| error.to_string())
}

fn won(table: &dyn Table) -> Option<Side> {
    match table.status() {
        Status::Over {
            outcome: Outcome::Win(side),
            ..
        } => Some(side),
        _ => None,
    }
}

fn sign(side: Side) -> i64 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

/// The value of plain minimax for the side to move: points or material, a pass counting as a ply.
fn minimax(words: &[&str], table: &mut dyn Table, depth: u32) -> Result<i64, String> {
    let side = table.to_act().first().unwrap_or(Side::First);
    Ok(sign(side) * first_view(words, table, depth)?)
}

/// The same from the first side's view.
fn first_view(words: &[&str], table: &mut dyn Table, depth: u32) -> Result<i64, String> {
    let Some(side) = table.to_act().first().filter(|_| depth > 0) else {
        return Ok(evaluation(words, table));
    };
    let mut best: Option<i64> = None;
    for mv in table.legal_moves(side) {
        play(table, side, &mv.text)?;
        let value = first_view(words, table, depth - 1)?;
        table.take_back();
        let better = best.is_none_or(|best| sign(side) * value > sign(side) * best);
        if better {
            best = Some(value);
        }
    }
    Ok(best.unwrap_or_else(|| evaluation(words, table)))
}

fn evaluation(words: &[&str], table: &dyn Table) -> i64 {
    if let Some(points) = table.points() {
        return i64::from(points[Side::First]) - i64::from(points[Side::Second]);
    }
    if let Some(side) = won(table) {
        return sign(side) * WIN;
    }
    if words.first() != Some(&"xiangqi") {
        return 0;
    }
    let position = table.position();
    let board = position.split(' ').next().unwrap_or_default();
    let worth = |piece: char| match piece.to_ascii_lowercase() {
        'r' => 90,
        'c' => 45,
        'n' => 40,
        'b' | 'a' => 20,
        'p' => 10,
        _ => 0,
    };
    let pieces = board.chars().filter(char::is_ascii_alphabetic);
    pieces
        .map(|piece| {
            let own = if piece.is_ascii_uppercase() { 1 } else { -1 };
            own * worth(piece)
        })
        .sum()
}
