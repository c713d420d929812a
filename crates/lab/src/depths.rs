//! How much stronger each ply makes a player: a small league of depths, rated together.

use boyi_arena::statistics::{Meeting, rate};
use boyi_engine::PlayerSpec;
use boyi_game::Phrase;

use crate::games::League;
use crate::sheet::{Chart, Column, Sheet, Value};
use crate::watch::{LabError, News, Watch};

#[derive(Clone, PartialEq, Debug)]
pub struct Depths {
    /// The evaluation; the game's own unless named.
    pub evaluation: Option<String>,
    /// The depths that play.
    pub depths: Vec<u32>,
    pub league: League,
}

/// Players at most this many places apart play each other: far ones would only win everything.
const REACH: usize = 2;

impl Depths {
    pub fn run(&self, watch: &mut Watch) -> Result<Sheet, LabError> {
        let played = self.league.prepare_for_depths()?;
        let depths = &self.depths;
        let mut sheet = empty_sheet(played.game.title(), played.openings());
        (watch.tell)(News::Begun(&sheet));
        let player = |&depth: &u32| PlayerSpec {
            evaluation: self.evaluation.clone(),
            depth: Some(depth),
            ..PlayerSpec::named("pvs")
        };
        let players: Vec<PlayerSpec> = depths.iter().map(player).collect();
        let count = players.len();
        let pairings = neighbours(count);
        let name = |at: usize| {
            let depth = depths[at];
            Phrase::new(format!("depth {depth}"), format!("深度 {depth}"))
        };
        let done = (0, pairings.len());
        let meetings = played.meet(&players, name, &pairings, done, watch)?;
        let ratings = rate(count, &meetings);
        let first = ratings.elo.first().copied().unwrap_or(0.0);
        for (at, &depth) in depths.iter().enumerate() {
            let mine = |meeting: &&Meeting| meeting.player == at || meeting.opponent == at;
            let points = |meeting: &Meeting| {
                if meeting.player == at {
                    meeting.points
                } else {
                    meeting.games - meeting.points
                }
            };
            let games: f64 = meetings
                .iter()
                .filter(mine)
                .map(|meeting| meeting.games)
                .sum();
            let points: f64 = meetings.iter().filter(mine).map(points).sum();
            let row = vec![
                Value::Text(players[at].to_string()),
                Value::Said(Phrase::new("Elo", "Elo")),
                Value::Count(u64::from(depth)),
                Value::Number(ratings.elo[at] - first, 0),
                Value::number(ratings.error[at], 0),
                Value::Number(points, 1),
                Value::Count(games as u64),
                Value::Flag(ratings.tempered),
            ];
            watch.row(&mut sheet, row);
        }
        Ok(sheet)
    }
}

/// Everybody with the next ones of the list.
pub(crate) fn neighbours(count: usize) -> Vec<(usize, usize)> {
    (0..count)
        .flat_map(|one| (one + 1..count.min(one + 1 + REACH)).map(move |other| (one, other)))
        .collect()
}

fn empty_sheet([english, chinese]: [&str; 2], openings: usize) -> Sheet {
    let sheet = Sheet::new(
        [
            format!(
                "{english}: a league of depths over {openings} opening(s), each played from both sides"
            ),
            format!("{chinese}：各深度的联赛，{openings} 个开局，每个开局双方各执一次"),
        ],
        [
            "The same search with the same evaluation plays at several depths, each against its neighbours, and all are rated together (Bradley-Terry, the first depth set to 0). The bars are 95 % intervals: few games make them wide. Where somebody won everything, everybody was given one drawn game so that ratings stay finite.",
            "同一搜索、同一评估函数以不同深度与相邻深度对弈，然后一起评级（Bradley-Terry 模型，第一个深度记为 0）。误差条为 95 % 区间：局数少则误差大。若有人全胜，则为每个棋手加一局和棋，使等级分有限。",
        ],
        vec![
            Column::shown("player", "player", "棋手"),
            Column::hidden("line"),
            Column::shown("depth", "depth", "深度"),
            Column::shown("elo", "Elo", "Elo"),
            Column::shown("elo_error", "±", "±"),
            Column::shown("points", "points", "得分"),
            Column::shown("games", "games", "局数"),
            Column::hidden("tempered"),
        ],
    );
    let title = ["Strength by depth", "棋力随深度的变化"];
    sheet.with_charts([Chart::strength("depth", title)])
}
