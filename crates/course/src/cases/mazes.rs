//! Mazes: a way as short as ours, and how many cells A* may expand.
//!
//! The input is `ROWS COLS`, the entry, the exit, and the rows. The answer is the moves, `-1` where there is
//! no way, and on a second line how many cells were expanded.

use boyi_game::Random;
use boyi_paths::generate::{Kind, generate};
use boyi_paths::maze::{Cell, Grid, Maze, read, write};

use super::number;
use crate::judge::Expected;

/// How often a maze is drawn anew before it is given up.
const TRIES: u32 = 200;

/// `KIND ROWS COLS WHAT`: KIND is `open`, `walls`, `perfect`, `blocked`; WHAT is `path` or `counts`.
pub(super) fn draw(words: &[&str], random: &mut Random) -> Result<String, String> {
    let (rows, cols): (u32, u32) = (number(words, 1, "ROWS")?, number(words, 2, "COLS")?);
    let (kind, blocked) = match words.first() {
        Some(&"open") => (Kind::Obstacles { density: 0.2 }, false),
        Some(&"walls") => (Kind::Obstacles { density: 0.33 }, false),
        Some(&"blocked") => (Kind::Obstacles { density: 0.4 }, true),
        Some(&"perfect") => (Kind::Perfect, false),
        _ => return Err("a maze is open, walls, perfect or blocked".to_owned()),
    };
    let counted = words.get(3) == Some(&"counts");
    for _ in 0..TRIES {
        let mut grid =
            generate(kind, rows, cols, random.bits()).map_err(|error| error.to_string())?;
        let (entry, exit) = if kind == Kind::Perfect {
            (Cell::new(1, 0), Cell::new(rows - 2, cols - 1))
        } else if counted {
            // Far from the walls an informed search can leave out much.
            (
                Cell::new(rows / 2, cols / 4),
                Cell::new(rows / 2, cols * 3 / 4),
            )
        } else {
            let row = |random: &mut Random| random.below(u64::from(rows)) as u32;
            (Cell::new(row(random), 0), Cell::new(row(random), cols - 1))
        };
        grid.set_free(entry, true);
        grid.set_free(exit, true);
        let maze = Maze::new(grid, Some(entry), Some(exit)).map_err(|error| error.to_string())?;
        let distance = distances(&maze, entry)[index(maze.grid(), exit)];
        if distance.is_none() == blocked {
            return Ok(text(&maze));
        }
    }
    Err("no such maze was found".to_owned())
}

fn text(maze: &Maze) -> String {
    let (grid, entry, exit) = (maze.grid(), maze.entry(), maze.exit());
    let (rows, cols) = (grid.rows(), grid.cols());
    let cells = write(grid).replace(' ', "");
    format!(
        "{rows} {cols}\n{} {}\n{} {}\n{cells}",
        entry.row, entry.col, exit.row, exit.col
    )
}

fn parse(input: &str) -> Result<Maze, String> {
    let mut lines = input.splitn(4, '\n');
    let mut pair = || -> Result<(u32, u32), String> {
        let line = lines.next().unwrap_or_default();
        let mut numbers = line.split_whitespace().map(str::parse);
        match (numbers.next(), numbers.next()) {
            (Some(Ok(a)), Some(Ok(b))) => Ok((a, b)),
            _ => Err(format!("`{line}` should be two numbers")),
        }
    };
    pair()?;
    let ((a, b), (c, d)) = (pair()?, pair()?);
    let grid = read(lines.next().unwrap_or_default()).map_err(|error| error.to_string())?;
    Maze::new(grid, Some(Cell::new(a, b)), Some(Cell::new(c, d))).map_err(|error| error.to_string())
}

pub(super) fn expected(words: &[&str], input: &str) -> Result<Expected, String> {
    let maze = parse(input)?;
    let from_entry = distances(&maze, maze.entry());
    let shortest = from_entry[index(maze.grid(), maze.exit())];
    if words.get(3) != Some(&"counts") {
        return Ok(Expected::MazePath { maze, shortest });
    }
    let shortest = shortest.ok_or("without a way nothing is counted")?;
    // With a consistent heuristic A* expands every cell below the cost of the way, and of those at it
    // some: which ones is a matter of ties.
    let (mut low, mut high) = (0, 0);
    for cell in maze.grid().free_list() {
        let Some(steps) = from_entry[index(maze.grid(), cell)] else {
            continue;
        };
        let through = steps + cell.steps_to(maze.exit()) as usize;
        low += u64::from(through < shortest);
        high += u64::from(through <= shortest);
    }
    Ok(Expected::Between {
        low,
        high: high + 1,
    })
}

fn index(grid: &Grid, cell: Cell) -> usize {
    (cell.row * grid.cols() + cell.col) as usize
}

/// Steps from a cell to every other, breadth first.
fn distances(maze: &Maze, from: Cell) -> Vec<Option<usize>> {
    let grid = maze.grid();
    let mut steps = vec![None; (grid.rows() * grid.cols()) as usize];
    steps[index(grid, from)] = Some(0);
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        let here = steps[index(grid, cell)];
        for next in beside(cell) {
            if grid.is_free(next) && steps[index(grid, next)].is_none() {
                steps[index(grid, next)] = here.map(|here: usize| here + 1);
                queue.push_back(next);
            }
        }
    }
    steps
}

/// The four cells around one; those outside a grid are no free cells of it.
pub(crate) fn beside(cell: Cell) -> [Cell; 4] {
    let Cell { row, col } = cell;
    [
        Cell::new(row.wrapping_sub(1), col),
        Cell::new(row + 1, col),
        Cell::new(row, col.wrapping_sub(1)),
        Cell::new(row, col + 1),
    ]
}
