//! What the strongest player says about a game: a hint for a person, an answer to an offered draw.

use std::time::Duration;

use boyi_engine::{Go, PlayerSpec, Thought};
use boyi_game::{Outcome, Record, Side};
use boyi_search::Stop;

use super::super::seats::SeatKey;
use super::super::state::{DrawOffer, GameState};
use super::{Inner, Session};
use crate::analyse::variation_texts;
use crate::engine_pool::Purpose;
use crate::error::ApiError;
use crate::evaluation::Evaluation;
use crate::games::Hint;
use crate::scene::LegalChoice;
use crate::text::Localized;

const HINT_TIME: Duration = Duration::from_millis(700);
const DRAW_OFFER_TIME: Duration = Duration::from_millis(300);

/// The engine declines a draw before this many moves.
const MIN_MOVES_FOR_DRAW: usize = 10;
/// The engine agrees to a draw unless its lead is larger than this, in units.
const MAX_LEAD_FOR_DRAW: f64 = 0.05;

impl Session {
    /// What the strongest player would do for the person that is awaited.
    pub(crate) async fn hint(&self) -> Result<Hint, ApiError> {
        let (side, record) = {
            let inner = self.lock();
            inner.ensure_going()?;
            if inner.locks.is_some() {
                return Err(ApiError::conflict(
                    "two people play this game: there are no hints",
                    "这是两人之间的对局：没有提示",
                ));
            }
            let side = self.0.person_to_act(&inner)?;
            (side, inner.table.record().clone())
        };
        let thought = self.ask_engine(&record, side, HINT_TIME).await?;
        let best = thought.best.unwrap_or_default();
        let inner = self.lock();
        let table = inner.table.as_ref();
        let mut legal = table.legal_moves(side).into_iter();
        // The board may have changed while the engine thought.
        let changed = || ApiError::conflict("the board has changed meanwhile", "棋盘已经变了");
        let found = legal.find(|mv| mv.text == best).ok_or_else(changed)?;
        let game = self.0.game;
        let mut written = variation_texts(game, table, side, std::slice::from_ref(&found.text));
        let label = written.pop().map(|mv| mv.label);
        let line = thought.lines.first();
        Ok(Hint {
            label: label.unwrap_or_else(|| Localized::same(best)),
            choice: LegalChoice::of(side, found),
            worth: line.map(|line| Evaluation::of(game, line.score, side)),
        })
    }

    /// A person offers a draw, or takes the one that is offered.
    pub(crate) async fn offer_draw(
        &self,
        key: &SeatKey,
        side: Option<Side>,
    ) -> Result<GameState, ApiError> {
        let (engine_side, line) = {
            let mut inner = self.lock();
            let side = inner.speaker(key, side)?;
            inner.ensure_going()?;
            let side = self.0.person(side, &inner)?;
            if inner.draw == Some(DrawOffer::by(!side)) {
                inner.agree();
                self.changed(&mut inner);
                return Ok(self.0.state(&inner));
            }
            inner.ensure_may_ask(side)?;
            inner.draw = Some(DrawOffer::by(side));
            self.changed(&mut inner);
            if self.0.seats[!side].is_person() {
                return Ok(self.0.state(&inner));
            }
            (!side, inner.table.record().clone())
        };
        let score = self.engine_lead(&line, engine_side).await?;
        let mut inner = self.lock();
        if inner.ensure_going().is_err() || inner.draw != Some(DrawOffer::by(!engine_side)) {
            return Ok(self.0.state(&inner));
        }
        let even = score.is_some_and(|score| score <= MAX_LEAD_FOR_DRAW);
        if line.moves.len() >= MIN_MOVES_FOR_DRAW && even {
            inner.agree();
        } else {
            inner.draw = Some(DrawOffer::Declined);
        }
        self.changed(&mut inner);
        Ok(self.0.state(&inner))
    }

    /// How good the engine thinks its side is, in units.
    async fn engine_lead(&self, record: &Record, side: Side) -> Result<Option<f64>, ApiError> {
        let game = self.0.game;
        let thought = self.ask_engine(record, side, DRAW_OFFER_TIME).await?;
        let worth = thought.lines.first().map(|line| {
            let worth = Evaluation::of(game, line.score, side);
            let sign = if side == Side::First { 1.0 } else { -1.0 };
            let certain = worth.wins_in.map_or(0.0, |moves| f64::from(moves.signum()));
            sign * worth.units.unwrap_or(100.0 * certain)
        });
        Ok(worth)
    }

    async fn ask_engine(
        &self,
        record: &Record,
        side: Side,
        time: Duration,
    ) -> Result<Thought, ApiError> {
        let (game, record) = (self.0.game, record.clone());
        let work = move |stop: &Stop| {
            let orders = Go {
                stop: stop.clone(),
                ..Go::time(time)
            };
            let table = boyi_engine::replay(&record)?;
            let mut engine = game.player(&PlayerSpec::named(game.best_player()))?;
            Ok(engine.think(&table.seen(), side, &orders, &mut |_| ())?)
        };
        self.0.engines.run(Purpose::Hint, work).await
    }
}

impl Inner {
    fn agree(&mut self) {
        let reason = Localized::new("draw agreed", "双方同意和棋");
        self.end("referee", Outcome::Draw, reason);
    }
}
