//! Seats of a game between two browsers: the links that lead to them, and the keys of those who sit there.
//!
//! A link holds an invitation. The browser that opens it first makes a key and hands it in, and from then on
//! whoever brings the key plays the side; everybody else watches. The server writes down only digests.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use boyi_arena::{SeatLock, Seats};
use boyi_game::Side;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::text::SideName;

/// The header in which requests bring a key or an invitation.
pub(crate) const HEADER: &str = "x-boyi-seat";

/// How long a key may be: nobody guesses the shortest, and the longest costs nothing to look at.
const KEY_LENGTH: std::ops::RangeInclusive<usize> = 20..=64;

/// What a request brings to be let into a seat: a key, or an invitation; often nothing.
#[derive(Clone, Default)]
pub(crate) struct SeatKey(Option<String>);

impl<S: Sync> FromRequestParts<S> for SeatKey {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
    }
}

impl SeatKey {
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let brought = headers.get(HEADER).and_then(|key| key.to_str().ok());
        Self(brought.map(str::to_owned))
    }

    /// The side whose key this is.
    pub(super) fn side(&self, seats: &Seats) -> Option<Side> {
        self.opens(|side, digest| lock(seats, side).key.as_deref() == Some(digest))
    }

    /// The side that this invites to.
    pub(super) fn invited(&self, seats: &Seats) -> Option<Side> {
        self.opens(|side, digest| lock(seats, side).invitation == digest)
    }

    fn opens(&self, fits: impl Fn(Side, &str) -> bool) -> Option<Side> {
        let digest = digest(self.0.as_deref()?);
        Side::BOTH.into_iter().find(|&side| fits(side, &digest))
    }
}

/// Two seats that nobody has taken yet, and what invites to them.
pub(super) fn free() -> (Seats, [String; 2]) {
    let invitations = [crate::random::token(), crate::random::token()];
    let [first, second] = invitations.each_ref().map(|invitation| SeatLock {
        invitation: digest(invitation),
        key: None,
    });
    let seats = Seats {
        first,
        second,
        rematch: None,
    };
    (seats, invitations)
}

/// The seats of the next game between the same two, who change sides.
pub(super) fn swapped(seats: &Seats) -> Seats {
    Seats {
        first: seats.second.clone(),
        second: seats.first.clone(),
        rematch: None,
    }
}

pub(super) const fn lock(seats: &Seats, side: Side) -> &SeatLock {
    match side {
        Side::First => &seats.first,
        Side::Second => &seats.second,
    }
}

/// Locks a seat with a key.
pub(super) fn take(seats: &mut Seats, side: Side, key: &str) {
    let lock = match side {
        Side::First => &mut seats.first,
        Side::Second => &mut seats.second,
    };
    lock.key = Some(digest(key));
}

pub(super) fn is_key(text: &str) -> bool {
    let fits = KEY_LENGTH.contains(&text.len());
    fits && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

pub(super) fn digest(key: &str) -> String {
    let digest = Sha256::digest(key);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Somebody takes the seat that the invitation leads to.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SitRequest {
    /// 20 to 64 letters and digits that nobody else knows. The same key may be handed in again.
    pub(crate) key: String,
}

/// The seat that was taken.
#[derive(Serialize, ToSchema)]
pub(crate) struct SitReply {
    pub(crate) side: SideName,
}
