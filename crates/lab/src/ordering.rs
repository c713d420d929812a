//! What the order of moves is worth: the same alpha-beta, told more and more about which move to try
//! first.

use boyi_engine::{Go, PlayerSpec, TreeRequest, game};
use boyi_game::Phrase;
use boyi_search::{Algorithm, Counts, Ended, Techniques};

use crate::positions::{Positions, usual_evaluation};
use crate::sheet::{Chart, Column, Sheet, Value};
use crate::watch::{LabError, News, Watch};

#[derive(Clone, PartialEq, Debug)]
pub struct Ordering {
    pub game: String,
    pub depths: Vec<u32>,
    /// The evaluation; the game's usual one for this if none is named.
    pub evaluation: Option<String>,
    pub positions: Positions,
    /// A search is given up after this many positions entered.
    pub limit: u64,
}

/// What an order may use, one technique each.
const KILLERS: Techniques = Techniques {
    killers: true,
    ..Techniques::NONE
};
const HISTORY: Techniques = Techniques {
    history: true,
    ..Techniques::NONE
};
const PROMISE: Techniques = Techniques {
    promise: true,
    ..Techniques::NONE
};

/// The orders compared: name, in Chinese, what it may use; all with the same search but the last.
const ORDERS: [(&str, &str, Techniques); 6] = [
    ("as listed", "按生成顺序", Techniques::NONE),
    ("killers", "杀手着法", KILLERS),
    ("history", "历史启发", HISTORY),
    ("promise", "估值预排", PROMISE),
    ("all three", "三者并用", Techniques::ALL),
    ("and a table", "加置换表", Techniques::ALL),
];

impl Ordering {
    /// Measures. An order that was given up is not tried at later depths.
    pub fn run(&self, watch: &mut Watch) -> Result<Sheet, LabError> {
        let game = game(&self.game)?;
        let evaluation = self.evaluation.clone();
        let evaluation = evaluation.unwrap_or_else(|| usual_evaluation(game));
        let tables = self.positions.lay(game)?;
        let mut sheet = empty_sheet(game.title(), &evaluation, tables.len());
        (watch.tell)(News::Begun(&sheet));
        let mut given_up = [false; ORDERS.len()];
        let all = (self.depths.len() * ORDERS.len()) as f64;
        for (depth_index, &depth) in self.depths.iter().enumerate() {
            let mut plain = None;
            for (index, (name, chinese, techniques)) in ORDERS.into_iter().enumerate() {
                let done = (depth_index * ORDERS.len() + index) as f64 / all;
                watch.doing(
                    format!("depth {depth}: {name}"),
                    format!("深度 {depth}：{chinese}"),
                    done,
                );
                if given_up[index] {
                    continue;
                }
                let algorithm = if index + 1 < ORDERS.len() {
                    Algorithm::Ordered
                } else {
                    Algorithm::Table
                };
                let spec = PlayerSpec {
                    deepen: Some(false),
                    evaluation: Some(evaluation.clone()),
                    ..PlayerSpec::named(algorithm.name())
                };
                let mut player = game.player(&spec)?;
                let mut counts = Vec::new();
                for table in &tables {
                    let request = TreeRequest {
                        go: Go {
                            depth: Some(depth),
                            stop: watch.stop.clone(),
                            ..Go::nodes(self.limit)
                        },
                        techniques,
                        below: None,
                        cap: 0,
                    };
                    let tree = player.tree(&table.seen(), &request)?;
                    watch.go_on()?;
                    given_up[index] |= tree.ended == Ended::Nodes;
                    counts.push(tree.counts);
                }
                let sum = |count: fn(&Counts) -> u64| counts.iter().map(count).sum::<u64>();
                let nodes = sum(|counts| counts.nodes);
                let cuts = sum(Counts::all_cuts);
                let first = sum(|counts| counts.cuts[0]);
                let finished = !given_up[index];
                plain = plain.or((index == 0 && finished).then_some(nodes));
                let share = plain.filter(|_| finished);
                let row = vec![
                    Value::Said(Phrase::new(name, chinese)),
                    Value::Count(u64::from(depth)),
                    Value::Count(nodes),
                    Value::share(share.map(|plain| nodes as f64 / plain as f64)),
                    Value::Count(cuts),
                    Value::share((cuts > 0).then(|| first as f64 / cuts as f64)),
                    Value::Flag(finished),
                ];
                watch.row(&mut sheet, row);
            }
        }
        Ok(sheet)
    }
}

fn empty_sheet([english, chinese]: [&str; 2], evaluation: &str, positions: usize) -> Sheet {
    let sheet = Sheet::new(
        [
            format!("{english}, evaluation {evaluation}; totals of {positions} position(s)"),
            format!("{chinese}：{positions} 个局面，评估函数 {evaluation}；数字为各局面之和"),
        ],
        [
            "Alpha-beta prunes most when the best move comes first. Here the same search is told more and more about which move to try first: moves that cut at the same depth before (killers), that have cut often (history), that look good to the evaluation (promise), and what a table remembers. The value found is always the same.",
            "最佳着法排在最前时，剪枝最多。这里让同一个搜索知道得越来越多：同层曾剪枝的着法（杀手）、经常剪枝的着法（历史）、估值看好的着法（预排），以及置换表记住的着法。搜索的结果始终相同。",
        ],
        vec![
            Column::shown("order", "order", "顺序"),
            Column::shown("depth", "Depth", "深度").grouping(),
            Column::shown("nodes", "nodes", "节点"),
            Column::shown("nodes_to_listed", "of as listed", "占原顺序"),
            Column::shown("cuts", "cuts", "剪枝"),
            Column::shown("first_move_cuts", "1st-move cuts", "首着剪枝"),
            Column::shown("finished", "finished", "完成"),
        ],
    );
    sheet.with_charts([Chart::logarithmic(
        "depth",
        "nodes",
        "order",
        "Positions entered",
        "访问的局面数",
    )])
}
