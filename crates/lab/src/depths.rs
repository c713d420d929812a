//! How much stronger each ply makes a player: a small league of depths, rated together.

use boyi_arena::statistics::{Meeting, rate};
use boyi_engine::{PlayerSpec, game};
use boyi_game::Phrase;

use crate::games::{openings, play_pairs};
use crate::sheet::{Chart, Column, Sheet, Value};
use crate::watch::{LabError, News, Watch};

/// What to compare.
#[derive(Clone, PartialEq, Debug)]
pub struct Depths {
    /// The game.
    pub game: String,
    /// The depths, ascending.
    pub depths: Vec<u32>,
    /// The evaluation; the game's own unless named.
    pub evaluation: Option<String>,
    /// Rows of the board; the usual ones unless said.
    pub size: Option<u32>,
    /// Games of each match; every opening is played from both sides.
    pub games: u64,
    /// The seed of the openings.
    pub seed: u64,
}

/// Depths at most this many places apart play each other: far ones would only win everything.
const REACH: usize = 2;

impl Depths {
    /// Plays, then rates all depths together.
    pub fn run(&self, watch: &mut Watch) -> Result<Sheet, LabError> {
        let game = game(&self.game)?;
        if game.test_positions().is_empty() {
            return Err(LabError::NotSearched(game.name()));
        }
        let openings = openings(game, self.size, self.games.div_ceil(2).max(1), self.seed)?;
        let mut sheet = empty_sheet(game.title(), openings.len());
        (watch.tell)(News::Begun(&sheet));
        let player = |&depth: &u32| PlayerSpec {
            evaluation: self.evaluation.clone(),
            depth: Some(depth),
            ..PlayerSpec::named("pvs")
        };
        let players: Vec<PlayerSpec> = self.depths.iter().map(player).collect();
        let count = players.len();
        let pairings: Vec<(usize, usize)> = (0..count)
            .flat_map(|one| (one + 1..count.min(one + 1 + REACH)).map(move |other| (one, other)))
            .collect();
        let games = 2 * openings.len() as u64;
        let mut meetings = Vec::new();
        for (index, &(one, other)) in pairings.iter().enumerate() {
            let stop = watch.stop.clone();
            let versus = [&players[one], &players[other]];
            let [shallow, deep] = [self.depths[one], self.depths[other]];
            let pairs = play_pairs(game, versus, &openings, &stop, &mut |done| {
                let share = (index as f64 + done as f64 / games as f64) / pairings.len() as f64;
                watch.doing(
                    format!("depth {shallow} against depth {deep}: game {done} of {games}"),
                    format!("深度 {shallow} 对深度 {deep}：第 {done} 局，共 {games} 局"),
                    share,
                );
            })?;
            let half_points = (0u64..).zip(pairs.0).map(|(points, pairs)| points * pairs);
            meetings.push(Meeting {
                player: one,
                opponent: other,
                points: half_points.sum::<u64>() as f64 / 2.0,
                games: games as f64,
            });
        }
        let ratings = rate(count, &meetings);
        let first = ratings.elo.first().copied().unwrap_or(0.0);
        for (at, &depth) in self.depths.iter().enumerate() {
            let mine = |meeting: &&Meeting| meeting.player == at || meeting.opponent == at;
            let points = |meeting: &Meeting| {
                if meeting.player == at {
                    meeting.points
                } else {
                    meeting.games - meeting.points
                }
            };
            let played: f64 = meetings
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
                Value::Count(played as u64),
                Value::Flag(ratings.tempered),
            ];
            watch.row(&mut sheet, row);
        }
        Ok(sheet)
    }
}

fn empty_sheet([english, chinese]: [&str; 2], openings: usize) -> Sheet {
    Sheet {
        title: Phrase::new(
            format!(
                "{english}: a league of depths over {openings} opening(s), each played from both sides"
            ),
            format!("{chinese}：各深度的联赛，{openings} 个开局，每个开局双方各执一次"),
        ),
        about: Phrase::new(
            "The same search with the same evaluation plays at several depths, each against its neighbours, and all are rated together (Bradley-Terry, the first depth set to 0). The bars are 95 % intervals: few games make them wide. Where somebody won everything, everybody was given one drawn game so that ratings stay finite.",
            "同一搜索、同一评估函数以不同深度与相邻深度对弈，然后一起评级（Bradley-Terry 模型，第一个深度记为 0）。误差条为 95 % 区间：局数少则误差大。若有人全胜，则为每个棋手加一局和棋，使等级分有限。",
        ),
        columns: vec![
            Column::shown("player", "player", "棋手"),
            Column::hidden("line"),
            Column::shown("depth", "depth", "深度"),
            Column::shown("elo", "Elo", "Elo"),
            Column::shown("elo_error", "±", "±"),
            Column::shown("points", "points", "得分"),
            Column::shown("games", "games", "局数"),
            Column::hidden("tempered"),
        ],
        rows: Vec::new(),
        charts: vec![Chart {
            title: Phrase::new("Strength by depth", "棋力随深度的变化"),
            across: "depth",
            up: "elo",
            by: "line",
            error: Some("elo_error"),
            logarithmic: false,
        }],
    }
}
