//! The coordinator: hands out jobs, stores their results, and ends the contest when it is decided.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use boyi_engine::game;
use boyi_game::Status;
use boyi_search::Stop;

use super::exchange::{Exchange, Finished, Played};
use super::hold::{Hold, Holder, holder};
use super::job::Job;
use super::plan::{ContestPlan, PlanError};
use super::schedule;
use super::standings::{Score, Scored, Standings};
use super::work::{self, WorkError};
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
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error("another has taken it over{}", by(.0.as_ref()))]
    Lost(Option<Holder>),
    #[error("`{name}` is a {kind} of {game} already: choose another name")]
    NameTaken {
        name: String,
        kind: String,
        game: String,
    },
}

fn by(holder: Option<&Holder>) -> String {
    holder.map_or_else(String::new, |holder| format!(": {holder}"))
}

/// Jobs that are added at a time: results wait meanwhile.
const MORE: usize = 2048;

/// How long to wait for a result before looking at the stop signal.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How often standings are shown.
const REFRESH: Duration = Duration::from_millis(100);

/// Of the time that passes between, at most this part goes into standings: of a large tournament of quick
/// games they are shown less often, though often enough to be called live.
const MAX_SHARE: u32 = 100;
const MAX_REFRESH: Duration = Duration::from_secs(1);

/// Plays a plan to its end, or goes on with it. `watch` sees the standings at the start, several times a
/// second, and at the end. While somebody else hands out its games ([`holder`]) they are only watched;
/// should that one stop or die before the end, this one goes on.
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
    plan.check_total()?;
    let text = serde_json::to_string(plan).expect("plans are plain data");
    store.put_contest(&plan.name, kind, &plan.game, &text)?;
    let Some(mut hold) = hold(store, plan, stop, watch)? else {
        return Ok((Finish::Stopped, standings_of(store, plan)?));
    };
    let mut results = scores(store, &plan.name)?;
    let mut suspects = Suspects::default();
    loop {
        let rounds = schedule::rounds(plan, &results);
        let begun = Instant::now();
        let played = schedule::played(plan, &rounds, &results);
        let mut games: Vec<Scored> = played.into_iter().map(|(_, game)| game).collect();
        let mut standings = Standings::of(plan, &games);
        watch(&standings);
        let mut shown = Instant::now();
        let mut pause = pause_after(begun.elapsed());
        let mut upcoming = schedule::jobs(plan, &rounds);
        let next = next_jobs(&mut upcoming, &results, exchange.window());
        if next.is_empty() || is_decided(&standings) {
            store.put_jobs(&plan.name, [])?;
            exchange.withdraw()?;
            let standings = standings.closely(plan, &games);
            finish(store, plan, &standings, ContestState::Done)?;
            exchange.close()?;
            return Ok((Finish::Done, standings));
        }
        store.set_contest_state(&plan.name, ContestState::Open)?;
        store.put_jobs(&plan.name, specs(&next))?;
        exchange.offer(&next)?;
        let keyed = |job: Job| (job.key.clone(), job);
        let mut open: HashMap<String, Job> = next.into_iter().map(keyed).collect();
        while !open.is_empty() && !is_decided(&standings) {
            if stop.is_stopped() {
                exchange.withdraw()?;
                let standings = Standings::of(plan, &games).closely(plan, &games);
                finish(store, plan, &standings, ContestState::Open)?;
                return Ok((Finish::Stopped, standings));
            }
            if !hold.renew()? {
                return Err(ContestError::Lost(holder(store, &plan.name)?));
            }
            if open.len() + MORE <= exchange.window() {
                let next = next_jobs(&mut upcoming, &results, MORE);
                if !next.is_empty() {
                    store.add_jobs(&plan.name, specs(&next))?;
                    exchange.offer(&next)?;
                    open.extend(next.into_iter().map(keyed));
                }
            }
            let Some(finished) = exchange.next(POLL_INTERVAL)? else {
                continue;
            };
            let key = finished.key.clone();
            let taken = take_in(store, plan, finished, &open, &mut suspects)?;
            exchange.stored()?;
            if let Intake::Again(job) = taken {
                let spec = serde_json::to_string(&*job).expect("jobs are plain data");
                store.reopen_job(&plan.name, &key, &spec)?;
                exchange.offer_again(&job)?;
            } else if let Intake::Counts(score) = taken
                && let Some(job) = open.remove(&key)
            {
                games.push(Scored::of(&job, score));
                results.insert(key, score);
                // Nobody reads faster than this, and a quick game takes less time than its standings;
                // but a sequential test looks at every one.
                let due = shown.elapsed() >= pause;
                let begun = Instant::now();
                if due || plan.sprt.is_some() {
                    standings = Standings::of(plan, &games);
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

/// Waits until nobody else hands out the games of this contest, and shows how it goes meanwhile; `None`
/// when stopped.
fn hold<'a>(
    store: &'a Store,
    plan: &'a ContestPlan,
    stop: &Stop,
    watch: &mut dyn FnMut(&Standings),
) -> Result<Option<Hold<'a>>, ContestError> {
    let mut next_look = Instant::now();
    while !stop.is_stopped() {
        if let Some(hold) = Hold::take(store, &plan.name)? {
            return Ok(Some(hold));
        }
        if Instant::now() >= next_look {
            let begun = Instant::now();
            watch(&standings_of(store, plan)?);
            next_look = Instant::now() + MAX_REFRESH.max(pause_after(begun.elapsed()));
        }
        std::thread::sleep(POLL_INTERVAL);
    }
    Ok(None)
}

/// The next jobs without a result, at most so many.
fn next_jobs(
    upcoming: &mut impl Iterator<Item = Job>,
    results: &HashMap<String, Score>,
    most: usize,
) -> Vec<Job> {
    let open = upcoming.filter(|job| !results.contains_key(&job.key));
    open.take(most).collect()
}

/// Jobs as the store keeps them.
fn specs(jobs: &[Job]) -> impl Iterator<Item = (&str, String)> {
    let spec = |job: &Job| serde_json::to_string(job).expect("jobs are plain data");
    jobs.iter().map(move |job| (job.key.as_str(), spec(job)))
}

/// How long to wait after standings that took so long to make and to show.
fn pause_after(took: Duration) -> Duration {
    (MAX_SHARE * took).clamp(REFRESH, MAX_REFRESH)
}

/// Where a contest of the store stands, without playing.
pub fn standings_of(store: &Store, plan: &ContestPlan) -> Result<Standings, StoreError> {
    let results = scores(store, &plan.name)?;
    let rounds = schedule::rounds(plan, &results);
    let played = schedule::played(plan, &rounds, &results);
    let games: Vec<Scored> = played.into_iter().map(|(_, game)| game).collect();
    Ok(Standings::of(plan, &games).closely(plan, &games))
}

fn is_decided(standings: &Standings) -> bool {
    let sprt = standings.duel.as_ref().and_then(|duel| duel.sprt.as_ref());
    sprt.is_some_and(|progress| progress.decision.is_some())
}

/// What became of a result.
enum Intake {
    Counts(Score),
    /// It belongs to another plan, or has counted before.
    Ignored,
    /// It is not a record of this job's game, from the first move to the last, or nobody can tell whether
    /// it is true: it is to be played again.
    Again(Box<Job>),
}

fn take_in(
    store: &Store,
    plan: &ContestPlan,
    finished: Finished,
    open: &HashMap<String, Job>,
    suspects: &mut Suspects,
) -> Result<Intake, ContestError> {
    let ours = finished.contest == plan.name;
    let Some(job) = open.get(&finished.key).filter(|_| ours) else {
        return Ok(Intake::Ignored);
    };
    let Finished { worker, record, .. } = finished;
    let is_ours = matches!(record, Played::Here(_));
    let Some((record, score)) = checked(job, record) else {
        return Ok(Intake::Again(Box::new(job.clone())));
    };
    let is_fault = record
        .closing()
        .is_some_and(|closing| closing.cause == "fault");
    if is_fault
        && !is_ours
        && let Some(again) = suspects.again(job, &worker)
    {
        return Ok(Intake::Again(Box::new(again)));
    }
    let id = job.game_id();
    let new = store.finish_job(&NewGame {
        id: &id,
        of: Some((&plan.name, &job.key)),
        record: &record,
    })?;
    if new {
        return Ok(Intake::Counts(score));
    }
    // Stored already, by a coordinator before us: that one counts.
    let stored = store.game(&id)?;
    let stored = stored.and_then(|(game, _)| Score::of(game.closing.as_ref()?));
    Ok(stored.map_or(Intake::Ignored, Intake::Counts))
}

/// Results that say that a player failed as a program. The record of a game can be held against the
/// rules, but not that a program crashed: such a result counts when another worker says so, too.
#[derive(Default)]
struct Suspects(HashMap<String, String>);

impl Suspects {
    /// The job to be played again by somebody else, unless that was done.
    fn again(&mut self, job: &Job, worker: &str) -> Option<Job> {
        if self.0.contains_key(&job.key) {
            return None;
        }
        let machine = work::machine(worker).to_owned();
        self.0.insert(job.key.clone(), machine.clone());
        let by_another = Job {
            not_by: Some(machine),
            ..job.clone()
        };
        Some(by_another)
    }
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

/// A record from elsewhere that tells the game of this job, as far as the rules tell.
pub(super) fn verified(job: &Job, text: &str) -> Option<GameRecord> {
    let record = GameRecord::read(text).ok()?;
    let header = &record.header;
    let [first, second] = &job.players;
    let laid = game(&job.game).ok()?;
    let laid = laid.lay(&job.opening.setup(job.seed)).ok()?;
    let asked = laid.record();
    let same = (&header.game, &header.rules, &header.start)
        == (&asked.game, &asked.rules, &asked.start)
        && header.seed == job.seed
        && (&header.first, &header.second) == (&first.name, &second.name)
        && begins_with(&record, &asked.moves);
    let closing = record.closing().filter(|_| same)?;
    let table = record.replay().ok()?;
    let by_rules = match table.status() {
        Status::Going => None,
        Status::Over { outcome, .. } => Some(outcome),
    };
    let honest = closing.cause != "rules" || by_rules == closing.result();
    honest.then_some(record)
}

fn begins_with(record: &GameRecord, moves: &[boyi_game::Played]) -> bool {
    let opening = moves.iter().map(|mv| (mv.side, &mv.text));
    let begun = record.moves().map(|mv| (mv.side, &mv.text));
    begun.take(moves.len()).eq(opening)
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
