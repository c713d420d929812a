//! Maps of the garlic battle: how far the nearest star is, and how many can be reached at all.
//!
//! The input is a map as the course writes it, `n m`, the rows, and four positions, of which the third is
//! the first garlic's. Destroyers stand in the way as walls do.

use std::collections::VecDeque;

use boyi_game::Random;
use boyi_garlic::{Destroyers, Order};

use super::number;
use crate::judge::Expected;

/// `SIZE WHAT`: WHAT is `nearest` or `stars`.
pub(super) fn draw(words: &[&str], random: &mut Random) -> Result<String, String> {
    let size: usize = number(words, 0, "SIZE")?;
    let order = Order {
        rows: size,
        cols: size,
        seed: random.bits(),
        destroyers: Destroyers::Free,
    };
    let map = order.make().map_err(|error| error.to_string())?.to_string();
    let mut lines: Vec<String> = map.lines().map(str::to_owned).collect();
    // Stars all around would make every answer 1: most of them go.
    for row in &mut lines[1..=size] {
        let thinned = row.chars().map(|cell| match cell {
            'o' | 'O' if random.below(10) < 8 => '.',
            cell => cell,
        });
        *row = thinned.collect();
    }
    Ok(lines.join("\n") + "\n")
}

pub(super) fn expected(words: &[&str], input: &str) -> Result<Expected, String> {
    let mut lines = input.lines();
    let pair = |line: Option<&str>| -> Result<(usize, usize), String> {
        let line = line.unwrap_or_default();
        let mut numbers = line.split_whitespace().map(str::parse);
        match (numbers.next(), numbers.next()) {
            (Some(Ok(a)), Some(Ok(b))) => Ok((a, b)),
            _ => Err(format!("`{line}` should be two numbers")),
        }
    };
    let (rows, cols) = pair(lines.next())?;
    let cells: Vec<&[u8]> = lines.by_ref().take(rows).map(str::as_bytes).collect();
    if cells.len() != rows || cells.iter().any(|row| row.len() != cols) {
        return Err("the map has not as many rows and columns as it says".to_owned());
    }
    let destroyers = [pair(lines.next())?, pair(lines.next())?];
    let start = pair(lines.next())?;
    if start.0 >= rows || start.1 >= cols {
        return Err("the garlic stands outside".to_owned());
    }
    let mut steps = vec![vec![None; cols]; rows];
    steps[start.0][start.1] = Some(0);
    let mut queue = VecDeque::from([start]);
    let (mut nearest, mut stars) = (None, 0);
    while let Some((row, col)) = queue.pop_front() {
        let here: i64 = steps[row][col].unwrap_or(0);
        if matches!(cells[row][col], b'o' | b'O') {
            nearest = nearest.or(Some(here));
            stars += 1;
        }
        let around = [
            (row.wrapping_sub(1), col),
            (row + 1, col),
            (row, col.wrapping_sub(1)),
            (row, col + 1),
        ];
        for (row, col) in around {
            let free = row < rows
                && col < cols
                && cells[row][col] != b'#'
                && !destroyers.contains(&(row, col))
                && steps[row][col].is_none();
            if free {
                steps[row][col] = Some(here + 1);
                queue.push_back((row, col));
            }
        }
    }
    match words.get(1) {
        Some(&"nearest") => Ok(Expected::Number(nearest.unwrap_or(-1))),
        Some(&"stars") => Ok(Expected::Number(stars)),
        _ => Err("a map is asked for nearest or stars".to_owned()),
    }
}
