//! Whether an answer is right, and what to say where it is not.

use boyi_paths::maze::{Cell, Maze};
use boyi_paths::supply::{SupplyMaze, Trek};

use crate::Words;
use crate::cases::roads::States;
use crate::cases::shell::START;

/// What a right answer is.
#[derive(Clone, PartialEq, Debug)]
pub enum Expected {
    /// This number, first of all.
    Number(i64),
    /// A count on the second line, or alone.
    Between {
        low: u64,
        high: u64,
    },
    /// A way through a maze in so many steps; `None` where there is none.
    MazePath {
        maze: Maze,
        shortest: Option<usize>,
    },
    /// A way on which the walker survives, in so many days.
    SupplyPath {
        maze: SupplyMaze,
        days: Option<usize>,
    },
    /// A road of this cost.
    Road {
        states: States,
        shortest: Option<u64>,
    },
    OneOf(Vec<String>),
    /// All of these, in any order, and nothing else.
    Set(Vec<String>),
    /// Exactly this, where the shell starts anywhere.
    Text(String),
}

/// What was found of an answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    /// `None` where it is right.
    pub wrong: Option<Words>,
    /// What should have come, in short.
    pub should: String,
}

/// How much of an answer is quoted.
const QUOTED: usize = 200;

pub(crate) fn quoted(text: &str) -> String {
    let mut letters = text.trim_end().chars();
    let mut beginning: String = letters.by_ref().take(QUOTED).collect();
    if letters.next().is_some() {
        beginning.push('…');
    }
    beginning
}

impl Expected {
    /// Judges an answer by these; `share` is how far a count may be off.
    pub fn judge(&self, answer: &str, share: f64) -> Verdict {
        let first = answer.lines().next().unwrap_or_default().trim();
        let (wrong, should) = match self {
            Self::Number(right) => {
                let wrong = match first.parse::<i64>() {
                    Ok(number) if number == *right => None,
                    Ok(number) => Some(Words::new(
                        format!("{number} is not the value"),
                        format!("{number} 不是正确的值"),
                    )),
                    Err(_) => Some(no_number(first)),
                };
                (wrong, right.to_string())
            }
            Self::Between { low, high } => {
                let least = (*low as f64 * (1.0 - share)).floor() as u64;
                let most = (*high as f64 * (1.0 + share)).ceil() as u64;
                let count = answer.lines().nth(1).unwrap_or(first).trim();
                let wrong = match count.parse::<u64>() {
                    Ok(number) if (least..=most).contains(&number) => None,
                    Ok(number) if number < least => Some(Words::new(
                        format!("{number} is less than the search must look at"),
                        format!("{number} 少于搜索必须访问的数目"),
                    )),
                    Ok(number) => Some(Words::new(
                        format!("{number} is more than the search needs to look at"),
                        format!("{number} 多于搜索需要访问的数目"),
                    )),
                    Err(_) => Some(no_number(count)),
                };
                let should = if least == most {
                    least.to_string()
                } else {
                    format!("{least} to {most}")
                };
                (wrong, should)
            }
            Self::MazePath { maze, shortest } => (
                maze_path(maze, *shortest, first),
                shortest.map_or("-1".to_owned(), |steps| format!("{steps} steps")),
            ),
            Self::SupplyPath { maze, days } => (
                supply_path(maze, *days, first),
                days.map_or("-1".to_owned(), |days| format!("{days} days")),
            ),
            Self::Road { states, shortest } => (
                road(states, *shortest, first),
                shortest.map_or("-1".to_owned(), |cost| format!("a road of cost {cost}")),
            ),
            Self::OneOf(accepted) => {
                let right = accepted.iter().any(|one| one == first);
                let wrong = (!right).then(|| {
                    Words::new(
                        format!("`{}` is not the move", quoted(first)),
                        format!("“{}”不是应走的着法", quoted(first)),
                    )
                });
                (wrong, accepted.join(" or "))
            }
            Self::Set(right) => (set(right, answer), right.join(" ")),
            Self::Text(right) => {
                let right = match answer.split_once("$ ") {
                    Some((start, _)) if start.starts_with('/') => right.replace(START, start),
                    _ => right.clone(),
                };
                (text(&right, answer), right)
            }
        };
        Verdict {
            wrong,
            should: quoted(&should),
        }
    }
}

fn no_number(text: &str) -> Words {
    Words::new(
        format!("`{}` is no number", quoted(text)),
        format!("“{}”不是数字", quoted(text)),
    )
}

/// What is wrong where a way was said not to exist, or to exist.
fn existence(there_is: bool, said: &str) -> Option<Words> {
    match (there_is, said == "-1") {
        (true, true) => Some(Words::new("there is a way", "其实有路")),
        (false, false) => Some(Words::new(
            "there is no way: the answer is -1",
            "没有路：应回答 -1",
        )),
        _ => None,
    }
}

fn longer(found: usize, best: usize, en: &str, zh: &str) -> Option<Words> {
    (found > best).then(|| {
        Words::new(
            format!("{found} {en}, and it can be done in fewer"),
            format!("用了 {found} {zh}，还可以更少"),
        )
    })
}

/// The cells that moves lead over; an error names the first that leads nowhere.
fn walk(start: Cell, moves: &str, free: impl Fn(Cell) -> bool) -> Result<Vec<Cell>, Words> {
    let mut cells = vec![start];
    let mut at = start;
    for (index, step) in moves.chars().enumerate() {
        let next = match step {
            'U' => Cell::new(at.row.wrapping_sub(1), at.col),
            'D' => Cell::new(at.row + 1, at.col),
            'L' => Cell::new(at.row, at.col.wrapping_sub(1)),
            'R' => Cell::new(at.row, at.col + 1),
            other => {
                return Err(Words::new(
                    format!("`{other}` is no step: use U, D, L and R"),
                    format!("“{other}”不是一步：只用 U、D、L、R"),
                ));
            }
        };
        if !free(next) {
            let number = index + 1;
            return Err(Words::new(
                format!(
                    "step {number} ({step}) from ({}, {}) leads into a wall or outside",
                    at.row, at.col
                ),
                format!(
                    "第 {number} 步（{step}）从 ({}, {}) 走进墙里或走出边界",
                    at.row, at.col
                ),
            ));
        }
        at = next;
        cells.push(at);
    }
    Ok(cells)
}

fn maze_path(maze: &Maze, shortest: Option<usize>, moves: &str) -> Option<Words> {
    if let Some(wrong) = existence(shortest.is_some(), moves) {
        return Some(wrong);
    }
    let best = shortest?;
    let cells = match walk(maze.entry(), moves, |cell| maze.grid().is_free(cell)) {
        Ok(cells) => cells,
        Err(wrong) => return Some(wrong),
    };
    if cells.last() != Some(&maze.exit()) {
        return Some(Words::new(
            "the way does not end at the exit",
            "路没有走到出口",
        ));
    }
    longer(moves.len(), best, "steps", "步")
}

fn supply_path(maze: &SupplyMaze, days: Option<usize>, moves: &str) -> Option<Words> {
    if let Some(wrong) = existence(days.is_some(), moves) {
        return Some(wrong);
    }
    let best = days?;
    let free = |cell: Cell| {
        cell.row < maze.rows()
            && cell.col < maze.cols()
            && maze.tile(cell) != boyi_paths::supply::Tile::Wall
    };
    let cells = match walk(maze.start(), moves, free) {
        Ok(cells) => cells,
        Err(wrong) => return Some(wrong),
    };
    if cells.last() != Some(&maze.goal()) {
        return Some(Words::new(
            "the way does not end at the goal",
            "路没有走到终点",
        ));
    }
    if !(Trek { cells }).is_possible(maze) {
        return Some(Words::new(
            "the walker runs out of food on the way",
            "途中断粮",
        ));
    }
    longer(moves.len(), best, "days", "天")
}

fn road(states: &States, shortest: Option<u64>, said: &str) -> Option<Words> {
    if let Some(wrong) = existence(shortest.is_some(), said) {
        return Some(wrong);
    }
    let best = shortest?;
    let count = states.values.len();
    let mut road = Vec::new();
    for word in said.split_whitespace() {
        match word.parse::<usize>() {
            Ok(state) if (1..=count).contains(&state) => road.push(state - 1),
            _ => {
                return Some(Words::new(
                    format!("`{}` is no state", quoted(word)),
                    format!("“{}”不是州的编号", quoted(word)),
                ));
            }
        }
    }
    if road.first() != Some(&0) || road.last() != Some(&(count - 1)) {
        return Some(Words::new(
            format!("a road runs from state 1 to state {count}"),
            format!("路应从 1 号州到 {count} 号州"),
        ));
    }
    for pair in road.windows(2) {
        if !states.around[pair[0]].contains(&pair[1]) {
            let (from, to) = (pair[0] + 1, pair[1] + 1);
            return Some(Words::new(
                format!("states {from} and {to} are no neighbours"),
                format!("{from} 号州与 {to} 号州不相邻"),
            ));
        }
    }
    let cost: u64 = road[1..].iter().map(|&state| states.values[state]).sum();
    (cost > best).then(|| {
        Words::new(
            format!("the road costs {cost}, and there is a cheaper one"),
            format!("这条路的代价是 {cost}，还有更小的"),
        )
    })
}

fn set(right: &[String], answer: &str) -> Option<Words> {
    let said: Vec<&str> = answer.split_whitespace().collect();
    let missing = right.iter().find(|one| !said.contains(&one.as_str()));
    if let Some(missing) = missing {
        return Some(Words::new(
            format!("`{missing}` is missing"),
            format!("缺少 {missing}"),
        ));
    }
    let surplus = said
        .iter()
        .find(|one| !right.iter().any(|known| known == *one));
    if let Some(surplus) = surplus {
        let surplus = quoted(surplus);
        return Some(Words::new(
            format!("`{surplus}` does not belong"),
            format!("多了 {surplus}"),
        ));
    }
    (said.len() > right.len()).then(|| Words::new("one of them is there twice", "有重复"))
}

fn text(right: &str, answer: &str) -> Option<Words> {
    let (right, answer) = (right.trim_end(), answer.trim_end());
    if right == answer {
        return None;
    }
    let mut lines = right.lines().zip(answer.lines()).enumerate();
    let differs = lines.find(|(_, (right, came))| right != came);
    let number = differs.map_or(
        right.lines().count().min(answer.lines().count()) + 1,
        |(index, _)| index + 1,
    );
    let line = |text: &str| quoted(text.lines().nth(number - 1).unwrap_or(""));
    Some(Words::new(
        format!("line {number} of the output is `{}`", line(answer)),
        format!("输出的第 {number} 行是“{}”", line(answer)),
    ))
}
