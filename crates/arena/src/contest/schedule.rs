//! Who plays whom: the jobs of a plan.

use std::collections::HashMap;
use std::ops::Range;

use super::job::{Job, seed_of_pair};
use super::plan::{ContestPlan, Schedule};
use super::standings::{Score, Scored};

/// Pairings that play the same pairs of games.
pub(super) struct Round {
    pairings: Vec<(usize, usize)>,
    pairs: Range<u64>,
}

/// The rounds of a plan as far as they are known: all of them, but for a Swiss tournament, whose rounds
/// depend on how those before came out. `results` are the scores of finished jobs by their keys.
pub(super) fn rounds(plan: &ContestPlan, results: &HashMap<String, Score>) -> Vec<Round> {
    let count = plan.players.len();
    let pairings = match plan.schedule {
        Schedule::Swiss => return swiss(plan, results),
        Schedule::Gauntlet => (1..count).map(|other| (0, other)).collect(),
        Schedule::RoundRobin => (0..count)
            .flat_map(|a| (a + 1..count).map(move |b| (a, b)))
            .collect(),
    };
    let pairs = 0..u64::from(plan.games / 2);
    vec![Round { pairings, pairs }]
}

/// Their jobs, made one by one: there may be a million.
pub(super) fn jobs<'a>(
    plan: &'a ContestPlan,
    rounds: &'a [Round],
) -> impl Iterator<Item = Job> + use<'a> {
    rounds.iter().flat_map(|round| games_of(plan, round))
}

/// Pair by pair rather than pairing by pairing: the table means something early on.
fn games_of<'a>(plan: &'a ContestPlan, round: &'a Round) -> impl Iterator<Item = Job> + use<'a> {
    let pairs = round.pairs.clone();
    pairs
        .flat_map(|pair| round.pairings.iter().map(move |&(a, b)| (a, b, pair)))
        .flat_map(|pair| both_games(plan, pair))
}

/// The jobs that were played, by their keys. Looks no further than to the last of them.
pub(super) fn played(
    plan: &ContestPlan,
    rounds: &[Round],
    results: &HashMap<String, Score>,
) -> Vec<(String, Scored)> {
    let mut found = Vec::with_capacity(results.len());
    if results.is_empty() {
        return found;
    }
    for job in jobs(plan, rounds) {
        if let Some(&score) = results.get(&job.key) {
            let scored = Scored::of(&job, score);
            found.push((job.key, scored));
            if found.len() == results.len() {
                break;
            }
        }
    }
    found
}

fn both_games(plan: &ContestPlan, pair: (usize, usize, u64)) -> [Job; 2] {
    let (a, b, number) = pair;
    [false, true].map(|swapped| {
        let (first, second) = if swapped { (b, a) } else { (a, b) };
        Job {
            contest: plan.name.clone(),
            key: String::new(),
            game: plan.game.clone(),
            players: [plan.players[first].clone(), plan.players[second].clone()],
            opening: plan.lines[number as usize % plan.lines.len()].clone(),
            seed: seed_of_pair(plan.seed, number),
            terms: plan.terms(),
            pair,
            swapped,
            not_by: None,
        }
        .keyed()
    })
}

/// Round by round: everybody meets somebody with about as many points whom they have not met (or met
/// least often). With an odd number one player rests, the lowest who has rested least; resting brings
/// no points, so that ratings are made of games alone.
fn swiss(plan: &ContestPlan, results: &HashMap<String, Score>) -> Vec<Round> {
    let count = plan.players.len();
    let pairs = u64::from(plan.games / 2);
    let mut points = vec![0.0; count];
    let mut rests = vec![0u32; count];
    let mut met: HashMap<(usize, usize), u32> = HashMap::new();
    let mut all = Vec::new();
    for round in 0..plan.rounds.unwrap_or(1) {
        let mut order: Vec<usize> = (0..count).collect();
        // Points a game that could have been played, so that resting is no disadvantage.
        let share = |player: usize| points[player] / f64::from((round - rests[player]).max(1));
        order.sort_by(|&a, &b| share(b).total_cmp(&share(a)).then(a.cmp(&b)));
        if !count.is_multiple_of(2) {
            let least = rests.iter().min().copied().unwrap_or(0);
            let place = order.iter().rposition(|&player| rests[player] == least);
            let resting = order.remove(place.expect("somebody rested least"));
            rests[resting] += 1;
        }
        let pairings: Vec<(usize, usize)> = pairings(&order, &met)
            .into_iter()
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        for &pairing in &pairings {
            *met.entry(pairing).or_default() += 1;
        }
        let first = u64::from(round) * pairs;
        let round = Round {
            pairings,
            pairs: first..first + pairs,
        };
        let mut complete = true;
        for job in games_of(plan, &round) {
            let Some(&score) = results.get(&job.key) else {
                complete = false;
                break;
            };
            let (a, b, _) = job.pair;
            let of_a = Scored::of(&job, score).of_pairing();
            points[a] += of_a;
            points[b] += 1.0 - of_a;
        }
        all.push(round);
        if !complete {
            break;
        }
    }
    all
}

/// Pairs neighbours in the table, so that nobody meets the same player again where that can be helped.
fn pairings(order: &[usize], met: &HashMap<(usize, usize), u32>) -> Vec<(usize, usize)> {
    /// Ways to pair that are tried before a second meeting is put up with.
    const PATIENCE: u32 = 100_000;
    let times = |a: usize, b: usize| met.get(&(a.min(b), a.max(b))).copied().unwrap_or(0);
    let mut patience = PATIENCE;
    if let Some(fresh) = all_fresh(order, &times, &mut patience) {
        return fresh;
    }
    let mut order = order.to_vec();
    let mut pairs = Vec::new();
    while order.len() > 1 {
        let a = order.remove(0);
        // The nearest in the table among those met least often.
        let place = (0..order.len()).min_by_key(|&place| (times(a, order[place]), place));
        pairs.push((a, order.remove(place.expect("another player is left"))));
    }
    pairs
}

/// Pairs in which nobody meets the same player again, the nearest tried first.
fn all_fresh(
    order: &[usize],
    times: &impl Fn(usize, usize) -> u32,
    patience: &mut u32,
) -> Option<Vec<(usize, usize)>> {
    let Some((&a, others)) = order.split_first() else {
        return Some(Vec::new());
    };
    for (place, &b) in others.iter().enumerate() {
        *patience = patience.checked_sub(1)?;
        if times(a, b) > 0 {
            continue;
        }
        let mut rest = others.to_vec();
        rest.remove(place);
        if let Some(mut pairs) = all_fresh(&rest, times, patience) {
            pairs.insert(0, (a, b));
            return Some(pairs);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::Opening;

    fn plan(players: usize, schedule: Schedule) -> ContestPlan {
        let mut plan = ContestPlan::of_two("reversi", "a".into(), "b".into());
        plan.players = (0..players)
            .map(|n| format!("pvs:seed={n}").as_str().into())
            .collect();
        plan.schedule = schedule;
        plan.games = 4;
        plan.rounds = Some(5);
        plan.lines = vec![Opening::usual()];
        plan
    }

    fn jobs(plan: &ContestPlan, results: &HashMap<String, Score>) -> Vec<Job> {
        super::jobs(plan, &rounds(plan, results)).collect()
    }

    #[test]
    fn everybody_plays_everybody_from_both_sides() {
        let jobs = jobs(&plan(5, Schedule::RoundRobin), &HashMap::new());
        assert_eq!(jobs.len(), 10 * 4);
        let keys: HashSet<&str> = jobs.iter().map(|job| job.key.as_str()).collect();
        assert_eq!(keys.len(), jobs.len());
        for pair in jobs.chunks(2) {
            assert_eq!(pair[0].seed, pair[1].seed);
            assert_eq!(pair[0].players[0], pair[1].players[1]);
        }
        assert_eq!(
            super::tests::jobs(&plan(5, Schedule::Gauntlet), &HashMap::new()).len(),
            16
        );
    }

    /// The largest that can be asked for, and one far beyond: neither is written down whole.
    #[test]
    fn jobs_are_made_as_they_are_needed() {
        let mut plan = plan(64, Schedule::RoundRobin);
        plan.games = 100_000;
        let results = HashMap::new();
        let rounds = rounds(&plan, &results);
        assert_eq!(plan.total(), 2016 * 100_000);
        assert_eq!(super::jobs(&plan, &rounds).take(5000).count(), 5000);
        assert!(played(&plan, &rounds, &results).is_empty());
    }

    #[test]
    fn a_player_more_changes_nothing_for_the_others() {
        let keys = |players| -> HashSet<String> {
            let jobs = jobs(&plan(players, Schedule::RoundRobin), &HashMap::new());
            jobs.into_iter().map(|job| job.key).collect()
        };
        assert!(keys(4).is_subset(&keys(5)));
    }

    /// The lower number always wins: after enough rounds the table is in order, nobody met the same
    /// player again while there were others, nobody rested twice before everybody had.
    #[test]
    fn a_swiss_tournament_puts_players_in_order() {
        let plan = plan(9, Schedule::Swiss);
        let mut results = HashMap::new();
        let mut all = jobs(&plan, &results);
        assert_eq!(all.len(), 4 * 4, "one round at a time");
        loop {
            let before = results.len();
            for job in &all {
                let (a, b, _) = job.pair;
                let first = if job.swapped { b } else { a };
                let won = first == a.min(b);
                let score = Score {
                    first: f64::from(u8::from(won)),
                    points: None,
                    failed: None,
                };
                results.insert(job.key.clone(), score);
            }
            if results.len() == before {
                break;
            }
            all = jobs(&plan, &results);
        }
        assert_eq!(all.len(), 5 * 4 * 4);
        let met: HashSet<(usize, usize)> = all.iter().map(|job| (job.pair.0, job.pair.1)).collect();
        assert_eq!(met.len(), 20, "five rounds of four pairings, all different");
        let mut points = [0.0; 9];
        for job in &all {
            let of_a = Scored::of(job, results[&job.key]).of_pairing();
            let (a, b, _) = job.pair;
            points[a] += of_a;
            points[b] += 1.0 - of_a;
        }
        assert!(points[0] > points[4] && points[4] > points[8], "{points:?}");
    }
}
