//! Does a deeper search make up for a poor evaluation? Real matches between evaluations and depths.

use boyi_arena::statistics::of_match;
use boyi_engine::PlayerSpec;
use boyi_game::Phrase;

use crate::games::{League, Matches, same};
use crate::sheet::{Column, Sheet, Value};
use crate::watch::{LabError, News, Watch};

#[derive(Clone, PartialEq, Debug)]
pub struct Evaluations {
    /// The evaluations, the one believed best first; all of the game's if none are named.
    pub evaluations: Vec<String>,
    /// The depths that play.
    pub depths: Vec<u32>,
    pub league: League,
}

/// The search that plays: the simplest that prunes and orders.
const SEARCH: &str = "pvs";

impl Evaluations {
    /// Plays, for every evaluation, each depth against the one before; then the first evaluation
    /// against the others searched one step deeper.
    pub fn run(&self, watch: &mut Watch) -> Result<Sheet, LabError> {
        let played = self.league.prepare_for_depths()?;
        let all = played.game.evaluations().iter();
        let evaluations: Vec<String> = if self.evaluations.is_empty() {
            all.map(|choice| choice.name.to_owned()).collect()
        } else {
            self.evaluations.clone()
        };
        let mut sheet = empty_sheet(played.game.title(), played.openings());
        (watch.tell)(News::Begun(&sheet));
        let matches = self.matches(&evaluations);
        for (index, (question, players)) in matches.iter().enumerate() {
            let [one, other] = players;
            let names = players.clone().map(|player| player.to_string());
            let shown = names.each_ref().map(|name| same(name));
            let pairs = played.play([one, other], &shown, (index, matches.len()), watch)?;
            let estimate = pairs.estimate();
            let verdict = of_match(&names[0], &names[1], estimate.as_ref());
            let estimate = estimate.as_ref();
            let mut row = vec![Value::Said(question.clone())];
            row.extend(played.cells(&names, estimate));
            row.extend([
                Value::share(estimate.map(|estimate| estimate.superiority)),
                Value::Counts(pairs.0.to_vec()),
                Value::Said(verdict),
            ]);
            watch.row(&mut sheet, row);
        }
        Ok(sheet)
    }

    fn matches(&self, evaluations: &[String]) -> Vec<(Phrase, [PlayerSpec; 2])> {
        let player = |evaluation: &str, depth| PlayerSpec {
            evaluation: Some(evaluation.to_owned()),
            depth: Some(depth),
            ..PlayerSpec::named(SEARCH)
        };
        let mut matches = Vec::new();
        for evaluation in evaluations {
            for step in self.depths.windows(2) {
                let question = Phrase::new(
                    format!("{evaluation}: deeper against shallower"),
                    format!("{evaluation}：深对浅"),
                );
                matches.push((
                    question,
                    [step[1], step[0]].map(|depth| player(evaluation, depth)),
                ));
            }
        }
        if let Some((best, others)) = evaluations.split_first() {
            for other in others {
                for step in self.depths.windows(2) {
                    let question = Phrase::new(
                        format!("{best} against a deeper {other}"),
                        format!("{best} 对更深的 {other}"),
                    );
                    matches.push((question, [player(best, step[0]), player(other, step[1])]));
                }
            }
        }
        matches
    }
}

fn empty_sheet([english, chinese]: [&str; 2], openings: usize) -> Sheet {
    let mut columns = vec![Column::shown("question", "question", "问题")];
    columns.extend(Matches::columns());
    columns.extend([
        Column::hidden("superiority"),
        Column::hidden("pairs"),
        Column::shown("verdict", "verdict", "结论"),
    ]);
    Sheet::new(
        [
            format!("{english}: matches over {openings} opening(s), each played from both sides"),
            format!("{chinese}：{openings} 个开局，每个开局双方各执一次"),
        ],
        [
            "A course report believed that with a poor evaluation a deeper search can play worse. Here that is tested by real games: the same evaluation at one depth against the next, and the first evaluation against the others searched deeper. A score above 50 % is good for the first player; the error is that of 95 % confidence.",
            "有课程报告认为，评估函数不好时，搜索越深反而越差。这里用真实对局来检验：同一评估函数的相邻深度对弈，以及第一个评估函数与搜索更深的其他评估函数对弈。得分高于 50 % 对前者有利；误差为 95 % 置信。",
        ],
        columns,
    )
}
