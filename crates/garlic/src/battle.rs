//! A game in progress and the round: moves, meetings, stars, destroyers, the price of time.

use std::sync::Arc;

use boyi_game::{Chance, GameMove, Key, Outcome, PerSide, Side, Simultaneous};

use crate::destroyers;
use crate::setup::{Ground, Progress, Setup};
use crate::stars::Stars;
use crate::terrain::{Cell, Terrain};

const STAR: i32 = 10;
const DESTROYER_EATEN: i32 = 200;
const CAUGHT: i32 = 500;
const SUICIDE: i32 = 400;

/// How a garlic is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// Out of the game.
    Gone,
    /// Destroyers hunt it.
    Normal,
    /// It eats destroyers and normal garlics for this many rounds more; never 0.
    Strong(u8),
}

impl Status {
    /// Rounds of strength that a super star gives.
    pub const FULL_STRENGTH: u8 = 20;

    /// As bots are told: -1 gone, 0 normal, else the rounds of strength left.
    pub const fn number(self) -> i8 {
        match self {
            Self::Gone => -1,
            Self::Normal => 0,
            Self::Strong(rounds) => rounds as i8,
        }
    }

    pub(crate) const fn of_number(number: i8) -> Self {
        match number {
            ..=-1 => Self::Gone,
            0 => Self::Normal,
            rounds => Self::Strong(rounds as u8),
        }
    }
}

/// One of the two who collect stars.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Garlic {
    /// Where it is, or was last.
    pub cell: Cell,
    /// How it is.
    pub status: Status,
    /// Its points.
    pub score: i32,
}

impl Garlic {
    /// Whether it eats whom it meets.
    #[inline]
    pub fn is_strong(&self) -> bool {
        matches!(self.status, Status::Strong(_))
    }

    /// Whether it is still in the game.
    #[inline]
    pub fn is_there(&self) -> bool {
        self.status != Status::Gone
    }

    fn leave(&mut self, price: i32) {
        self.score -= price;
        self.status = Status::Gone;
    }
}

/// Where a garlic wants to go: any cell, since the rules say what becomes of an illegal one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// A cell of the map, its own to stay.
    Cell(Cell),
    /// Beyond the edge of the map.
    Outside,
}

impl GameMove for Target {
    const CODES: usize = Cell::COUNT + 1;

    fn code(self) -> u16 {
        match self {
            Self::Cell(cell) => cell.0,
            Self::Outside => Cell::COUNT as u16,
        }
    }

    fn from_code(code: u16) -> Option<Self> {
        match usize::from(code) {
            ..Cell::COUNT => Some(Self::Cell(Cell(code))),
            Cell::COUNT => Some(Self::Outside),
            _ => None,
        }
    }
}

/// A game in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Battle {
    terrain: Arc<Terrain>,
    homes: [Cell; 2],
    destroyers: [Cell; 2],
    garlics: PerSide<Garlic>,
    /// All stars that are left, and which of them are super stars.
    stars: Stars,
    super_stars: Stars,
    stars_left: u32,
    stars_key: Key,
    round: u32,
}

impl Battle {
    /// The game that begins, or goes on, on this map.
    pub fn new(setup: &Setup) -> Self {
        Self::on(Arc::new(setup.terrain()), setup)
    }

    /// The same on a terrain that is known already, which must be this map's.
    pub fn on(terrain: Arc<Terrain>, setup: &Setup) -> Self {
        assert!(setup.lies_on(&terrain), "the terrain is of another map");
        let begun = setup.progress.is_some();
        let progress = setup.progress.clone().unwrap_or(Progress {
            homes: setup.destroyers,
            scores: PerSide::new(0, 0),
            statuses: PerSide::new(Status::Normal, Status::Normal),
            round: 0,
        });
        let garlic = |side| Garlic {
            cell: setup.garlics[side],
            status: progress.statuses[side],
            score: progress.scores[side],
        };
        let mut battle = Self {
            terrain,
            homes: progress.homes,
            destroyers: setup.destroyers,
            garlics: PerSide::new(garlic(Side::First), garlic(Side::Second)),
            stars: Stars::NONE,
            super_stars: Stars::NONE,
            stars_left: 0,
            stars_key: Key::default(),
            round: progress.round,
        };
        for (index, &ground) in setup.ground.iter().enumerate() {
            battle.lay(Cell(index as u16), ground);
        }
        if !begun {
            battle.collect_stars();
        }
        battle
    }

    /// What the text of this position says.
    pub fn setup(&self) -> Setup {
        let cells = 0..self.terrain.open().len();
        Setup {
            rows: self.terrain.rows(),
            cols: self.terrain.cols(),
            ground: cells.map(|index| self.ground(Cell(index as u16))).collect(),
            destroyers: self.destroyers,
            garlics: self.garlics.map(|garlic| garlic.cell),
            progress: Some(Progress {
                homes: self.homes,
                scores: self.garlics.map(|garlic| garlic.score),
                statuses: self.garlics.map(|garlic| garlic.status),
                round: self.round,
            }),
        }
    }

    /// Walls and distances, shared by all positions of the game.
    pub fn terrain(&self) -> &Arc<Terrain> {
        &self.terrain
    }

    /// The garlic of a side.
    #[inline]
    pub fn garlic(&self, side: Side) -> &Garlic {
        &self.garlics[side]
    }

    /// Where the destroyers are.
    #[inline]
    pub fn destroyers(&self) -> [Cell; 2] {
        self.destroyers
    }

    /// Where the destroyers started and return to.
    pub fn homes(&self) -> [Cell; 2] {
        self.homes
    }

    /// The cells on which stars are left.
    pub fn stars(&self) -> impl Iterator<Item = Cell> + '_ {
        self.stars.iter()
    }

    /// How many stars are left.
    pub fn stars_left(&self) -> u32 {
        self.stars_left
    }

    /// What a cell holds.
    pub fn ground(&self, cell: Cell) -> Ground {
        if !self.terrain.is_open(cell) {
            Ground::Wall
        } else if self.super_stars.has(cell) {
            Ground::SuperStar
        } else if self.stars.has(cell) {
            Ground::Star
        } else {
            Ground::Open
        }
    }

    /// The round after which the game is over at the latest.
    pub fn last_round(&self) -> u32 {
        self.terrain.open().len() as u32
    }

    fn lay(&mut self, cell: Cell, ground: Ground) {
        if matches!(ground, Ground::Star | Ground::SuperStar) {
            self.stars.add(cell);
            self.stars_left += 1;
            self.stars_key ^= star_key(cell, ground == Ground::SuperStar);
        }
        if ground == Ground::SuperStar {
            self.super_stars.add(cell);
        }
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
    fn collect_stars(&mut self) {
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

    /// Rule 3, the moves; both destroyers look at the same moment.
    fn move_destroyers(&mut self, chance: &mut impl Chance) {
        let both_normal = self
            .garlics
            .iter()
            .all(|(_, garlic)| garlic.status == Status::Normal);
        let prey = both_normal.then(|| self.garlics.map(|garlic| garlic.cell));
        for destroyer in &mut self.destroyers {
            *destroyer = destroyers::step(&self.terrain, *destroyer, prey, chance);
        }
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
        let mut key = self.stars_key ^ Key::mixed(u64::from(self.round) << 32 | 0xFFFF);
        for (slot, cell) in self.destroyers.into_iter().chain(self.homes).enumerate() {
            key ^= Key::mixed((slot as u64 + 1) << 48 | u64::from(cell.0));
        }
        for (side, garlic) in self.garlics.iter() {
            let slot = (side.index() as u64 + 5) << 56;
            let status = u64::from(garlic.status.number() as u8) << 48;
            let score = u64::from(garlic.score as u32) << 16;
            key ^= Key::mixed(slot | status | score | u64::from(garlic.cell.0));
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
        for side in Side::BOTH {
            self.move_garlic(side, choices[side]);
        }
        self.meet_each_other();
        self.meet_destroyers();
        self.collect_stars();
        self.move_destroyers(chance);
        self.meet_destroyers();
        self.pay_for_time();
        self.round += 1;
    }

    fn idle_move(&self, side: Side) -> Target {
        Target::Cell(self.garlics[side].cell)
    }
}

#[inline]
fn star_key(cell: Cell, is_super: bool) -> Key {
    Key::mixed(9 << 48 | u64::from(is_super) << 16 | u64::from(cell.0))
}
