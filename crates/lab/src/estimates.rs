//! What an estimate of the rest of the way is worth: the same path searches with and without it.

use boyi_search::Instant;

use boyi_paths::generate::{Kind, generate};
use boyi_paths::maze::{Connectivity, Maze};
use boyi_paths::search::{self, ALGORITHMS, Algorithm, GridProblem, Report};

use crate::sheet::{Chart, Column, Sheet, Value};
use crate::watch::{LabError, News, Watch};

#[derive(Clone, PartialEq, Debug)]
pub struct Estimates {
    pub kind: String,
    /// The mazes are this many cells high and wide.
    pub sizes: Vec<u32>,
    pub mazes: u64,
    pub searches: Vec<String>,
}

impl Estimates {
    /// Searches whose work depends on the estimate and that always finish.
    pub const USUAL: [&'static str; 4] = ["astar", "ida-table", "fringe", "jps"];

    pub fn run(&self, watch: &mut Watch) -> Result<Sheet, LabError> {
        let kind = kind_by_name(&self.kind)?;
        let searches = self.searches.iter().map(|name| {
            let watched = search::by_name(name).filter(|search| search.name != "auto");
            watched.ok_or_else(|| LabError::Unknown {
                what: "search",
                name: name.clone(),
                known: known_searches(),
            })
        });
        let searches: Vec<&Algorithm> = searches.collect::<Result<_, _>>()?;
        let mut sheet = empty_sheet(&self.kind, self.mazes);
        (watch.tell)(News::Begun(&sheet));
        let all = (self.sizes.len() * searches.len()) as f64;
        let mut done = 0.0;
        for &size in &self.sizes {
            let mazes = (0..self.mazes).map(|seed| maze(kind, size, seed));
            let mazes: Vec<Maze> = mazes.collect::<Result<_, _>>()?;
            for search in &searches {
                watch.doing(
                    format!("{size} x {size}: {}", search.name),
                    format!("{size} x {size}：{}", search.name),
                    done / all,
                );
                done += 1.0;
                let mut blind_expanded = None;
                for blind in [true, false] {
                    let began = Instant::now();
                    let mut reports = Vec::new();
                    for maze in &mazes {
                        let problem = GridProblem::of(maze, Connectivity::Four);
                        let problem = if blind { problem.blind() } else { problem };
                        reports.push(search.run(&problem, None));
                        watch.go_on()?;
                    }
                    let seconds = began.elapsed().as_secs_f64();
                    let sum = |count: fn(&Report) -> u64| reports.iter().map(count).sum::<u64>();
                    let expanded = sum(|report| report.counts.expanded);
                    let blind_nodes = *blind_expanded.get_or_insert(expanded);
                    let row = vec![
                        Value::Text(search.name.to_owned()),
                        Value::Text(if blind { "zero" } else { "manhattan" }.to_owned()),
                        Value::Text(format!(
                            "{}, {}",
                            search.name,
                            if blind { "h = 0" } else { "h = Manhattan" }
                        )),
                        Value::Count(u64::from(size)),
                        Value::Count(sum(|report| report.cost().unwrap_or(0))),
                        Value::Count(expanded),
                        Value::share(Some(expanded as f64 / blind_nodes.max(1) as f64)),
                        Value::Count(sum(|report| report.counts.generated)),
                        Value::Seconds(seconds),
                    ];
                    watch.row(&mut sheet, row);
                }
            }
        }
        Ok(sheet)
    }
}

fn known_searches() -> String {
    let names = ALGORITHMS.iter().map(|search| search.name);
    let watched: Vec<&str> = names.filter(|&name| name != "auto").collect();
    watched.join(", ")
}

pub(crate) fn kind_by_name(name: &str) -> Result<Kind, LabError> {
    Kind::by_name(name).ok_or_else(|| LabError::Unknown {
        what: "kind of maze",
        name: name.to_owned(),
        known: Kind::NAMED.map(|(name, _)| name).join(", "),
    })
}

/// From the first free cell to the last, so that every kind of maze has two ends far apart.
pub(crate) fn maze(kind: Kind, size: u32, seed: u64) -> Result<Maze, LabError> {
    let grid = generate(kind, size, size, seed)?;
    let free = grid.free_list();
    let (entry, exit) = (free.first().copied(), free.last().copied());
    Ok(Maze::new(grid, entry, exit)?)
}

fn empty_sheet(kind: &str, mazes: u64) -> Sheet {
    let chart = |up, title, chinese| Chart::logarithmic("size", up, "line", title, chinese);
    let sheet = Sheet::new(
        [
            format!("{mazes} mazes of each size, kind {kind}; totals of all mazes"),
            format!("每种大小 {mazes} 个迷宫，类型 {kind}；数字为各迷宫之和"),
        ],
        [
            "An estimate h of the way still to go lets a search look towards the goal first. With h = 0 it knows nothing and spreads in all directions; with the Manhattan distance it finds an equally short way and expands fewer cells. How many fewer depends on the maze: in winding corridors the estimate is a poor guide.",
            "对剩余路程的估计 h 让搜索先朝目标看。h = 0 时它一无所知，向四面八方扩展；用曼哈顿距离时找到同样短的路，而展开的格子更少。少多少取决于迷宫：在曲折的走廊里估计帮助不大。",
        ],
        vec![
            Column::shown("search", "search", "搜索"),
            Column::shown("estimate", "estimate", "估计"),
            Column::hidden("line"),
            Column::shown("size", "Size", "大小").grouping(),
            Column::shown("length", "length", "路长"),
            Column::shown("expanded", "expanded", "展开"),
            Column::shown("expanded_to_zero", "of h = 0", "占 h = 0"),
            Column::shown("generated", "generated", "生成"),
            Column::shown("seconds", "time", "时间"),
        ],
    );
    sheet.with_charts([
        chart("expanded", "Cells expanded", "展开的格子数"),
        chart("seconds", "Seconds", "秒"),
    ])
}
