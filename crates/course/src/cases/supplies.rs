//! Mazes with supplies: a way on which the walker survives, in as few days as ours.
//!
//! The input is the course's text, the answer the moves, or `-1`.

use std::collections::VecDeque;

use boyi_game::Random;
use boyi_paths::supply::{Cell, Ground, Order, SupplyMaze, Tile, solve};

use super::number;
use crate::judge::Expected;

const TRIES: u32 = 400;

/// `WHAT ROWS COLS FOOD SUPPLIES`: WHAT is `open` (some way), `none` (no way), or `twice` (the best way
/// passes a cell twice, so that keeping one label for each cell misses it).
pub(super) fn draw(words: &[&str], random: &mut Random) -> Result<String, String> {
    let (rows, cols): (u32, u32) = (number(words, 1, "ROWS")?, number(words, 2, "COLS")?);
    let (food, supplies): (u32, u32) = (number(words, 3, "FOOD")?, number(words, 4, "SUPPLIES")?);
    let what = words.first().copied().unwrap_or_default();
    for _ in 0..TRIES {
        let order = Order {
            rows,
            cols,
            food,
            supplies,
            ground: Ground::Open { walls: 30 },
            seed: random.bits(),
        };
        let maze = order.make().map_err(|error| error.to_string())?;
        let days = solve(&maze).map(|trek| trek.days());
        let fits = match what {
            "open" => days.is_some(),
            "none" => days.is_none(),
            "twice" => days.is_some() && one_label_a_cell(&maze) != days,
            _ => return Err("a maze with supplies is open, none or twice".to_owned()),
        };
        if fits {
            return Ok(text(&maze));
        }
    }
    Err("no such maze was found".to_owned())
}

fn text(maze: &SupplyMaze) -> String {
    let mut text = format!("{} {} {}\n", maze.rows(), maze.cols(), maze.food());
    for row in maze.tiles() {
        let cells: Vec<String> = row.iter().map(|tile| tile.number().to_string()).collect();
        text.push_str(&cells.join(" "));
        text.push('\n');
    }
    text
}

pub(super) fn expected(input: &str) -> Result<Expected, String> {
    let maze = SupplyMaze::read(input).map_err(|error| error.to_string())?;
    let days = solve(&maze).map(|trek| trek.days());
    Ok(Expected::SupplyPath { maze, days })
}

/// The mistake of the report that the task came from: every cell is visited once, with the food of
/// whoever came first.
fn one_label_a_cell(maze: &SupplyMaze) -> Option<usize> {
    let mut seen = std::collections::HashSet::from([maze.start()]);
    let mut queue: VecDeque<(Cell, u32, usize)> = VecDeque::from([(maze.start(), maze.food(), 0)]);
    while let Some((cell, food, days)) = queue.pop_front() {
        if cell == maze.goal() {
            return Some(days);
        }
        if food == 0 {
            continue;
        }
        for next in maze.neighbours(cell) {
            if seen.insert(next) {
                let left = match maze.tile(next) {
                    Tile::Supply => maze.food(),
                    _ => food - 1,
                };
                queue.push_back((next, left, days + 1));
            }
        }
    }
    None
}
