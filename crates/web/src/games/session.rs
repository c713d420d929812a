//! One game being played at the page: moves, taking back, ending. Clocks and engines are in `turns`,
//! hints and draw offers in `hints`,
//! what two people agree on in `agreements`.

mod agreements;
mod hints;
mod turns;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use boyi_arena::store::Store;
use boyi_arena::{Closing, Event, GameRecord, Header, MoveEvent, Seats, outcome_name};
use boyi_engine::{Game, Thought};
use boyi_game::{Outcome, PerSide, Played, Side, Table, ToAct};
use boyi_search::Stop;
use tokio::sync::{oneshot, watch};

use super::clock::Clock;
use super::player::PlayerKind;
use super::record;
use super::seats::SeatKey;
use super::state::{ClockState, DrawOffer, GameState, MoveState, PlayerState};
use crate::client::Client;
use crate::engine_pool::EnginePool;
use crate::error::ApiError;
use crate::evaluation::Evaluation;
use crate::metrics::Metrics;
use crate::positions::{PositionReply, move_texts};
use crate::scene::{GameOver, Scene};
use crate::text::Localized;
use agreements::Asked;
pub(crate) use agreements::Rematch;

/// A game with everything around it. Clones share it.
#[derive(Clone)]
pub(crate) struct Session(Arc<Shared>);

struct Shared {
    id: String,
    game: &'static dyn Game,
    header: Header,
    seats: PerSide<PlayerKind>,
    engines: EnginePool,
    store: Store,
    metrics: Arc<Metrics>,
    inner: Mutex<Inner>,
    /// Counts the changes; streams wait for it.
    changed: watch::Sender<u64>,
}

struct Inner {
    table: Box<dyn Table>,
    /// The record in the store, but for its first line; `None` where writing it failed.
    stored: Option<Vec<Event>>,
    /// Every move on the board with what is known about it.
    moves: Vec<MoveEvent>,
    /// What is known of choices that are not on the board yet, in a game of rounds.
    chosen: PerSide<Option<MoveEvent>>,
    thinking: PerSide<Option<Thinking>>,
    /// Who moved last; the engine's answers are counted as this client's.
    client: Client,
    clock: Option<Clock>,
    /// An end that the rules did not decide: resigned, agreed, out of time.
    ended: Option<Closing>,
    draw: Option<DrawOffer>,
    asked: Asked,
    /// What opens the seats, in a game between two browsers.
    locks: Option<Box<Seats>>,
    /// Goes up when the position that engines search is no longer on the board.
    generation: u64,
    awaited_since: Instant,
    version: u64,
    updated: u64,
}

/// An engine at its turn.
struct Thinking {
    stop: Stop,
    /// All places are taken; its clock stands until it gets one.
    waiting: bool,
    since: Instant,
    /// Dropped with this: an engine that is no longer wanted leaves the queue.
    _wanted: oneshot::Sender<()>,
}

impl Session {
    /// Takes up a game of the store and lets the engine begin if it is its turn. Must be called on a
    /// runtime.
    pub(super) fn open(
        id: &str,
        record: GameRecord,
        engines: EnginePool,
        store: Store,
        metrics: Arc<Metrics>,
    ) -> Result<Self, ApiError> {
        let game = boyi_engine::game(&record.header.game)?;
        let table = record.replay()?;
        let seats = record::seats(&record.header);
        for (_, seat) in seats.iter() {
            seat.engine(game, 0)?;
        }
        let by_rules = table.to_act() == ToAct::Nobody;
        let seconds: f64 = record.moves().filter_map(|mv| mv.seconds).sum();
        let inner = Inner {
            moves: record.moves().cloned().collect(),
            chosen: PerSide::default(),
            thinking: PerSide::default(),
            client: Client::current().unwrap_or_default(),
            clock: record::clock(&record),
            ended: record.closing().filter(|_| !by_rules).cloned(),
            draw: None,
            asked: Asked::default(),
            locks: record.header.seats.clone(),
            generation: 0,
            awaited_since: Instant::now(),
            version: milliseconds(),
            updated: record.header.began + seconds as u64,
            stored: Some(record.events),
            table,
        };
        let session = Self(Arc::new(Shared {
            id: id.to_owned(),
            game,
            header: record.header,
            seats,
            engines,
            store,
            metrics,
            inner: Mutex::new(inner),
            changed: watch::Sender::new(0),
        }));
        session.start_turn(&mut session.lock());
        Ok(session)
    }

    /// A receiver that is notified of every change.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.0.changed.subscribe()
    }

    pub(crate) fn state(&self) -> GameState {
        self.0.state(&self.lock())
    }

    /// When it was last changed, in seconds since 1970.
    pub(super) fn updated(&self) -> u64 {
        self.lock().updated
    }

    /// Whether it is being played by this client.
    pub(super) fn is_going_for(&self, client: Client) -> bool {
        let inner = self.lock();
        inner.client == client && !inner.is_over()
    }

    /// The game is over and no stream shows it.
    pub(super) fn is_evictable(&self) -> bool {
        Arc::strong_count(&self.0) == 1 && self.lock().is_over()
    }

    /// The game as it stood after so many moves.
    pub(crate) fn at(&self, ply: usize) -> Result<PositionReply, ApiError> {
        let record = self.lock().table.record().clone();
        PositionReply::after(record, ply)
    }

    /// A person moves; without a side, for the person that is awaited.
    pub(crate) fn play(
        &self,
        key: &SeatKey,
        side: Option<Side>,
        text: &str,
    ) -> Result<GameState, ApiError> {
        let mut inner = self.lock();
        let side = inner.speaker(key, side)?;
        inner.ensure_going()?;
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
        self.0.metrics.moves_of_people.add(1);
        self.changed(&mut inner);
        Ok(self.0.state(&inner))
    }

    /// Takes moves back until a person is awaited again. Two people in seats of their own ask each other
    /// first.
    pub(crate) fn take_back(&self, key: &SeatKey) -> Result<GameState, ApiError> {
        let mut inner = self.lock();
        if let Some(side) = inner.speaker(key, None)? {
            return self.ask_take_back(&mut inner, side);
        }
        let seats = &self.0.seats;
        let has_person = Side::BOTH.iter().any(|&side| seats[side].is_person());
        let persons_turn = |inner: &Inner| {
            let to_act = inner.table.to_act();
            Side::BOTH
                .into_iter()
                .any(|side| to_act.includes(side) && seats[side].is_person())
        };
        inner.take_back_until(|inner| !has_person || persons_turn(inner))?;
        self.changed(&mut inner);
        Ok(self.0.state(&inner))
    }

    pub(crate) fn resign(&self, key: &SeatKey, side: Option<Side>) -> Result<GameState, ApiError> {
        let mut inner = self.lock();
        let side = inner.speaker(key, side)?;
        inner.ensure_going()?;
        let side = self.0.person(side, &inner)?;
        let name = self.0.game.side_name(side);
        let reason = Localized::new(
            format!("{} resigned", name.english),
            format!("{}认输", name.chinese),
        );
        inner.end("referee", Outcome::Win(!side), reason);
        self.changed(&mut inner);
        Ok(self.0.state(&inner))
    }

    /// Whether whoever has this key may remove the game: of two people in seats of their own, one of them.
    pub(super) fn ensure_may_remove(&self, key: &SeatKey) -> Result<(), ApiError> {
        self.lock().speaker(key, None).map(drop)
    }

    /// Ends the thinking; the game stays as it is.
    pub(super) fn close(&self) {
        self.lock().stop_engines();
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// After every change: notifies the streams, starts the next turn, and saves. A timer set by
    /// `start_turn` ends with the change after this one.
    fn changed(&self, inner: &mut Inner) {
        inner.updated = now();
        self.notify(inner);
        self.start_turn(inner);
        self.0.save(inner);
    }

    fn notify(&self, inner: &mut Inner) {
        inner.version += 1;
        self.0.changed.send_modify(|count| *count += 1);
    }
}

fn nothing_to_take_back() -> ApiError {
    ApiError::conflict("there is nothing to take back", "没有可悔的棋")
}

fn is_rounds(inner: &Inner) -> bool {
    inner.table.idle_move(Side::First).is_some()
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
        if let Some(closing) = &inner.ended {
            scene.close(GameOver::of(closing));
        }
        let moves = move_texts(self.game, record).into_iter().zip(&inner.moves);
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
            seats: Side::BOTH.map(|side| PlayerState {
                seat: self.seats[side].clone(),
                title: self.seats[side].title(self.game),
                thinking: inner.thinking[side].is_some(),
                waiting: inner.is_waiting(side),
                seated: inner.has_taken(side),
            }),
            moves: moves
                .map(|(mv, event)| MoveState {
                    seconds: event.seconds.unwrap_or_default(),
                    worth: event
                        .score
                        .map(|score| Evaluation::of(self.game, score, mv.side.into())),
                    mv,
                })
                .collect(),
            scene,
            clock,
            draw: inner.draw,
            take_back: inner.asked.take_back.map(Into::into),
            rematch: inner.asked.rematch.map(Into::into),
            next: inner.locks.as_ref().and_then(|locks| locks.rematch.clone()),
            created: self.header.began,
            updated: inner.updated,
        }
    }

    /// Brings the record in the store up to date: by the lines that are new, or as a whole where
    /// something was taken back.
    fn save(&self, inner: &mut Inner) {
        let events = record::events(inner.table.as_ref(), &inner.moves, inner.ended.as_ref());
        let stored = inner.stored.as_deref();
        let written = match stored.and_then(|stored| events.strip_prefix(stored)) {
            Some(new) => {
                let mut new = new.iter();
                new.try_for_each(|event| self.store.append(&self.id, event))
            }
            None => {
                let header = Header {
                    seats: inner.locks.clone(),
                    ..self.header.clone()
                };
                let events = events.clone();
                self.store.rewrite(&self.id, &GameRecord { header, events })
            }
        };
        // A full disk must not end the game; the next change writes all of it again.
        inner.stored = written.is_ok().then_some(events);
    }
}

impl Inner {
    fn is_waiting(&self, side: Side) -> bool {
        let thinking = self.thinking[side].as_ref();
        thinking.is_some_and(|thinking| thinking.waiting)
    }

    fn is_over(&self) -> bool {
        self.ended.is_some() || self.table.to_act() == ToAct::Nobody
    }

    fn ensure_going(&self) -> Result<(), ApiError> {
        if self.is_over() {
            Err(boyi_game::MoveError::GameOver.into())
        } else {
            Ok(())
        }
    }

    /// Plays a move; `thought` is what the engine that chose it said.
    fn play(&mut self, side: Side, text: &str, thought: Option<&Thought>) -> Result<(), ApiError> {
        self.table.play(side, text)?;
        if let Some(clock) = &mut self.clock {
            clock.moved(side);
        }
        let text = text.to_owned();
        let mut chosen = MoveEvent::new(0, &Played { side, text });
        chosen.seconds = Some(self.awaited_since.elapsed().as_secs_f64());
        let left = |clock: &Clock| clock.left(side).as_secs_f64();
        chosen.clock = self.clock.as_ref().map(left);
        if let Some(thought) = thought {
            let line = thought.lines.first();
            chosen.set_score(line.map(|line| line.score));
            chosen.depth = line.map(|line| line.depth);
            chosen.nodes = Some(thought.counts.nodes).filter(|&nodes| nodes > 0);
        }
        self.chosen[side] = Some(chosen);
        // In a game of rounds both moves come at once, when the second is handed in.
        let new = self.table.record().moves.iter().enumerate();
        for (index, played) in new.skip(self.moves.len()) {
            let blank = MoveEvent::new(index + 1, played);
            self.moves.push(match self.chosen[played.side].take() {
                Some(chosen) => MoveEvent {
                    ply: blank.ply,
                    text: blank.text,
                    ..chosen
                },
                None => blank,
            });
            self.awaited_since = Instant::now();
        }
        // An offer stands until the other side moves instead.
        if self.draw != Some(DrawOffer::by(side)) {
            self.draw = None;
        }
        self.asked.board_changed();
        Ok(())
    }

    /// Takes moves back, at least one and until `is_due` says that it is enough.
    fn take_back_until(&mut self, is_due: impl Fn(&Self) -> bool) -> Result<(), ApiError> {
        let waiting_choice = matches!(self.table.to_act(), ToAct::One(_)) && is_rounds(self);
        if waiting_choice {
            self.table.take_back();
        }
        if !self.table.take_back() {
            return Err(nothing_to_take_back());
        }
        while !is_due(self) && self.table.take_back() {}
        let kept = self.table.record().moves.len();
        self.moves.truncate(kept);
        self.ended = None;
        self.draw = None;
        self.asked.board_changed();
        self.stop_engines();
        Ok(())
    }

    /// `cause` is a word of the records: `referee`, `fault`.
    fn end(&mut self, cause: &str, outcome: Outcome, reason: Localized) {
        self.ended = Some(Closing {
            cause: cause.to_owned(),
            outcome: Some(outcome_name(outcome).to_owned()),
            reason: reason.en,
            reason_zh: reason.zh,
            points: record::points(self.table.as_ref()),
        });
        self.draw = None;
        self.stop_engines();
    }

    fn stop_engines(&mut self) {
        self.generation += 1;
        for side in Side::BOTH {
            if let Some(thinking) = self.thinking[side].take() {
                thinking.stop.stop();
            }
        }
    }
}

pub(super) fn now() -> u64 {
    milliseconds() / 1000
}

/// Nobody changes a game more than a thousand times a second, so versions that begin here never come
/// twice.
fn milliseconds() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}
