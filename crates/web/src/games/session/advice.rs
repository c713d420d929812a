//! What the strongest player says about a game: a hint for a person, an answer to an offered draw.

use std::time::Duration;

use boyi_engine::{Go, Line, PlayerSpec, Thought};
use boyi_game::{Outcome, Record, Side};
use boyi_search::Stop;

use super::super::state::{DrawOffer, GameState};
use super::{Inner, Session};
use crate::analyse::continued;
use crate::error::ApiError;
use crate::games::Hint;
use crate::scene::LegalChoice;
use crate::words::Words;
use crate::worth::Worth;

const FOR_A_HINT: Duration = Duration::from_millis(700);
const FOR_AN_OFFER: Duration = Duration::from_millis(300);

/// Nobody agrees to a draw before so many moves.
const TOO_EARLY: usize = 10;
/// The engine agrees where it does not think that it stands better than this, in units.
const AS_GOOD_AS_EVEN: f64 = 0.05;

impl Session {
    /// What the strongest player would do for the person that is awaited.
    pub(crate) async fn hint(&self) -> Result<(Side, Thought), ApiError> {
        let (side, record) = {
            let inner = self.lock();
            inner.must_be_going()?;
            let side = self.0.person_to_act(&inner)?;
            (side, inner.table.record().clone())
        };
        Ok((side, self.consulted(&record, side, FOR_A_HINT).await?))
    }

    /// A hint as the page shows it; the board may have changed while the engine thought.
    pub(crate) fn described(
        &self,
        side: Side,
        best: &str,
        line: Option<&Line>,
    ) -> Result<Hint, ApiError> {
        let inner = self.lock();
        let table = inner.table.as_ref();
        let mut legal = table.legal_moves(side).into_iter();
        let changed = || ApiError::conflict("the board has changed meanwhile", "棋盘已经变了");
        let found = legal.find(|mv| mv.text == best).ok_or_else(changed)?;
        let game = self.0.game;
        let mut written = continued(game, table, side, std::slice::from_ref(&found.text));
        let label = written.pop().map(|mv| mv.label);
        Ok(Hint {
            label: label.unwrap_or_else(|| Words::same(best)),
            choice: LegalChoice::of(side, found),
            worth: line.map(|line| Worth::of(game, line.score, side)),
        })
    }

    /// A person offers a draw, or takes the one that is offered.
    pub(crate) async fn offer_draw(&self, side: Option<Side>) -> Result<GameState, ApiError> {
        let (engine_side, line) = {
            let mut inner = self.lock();
            inner.must_be_going()?;
            let side = self.0.person(side, &inner)?;
            if inner.draw == Some(DrawOffer::by(!side)) {
                inner.agree();
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
        let even = score.is_some_and(|score| score <= AS_GOOD_AS_EVEN);
        if line.moves.len() >= TOO_EARLY && even {
            inner.agree();
        } else {
            inner.draw = Some(DrawOffer::Declined);
        }
        self.changed(&mut inner);
        Ok(self.0.state(&inner))
    }

    /// How good the engine thinks its side is, in units.
    async fn judged(&self, record: &Record, side: Side) -> Result<Option<f64>, ApiError> {
        let game = self.0.game;
        let thought = self.consulted(record, side, FOR_AN_OFFER).await?;
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
        let orders = Go {
            stop: stop.clone(),
            ..Go::time(time)
        };
        let work = move || -> Result<Thought, ApiError> {
            let table = boyi_engine::replay(&record)?;
            let mut engine = game.player(&PlayerSpec::named(game.best_player()))?;
            engine
                .think(&table.seen(), side, &orders, &mut |_| ())
                .map_err(|error| ApiError::internal(&error))
        };
        self.0.thinkers.run(stop, work).await?
    }
}

impl Inner {
    fn agree(&mut self) {
        let reason = Words::new("draw agreed", "双方同意和棋");
        self.end("referee", Outcome::Draw, reason);
    }
}
