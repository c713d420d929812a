//! Addresses of the page at which a case can be looked at: a maze with searches on it, a game move by move.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use boyi_arena::GameRecord;
use boyi_paths::maze::{Cell, Maze};
use boyi_paths::supply::SupplyMaze;
use serde_json::{Value, json};

use crate::judge::Expected;

/// Where what is expected can be seen; `None` for what the page does not draw, or what is too large.
pub(crate) fn of_case(expected: &Expected) -> Option<String> {
    match expected {
        Expected::MazePath { maze, .. } => scene(&maze_map(maze), "astar"),
        Expected::SupplyPath { maze, .. } => scene(&supply_map(maze), "labels"),
        _ => None,
    }
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
