//! Turns: clocks run and fall, engines think and move.

use std::time::{Duration, Instant};

use boyi_engine::{Go, Thought};
use boyi_game::{Outcome, PerSide, Side, ToAct};
use boyi_search::{Stop, TimeControl};
use tokio::sync::oneshot;

use super::{Inner, Session, Thinking};
use crate::client::Client;
use crate::engine_pool::{Entry, Purpose};
use crate::error::ApiError;
use crate::games::clock::Clock;
use crate::text::Localized;

/// Time for a move of the full strength where there is no clock.
const UNTIMED_MOVE: Duration = Duration::from_millis(1500);
/// Time lost between the decision and the stop of the clock.
const OVERHEAD: Duration = Duration::from_millis(30);

impl Session {
    /// Starts the clocks and engines of the sides to move.
    pub(super) fn start_turn(&self, inner: &mut Inner) {
        let to_act = if inner.is_over() {
            ToAct::Nobody
        } else {
            inner.table.to_act()
        };
        for side in Side::BOTH {
            let plays = !self.0.seats[side].is_person();
            if plays && to_act.includes(side) && inner.thinking[side].is_none() {
                self.think(inner, side);
            }
        }
        self.run_clocks(inner);
    }

    /// Runs the clocks of those who are to move and can.
    fn run_clocks(&self, inner: &mut Inner) {
        // Clocks start with the first move, and when both people are there.
        let before_first = inner.moves.iter().all(|mv| mv.opening)
            && self.0.seats.iter().any(|(_, seat)| seat.is_person());
        let is_full = Side::BOTH.iter().all(|&side| inner.has_taken(side));
        let runs = |side: Side| {
            let to_act = !inner.is_over() && inner.table.to_act().includes(side);
            to_act && !before_first && is_full && !inner.is_waiting(side)
        };
        let running = PerSide::new(runs(Side::First), runs(Side::Second));
        if let Some(clock) = &mut inner.clock {
            clock.follow(running);
            if let Err(Some(left)) = clock.fallen() {
                self.schedule_clock_check(left);
            }
        }
    }

    /// Looks at the clock again when a side's time would be over.
    fn schedule_clock_check(&self, left: Duration) {
        let (session, mut changes) = (self.clone(), self.changes());
        tokio::spawn(async move {
            tokio::select! {
                () = tokio::time::sleep(left + Duration::from_millis(2)) => {
                    session.blocking(Self::check_clock).await;
                }
                // The next change sets a watch of its own.
                _ = changes.changed() => {}
            }
        });
    }

    fn check_clock(&self) {
        let mut inner = self.lock();
        let fallen = inner.clock.as_ref().map(Clock::fallen);
        match fallen {
            Some(Ok(side)) if !inner.is_over() => {
                let name = self.0.game.side_name(side);
                let reason = Localized::new(
                    format!("{} ran out of time", name.english),
                    format!("{}超时", name.chinese),
                );
                inner.end("fault", Outcome::Win(!side), reason);
                self.changed(&mut inner);
            }
            Some(Err(Some(left))) => self.schedule_clock_check(left),
            _ => {}
        }
    }

    /// Starts the engine of a side, or lets it wait for a place. It is made anew for every move, so that
    /// a game that waits holds no tables, and so that a move does not depend on what was taken back
    /// before it.
    fn think(&self, inner: &mut Inner, side: Side) {
        if let Some(client) = Client::current() {
            inner.client = client;
        }
        let stop = Stop::default();
        // Games are limited, so nobody who plays is turned away.
        let entry = self.0.engines.enter(Purpose::Play, inner.client, &stop);
        let Ok(entry) = entry else { return };
        let (still_wanted, unwanted) = oneshot::channel();
        inner.thinking[side] = Some(Thinking {
            stop: stop.clone(),
            waiting: matches!(entry, Entry::Later(_)),
            since: Instant::now(),
            _wanted: still_wanted,
        });
        let now = matches!(entry, Entry::Now(_)).then(|| wanted(inner, side));
        let record = inner.table.record().clone();
        let generation = inner.generation;
        let (session, seat, game) = (self.clone(), self.0.seats[side].clone(), self.0.game);
        tokio::spawn(async move {
            let place = tokio::select! {
                place = entry.place() => place,
                _ = unwanted => return,
            };
            let orders = match now {
                Some(orders) => Some(orders),
                None => session.turn_has_come(side, generation).await,
            };
            // The board has changed while it waited.
            let Some(orders) = orders else { return };
            let orders = Go {
                stop: stop.clone(),
                ..orders
            };
            let work = move || -> Result<Thought, ApiError> {
                // Every move of either side has luck of its own.
                let own = 2 * record.moves.len() as u64 + u64::from(side == Side::Second);
                let engine = seat.engine(game, record.seed.wrapping_add(own << 32))?;
                let mut engine = engine.ok_or_else(|| ApiError::internal(&"nobody plays"))?;
                let table = boyi_engine::replay(&record)?;
                Ok(engine.think(&table.seen(), side, &orders, &mut |_| ())?)
            };
            let engines = &session.0.engines;
            let done = engines.run_in(place, Purpose::Play, stop, work).await;
            session
                .blocking(move |session| session.thought(side, generation, done))
                .await;
        });
    }

    /// An engine that waited has a place: its clock runs from now on. `None` where the board has changed
    /// meanwhile.
    async fn turn_has_come(&self, side: Side, generation: u64) -> Option<Go> {
        let session = self.clone();
        let begin = move || {
            let mut inner = session.lock();
            if inner.generation != generation {
                return None;
            }
            if let Some(thinking) = &mut inner.thinking[side] {
                thinking.waiting = false;
            }
            inner.awaited_since = Instant::now();
            session.notify(&mut inner);
            session.run_clocks(&mut inner);
            Some(wanted(&inner, side))
        };
        tokio::task::spawn_blocking(begin).await.ok().flatten()
    }

    fn thought(&self, side: Side, generation: u64, done: Result<Thought, ApiError>) {
        let mut inner = self.lock();
        if inner.generation != generation {
            // The board has changed meanwhile, and the next turn has been started.
            return;
        }
        if let Some(thinking) = inner.thinking[side].take() {
            self.0.metrics.answers.observe(thinking.since.elapsed());
        }
        let played = done.and_then(|thought| {
            let mv = thought
                .best
                .clone()
                .ok_or_else(|| ApiError::internal(&"no move"))?;
            inner.play(side, &mv, Some(&thought))?;
            self.0.metrics.moves_of_engines.add(1);
            Ok(())
        });
        if let Err(why) = played {
            let why = why.message();
            let reason = Localized::new(
                format!("the engine failed: {}", why.en),
                format!("引擎出错：{}", why.zh),
            );
            inner.end("fault", Outcome::Win(!side), reason);
        }
        self.changed(&mut inner);
    }

    /// Does something that writes to the store, away from the threads that answer.
    async fn blocking(&self, work: impl FnOnce(&Self) + Send + 'static) {
        let session = self.clone();
        // It fails only when the server ends, and then the store has what was played before.
        let _ = tokio::task::spawn_blocking(move || work(&session)).await;
    }
}

/// How long the computer may think now.
fn wanted(inner: &Inner, side: Side) -> Go {
    let Some(clock) = &inner.clock else {
        return Go::time(UNTIMED_MOVE);
    };
    Go {
        control: TimeControl::Clock {
            left: clock.left(side),
            increment: Duration::from_secs_f64(clock.rules.increment),
            moves_to_go: None,
        },
        overhead: OVERHEAD,
        ..Go::default()
    }
}
