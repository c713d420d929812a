//! The round: moves, meetings, stars, destroyers, the price of time.
//!
//! A round has two halves, what the garlics decide and what chance decides. A game plays both at once;
//! a search takes them apart to weigh everything chance may do.

use boyi_game::{Chance, Key, Outcome, PerSide, Side, Simultaneous};

use crate::battle::{Battle, star_key};
use crate::destroyers::{self, Odds};
use crate::garlic::{Status, Target};
use crate::setup::Ground;
use crate::terrain::Cell;

const STAR: i32 = 10;
const DESTROYER_EATEN: i32 = 200;
const CAUGHT: i32 = 500;
const SUICIDE: i32 = 400;

impl Battle {
    /// The first half of a round, rules 1 and 2: the garlics move, meet and collect.
    #[inline]
    pub fn move_garlics(&mut self, choices: PerSide<Target>) {
        for side in Side::BOTH {
            self.move_garlic(side, choices[side]);
        }
        self.meet_each_other();
        self.meet_destroyers();
        self.collect_stars();
    }

    /// The fingerprint of everything that is seen on the map: all but points and rounds.
    #[inline]
    pub fn scene_key(&self) -> Key {
        let [one, two] = self.destroyers.map(|cell| u64::from(cell.0));
        let [home, other] = self.homes.map(|cell| u64::from(cell.0));
        let destroyers = Key::mixed(1 << 60 | one << 36 | two << 24 | home << 12 | other);
        let garlic = |side: Side| {
            let garlic = &self.garlics[side];
            let status = garlic.status.number() as u8;
            u64::from(status) << 16 | u64::from(garlic.cell.0)
        };
        let garlics = 2 << 60 | garlic(Side::First) << 24 | garlic(Side::Second);
        self.stars_key ^ destroyers ^ Key::mixed(garlics)
    }

    /// Between the halves: where each destroyer may go, and how probably.
    #[inline]
    pub fn destroyer_odds(&self) -> [Odds; 2] {
        let prey = self.prey();
        self.destroyers
            .map(|destroyer| Odds::new(&self.terrain, destroyer, prey))
    }

    /// Between the halves: shows `look` every round that may come of it, and how probable it is.
    pub fn each_end(&self, mut look: impl FnMut(f32, &Self)) {
        let [one, two] = self.destroyer_odds();
        for &(first, odds) in one.as_slice() {
            for &(second, also) in two.as_slice() {
                let mut next = self.clone();
                next.finish_round([first, second]);
                look(odds * also, &next);
            }
        }
    }

    /// The second half, rules 3 and 4: the destroyers have gone to these cells.
    #[inline]
    pub fn finish_round(&mut self, destroyers: [Cell; 2]) {
        self.destroyers = destroyers;
        self.meet_destroyers();
        self.pay_for_time();
        self.round += 1;
    }

    /// Rule 1.
    fn move_garlic(&mut self, side: Side, target: Target) {
        let garlic = &mut self.garlics[side];
        if !garlic.is_there() {
            return;
        }
        match target {
            Target::Cell(cell)
                if cell == garlic.cell
                    || self
                        .terrain
                        .neighbours(garlic.cell)
                        .as_slice()
                        .contains(&cell) =>
            {
                garlic.cell = cell;
            }
            _ => garlic.leave(SUICIDE),
        }
    }

    /// Rule 2a.
    fn meet_each_other(&mut self) {
        let (first, second) = (self.garlics[Side::First], self.garlics[Side::Second]);
        if first.cell != second.cell {
            return;
        }
        let eaten = match (first.status, second.status) {
            (Status::Normal, Status::Strong(_)) => Side::First,
            (Status::Strong(_), Status::Normal) => Side::Second,
            _ => return,
        };
        // An arithmetic shift rounds toward minus infinity, as the rule does.
        let half = self.garlics[eaten].score >> 1;
        self.garlics[eaten].leave(half);
        self.garlics[!eaten].score += half;
    }

    /// Rules 2b to 2d, and the same after the destroyers moved. Each destroyer is eaten at most
    /// once, and sent home before anybody normal is caught.
    fn meet_destroyers(&mut self) {
        for (destroyer, home) in self.destroyers.iter_mut().zip(self.homes) {
            let at = *destroyer;
            for side in Side::BOTH {
                let garlic = &mut self.garlics[side];
                if garlic.is_strong() && garlic.cell == at {
                    garlic.score += DESTROYER_EATEN;
                    *destroyer = home;
                }
            }
        }
        for side in Side::BOTH {
            let garlic = &mut self.garlics[side];
            if garlic.status == Status::Normal && self.destroyers.contains(&garlic.cell) {
                garlic.leave(CAUGHT);
            }
        }
    }

    /// Rule 2e. Both look before the star is taken away, so that two on one star both get it.
    pub(crate) fn collect_stars(&mut self) {
        let found = self.garlics.map(|garlic| self.ground(garlic.cell));
        for side in Side::BOTH {
            let garlic = &mut self.garlics[side];
            if !garlic.is_there() || found[side] == Ground::Open {
                continue;
            }
            let is_super = found[side] == Ground::SuperStar;
            garlic.score += STAR;
            if is_super {
                garlic.status = Status::Strong(Status::FULL_STRENGTH);
            }
            if self.stars.has(garlic.cell) {
                self.stars.remove(garlic.cell);
                self.super_stars.remove(garlic.cell);
                self.stars_left -= 1;
                self.stars_key ^= star_key(garlic.cell, is_super);
            }
        }
    }

    /// What the destroyers hunt: nothing while a garlic is strengthened or gone.
    #[inline]
    fn prey(&self) -> Option<PerSide<Cell>> {
        let mut garlics = self.garlics.iter();
        let both_normal = garlics.all(|(_, garlic)| garlic.status == Status::Normal);
        both_normal.then(|| self.garlics.map(|garlic| garlic.cell))
    }

    /// Rule 4.
    fn pay_for_time(&mut self) {
        for side in Side::BOTH {
            let garlic = &mut self.garlics[side];
            garlic.status = match garlic.status {
                Status::Strong(1) => Status::Normal,
                Status::Strong(rounds) => Status::Strong(rounds - 1),
                other => other,
            };
            garlic.score -= i32::from(garlic.is_there());
        }
    }
}

impl Simultaneous for Battle {
    type Move = Target;

    fn key(&self) -> Key {
        let mut key = self.scene_key() ^ Key::mixed(u64::from(self.round) << 32 | 0xFFFF);
        for (side, garlic) in self.garlics.iter() {
            let slot = (side.index() as u64 + 7) << 56;
            key ^= Key::mixed(slot | u64::from(garlic.score as u32));
        }
        key
    }

    fn round(&self) -> u32 {
        self.round
    }

    fn outcome(&self) -> Option<Outcome> {
        let (first, second) = (&self.garlics[Side::First], &self.garlics[Side::Second]);
        let all_gone = !first.is_there() && !second.is_there();
        // The rules ask after a round, so even a map without stars sees one.
        let over =
            self.round > 0 && (all_gone || self.stars_left == 0 || self.round >= self.last_round());
        over.then(|| Outcome::by_points(first.score, second.score))
    }

    fn legal_moves(&self, side: Side, moves: &mut Vec<Target>) {
        moves.push(self.idle_move(side));
        let garlic = &self.garlics[side];
        if garlic.is_there() {
            let around = self.terrain.neighbours(garlic.cell);
            moves.extend(around.as_slice().iter().copied().map(Target::Cell));
        }
    }

    fn play(&mut self, choices: PerSide<Target>, chance: &mut impl Chance) {
        self.move_garlics(choices);
        let prey = self.prey();
        let steps = self
            .destroyers
            .map(|destroyer| destroyers::step(&self.terrain, destroyer, prey, chance));
        self.finish_round(steps);
    }

    fn idle_move(&self, side: Side) -> Target {
        Target::Cell(self.garlics[side].cell)
    }
}
