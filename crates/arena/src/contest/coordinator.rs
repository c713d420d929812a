//! The coordinator: hands out jobs, stores their results, and ends the contest when it is decided.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use boyi_game::Status;
use boyi_search::Stop;

use super::exchange::{Exchange, Finished, Played};
use super::job::Job;
use super::plan::ContestPlan;
use super::schedule;
use super::standings::{Score, Standings};
use super::work::WorkError;
use crate::GameRecord;
use crate::store::{ContestState, Filter, NewGame, Store, StoreError};

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    Done,
    Stopped,
}

/// Why it cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Exchange(#[from] WorkError),
    #[error("`{name}` is a {kind} of {game} already: choose another name")]
    NameTaken {
        name: String,
        kind: String,
        game: String,
    },
}

/// How long to wait for a result before looking at the stop signal.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How often standings are shown.
const REFRESH: Duration = Duration::from_millis(100);

/// Of the time that passes between, at most this part goes into standings: of a large tournament of quick
/// games they are shown less often, though often enough to be called live.
const MAX_SHARE: u32 = 100;
const MAX_REFRESH: Duration = Duration::from_secs(1);

/// Plays a plan to its end, or goes on with it. `watch` sees the standings at the start, several times a
/// second, and at the end.
pub fn run(
    store: &Store,
    plan: &ContestPlan,
    kind: &str,
    exchange: &mut dyn Exchange,
    stop: &Stop,
    watch: &mut dyn FnMut(&Standings),
) -> Result<(Finish, Standings), ContestError> {
    if let Some(other) = store.contest(&plan.name)?
        && (other.kind != kind || other.game != plan.game)
    {
        return Err(ContestError::NameTaken {
            name: other.id,
            kind: other.kind,
            game: other.game,
        });
    }
    let text = serde_json::to_string(plan).expect("plans are plain data");
    store.put_contest(&plan.name, kind, &plan.game, &text)?;
    let mut results = scores(store, &plan.name)?;
    loop {
        let jobs = schedule::jobs(plan, &results);
        let begun = Instant::now();
        let mut standings = Standings::of(plan, &jobs, &results);
        watch(&standings);
        let mut shown = Instant::now();
        let mut pause = pause_after(begun.elapsed());
        let mut open: HashSet<&str> = jobs
            .iter()
            .map(|job| job.key.as_str())
            .filter(|&key| !results.contains_key(key))
            .collect();
        if open.is_empty() || is_decided(&standings) {
            store.put_jobs(&plan.name, [])?;
            exchange.withdraw()?;
            let standings = standings.closely(plan, &jobs, &results);
            finish(store, plan, &standings, ContestState::Done)?;
            exchange.close()?;
            return Ok((Finish::Done, standings));
        }
        store.set_contest_state(&plan.name, ContestState::Open)?;
        let left: Vec<Job> = jobs
            .iter()
            .filter(|job| open.contains(job.key.as_str()))
            .cloned()
            .collect();
        let spec = |job: &Job| serde_json::to_string(job).expect("jobs are plain data");
        store.put_jobs(
            &plan.name,
            left.iter().map(|job| (job.key.as_str(), spec(job))),
        )?;
        exchange.offer(&left)?;
        let known: HashMap<&str, &Job> = jobs.iter().map(|job| (job.key.as_str(), job)).collect();
        while !open.is_empty() && !is_decided(&standings) {
            if stop.is_stopped() {
                exchange.withdraw()?;
                let standings = Standings::of(plan, &jobs, &results).closely(plan, &jobs, &results);
                finish(store, plan, &standings, ContestState::Open)?;
                return Ok((Finish::Stopped, standings));
            }
            let Some(finished) = exchange.next(POLL_INTERVAL)? else {
                continue;
            };
            let key = finished.key.clone();
            let taken = take_in(store, plan, finished, &known)?;
            exchange.stored()?;
            if let Intake::Wrong(job) = taken {
                // The result is not of this job: it is to be played again.
                exchange.offer(std::slice::from_ref(job))?;
            }
            if let Intake::Counts(score) = taken {
                open.remove(key.as_str());
                results.insert(key, score);
                // Nobody reads faster than this, and a quick game takes less time than its standings;
                // but a sequential test looks at every one.
                let due = shown.elapsed() >= pause;
                let begun = Instant::now();
                if due || plan.sprt.is_some() {
                    standings = Standings::of(plan, &jobs, &results);
                }
                if due {
                    store.live().standings_changed(&plan.name);
                    watch(&standings);
                    shown = Instant::now();
                    pause = pause_after(begun.elapsed());
                }
            }
        }
    }
}

/// How long to wait after standings that took so long to make and to show.
fn pause_after(took: Duration) -> Duration {
    (MAX_SHARE * took).clamp(REFRESH, MAX_REFRESH)
}

/// Where a contest of the store stands, without playing.
pub fn standings_of(store: &Store, plan: &ContestPlan) -> Result<Standings, StoreError> {
    let results = scores(store, &plan.name)?;
    let jobs = schedule::jobs(plan, &results);
    let standings = Standings::of(plan, &jobs, &results);
    Ok(standings.closely(plan, &jobs, &results))
}

fn is_decided(standings: &Standings) -> bool {
    let sprt = standings.duel.as_ref().and_then(|duel| duel.sprt.as_ref());
    sprt.is_some_and(|progress| progress.decision.is_some())
}

/// What became of a result.
enum Intake<'a> {
    Counts(Score),
    /// It was there already, or belongs to another plan.
    Ignored,
    /// It is not a record of this job's game, from the first move to the last.
    Wrong(&'a Job),
}

fn take_in<'a>(
    store: &Store,
    plan: &ContestPlan,
    finished: Finished,
    jobs: &HashMap<&str, &'a Job>,
) -> Result<Intake<'a>, ContestError> {
    let ours = finished.contest == plan.name;
    let Some(&job) = jobs.get(finished.key.as_str()).filter(|_| ours) else {
        return Ok(Intake::Ignored);
    };
    let Some((record, score)) = checked(job, finished.record) else {
        return Ok(Intake::Wrong(job));
    };
    let new = store.finish_job(&NewGame {
        id: &job.game_id(),
        of: Some((&plan.name, &job.key)),
        record: &record,
    })?;
    Ok(if new {
        Intake::Counts(score)
    } else {
        Intake::Ignored
    })
}

/// A result as a record that tells the game of this job: played by these players, with this seed, by
/// the rules, to the end it claims. What our own referee wrote down is believed.
fn checked(job: &Job, played: Played) -> Option<(GameRecord, Score)> {
    let record = match played {
        Played::Here(record) => record,
        Played::Elsewhere(text) => verified(job, &text)?,
    };
    let score = Score::of(record.closing()?)?;
    Some((record, score))
}

fn verified(job: &Job, text: &str) -> Option<GameRecord> {
    let record = GameRecord::read(text).ok()?;
    let header = &record.header;
    let [first, second] = &job.players;
    let same = header.game == job.game
        && header.seed == job.seed
        && (&header.first, &header.second) == (&first.name, &second.name);
    let closing = record.closing().filter(|_| same)?;
    let table = record.replay().ok()?;
    let by_rules = match table.status() {
        Status::Going => None,
        Status::Over { outcome, .. } => Some(outcome),
    };
    let honest = closing.cause != "rules" || by_rules == closing.result();
    honest.then_some(record)
}

/// What has been played of a contest, by job.
fn scores(store: &Store, contest: &str) -> Result<HashMap<String, Score>, StoreError> {
    let games = store.games(&Filter {
        contest: Some(contest),
        finished: Some(true),
        ..Filter::default()
    })?;
    let score = |game: crate::store::GameSummary| {
        let (_, key) = game.of?;
        Some((key, Score::of(game.closing.as_ref()?)?))
    };
    Ok(games.into_iter().filter_map(score).collect())
}

fn finish(
    store: &Store,
    plan: &ContestPlan,
    standings: &Standings,
    state: ContestState,
) -> Result<(), StoreError> {
    store.set_ratings(&plan.name, &standings.rows)?;
    store.set_contest_state(&plan.name, state)?;
    store.live().standings_changed(&plan.name);
    Ok(())
}
