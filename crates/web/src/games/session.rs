//! One game being played at the page: moves, clocks, thinking, taking back, ending.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use boyi_engine::{Engine, Game, Orders, Setup, Thought};
use boyi_game::{PerSide, Played, Record, Side, Table, ToAct};
use boyi_search::{Limits, Stop, TimeControl};
use tokio::sync::watch;

use super::clock::Clock;
use super::saved::{Saved, Store};
use super::seat::Seat;
use super::state::{ClockState, DrawOffer, GameState, MoveState, SeatState};
use crate::error::ApiError;
use crate::look::{LookReply, in_words};
use crate::scene::{Over, Scene};
use crate::thinkers::Thinkers;
use crate::words::{SideName, Words};
use crate::worth::Worth;

/// A game with everything around it. Clones share it.
#[derive(Clone)]
pub(crate) struct Session(Arc<Shared>);

struct Shared {
    id: String,
    game: &'static dyn Game,
    seats: PerSide<Seat>,
    thinkers: Thinkers,
    store: Store,
    inner: Mutex<Inner>,
    /// Counts the changes; streams wait for it.
    changed: watch::Sender<u64>,
}

struct Inner {
    table: Box<dyn Table>,
    engines: PerSide<Option<Box<dyn Engine>>>,
    thinking: PerSide<Option<Stop>>,
    clock: Option<Clock>,
    /// An end that the rules did not decide: resigned, agreed, out of time.
    ended: Option<Over>,
    draw: Option<DrawOffer>,
    notes: Vec<Note>,
    /// Goes up when what is thought about is no longer on the board.
    generation: u64,
    awaited_since: Instant,
    version: u64,
    created: u64,
    updated: u64,
}

/// What is remembered of a move beside the move.
#[derive(Clone, Copy, Default, PartialEq, serde::Serialize, serde::Deserialize, Debug)]
pub(super) struct Note {
    pub(super) seconds: f64,
    pub(super) worth: Option<Worth>,
}

/// Time for a move of the full strength where there is no clock.
const UNHURRIED: Duration = Duration::from_millis(1500);
/// What is lost between deciding and stopping the clock.
const OVERHEAD: Duration = Duration::from_millis(30);

impl Session {
    /// Takes up a game, new or saved, and lets the engine begin if it is its turn. Must be called on
    /// a runtime.
    pub(super) fn open(saved: &Saved, thinkers: Thinkers, store: Store) -> Result<Self, ApiError> {
        let game = boyi_engine::game(&saved.game)?;
        let setup = Setup {
            position: Some(saved.start.clone()),
            rules: Some(saved.rules.clone()),
            seed: saved.seed,
            ..Setup::default()
        };
        let mut table = game.lay(&setup)?;
        for (side, text) in &saved.moves {
            table.play((*side).into(), text)?;
        }
        let [first, second] = saved.seats.clone();
        let seats = PerSide::new(first, second);
        let engines = PerSide::new(
            seats[Side::First].engine(game, saved.seed)?,
            seats[Side::Second].engine(game, saved.seed.wrapping_add(1))?,
        );
        let clock = saved
            .clock
            .map(|clock| Clock::with(clock.rules, clock.left));
        let mut notes = saved.notes.clone();
        notes.resize(table.record().moves.len(), Note::default());
        let inner = Inner {
            table,
            engines,
            thinking: PerSide::default(),
            clock,
            ended: saved.ended.clone(),
            draw: None,
            notes,
            generation: 0,
            awaited_since: Instant::now(),
            version: milliseconds(),
            created: saved.created,
            updated: saved.updated,
        };
        let session = Self(Arc::new(Shared {
            id: saved.id.clone(),
            game,
            seats,
            thinkers,
            store,
            inner: Mutex::new(inner),
            changed: watch::Sender::new(0),
        }));
        session.go_on(&mut session.lock());
        Ok(session)
    }

    /// A receiver that hears of every change.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.0.changed.subscribe()
    }

    /// Everything the page shows.
    pub(crate) fn state(&self) -> GameState {
        self.0.state(&self.lock())
    }

    /// The game as it stood after so many moves.
    pub(crate) fn at(&self, ply: usize) -> Result<LookReply, ApiError> {
        let mut record = self.lock().table.record().clone();
        record.moves.truncate(ply);
        let table = boyi_engine::replay(&record)?;
        Ok(LookReply::of(self.0.game, table.as_ref()))
    }

    /// A person moves; without a side, for the person that is awaited.
    pub(crate) fn play(&self, side: Option<Side>, text: &str) -> Result<GameState, ApiError> {
        let mut inner = self.lock();
        inner.must_be_going()?;
        let side = match side {
            Some(side) => side,
            None => self.0.person_to_act(&inner)?,
        };
        if !self.0.seats[side].is_person() {
            return Err(ApiError::conflict(
                "the engine plays that side",
                "那一方由引擎执棋",
            ));
        }
        inner.play(side, text, None)?;
        self.changed(&mut inner);
        Ok(self.0.state(&inner))
    }

    /// Takes moves back until a person is awaited again.
    pub(crate) fn take_back(&self) -> Result<GameState, ApiError> {
        let mut inner = self.lock();
        let waiting_choice = matches!(inner.table.to_act(), ToAct::One(_)) && is_rounds(&inner);
        if waiting_choice {
            inner.table.take_back();
        }
        if !inner.table.take_back() {
            return Err(ApiError::conflict(
                "there is nothing to take back",
                "没有可悔的棋",
            ));
        }
        let seats = &self.0.seats;
        let has_person = Side::BOTH.iter().any(|&side| seats[side].is_person());
        let persons_turn = |inner: &Inner| {
            let to_act = inner.table.to_act();
            Side::BOTH
                .into_iter()
                .any(|side| to_act.includes(side) && seats[side].is_person())
        };
        while has_person && !persons_turn(&inner) && inner.table.take_back() {}
        let kept = inner.table.record().moves.len();
        inner.notes.truncate(kept);
        inner.ended = None;
        inner.abandon_thinking();
        self.changed(&mut inner);
        Ok(self.0.state(&inner))
    }

    /// A person gives up.
    pub(crate) fn resign(&self, side: Option<Side>) -> Result<GameState, ApiError> {
        let mut inner = self.lock();
        inner.must_be_going()?;
        let side = self.0.person(side, &inner)?;
        let name = self.0.game.side_name(side);
        let reason = Words::new(
            format!("{} resigned", name.english),
            format!("{}认输", name.chinese),
        );
        inner.end(Some(!side), reason);
        self.changed(&mut inner);
        Ok(self.0.state(&inner))
    }

    /// A person offers a draw, or takes the one that is offered.
    pub(crate) async fn offer_draw(&self, side: Option<Side>) -> Result<GameState, ApiError> {
        let (engine_side, line) = {
            let mut inner = self.lock();
            inner.must_be_going()?;
            let side = self.0.person(side, &inner)?;
            if inner.draw == Some(DrawOffer::by(!side)) {
                inner.end(None, Words::new("draw agreed", "双方同意和棋"));
                self.changed(&mut inner);
                return Ok(self.0.state(&inner));
            }
            inner.draw = Some(DrawOffer::by(side));
            self.changed(&mut inner);
            if self.0.seats[!side].is_person() {
                return Ok(self.0.state(&inner));
            }
            (!side, inner.table.record().clone())
        };
        let score = self.judged(&line, engine_side).await?;
        let mut inner = self.lock();
        if inner.must_be_going().is_err() || inner.draw != Some(DrawOffer::by(!engine_side)) {
            return Ok(self.0.state(&inner));
        }
        // It is honest: it agrees where it does not think that it stands better.
        if line.moves.len() >= 10 && score.is_some_and(|score| score <= 0.05) {
            inner.end(None, Words::new("draw agreed", "双方同意和棋"));
        } else {
            inner.draw = Some(DrawOffer::Declined);
        }
        self.changed(&mut inner);
        Ok(self.0.state(&inner))
    }

    /// What the strongest player would do for the person that is awaited.
    pub(crate) async fn hint(&self) -> Result<(Side, Thought), ApiError> {
        let (side, record) = {
            let inner = self.lock();
            inner.must_be_going()?;
            let side = self.0.person_to_act(&inner)?;
            (side, inner.table.record().clone())
        };
        let thought = self.consulted(&record, side, Duration::from_millis(700));
        Ok((side, thought.await?))
    }

    /// How good the engine thinks its side is, in units.
    async fn judged(&self, record: &Record, side: Side) -> Result<Option<f64>, ApiError> {
        let game = self.0.game;
        let thought = self.consulted(record, side, Duration::from_millis(300));
        let thought = thought.await?;
        let worth = thought.lines.first().map(|line| {
            let worth = Worth::of(game, line.score, side);
            let sign = if side == Side::First { 1.0 } else { -1.0 };
            let certain = worth.wins_in.map_or(0.0, |moves| f64::from(moves.signum()));
            sign * worth.units.unwrap_or(100.0 * certain)
        });
        Ok(worth)
    }

    async fn consulted(
        &self,
        record: &Record,
        side: Side,
        time: Duration,
    ) -> Result<Thought, ApiError> {
        let (game, record) = (self.0.game, record.clone());
        let stop = Stop::default();
        let orders = Orders {
            limits: Limits::time(time),
            stop: stop.clone(),
            lines: 1,
        };
        let work = move || -> Result<Thought, ApiError> {
            let table = boyi_engine::replay(&record)?;
            let spec = boyi_engine::PlayerSpec::named(game.best_player());
            let mut engine = game.player(&spec)?;
            engine
                .think(&table.seen(), side, &orders, &mut |_| ())
                .map_err(|error| ApiError::internal(&error))
        };
        self.0.thinkers.run(stop, work).await?
    }

    /// Ends the thinking; the game stays as it is.
    pub(super) fn close(&self) {
        self.lock().abandon_thinking();
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// After every change: saves, tells the streams, and lets whoever is next begin.
    fn changed(&self, inner: &mut Inner) {
        inner.updated = now();
        inner.version += 1;
        self.go_on(inner);
        self.0.store.save(&self.0.saved(inner));
        self.0.changed.send_modify(|count| *count += 1);
    }

    fn go_on(&self, inner: &mut Inner) {
        let over = inner.is_over();
        let to_act = if over {
            ToAct::Nobody
        } else {
            inner.table.to_act()
        };
        if let Some(clock) = &mut inner.clock {
            // Nobody's time runs before the first move.
            if inner.notes.is_empty() && self.0.seats.iter().any(|(_, seat)| seat.is_person()) {
                clock.follow(ToAct::Nobody);
            } else {
                clock.follow(to_act);
            }
            if let Err(Some(left)) = clock.fallen() {
                self.watch_the_clock(left);
            }
        }
        for side in Side::BOTH {
            if to_act.includes(side) && inner.thinking[side].is_none() {
                self.think(inner, side);
            }
        }
    }

    /// Looks at the clock again when a side's time would be over.
    fn watch_the_clock(&self, left: Duration) {
        let (session, mut changes) = (self.clone(), self.changes());
        tokio::spawn(async move {
            tokio::select! {
                () = tokio::time::sleep(left + Duration::from_millis(2)) => session.check_the_clock(),
                // The next change sets a watch of its own.
                _ = changes.changed() => {}
            }
        });
    }

    fn check_the_clock(&self) {
        let mut inner = self.lock();
        let fallen = inner.clock.as_ref().map(Clock::fallen);
        match fallen {
            Some(Ok(side)) if !inner.is_over() => {
                let name = self.0.game.side_name(side);
                let reason = Words::new(
                    format!("{} ran out of time", name.english),
                    format!("{}超时", name.chinese),
                );
                inner.end(Some(!side), reason);
                self.changed(&mut inner);
            }
            Some(Err(Some(left))) => self.watch_the_clock(left),
            _ => {}
        }
    }

    /// Lets the engine of a side begin, if it is played by one.
    fn think(&self, inner: &mut Inner, side: Side) {
        let Some(mut engine) = inner.engines[side].take() else {
            return;
        };
        let stop = Stop::default();
        inner.thinking[side] = Some(stop.clone());
        let orders = Orders {
            limits: limits(inner, side),
            stop: stop.clone(),
            lines: 1,
        };
        let record = inner.table.record().clone();
        let generation = inner.generation;
        let session = self.clone();
        tokio::spawn(async move {
            let work = move || {
                let thought = boyi_engine::replay(&record)
                    .map_err(|error| error.to_string())
                    .and_then(|table| {
                        let thought = engine.think(&table.seen(), side, &orders, &mut |_| ());
                        thought.map_err(|error| error.to_string())
                    });
                (engine, thought)
            };
            let done = session.0.thinkers.run(stop, work).await;
            session.thought(side, generation, done);
        });
    }

    fn thought(&self, side: Side, generation: u64, done: Result<Done, ApiError>) {
        let mut inner = self.lock();
        let fresh = inner.generation == generation && !inner.is_over();
        if inner.generation == generation {
            inner.thinking[side] = None;
        }
        let thought = match done {
            Ok((engine, thought)) => {
                inner.engines[side] = Some(engine);
                thought
            }
            Err(error) => {
                let seed = inner.table.record().seed;
                inner.engines[side] = self.0.seats[side].engine(self.0.game, seed).ok().flatten();
                Err(error.message().en.clone())
            }
        };
        if !fresh {
            // The board has changed meanwhile: whoever is next may be this very engine.
            self.go_on(&mut inner);
            return;
        }
        let played = thought.and_then(|thought| {
            let mv = thought.best.clone().ok_or("no move")?;
            let line = thought.lines.first();
            let worth = line.map(|line| Worth::of(self.0.game, line.score, side));
            inner
                .play(side, &mv, worth)
                .map_err(|error| error.message().en.clone())
        });
        if let Err(why) = played {
            let reason = Words::new(
                format!("the engine failed: {why}"),
                format!("引擎出错：{why}"),
            );
            inner.end(Some(!side), reason);
        }
        self.changed(&mut inner);
    }
}

/// An engine that has thought, and what came of it.
type Done = (Box<dyn Engine>, Result<Thought, String>);

fn is_rounds(inner: &Inner) -> bool {
    inner.table.idle_move(Side::First).is_some()
}

/// How long the computer may think now.
fn limits(inner: &Inner, side: Side) -> Limits {
    let Some(clock) = &inner.clock else {
        return Limits::time(UNHURRIED);
    };
    let control = TimeControl::Clock {
        left: clock.left(side),
        increment: Duration::from_secs_f64(clock.rules.increment),
        moves_to_go: None,
    };
    Limits {
        time: control.allot(OVERHEAD),
        ..Limits::default()
    }
}

impl Shared {
    /// The side a person speaks for.
    fn person(&self, side: Option<Side>, inner: &Inner) -> Result<Side, ApiError> {
        if let Some(side) = side {
            return Ok(side);
        }
        let persons = |side: &Side| self.seats[*side].is_person();
        match self.person_to_act(inner) {
            Ok(side) => Ok(side),
            Err(error) => Side::BOTH.into_iter().find(persons).ok_or(error),
        }
    }

    fn person_to_act(&self, inner: &Inner) -> Result<Side, ApiError> {
        let to_act = inner.table.to_act();
        let awaited = |side: &Side| to_act.includes(*side) && self.seats[*side].is_person();
        let found = Side::BOTH.into_iter().find(awaited);
        found.ok_or_else(|| ApiError::conflict("it is not your turn", "还没轮到你"))
    }

    fn state(&self, inner: &Inner) -> GameState {
        let record = inner.table.record();
        let mut scene = Scene::of(inner.table.as_ref());
        if let Some(over) = &inner.ended {
            scene.over = Some(over.clone());
            scene.legal.clear();
            scene.to_act.clear();
        }
        let moves = in_words(self.game, record);
        let moves = moves.into_iter().zip(&inner.notes);
        let clock = inner.clock.as_ref().map(|clock| ClockState {
            rules: clock.rules,
            left: Side::BOTH.map(|side| clock.left(side).as_secs_f64()),
            running: Side::BOTH.map(|side| clock.is_running(side)),
        });
        GameState {
            id: self.id.clone(),
            version: inner.version,
            game: record.game.clone(),
            rules: record.rules.clone(),
            start: record.start.clone(),
            seed: if inner.is_over() { record.seed } else { 0 },
            seats: Side::BOTH.map(|side| SeatState {
                seat: self.seats[side].clone(),
                title: self.seats[side].title(self.game),
                thinking: inner.thinking[side].is_some(),
            }),
            moves: moves
                .map(|(mv, note)| MoveState {
                    mv,
                    seconds: note.seconds,
                    worth: note.worth,
                })
                .collect(),
            scene,
            clock,
            draw: inner.draw,
            created: inner.created,
            updated: inner.updated,
        }
    }

    fn saved(&self, inner: &Inner) -> Saved {
        let record = inner.table.record();
        let moves = record.moves.iter();
        Saved {
            id: self.id.clone(),
            game: record.game.clone(),
            rules: record.rules.clone(),
            start: record.start.clone(),
            seed: record.seed,
            moves: moves
                .map(|Played { side, text }| (SideName::from(*side), text.clone()))
                .collect(),
            notes: inner.notes.clone(),
            seats: Side::BOTH.map(|side| self.seats[side].clone()),
            clock: inner.clock.as_ref().map(|clock| super::saved::SavedClock {
                rules: clock.rules,
                left: Side::BOTH.map(|side| clock.left(side).as_secs_f64()),
            }),
            ended: inner.ended.clone(),
            created: inner.created,
            updated: inner.updated,
        }
    }
}

impl Inner {
    fn is_over(&self) -> bool {
        self.ended.is_some() || self.table.to_act() == ToAct::Nobody
    }

    fn must_be_going(&self) -> Result<(), ApiError> {
        if self.is_over() {
            Err(boyi_game::MoveError::GameOver.into())
        } else {
            Ok(())
        }
    }

    fn play(&mut self, side: Side, text: &str, worth: Option<Worth>) -> Result<(), ApiError> {
        self.table.play(side, text)?;
        let seconds = self.awaited_since.elapsed().as_secs_f64();
        self.awaited_since = Instant::now();
        let note = Note { seconds, worth };
        self.notes.resize(self.table.record().moves.len(), note);
        if let Some(clock) = &mut self.clock {
            clock.moved(side);
        }
        self.draw = None;
        Ok(())
    }

    fn end(&mut self, winner: Option<Side>, reason: Words) {
        let winner = winner.map(SideName::from);
        self.ended = Some(Over { winner, reason });
        self.draw = None;
        self.abandon_thinking();
    }

    fn abandon_thinking(&mut self) {
        self.generation += 1;
        for side in Side::BOTH {
            if let Some(stop) = self.thinking[side].take() {
                stop.stop();
            }
        }
    }
}

/// Seconds since 1970.
pub(super) fn now() -> u64 {
    milliseconds() / 1000
}

/// Nobody changes a game more than a thousand times a second, so versions that begin here never come
/// twice.
fn milliseconds() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}
