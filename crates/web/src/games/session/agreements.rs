//! What two people in seats of their own agree on: who sits where, taking back, no to an offer, another game.

use boyi_game::{PerSide, Side};

use super::{Inner, Session};
use crate::error::ApiError;
use crate::games::seats::{self, SeatKey, SitReply};
use crate::games::state::{DrawOffer, GameState};
use crate::games::{ClockRules, PairedGame};
use crate::positions::PositionSpec;

/// What one of two people asks the other.
#[derive(Default)]
pub(super) struct Asked {
    pub(super) take_back: Option<Side>,
    pub(super) rematch: Option<Side>,
    /// Whose offer was declined after the last move: nobody is asked twice in one position.
    declined: PerSide<bool>,
}

impl Asked {
    /// The board has changed: what was asked about it is asked no longer.
    pub(super) fn board_changed(&mut self) {
        self.take_back = None;
        self.declined = PerSide::default();
    }
}

/// An answer to somebody who wants another game.
pub(crate) enum Rematch {
    /// The other is asked, or has begun it already.
    Asked(Box<GameState>),
    /// Both want it: this is to be begun.
    Agreed(Box<PairedGame>),
}

impl Session {
    /// Takes the seat that an invitation leads to, for whoever knows `key`.
    pub(crate) fn sit(&self, invitation: &SeatKey, key: &str) -> Result<SitReply, ApiError> {
        if !seats::is_key(key) {
            let why = "a key is 20 to 64 letters and digits";
            return Err(ApiError::invalid("key", &why));
        }
        let mut inner = self.lock();
        let locks = inner.locks.as_mut().ok_or_else(no_seats)?;
        let side = invitation.invited(locks).ok_or_else(|| {
            ApiError::no_seat("this link leads to no seat", "这个链接没有对应的座位")
        })?;
        let digest = Some(seats::digest(key));
        let (own, other) = (seats::lock(locks, side), seats::lock(locks, !side));
        if own.key.is_some() && own.key != digest {
            return Err(ApiError::conflict(
                "somebody has taken this seat: you can watch",
                "这个座位已经有人了：你可以观战",
            ));
        }
        if other.key == digest {
            return Err(ApiError::conflict(
                "you have the other seat",
                "你已经坐在对面",
            ));
        }
        if own.key.is_none() {
            seats::take(locks, side, key);
            inner.stored = None;
            self.changed(&mut inner);
        }
        Ok(SitReply { side: side.into() })
    }

    /// One asks to take back their last move, or lets the other do so.
    pub(super) fn ask_take_back(
        &self,
        inner: &mut Inner,
        side: Side,
    ) -> Result<GameState, ApiError> {
        inner.ensure_going()?;
        if inner.asked.take_back == Some(!side) {
            inner.take_back_until(|inner| inner.table.to_act().includes(!side))?;
        } else {
            let has_moved = inner.moves.iter().any(|mv| mv.side == side && !mv.opening);
            if !has_moved {
                return Err(super::nothing_to_take_back());
            }
            inner.ensure_may_ask(side)?;
            inner.asked.take_back = Some(side);
        }
        self.changed(inner);
        Ok(self.0.state(inner))
    }

    /// Says no to what the other asks, and withdraws what one asks oneself.
    pub(crate) fn decline(&self, key: &SeatKey) -> Result<GameState, ApiError> {
        let mut inner = self.lock();
        let side = inner.seated(key)?;
        let asks = |asked: Option<Side>| asked == Some(!side);
        if asks(inner.asked.take_back) || inner.draw == Some(DrawOffer::by(!side)) {
            inner.asked.declined[!side] = true;
        }
        if inner.draw.is_some() {
            let theirs = inner.draw == Some(DrawOffer::by(!side));
            inner.draw = theirs.then_some(DrawOffer::Declined);
        }
        inner.asked.take_back = None;
        inner.asked.rematch = None;
        self.changed(&mut inner);
        Ok(self.0.state(&inner))
    }

    /// Asks for another game with sides changed, or agrees to the one the other wants.
    pub(crate) fn ask_rematch(&self, key: &SeatKey) -> Result<Rematch, ApiError> {
        let mut inner = self.lock();
        let side = inner.seated(key)?;
        if !inner.is_over() {
            return Err(ApiError::conflict(
                "this game is not over yet",
                "这局棋还没有结束",
            ));
        }
        let begun = inner
            .locks
            .as_ref()
            .is_some_and(|locks| locks.rematch.is_some());
        if !begun && inner.asked.rematch == Some(!side) {
            inner.asked.rematch = None;
            return Ok(Rematch::Agreed(Box::new(inner.next_game()?)));
        }
        if !begun {
            inner.asked.rematch = Some(side);
            self.changed(&mut inner);
        }
        Ok(Rematch::Asked(Box::new(self.0.state(&inner))))
    }

    /// The two have begun another game.
    pub(crate) fn goes_on_with(&self, id: &str) -> GameState {
        let mut inner = self.lock();
        if let Some(locks) = &mut inner.locks {
            locks.rematch = Some(id.to_owned());
        }
        inner.asked.rematch = None;
        inner.stored = None;
        self.changed(&mut inner);
        self.0.state(&inner)
    }
}

impl Inner {
    /// The side that a request speaks for: where people have seats of their own the one whose key it
    /// brings, else the one it says.
    pub(super) fn speaker(
        &self,
        key: &SeatKey,
        said: Option<Side>,
    ) -> Result<Option<Side>, ApiError> {
        if self.locks.is_none() {
            return Ok(said);
        }
        let own = self.seated(key)?;
        if said.is_some_and(|side| side != own) {
            return Err(ApiError::no_seat(
                "the other side is not yours",
                "那一方不归你走",
            ));
        }
        Ok(Some(own))
    }

    /// The side of whoever has this key.
    pub(super) fn seated(&self, key: &SeatKey) -> Result<Side, ApiError> {
        let locks = self.locks.as_ref().ok_or_else(no_seats)?;
        key.side(locks).ok_or_else(|| {
            ApiError::no_seat(
                "you are watching: only the two players can do that",
                "你在观战：只有对局双方可以这样做",
            )
        })
    }

    /// The same game once more, with the sides changed.
    fn next_game(&self) -> Result<PairedGame, ApiError> {
        let locks = self.locks.as_ref().ok_or_else(no_seats)?;
        let mut opening = self.table.record().clone();
        let given = self.moves.iter().filter(|mv| mv.opening).count();
        opening.moves.truncate(given);
        let clock: Option<ClockRules> = self.clock.as_ref().map(|clock| clock.rules);
        Ok(PairedGame {
            line: PositionSpec {
                seed: 0,
                ..PositionSpec::of(&opening)
            },
            clock,
            seats: seats::swapped(locks),
        })
    }

    pub(super) fn ensure_may_ask(&self, side: Side) -> Result<(), ApiError> {
        if self.asked.declined[side] {
            return Err(ApiError::conflict(
                "that was declined: ask again after the next move",
                "对方已经拒绝：下一步之后才能再次提出",
            ));
        }
        Ok(())
    }

    /// Whether somebody has taken a seat; where there are no links to seats, somebody always has.
    pub(super) fn has_taken(&self, side: Side) -> bool {
        let locks = self.locks.as_ref();
        locks.is_none_or(|locks| seats::lock(locks, side).key.is_some())
    }
}

fn no_seats() -> ApiError {
    ApiError::conflict(
        "nobody has a seat of their own in this game",
        "这局棋没有专属座位",
    )
}
