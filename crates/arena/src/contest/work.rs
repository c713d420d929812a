//! Playing jobs, one after the other: the same loop in a thread of this program and in a worker on
//! another machine.

use std::collections::HashMap;
use std::sync::Arc;

use boyi_engine::{Game, SetupError, UnknownGame, game};
use boyi_game::{PerSide, Seen, Side};
use boyi_search::Stop;

use super::exchange::{Finished, Played};
use super::job::Job;
use crate::live::Live;
use crate::store::StoreError;
use crate::{
    Answer, Ask, Contestant, Contestants, Ending, Event, Fault, GameRecord, Referee, SourceError,
    Terms, bot, contestant,
};

/// A job that was taken. Dropped without being finished it goes back, sooner or later.
pub trait Lease {
    fn job(&self) -> &Job;

    /// How often it was taken, this time included.
    fn attempt(&self) -> u64;

    fn finish(self: Box<Self>, finished: Finished) -> Result<(), WorkError>;

    /// Gives it back unfinished, for another worker.
    fn give_back(self: Box<Self>) -> Result<(), WorkError>;
}

/// Where jobs come from.
pub trait Source {
    /// The next job; `None` when there are no more. May wait for one until `stop` is pressed.
    fn take(&mut self, stop: &Stop) -> Result<Option<Box<dyn Lease>>, WorkError>;
}

/// Why jobs cannot be handed out, played or handed in.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    #[error(transparent)]
    Game(#[from] UnknownGame),
    #[error(transparent)]
    Player(#[from] SourceError),
    #[error("{0}")]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("NATS: {0}")]
    Broker(String),
    #[error("{0}")]
    Server(String),
    #[error("{0}")]
    Unplayable(String),
    #[error("this is no job: {0}")]
    NoJob(String),
}

/// A worker: plays jobs, in a thread of this program or on another machine.
pub struct Worker {
    pub name: String,
    pub options: bot::Options,
    /// Whether programs are run at all: a job from elsewhere may name any program of this machine.
    pub programs: bool,
    /// Hears of the games while they are played.
    pub live: Option<Live>,
    pub stop: Stop,
}

/// How often a job that another should play comes back before nobody else seems to be there.
const PATIENCE_WITH_OTHERS: u64 = 5;

/// The machine of a worker, whose threads are called `MACHINE/NUMBER`.
pub(super) fn machine(worker: &str) -> &str {
    worker
        .rsplit_once('/')
        .map_or(worker, |(machine, _)| machine)
}

/// Plays jobs until there are no more or the switch is pressed. `told` hears of every job that was
/// done, and of those that could not be played here, which are given back.
pub fn work(
    worker: &Worker,
    source: &mut dyn Source,
    told: &mut dyn FnMut(&Job, Option<&WorkError>),
) -> Result<(), WorkError> {
    let mut pool = PlayerPool::default();
    while !worker.stop.is_stopped() {
        let Some(lease) = source.take(&worker.stop)? else {
            break;
        };
        let job = lease.job().clone();
        let not_here = job.not_by.as_deref() == Some(machine(&worker.name));
        if not_here && lease.attempt() < PATIENCE_WITH_OTHERS {
            lease.give_back()?;
            continue;
        }
        match pool.play(&job, worker) {
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

/// Players ready for their next game: starting one costs more than a quick game.
#[derive(Default)]
struct PlayerPool {
    players: HashMap<PlayerKey, Box<dyn Contestant>>,
    /// Programs of a contest that did not answer when they were started, with the fault that was: they
    /// are not waited for again.
    silent: HashMap<(String, String), Fault>,
}

/// Copy, game and player. A player that plays against itself needs two copies; any other is kept once,
/// whichever side it plays, because its tables are large.
type PlayerKey = (usize, String, String);

/// More players than this are not kept.
const MAX_IDLE_PLAYERS: usize = 8;

impl PlayerPool {
    /// Plays a job; `None` if it was called off.
    fn play(&mut self, job: &Job, worker: &Worker) -> Result<Option<GameRecord>, WorkError> {
        let game = game(&job.game)?;
        let mut players: Contestants = PerSide::new(
            self.take(job, game, Side::First, worker)?,
            self.take(job, game, Side::Second, worker)?,
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
        for event in &events {
            if let Event::Fault { side, fault } = event
                && fault.is_silence()
            {
                let player = job.players[side.index()].player.clone();
                let silent = (job.contest.clone(), player);
                self.silent.insert(silent, fault.clone());
            }
        }
        if self.players.len() >= MAX_IDLE_PLAYERS {
            self.players.clear();
        }
        let mut sides = Side::BOTH.into_iter();
        players.map(|player| {
            let side = sides.next().expect("two players, two sides");
            self.players.insert(player_key(job, side), player);
        });
        Ok(GameRecord::new(events).ok())
    }

    fn take(
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
        let known = (job.contest.clone(), text.clone());
        if let Some(fault) = self.silent.get(&known) {
            return Ok(Box::new(Silent(fault.clone())));
        }
        let mut player = match self.players.remove(&player_key(job, side)) {
            Some(player) => player,
            None => contestant(game, text, &worker.options)?,
        };
        player.reseed(job.seed_of(side));
        Ok(player)
    }
}

/// Stands for a program that has not answered once.
struct Silent(Fault);

impl Contestant for Silent {
    fn name(&self) -> String {
        "silent".to_owned()
    }

    fn begin(&mut self, _game: &Seen, _side: Side, _terms: &Terms) -> Result<(), Fault> {
        Err(self.0.clone())
    }

    fn choose(&mut self, _game: &Seen, _side: Side, _ask: &Ask) -> Result<Answer, Fault> {
        Err(self.0.clone())
    }
}

fn player_key(job: &Job, side: Side) -> PlayerKey {
    let [first, second] = &job.players;
    let player = &job.players[side.index()].player;
    let itself = first.player == second.player;
    let copy = if itself { side.index() } else { 0 };
    (copy, job.game.clone(), player.clone())
}
