//! The relevance zone of a win: where one more stone of the loser could matter, found by replaying it.
//!
//! A win that follows after the loser has done nothing is also won against a stone that lies on none of
//! its points: neither on one that the winner plays on or threatens to make five on, nor on one where
//! the loser could make use of it for a five of its own. Case by case:
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
use super::{Checker, MAX_VCF_NODES};

/// Points where stones could matter.
#[derive(Clone, Copy)]
pub(super) struct RelevanceZone {
    /// One stone anywhere else does not matter.
    pub(super) one: Points,
    /// Two stones outside `one` do not either, if the second of them is not here. Only for wins by
    /// fours alone.
    second: Option<Points>,
}

/// Results for positions, by their keys.
#[derive(Default)]
pub(super) struct ZoneCache {
    zones: HashMap<Key, Option<RelevanceZone>>,
    /// Moves of VCFs that the checker found itself.
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
    fn zone_of_win(&mut self) -> Option<RelevanceZone> {
        let side = self.proof.attacker;
        if let Some(five) = self.rows.fives(side).next() {
            return Some(RelevanceZone {
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
    fn zone_of_answers(&mut self) -> Option<RelevanceZone> {
        let (side, other) = (self.proof.attacker, !self.proof.attacker);
        if self.broken_off || self.rows.fives(other).next().is_some() {
            return None;
        }
        let mut zone = RelevanceZone {
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

    fn zone_after(&mut self, answer: Point) -> Option<RelevanceZone> {
        self.after(answer, |checker| match checker.game.outcome() {
            None => checker.zone_of_win(),
            Some(Outcome::Win(_) | Outcome::Draw) => None,
        })
    }

    /// The move of the proof, or the first of a VCF.
    fn winning_move(&mut self) -> Option<Point> {
        let key = self.game.key();
        let said = self.proof.moves.get(&key).or(self.known.fours.get(&key));
        if let Some(&point) = said {
            return self.game.is_legal(point).then_some(point);
        }
        let side = self.proof.attacker;
        if !self.rows.wins_by_vcf(&mut self.game, side, MAX_VCF_NODES) {
            return None;
        }
        let line = self.rows.last_vcf().to_vec();
        self.store_vcf(&line);
        line.first().copied()
    }

    /// Plays a VCF and the answers to it, and stores each move.
    fn store_vcf(&mut self, line: &[Point]) {
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
                checker.after(stop, |checker| checker.store_vcf(rest));
            }
        });
    }
}
