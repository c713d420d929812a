//! What a biased heuristic costs: weighted A* with larger and larger weights on the same mazes.

use boyi_paths::generate::Kind;
use boyi_paths::maze::{Connectivity, Maze};
use boyi_paths::search::{GridProblem, Weight, astar, weighted_astar};

use crate::estimates::{kind_by_name, maze};
use crate::sheet::{Chart, Column, Sheet, Value};
use crate::watch::{LabError, News, Watch};

#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    pub kind: String,
    /// The mazes are this many cells high and wide.
    pub size: u32,
    pub mazes: u64,
    pub weights: Vec<Weight>,
}

/// What A* needs, and what it finds, in one maze.
struct Exact {
    maze: Maze,
    cost: u64,
    expanded: u64,
}

impl Weights {
    pub fn run(&self, watch: &mut Watch) -> Result<Sheet, LabError> {
        let kind = kind_by_name(&self.kind)?;
        let mut sheet = self.empty_sheet();
        (watch.tell)(News::Begun(&sheet));
        let exact = self.exact(kind, watch)?;
        let all = self.weights.len() as f64;
        for (done, &weight) in self.weights.iter().enumerate() {
            watch.doing(
                format!("weight {weight}"),
                format!("权重 {weight}"),
                done as f64 / all,
            );
            let (mut ratios, mut expanded) = (Vec::new(), 0);
            for Exact { maze, cost, .. } in &exact {
                let problem = GridProblem::of(maze, Connectivity::Four);
                let report = weighted_astar(&problem, weight, &mut ());
                expanded += report.counts.expanded;
                ratios.extend(report.cost().map(|found| found as f64 / *cost as f64));
                watch.go_on()?;
            }
            let least: u64 = exact.iter().map(|one| one.expanded).sum();
            let worst = ratios.iter().copied().reduce(f64::max);
            let (mean, error) = mean_and_error(&ratios);
            let row = vec![
                Value::number(Some(f64::from(weight.thousandths()) / 1000.0), 2),
                Value::Count(ratios.len() as u64),
                Value::number(mean, 4),
                Value::number(error, 4),
                Value::number(worst, 4),
                Value::Count(expanded),
                Value::share(Some(expanded as f64 / least.max(1) as f64)),
            ];
            watch.row(&mut sheet, row);
        }
        Ok(sheet)
    }

    /// Mazes in which there is a path, and A* on them.
    fn exact(&self, kind: Kind, watch: &Watch) -> Result<Vec<Exact>, LabError> {
        let mut found = Vec::new();
        for seed in 0..self.mazes {
            let maze = maze(kind, self.size, seed)?;
            let report = astar(&GridProblem::of(&maze, Connectivity::Four), &mut ());
            if let Some(cost) = report.cost().filter(|&cost| cost > 0) {
                let expanded = report.counts.expanded;
                found.push(Exact {
                    maze,
                    cost,
                    expanded,
                });
            }
            watch.go_on()?;
        }
        Ok(found)
    }

    fn empty_sheet(&self) -> Sheet {
        let (mazes, kind, size) = (self.mazes, &self.kind, self.size);
        let sheet = Sheet::new(
            [
                format!("Weighted A* on {mazes} mazes of {size} x {size} cells, kind {kind}"),
                format!("{mazes} 个 {size} x {size} 迷宫上的加权 A*，类型 {kind}"),
            ],
            [
                "A weight above 1 makes the heuristic overestimate on purpose. The path may then cost up to the weight times the least, and no more; how much more it really costs, and how many cells that saves, is measured here against A* on the same mazes.",
                "大于 1 的权重故意高估剩余路程。路的代价最多是最小代价的权重倍；实际多付多少、少展开多少格子，这里与同样迷宫上的 A* 比较。",
            ],
            vec![
                Column::shown("weight", "weight", "权重"),
                Column::shown("mazes", "mazes", "迷宫"),
                Column::shown("cost_to_least", "cost / least", "代价 / 最小"),
                Column::shown("error", "±", "±"),
                Column::shown("worst", "worst", "最差"),
                Column::shown("expanded", "expanded", "展开"),
                Column::shown("expanded_to_astar", "of A*", "占 A*"),
            ],
        );
        let chart = |up, error, title: [&str; 2]| Chart {
            title: boyi_game::Phrase::new(title[0], title[1]),
            across: "weight",
            up,
            by: "mazes",
            error,
            logarithmic: false,
        };
        sheet.with_charts([
            chart(
                "cost_to_least",
                Some("error"),
                ["Cost of the least", "代价与最小代价之比"],
            ),
            chart("expanded", None, ["Cells expanded", "展开的格子数"]),
        ])
    }
}

/// The mean, and half of its 95 % interval; `None` where there are too few.
fn mean_and_error(values: &[f64]) -> (Option<f64>, Option<f64>) {
    if values.is_empty() {
        return (None, None);
    }
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let error = (values.len() > 1).then(|| 1.96 * (squares / (count - 1.0) / count).sqrt());
    (Some(mean), error)
}
