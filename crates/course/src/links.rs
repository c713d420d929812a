//! Addresses of the page at which a case can be looked at: a maze with searches on it, a game move by move.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use boyi_arena::GameRecord;
use boyi_paths::maze::{Cell, Maze};
use boyi_paths::supply::SupplyMaze;
use serde_json::{Value, json};

use crate::judge::Expected;

/// Where a case can be seen, with the way that an answer takes; `None` for what the page does not draw, or what is
/// too large.
pub(crate) fn of_case(expected: &Expected, came: Option<&str>) -> Option<String> {
    let (mut map, from, search) = match expected {
        Expected::MazePath { maze, .. } => (maze_map(maze), maze.entry(), "astar"),
        Expected::SupplyPath { maze, .. } => (supply_map(maze), maze.start(), "labels"),
        _ => return None,
    };
    let plain = scene(&map, search);
    let size = |name: &str| map[name].as_u64().unwrap_or(0) as u32;
    let way = walked(from, size("rows"), size("cols"), came.unwrap_or_default());
    if way.len() < 2 {
        return plain;
    }
    map["answer"] = json!(way);
    scene(&map, search).or(plain)
}

/// The cells of the way an answer takes, as far as it lies on the map; walls do not stop it.
fn walked(from: Cell, rows: u32, cols: u32, answer: &str) -> Vec<u32> {
    let mut way = vec![from.row * cols + from.col];
    let mut at = from;
    for letter in answer.lines().next().unwrap_or_default().trim().chars() {
        let (row, col) = match letter {
            'U' => (at.row.wrapping_sub(1), at.col),
            'D' => (at.row + 1, at.col),
            'L' => (at.row, at.col.wrapping_sub(1)),
            'R' => (at.row, at.col + 1),
            _ => break,
        };
        if row >= rows || col >= cols {
            break;
        }
        at = Cell::new(row, col);
        way.push(row * cols + col);
    }
    way
}

/// A game, from its start to its last move.
pub(crate) fn of_game(record: &GameRecord) -> String {
    let game = record.game();
    let moves: Vec<String> = game.moves.iter().map(|mv| escaped(&mv.text)).collect();
    format!(
        "/analyse/{}?rules={}&start={}&seed={}&moves={}",
        game.game,
        escaped(&game.rules),
        escaped(&game.start),
        game.seed,
        moves.join(",")
    )
}

fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    text.bytes()
        .map(|byte| {
            if plain(byte) {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect()
}

fn maze_map(maze: &Maze) -> Value {
    let grid = maze.grid();
    let (rows, cols) = (grid.rows(), grid.cols());
    let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| Cell::new(row, col)));
    let cells: String = cells
        .map(|cell| if grid.is_free(cell) { '0' } else { '1' })
        .collect();
    let index = |cell: Cell| cell.row * cols + cell.col;
    let (start, goal) = (index(maze.entry()), index(maze.exit()));
    json!({
        "kind": "maze", "rows": rows, "cols": cols, "cells": cells,
        "start": start, "goal": goal, "food": 0,
    })
}

fn supply_map(maze: &SupplyMaze) -> Value {
    let (rows, cols) = (maze.rows(), maze.cols());
    // Start and goal are told beside the cells.
    let cells: String = maze
        .tiles()
        .flatten()
        .map(|tile| match tile.number() {
            number @ 0..=2 => char::from(b'0' + number),
            _ => '0',
        })
        .collect();
    let index = |cell: Cell| cell.row * cols + cell.col;
    let (start, goal) = (index(maze.start()), index(maze.goal()));
    json!({
        "kind": "supply", "rows": rows, "cols": cols, "cells": cells,
        "start": start, "goal": goal, "food": maze.food(),
    })
}

/// A scene as the page's links hold it: JSON, deflated (here in one stored block), in letters of addresses.
fn scene(map: &Value, search: &str) -> Option<String> {
    let side = json!({ "search": search, "heuristic": "", "weight": null });
    let scene = json!({
        "map": map, "sides": [side], "diagonal": false, "changes": 0, "agents": 1, "seed": 0,
    });
    let text = scene.to_string();
    let length = u16::try_from(text.len()).ok()?;
    let mut block = vec![1];
    block.extend(length.to_le_bytes());
    block.extend((!length).to_le_bytes());
    block.extend(text.as_bytes());
    Some(format!("/paths#1.{}", URL_SAFE_NO_PAD.encode(block)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_followed_to_where_it_leaves_the_map() {
        let from = Cell::new(0, 1);
        assert_eq!(walked(from, 2, 3, "RDLL\n17"), [1, 2, 5, 4, 3]);
        assert_eq!(walked(from, 2, 3, "RRR"), [1, 2]);
        assert_eq!(walked(from, 2, 3, "U"), [1]);
        assert_eq!(walked(from, 2, 3, "-1"), [1]);
    }
}
