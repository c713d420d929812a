//! The experiment of the course reports: the same positions with each classic search, depth by depth.

use std::time::Duration;

use boyi_engine::{Game, Go, PlayerSpec, Thought, game};
use boyi_game::{Side, Table};
use boyi_search::{Algorithm, Counts, Ended, Stop};

use crate::positions::{Positions, usual_evaluation};
use crate::sheet::{Chart, Column, Row, Sheet, Value};
use crate::watch::{LabError, News, Watch};

#[derive(Clone, PartialEq, Debug)]
pub struct Pruning {
    pub game: String,
    pub searches: Vec<Algorithm>,
    pub depths: Vec<u32>,
    /// The evaluation; the game's usual one for this if none is named.
    pub evaluation: Option<String>,
    pub positions: Positions,
    /// Let every search deepen: depth 1, then 2, and so on, all of them counted.
    pub deepen: bool,
    /// A search is given up after this long for one position.
    pub limit: Duration,
}

impl Pruning {
    /// Measures. A search that was given up is not tried at later depths.
    pub fn run(&self, watch: &mut Watch) -> Result<Sheet, LabError> {
        let game = game(&self.game)?;
        let evaluation = self.evaluation.clone();
        let evaluation = evaluation.unwrap_or_else(|| usual_evaluation(game));
        let tables = self.positions.lay(game)?;
        let mut sheet = empty_sheet(game, &evaluation, tables.len());
        (watch.tell)(News::Begun(&sheet));
        let mut given_up: Vec<Algorithm> = Vec::new();
        let all = (self.depths.len() * self.searches.len()) as f64;
        for (depth_index, &depth) in self.depths.iter().enumerate() {
            let mut found = Vec::new();
            for (index, &algorithm) in self.searches.iter().enumerate() {
                let done = (depth_index * self.searches.len() + index) as f64 / all;
                watch.doing(
                    format!("depth {depth}: {algorithm}"),
                    format!("深度 {depth}：{algorithm}"),
                    done,
                );
                if given_up.contains(&algorithm) {
                    found.push((algorithm, Totals::default()));
                    continue;
                }
                let thoughts =
                    self.measure(game, algorithm, depth, &evaluation, &tables, &watch.stop)?;
                watch.go_on()?;
                let totals = Totals::of(&thoughts, tables.len());
                if !totals.finished {
                    given_up.push(algorithm);
                }
                found.push((algorithm, totals));
            }
            let minimax = found
                .iter()
                .find(|(algorithm, totals)| *algorithm == Algorithm::Minimax && totals.finished);
            let minimax = minimax.map(|(_, totals)| totals.counts.leaves);
            for (algorithm, totals) in found {
                let row = totals.row(game, algorithm, &evaluation, depth, minimax);
                watch.row(&mut sheet, row);
            }
        }
        Ok(sheet)
    }

    fn measure(
        &self,
        game: &dyn Game,
        algorithm: Algorithm,
        depth: u32,
        evaluation: &str,
        tables: &[Box<dyn Table>],
        stop: &Stop,
    ) -> Result<Vec<Thought>, LabError> {
        // These two need the value of the depth before.
        let guesses = matches!(algorithm, Algorithm::Aspiration | Algorithm::Mtdf);
        let spec = PlayerSpec {
            deepen: Some(self.deepen || guesses),
            evaluation: Some(evaluation.to_owned()),
            ..PlayerSpec::named(algorithm.name())
        };
        let mut thoughts = Vec::new();
        for table in tables {
            // A new player for each position, so that no table carries over.
            let mut player = game.player(&spec)?;
            let orders = Go {
                depth: Some(depth),
                stop: stop.clone(),
                ..Go::time(self.limit)
            };
            let thought = player.think(&table.seen(), Side::First, &orders, &mut |_| ())?;
            let finished = is_finished(&thought);
            thoughts.push(thought);
            if !finished {
                break;
            }
        }
        Ok(thoughts)
    }
}

fn is_finished(thought: &Thought) -> bool {
    matches!(
        thought.ended,
        Some(Ended::Depth | Ended::Certain | Ended::GameOver)
    )
}

/// One search at one depth, all positions together; all zero where it was not tried any more.
#[derive(Default)]
struct Totals {
    positions: usize,
    finished: bool,
    counts: Counts,
    branching: Option<f64>,
    seconds: f64,
}

impl Totals {
    fn of(thoughts: &[Thought], wanted: usize) -> Self {
        let all = thoughts.iter().map(|thought| thought.counts);
        let counts = all.fold(Counts::default(), |sum, more| sum.plus(&more));
        let factors: Vec<f64> = thoughts
            .iter()
            .filter_map(|thought| thought.branching_factor)
            .collect();
        let seconds = thoughts.iter().map(|thought| thought.elapsed.as_secs_f64());
        Self {
            positions: thoughts.len(),
            finished: thoughts.len() == wanted && thoughts.iter().all(is_finished),
            counts,
            branching: (!factors.is_empty())
                .then(|| factors.iter().sum::<f64>() / factors.len() as f64),
            seconds: seconds.sum(),
        }
    }

    fn row(
        &self,
        game: &dyn Game,
        algorithm: Algorithm,
        evaluation: &str,
        depth: u32,
        minimax: Option<u64>,
    ) -> Row {
        let counts = &self.counts;
        let speed = counts.nodes as f64 / self.seconds.max(f64::MIN_POSITIVE);
        let share = minimax.filter(|_| self.finished);
        vec![
            Value::Text(algorithm.name().to_owned()),
            Value::Text(game.name().to_owned()),
            Value::Text(evaluation.to_owned()),
            Value::Count(u64::from(depth)),
            Value::Count(self.positions as u64),
            Value::Count(counts.nodes),
            Value::Count(counts.leaves),
            Value::share(share.map(|all| counts.leaves as f64 / all as f64)),
            Value::Count(counts.all_cuts()),
            Value::Counts(counts.cuts.to_vec()),
            Value::share(counts.first_move_cuts()),
            Value::Count(counts.table_probes),
            Value::Count(counts.table_hits),
            Value::Count(counts.researches),
            Value::number(self.branching, 2),
            Value::Seconds(self.seconds),
            Value::Rate(if self.seconds > 0.0 { speed } else { 0.0 }),
            Value::Flag(self.finished),
        ]
    }
}

fn empty_sheet(game: &dyn Game, evaluation: &str, positions: usize) -> Sheet {
    let [english, chinese] = game.title();
    let chart = |up, title, chinese| Chart::logarithmic("depth", up, "search", title, chinese);
    let sheet = Sheet::new(
        [
            format!("{english}, evaluation {evaluation}; totals of {positions} position(s)"),
            format!("{chinese}：{positions} 个局面，评估函数 {evaluation}；数字为各局面之和"),
        ],
        [
            "The same positions are searched with each classic search, depth by depth. Minimax looks at every move; each search below it adds one idea, and all of them find the same value. At depth 2 the ideas change little; every further depth makes the difference larger.",
            "同样的局面由每种经典搜索逐层搜索。极小极大查看每一步；下面的每种搜索各多一个想法，而结果的值都相同。深度 2 时差别很小，每深一层差别就更大。",
        ],
        vec![
            Column::shown("search", "search", "搜索"),
            Column::hidden("game"),
            Column::hidden("evaluation"),
            Column::shown("depth", "Depth", "深度").grouping(),
            Column::hidden("positions"),
            Column::shown("nodes", "nodes", "节点"),
            Column::shown("leaves", "leaves", "叶节点"),
            Column::shown("leaves_to_minimax", "of minimax", "占极小极大"),
            Column::hidden("cuts"),
            Column::hidden("cuts_by_move"),
            Column::shown("first_move_cuts", "1st-move cuts", "首着剪枝"),
            Column::hidden("table_probes"),
            Column::hidden("table_hits"),
            Column::hidden("researches"),
            Column::shown("branching_factor", "branching", "分支因子"),
            Column::shown("seconds", "time", "时间"),
            Column::shown("nodes_per_second", "nodes/s", "节点/秒"),
            Column::shown("finished", "finished", "完成"),
        ],
    );
    sheet.with_charts([
        chart("nodes", "Positions entered", "访问的局面数"),
        chart("seconds", "Seconds", "秒"),
    ])
}
