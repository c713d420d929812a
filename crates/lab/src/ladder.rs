//! Every search by name on one ladder, at several time controls.

use boyi_arena::statistics::rate;
use boyi_engine::{Game, PlayerSpec};

use crate::games::{League, same};
use crate::sheet::{Column, Sheet, Value};
use crate::watch::{LabError, News, Watch};

/// A league of all searches at each of some controls.
#[derive(Clone, PartialEq, Debug)]
pub struct Ladder {
    pub league: League,
    /// The players, without limits; every search by name if none are named.
    pub players: Vec<String>,
    /// The limits of all players, as options: `time=10ms`, `nodes=1000`.
    pub controls: Vec<String>,
}

/// Everybody meets the next players of the list, this far apart: near and far ones in the order of the
/// list, which is that of no strength.
const DISTANCES: [usize; 3] = [1, 2, 5];

impl Ladder {
    pub fn run(&self, watch: &mut Watch) -> Result<Sheet, LabError> {
        let played = self.league.prepare()?;
        let mut sheet = empty_sheet(played.game.title(), played.openings());
        let names = self.names(played.game);
        let controls = self
            .controls
            .iter()
            .map(|control| self.contestants(played.game, &names, control))
            .collect::<Result<Vec<_>, _>>()?;
        (watch.tell)(News::Begun(&sheet));
        let count = controls.first().map_or(0, Vec::len);
        let pairings = pairings(count);
        let all = pairings.len() * controls.len();
        for (number, (control, players)) in self.controls.iter().zip(&controls).enumerate() {
            let name = |at: usize| same(&players[at].to_string());
            let done = (number * pairings.len(), all);
            let meetings = played.meet(players, name, &pairings, done, watch)?;
            let ratings = rate(count, &meetings);
            let mut order: Vec<usize> = (0..count).collect();
            order.sort_by(|&one, &other| ratings.elo[other].total_cmp(&ratings.elo[one]));
            for at in order {
                let mine = meetings
                    .iter()
                    .filter(|meeting| meeting.player == at || meeting.opponent == at);
                let games: f64 = mine.map(|meeting| meeting.games).sum();
                let row = vec![
                    Value::Text(names[at].clone()),
                    Value::Text(control.clone()),
                    Value::Count(number as u64 + 1),
                    Value::Number(ratings.elo[at], 0),
                    Value::number(ratings.error[at], 0),
                    Value::Count(games as u64),
                    Value::Flag(ratings.tempered),
                ];
                watch.row(&mut sheet, row);
            }
        }
        Ok(sheet)
    }

    fn names(&self, game: &dyn Game) -> Vec<String> {
        if !self.players.is_empty() {
            return self.players.clone();
        }
        let searches = game.searches().into_iter();
        searches.map(|search| search.name.to_owned()).collect()
    }

    /// All players with the same limits, those that sample with a seed. Players that the game does not have
    /// are refused before anything is played.
    fn contestants(
        &self,
        game: &dyn Game,
        names: &[String],
        control: &str,
    ) -> Result<Vec<PlayerSpec>, LabError> {
        let player = |name: &String| {
            let mark = if name.contains(':') { ',' } else { ':' };
            let mut spec: PlayerSpec = format!("{name}{mark}{control}").parse()?;
            spec.seed = spec.seed.or(spec.is_sampling().then_some(self.league.seed));
            game.player(&spec)?;
            Ok(spec)
        };
        names.iter().map(player).collect()
    }
}

/// Who meets whom: each pair once.
fn pairings(count: usize) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for distance in DISTANCES {
        for one in 0..count {
            let other = (one + distance) % count;
            let pair = (one.min(other), one.max(other));
            if one != other && !found.contains(&pair) {
                found.push(pair);
            }
        }
    }
    found
}

fn empty_sheet([english, chinese]: [&str; 2], openings: usize) -> Sheet {
    Sheet::new(
        [
            format!(
                "{english}: a ladder of searches over {openings} opening(s) a match, each played from both sides"
            ),
            format!("{chinese}：各搜索的天梯，每场 {openings} 个开局，双方各执一次"),
        ],
        [
            "Every search by name plays some of the others with the same limits, and all are rated together (Bradley-Terry, the mean set to 0), once for each control. The bars are 95 % intervals: few games make them wide. Where somebody won everything, everybody was given one drawn game so that ratings stay finite.",
            "每种搜索在相同限制下与其他若干搜索对弈，每种时限分别一起评级（Bradley-Terry 模型，平均记为 0）。误差条为 95 % 区间：局数少则误差大。若有人全胜，则为每个棋手加一局和棋，使等级分有限。",
        ],
        vec![
            Column::shown("player", "player", "棋手"),
            Column::shown("control", "Control", "时限").grouping(),
            Column::hidden("number"),
            Column::shown("rating", "rating", "等级分"),
            Column::shown("error", "±", "±"),
            Column::shown("games", "games", "局数"),
            Column::hidden("tempered"),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_somebody_and_nobody_meets_twice() {
        for count in 2..20 {
            let pairs = pairings(count);
            let mut distinct = pairs.clone();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), pairs.len());
            assert!(
                (0..count).all(|at| pairs.iter().any(|&(one, other)| one == at || other == at))
            );
        }
        assert!(pairings(1).is_empty() && pairings(0).is_empty());
    }
}
