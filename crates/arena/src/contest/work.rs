//! Playing jobs, one after the other: the same loop in a thread of this program and in a worker on
//! another machine.

use std::collections::HashMap;
use std::sync::Arc;

use boyi_engine::{Game, SetupError, UnknownGame, game};
use boyi_game::{PerSide, Side};
use boyi_search::Stop;

use super::exchange::{Finished, Played};
use super::job::Job;
use crate::live::Live;
use crate::store::StoreError;
use crate::{
    Contestant, Contestants, Ending, Event, GameRecord, Referee, SourceError, bot, contestant,
};

/// A job that was taken. Dropped without being finished it goes back, sooner or later.
pub trait Lease {
    /// What to play.
    fn job(&self) -> &Job;

    /// How often it was taken, this time included.
    fn attempt(&self) -> u64;

    /// Hands in the result.
    fn finish(self: Box<Self>, finished: Finished) -> Result<(), WorkError>;

    /// Gives it back unfinished, for somebody else.
    fn give_back(self: Box<Self>) -> Result<(), WorkError>;
}

/// Where jobs come from.
pub trait Source {
    /// The next job; `None` when there are no more. May wait for one until `stop` is pressed.
    fn take(&mut self, stop: &Stop) -> Result<Option<Box<dyn Lease>>, WorkError>;
}

/// Why a job cannot be played, or not handed in.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// Nobody here knows the game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// A player cannot be had here.
    #[error(transparent)]
    Player(#[from] SourceError),
    /// The game cannot begin like this.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// The store refuses.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The broker refuses.
    #[error("NATS: {0}")]
    Broker(String),
    /// It cannot be played in this program.
    #[error("{0}")]
    Unplayable(String),
    /// What came as a job is none.
    #[error("this is no job: {0}")]
    NoJob(String),
}

/// Somebody who plays jobs.
pub struct Worker {
    /// What it goes by.
    pub name: String,
    /// How programs are run.
    pub options: bot::Options,
    /// Whether programs are run at all: a job from elsewhere may name any program of this machine.
    pub programs: bool,
    /// Whom to tell about games while they are played.
    pub live: Option<Live>,
    /// Pressing it calls everything off.
    pub stop: Stop,
}

/// Plays jobs until there are no more or the switch is pressed. `told` hears of every job that was
/// done, and of those that could not be played here, which are given back.
pub fn work(
    worker: &Worker,
    source: &mut dyn Source,
    told: &mut dyn FnMut(&Job, Option<&WorkError>),
) -> Result<(), WorkError> {
    let mut bench = Bench::default();
    while !worker.stop.is_stopped() {
        let Some(lease) = source.take(&worker.stop)? else {
            break;
        };
        let job = lease.job().clone();
        match bench.play(&job, worker) {
            Ok(Some(record)) => {
                let finished = Finished {
                    contest: job.contest.clone(),
                    key: job.key.clone(),
                    attempt: lease.attempt(),
                    worker: worker.name.clone(),
                    record: Played::Here(record),
                };
                // What cannot be handed in is not lost: sooner or later the job is handed out again.
                let handed_in = lease.finish(finished);
                told(&job, handed_in.err().as_ref());
            }
            Ok(None) => lease.give_back()?,
            Err(error) => {
                told(&job, lease.give_back().err().as_ref().or(Some(&error)));
            }
        }
    }
    Ok(())
}

/// Players that sit ready for their next game: starting one costs more than a quick game.
#[derive(Default)]
struct Bench {
    players: HashMap<Seat, Box<dyn Contestant>>,
}

/// Which player of which game. One that plays against itself sits on two chairs; any other has one,
/// whichever side it plays, for its tables are large.
type Seat = (usize, String, String);

/// More players than this are not kept.
const SEATS: usize = 8;

impl Bench {
    /// Plays a job; `None` if it was called off.
    fn play(&mut self, job: &Job, worker: &Worker) -> Result<Option<GameRecord>, WorkError> {
        let game = game(&job.game)?;
        let mut players: Contestants = PerSide::new(
            self.sit(job, game, Side::First, worker)?,
            self.sit(job, game, Side::Second, worker)?,
        );
        let [first, second] = &job.players;
        let id: Arc<str> = job.game_id().into();
        let mut events: Vec<Event> = Vec::new();
        let ending = Referee::new(game, &job.terms)
            .stopped_by(&worker.stop)
            .named(PerSide::new(first.name.clone(), second.name.clone()))
            .play(&job.opening, job.seed, &mut players, &mut |event| {
                if let Some(live) = &worker.live {
                    live.tell(&id, event);
                }
                events.push(event.clone());
            })?;
        if ending == Ending::Stopped {
            return Ok(None);
        }
        if self.players.len() >= SEATS {
            self.players.clear();
        }
        let mut sides = Side::BOTH.into_iter();
        players.map(|player| {
            let side = sides.next().expect("two players, two sides");
            self.players.insert(seat(job, side), player);
        });
        Ok(GameRecord::new(events).ok())
    }

    fn sit(
        &mut self,
        job: &Job,
        game: &'static dyn Game,
        side: Side,
        worker: &Worker,
    ) -> Result<Box<dyn Contestant>, WorkError> {
        let text = &job.players[side.index()].player;
        if !worker.programs && bot::names_program(text) {
            return Err(WorkError::Player(SourceError::Program {
                text: text.clone(),
                why: "this worker runs no programs".to_owned(),
            }));
        }
        let mut player = match self.players.remove(&seat(job, side)) {
            Some(player) => player,
            None => contestant(game, text, &worker.options)?,
        };
        player.reseed(job.seed_of(side));
        Ok(player)
    }
}

fn seat(job: &Job, side: Side) -> Seat {
    let [first, second] = &job.players;
    let player = &job.players[side.index()].player;
    let itself = first.player == second.player;
    let chair = if itself { side.index() } else { 0 };
    (chair, job.game.clone(), player.clone())
}
