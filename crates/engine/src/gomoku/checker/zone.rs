//! Where one more stone of the loser could matter to a win, found by going through the win itself.
//!
//! A win that follows after the loser has done nothing is also won against a stone that lies on none of
//! its points: neither on one that the winner plays on or threatens to make five on, nor on one where
//! the loser could make use of it for a five of its own. What is gone through here:
//!
//! - The winner makes five: nothing but that point matters.
//! - The winner makes a four: the points of its fives matter, and every point of five in which the
//!   loser has three stones and the winner none, because a fourth would let the loser make five first.
//! - The winner threatens fours: then the loser may use its move for a second stone. If that lies
//!   outside what matters to those fours, and in no row in which the loser has two stones and the winner
//!   none, even both stones together make no five. All others are answered one by one.
//!
//! In renju stones also allow and forbid points, so there is no such argument.

use std::collections::HashMap;

use boyi_game::{Key, NullMove, Outcome, Position};
use boyi_gomoku::{Point, Rules};

use super::rows::Points;
use super::{Checker, ENOUGH};

/// Where stones could matter.
#[derive(Clone, Copy)]
pub(super) struct Zone {
    /// One stone anywhere else does not.
    pub(super) one: Points,
    /// Two stones outside `one` do not either, if the second of them is not here. Only for wins by
    /// fours alone.
    second: Option<Points>,
}

/// What is known of positions gone through before, by their keys.
#[derive(Default)]
pub(super) struct Known {
    zones: HashMap<Key, Option<Zone>>,
    /// Winning fours that the checker found itself.
    fours: HashMap<Key, Point>,
}

impl Checker<'_> {
    /// The points that matter to the win that the winner has if the loser, who is to move, does
    /// nothing; `None` where there is no such win, or anything could matter to it.
    pub(super) fn zone_of_threat(&mut self) -> Option<Points> {
        if self.game.rules() == Rules::Renju {
            return None;
        }
        let last = self.game.skip();
        let zone = self.zone_of_win();
        self.game.unskip(last);
        zone.map(|zone| zone.one)
    }

    /// The winner is to move.
    fn zone_of_win(&mut self) -> Option<Zone> {
        let side = self.proof.attacker;
        if let Some(five) = self.rows.fives(side).next() {
            return Some(Zone {
                one: Points::from_iter([five]),
                second: Some(Points::default()),
            });
        }
        let key = self.game.key();
        if let Some(known) = self.known.zones.get(&key) {
            return *known;
        }
        self.count_position();
        let zone = self.winning_move().and_then(|point| {
            let mut zone = self.after(point, |checker| match checker.game.outcome() {
                None => checker.zone_of_answers(),
                Some(_) => None,
            })?;
            zone.one.insert(point);
            Some(zone)
        });
        self.known.zones.insert(key, zone);
        zone
    }

    /// The loser is to move.
    fn zone_of_answers(&mut self) -> Option<Zone> {
        let (side, other) = (self.proof.attacker, !self.proof.attacker);
        if self.broken_off || self.rows.fives(other).next().is_some() {
            return None;
        }
        let mut zone = Zone {
            one: self.rows.open_with(other, 3),
            second: None,
        };
        let fives: Points = self.rows.fives(side).collect();
        let mut stops = fives.iter();
        match (stops.next(), stops.next()) {
            (Some(one), Some(two)) => {
                zone.one.insert(one);
                zone.one.insert(two);
                zone.second = Some(self.rows.open_with(other, 2));
            }
            (Some(stop), None) => {
                let after = self.zone_after(stop)?;
                zone.one.insert(stop);
                zone.one.add_all(&after.one);
                zone.second = after.second;
                if let Some(second) = &mut zone.second {
                    second.add_all(&self.rows.open_with(other, 2));
                }
            }
            (None, _) => {
                let last = self.game.skip();
                let threat = self.zone_of_win();
                self.game.unskip(last);
                let threat = threat?;
                let mut answers = threat.second?;
                answers.add_all(&threat.one);
                zone.one.add_all(&threat.one);
                for point in answers.iter() {
                    if self.game.is_legal(point) {
                        zone.one.add_all(&self.zone_after(point)?.one);
                    }
                }
            }
        }
        Some(zone)
    }

    fn zone_after(&mut self, answer: Point) -> Option<Zone> {
        self.after(answer, |checker| match checker.game.outcome() {
            None => checker.zone_of_win(),
            Some(Outcome::Win(_) | Outcome::Draw) => None,
        })
    }

    /// What the proof says, or the first of fours that win.
    fn winning_move(&mut self) -> Option<Point> {
        let key = self.game.key();
        let said = self.proof.moves.get(&key).or(self.known.fours.get(&key));
        if let Some(&point) = said {
            return self.game.is_legal(point).then_some(point);
        }
        let side = self.proof.attacker;
        if !self.rows.wins_by_fours(&mut self.game, side, ENOUGH) {
            return None;
        }
        let line = self.rows.last_fours().to_vec();
        self.remember_fours(&line);
        line.first().copied()
    }

    /// Plays fours and the answers to them, and remembers each.
    fn remember_fours(&mut self, line: &[Point]) {
        let Some((&four, rest)) = line.split_first() else {
            return;
        };
        self.known.fours.insert(self.game.key(), four);
        let side = self.proof.attacker;
        self.after(four, |checker| {
            let stop = checker.rows.fives(side).next();
            if let Some(stop) = stop
                && checker.game.outcome().is_none()
            {
                checker.after(stop, |checker| checker.remember_fours(rest));
            }
        });
    }
}
