//! Where a match or tournament stands.

use std::collections::{BTreeMap, HashMap};

use boyi_game::{Outcome, Phrase, Side};

use super::job::Job;
use super::plan::ContestPlan;
use crate::Closing;
use crate::statistics::{
    Difference, Estimate, Meeting, Pairs, SprtProgress, mean_difference, of_difference, of_match,
    of_sprt, rate,
};

/// How a game came out, as far as standings care.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Score {
    /// The first player's: 1, 1/2 or 0.
    pub(super) first: f64,
    pub(super) points: Option<[i32; 2]>,
    /// Who failed as a program, if that decided it.
    pub(super) failed: Option<Side>,
}

impl Score {
    /// `None` for a game that does not count.
    pub(super) fn of(closing: &Closing) -> Option<Self> {
        let outcome = closing.result()?;
        let first = match outcome {
            Outcome::Win(Side::First) => 1.0,
            Outcome::Win(Side::Second) => 0.0,
            Outcome::Draw => 0.5,
        };
        let failed = outcome
            .winner()
            .filter(|_| closing.cause == "fault")
            .map(|winner| !winner);
        Some(Self {
            first,
            points: closing.points,
            failed,
        })
    }
}

/// A game that was played, as far as standings care: all that is kept of its job.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Scored {
    pair: (usize, usize, u64),
    swapped: bool,
    score: Score,
}

impl Scored {
    pub(super) fn of(job: &Job, score: Score) -> Self {
        Self {
            pair: job.pair,
            swapped: job.swapped,
            score,
        }
    }

    /// The score of the first player of the pairing, whichever side it played.
    pub(super) fn of_pairing(&self) -> f64 {
        if self.swapped {
            1.0 - self.score.first
        } else {
            self.score.first
        }
    }
}

/// One player's line.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub name: String,
    pub elo: f64,
    /// Half the width of the 95 % interval; `None` without games.
    pub error: Option<f64>,
    /// Points: a win is 1, a draw one half.
    pub score: f64,
    pub results: [u64; 3],
    pub faults: u64,
}

impl Row {
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }
}

/// A match between two, looked at closely.
#[derive(Clone, PartialEq, Debug)]
pub struct Duel {
    pub players: [String; 2],
    /// The results of the first, pair by pair.
    pub pairs: Pairs,
    pub estimate: Option<Estimate>,
    pub difference: Option<Difference>,
    pub sprt: Option<SprtProgress>,
    pub verdicts: Vec<Phrase>,
}

/// Pairs of games that say nothing about who is stronger. Many of them are a sign of openings that one side
/// wins anyway, or of players that draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Splits {
    pub pairs: u64,
    /// Pairs that brought both players a point.
    pub split: u64,
    /// Those of them in which both games were won, by the same side.
    pub same_side: u64,
}

impl Splits {
    /// Split pairs of all pairs; `None` before the first.
    pub fn rate(&self) -> Option<f64> {
        (self.pairs > 0).then(|| self.split as f64 / self.pairs as f64)
    }

    /// Adds the scores that the first player of each of a pair's games got.
    fn add(&mut self, first: [f64; 2]) {
        let [a, b] = first.map(|score| (2.0 * score).round() as u64);
        self.pairs += 1;
        self.split += u64::from(a == b);
        self.same_side += u64::from(a == b && a != 1);
    }
}

/// Where a match or tournament stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The best first.
    pub rows: Vec<Row>,
    pub duel: Option<Duel>,
    pub played: u64,
    pub planned: u64,
    pub splits: Splits,
    /// Ratings had to be tempered: somebody won or lost everything.
    pub tempered: bool,
}

impl Standings {
    pub(super) fn of(plan: &ContestPlan, games: &[Scored]) -> Self {
        let count = plan.players.len();
        let mut tallies = vec![Tally::default(); count];
        let mut meetings: HashMap<(usize, usize), (f64, f64)> = HashMap::new();
        for game in games {
            let (a, b, _) = game.pair;
            let of_a = game.of_pairing();
            tallies[a].add(of_a);
            tallies[b].add(1.0 - of_a);
            if let Some(side) = game.score.failed {
                let is_second = (side == Side::First) == game.swapped;
                tallies[if is_second { b } else { a }].faults += 1;
            }
            let entry = meetings.entry((a, b)).or_default();
            entry.0 += of_a;
            entry.1 += 1.0;
        }
        let mut meetings: Vec<Meeting> = meetings
            .into_iter()
            .map(|((player, opponent), (points, games))| Meeting {
                player,
                opponent,
                points,
                games,
            })
            .collect();
        // The same order every time: sums of floating-point numbers depend on it.
        meetings.sort_by_key(|meeting| (meeting.player, meeting.opponent));
        let ratings = rate(count, &meetings);
        let mut rows: Vec<Row> = (0..count)
            .map(|player| Row {
                name: plan.players[player].name.clone(),
                elo: ratings.elo[player],
                error: ratings.error[player],
                score: tallies[player].score,
                results: tallies[player].results,
                faults: tallies[player].faults,
            })
            .collect();
        rows.sort_by(|a, b| b.elo.total_cmp(&a.elo).then(a.name.cmp(&b.name)));
        Self {
            rows,
            duel: (count == 2).then(|| duel(plan, games)),
            played: games.len() as u64,
            planned: plan.total(),
            splits: splits(games),
            tempered: ratings.tempered && !games.is_empty(),
        }
    }

    /// With what takes longer to compute than a quick game to play: the interval of the difference in
    /// points.
    pub(super) fn closely(mut self, plan: &ContestPlan, games: &[Scored]) -> Self {
        if let Some(duel) = &mut self.duel {
            let (_, differences) = halves(games);
            let [a, b] = [0, 1].map(|player: usize| &plan.players[player].name);
            duel.difference = mean_difference(&differences);
            let words = duel.difference.iter().map(|d| of_difference(a, b, d));
            duel.verdicts.extend(words);
        }
        self
    }
}

#[derive(Clone, Default)]
struct Tally {
    score: f64,
    results: [u64; 3],
    faults: u64,
}

impl Tally {
    fn add(&mut self, score: f64) {
        self.score += score;
        let place = if score > 0.75 {
            0
        } else if score > 0.25 {
            1
        } else {
            2
        };
        self.results[place] += 1;
    }
}

/// How many complete pairs of all pairings were split.
fn splits(games: &[Scored]) -> Splits {
    let mut splits = Splits::default();
    let mut halves: HashMap<(usize, usize, u64), f64> = HashMap::new();
    for game in games {
        match halves.remove(&game.pair) {
            Some(other) => splits.add([other, game.score.first]),
            None => drop(halves.insert(game.pair, game.score.first)),
        }
    }
    splits
}

/// The complete pairs in order, and the difference in points of each where there are points.
fn halves(games: &[Scored]) -> (Pairs, Vec<f64>) {
    let mut halves: BTreeMap<u64, Vec<&Scored>> = BTreeMap::new();
    for game in games {
        halves.entry(game.pair.2).or_default().push(game);
    }
    let mut pairs = Pairs::default();
    let mut differences = Vec::new();
    for games in halves.values().filter(|games| games.len() == 2) {
        let mut half_points = 0.0;
        let mut difference = Some(0.0);
        for game in games {
            let sign = if game.swapped { -1.0 } else { 1.0 };
            half_points += 2.0 * game.of_pairing();
            difference = difference
                .zip(game.score.points)
                .map(|(sum, [first, second])| sum + sign * f64::from(first - second));
        }
        pairs.add(half_points.round() as u8);
        differences.extend(difference.map(|sum| sum / 2.0));
    }
    (pairs, differences)
}

fn duel(plan: &ContestPlan, games: &[Scored]) -> Duel {
    let (pairs, _) = halves(games);
    let players = [0, 1].map(|player: usize| plan.players[player].name.clone());
    let [a, b] = &players;
    let estimate = pairs.estimate();
    let test = plan.sprt.as_ref().and_then(|sprt| sprt.test().ok());
    let progress = test.map(|test| test.progress(&pairs));
    let mut verdicts = Vec::new();
    if let (Some(test), Some(progress)) = (&test, &progress) {
        verdicts.push(of_sprt(a, b, test, progress, estimate.as_ref()));
    }
    // After a sequential test has stopped the plain verdict would be biased.
    if progress.is_none_or(|progress| progress.decision.is_none()) {
        verdicts.push(of_match(a, b, estimate.as_ref()));
    }
    Duel {
        pairs,
        estimate,
        difference: None,
        sprt: progress,
        verdicts,
        players,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_split_where_both_players_got_a_point() {
        let mut splits = Splits::default();
        assert_eq!(splits.rate(), None);
        // Won by either side twice, drawn twice, won by one player twice, won and drawn.
        for first in [[1.0, 1.0], [0.0, 0.0], [0.5, 0.5], [1.0, 0.0], [0.0, 0.5]] {
            splits.add(first);
        }
        let expected = Splits {
            pairs: 5,
            split: 3,
            same_side: 2,
        };
        assert_eq!((splits, splits.rate()), (expected, Some(0.6)));
    }
}
