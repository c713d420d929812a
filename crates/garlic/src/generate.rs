//! Maps made to order: any size from 6 x 6, always valid, always fair.

use boyi_game::{PerSide, Random};

use crate::fairness::Symmetry;
use crate::setup::{Ground, Setup};
use crate::terrain::{Cell, Terrain};

boyi_game::named! {
    /// Which destroyers can hunt.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Destroyers: "expected free, walled or one" {
        Free = "free",
        /// Neither: each sits in a pen, on a star that nobody can reach, as on the course's maps. So the
        /// game lasts all its rounds.
        Walled = "walled",
        /// One; the other sits in a pen.
        One = "one",
    }
}

/// What map to make. The same order makes the same map everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// From 6 to 64.
    pub rows: usize,
    pub cols: usize,
    pub seed: u64,
    pub destroyers: Destroyers,
}

/// There are no maps of that size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "maps are made from {SHORTEST}x{SHORTEST} to {0}x{0}",
    Cell::LONGEST_SIDE
)]
pub struct NoSuchMap;

const SHORTEST: usize = 6;
/// How far destroyers are apart, in rows or in columns: their pens must not touch.
const APART: usize = 3;
/// A pen with its walls.
const PEN_CELLS: usize = 9;
/// Sketches before walls are left out altogether, which never fails to connect.
const SKETCHES_WITH_WALLS: u32 = 40;

impl Order {
    pub fn make(self) -> Result<Setup, NoSuchMap> {
        let sides = SHORTEST..=Cell::LONGEST_SIDE;
        if !sides.contains(&self.rows) || !sides.contains(&self.cols) {
            return Err(NoSuchMap);
        }
        let mut random = Random::new(self.seed);
        let mut tried = 0;
        loop {
            let walls = if tried < SKETCHES_WITH_WALLS {
                12 + random.below(25)
            } else {
                0
            };
            if let Some(setup) = Sketch::new(self, &mut random).finish(walls, &mut random) {
                return Ok(setup);
            }
            tried += 1;
        }
    }
}

/// A map in the making; whatever is drawn on a cell is drawn on its image too.
struct Sketch {
    order: Order,
    symmetry: Symmetry,
    /// The part that is symmetric. A lone destroyer must stand on its own image; where the size has
    /// no such cell, the last column stays solid wall and the rest has one.
    cols: usize,
    ground: Vec<Ground>,
}

impl Sketch {
    fn new(order: Order, random: &mut Random) -> Self {
        let Order { rows, cols, .. } = order;
        let alone = order.destroyers == Destroyers::One;
        let has_fixed_cells = |symmetry: &Symmetry, cols: usize| match symmetry {
            Symmetry::LeftRight => cols % 2 == 1,
            Symmetry::TopBottom => rows % 2 == 1,
            // Its one fixed cell has no room for two destroyers.
            Symmetry::HalfTurn => false,
            Symmetry::Diagonal | Symmetry::AntiDiagonal => rows == cols,
        };
        let possible = |cols: usize| -> Vec<Symmetry> {
            let fits = Symmetry::ALL
                .into_iter()
                .filter(|symmetry| symmetry.fits(rows, cols));
            fits.filter(|symmetry| !alone || has_fixed_cells(symmetry, cols))
                .collect()
        };
        let cols = if possible(cols).is_empty() {
            cols - 1
        } else {
            cols
        };
        let symmetry = *random
            .choose(&possible(cols))
            .expect("an odd side has fixed cells");
        Self {
            order,
            symmetry,
            cols,
            ground: vec![Ground::Wall; rows * order.cols],
        }
    }

    fn finish(mut self, wall_percent: u64, random: &mut Random) -> Option<Setup> {
        self.scatter_walls(wall_percent, random);
        let destroyers = self.place_destroyers(random)?;
        let pens = match self.order.destroyers {
            Destroyers::Free => &[][..],
            Destroyers::Walled => &destroyers[..],
            Destroyers::One => &destroyers[1..],
        };
        for &pen in pens {
            self.wall_in(pen);
        }
        for &cell in &destroyers {
            self.ground[cell.index()] = Ground::Open;
        }
        let terrain = self.terrain();
        let field = self.field(&terrain, pens)?;
        let free = &destroyers[..destroyers.len() - pens.len()];
        if !free.iter().all(|cell| field.contains(cell)) {
            return None;
        }
        let first = self.place_garlic(&terrain, &field, free, random)?;
        let garlics = PerSide::new(first, self.image(first));
        self.fill(&field, pens);
        let nobody = |cell: &Cell| {
            !destroyers.contains(cell) && garlics.iter().all(|(_, garlic)| garlic != cell)
        };
        let field: Vec<Cell> = field.into_iter().filter(nobody).collect();
        self.scatter_stars(&field, random)?;
        for &pen in pens {
            self.ground[pen.index()] = Ground::Star;
        }
        Some(Setup {
            rows: self.order.rows,
            cols: self.order.cols,
            ground: self.ground,
            destroyers,
            garlics,
            progress: None,
        })
    }

    fn cell(&self, row: usize, col: usize) -> Cell {
        Cell((row * self.order.cols + col) as u16)
    }

    /// The row and the column of a cell.
    fn place(&self, cell: Cell) -> (usize, usize) {
        (
            cell.index() / self.order.cols,
            cell.index() % self.order.cols,
        )
    }

    fn image(&self, cell: Cell) -> Cell {
        let (row, col) = self.place(cell);
        let (row, col) = self.symmetry.image(self.order.rows, self.cols, row, col);
        self.cell(row, col)
    }

    fn draw(&mut self, cell: Cell, ground: Ground) {
        let image = self.image(cell);
        self.ground[cell.index()] = ground;
        self.ground[image.index()] = ground;
    }

    fn any_cell(&self, random: &mut Random) -> Cell {
        let row = random.below(self.order.rows as u64) as usize;
        let col = random.below(self.cols as u64) as usize;
        self.cell(row, col)
    }

    /// Opens the symmetric part, then lays bars of one to four cells.
    fn scatter_walls(&mut self, percent: u64, random: &mut Random) {
        for row in 0..self.order.rows {
            for col in 0..self.cols {
                let cell = self.cell(row, col);
                self.ground[cell.index()] = Ground::Open;
            }
        }
        let bars = (self.order.rows * self.cols) as u64 * percent / 500;
        for _ in 0..bars {
            let start = self.any_cell(random);
            let (row, col) = self.place(start);
            let length = 1 + random.below(4) as usize;
            let across = random.below(2) == 0;
            for step in 0..length {
                let (row, col) = if across {
                    (row, col + step)
                } else {
                    (row + step, col)
                };
                if row < self.order.rows && col < self.cols {
                    self.draw(self.cell(row, col), Ground::Wall);
                }
            }
        }
    }

    fn place_destroyers(&self, random: &mut Random) -> Option<[Cell; 2]> {
        let alone = self.order.destroyers == Destroyers::One;
        let apart = |one: Cell, two: Cell| {
            let ((row, col), (other_row, other_col)) = (self.place(one), self.place(two));
            row.abs_diff(other_row).max(col.abs_diff(other_col)) >= APART
        };
        for _ in 0..1000 {
            let one = self.any_cell(random);
            if !alone && apart(one, self.image(one)) {
                return Some([one, self.image(one)]);
            }
            let two = self.any_cell(random);
            let fixed = |cell| self.image(cell) == cell;
            if alone && fixed(one) && fixed(two) && apart(one, two) {
                return Some([one, two]);
            }
        }
        None
    }

    fn wall_in(&mut self, pen: Cell) {
        let (row, col) = self.place(pen);
        for row in row.saturating_sub(1)..=(row + 1).min(self.order.rows - 1) {
            for col in col.saturating_sub(1)..=(col + 1).min(self.cols - 1) {
                let cell = self.cell(row, col);
                if cell != pen {
                    self.ground[cell.index()] = Ground::Wall;
                }
            }
        }
    }

    fn terrain(&self) -> Terrain {
        let open = self.ground.iter().map(|&ground| ground != Ground::Wall);
        Terrain::new(self.order.rows, self.order.cols, open.collect())
    }

    /// The connected part that has most of the cells outside pens, if it is its own image.
    fn field(&self, terrain: &Terrain, pens: &[Cell]) -> Option<Vec<Cell>> {
        let most = (self.order.rows * self.cols - PEN_CELLS * pens.len()) * 3 / 4;
        let around = |seed: Cell| -> Vec<Cell> {
            let reached = |cell: &Cell| terrain.distance(seed, *cell).is_some();
            terrain.open_cells().filter(reached).collect()
        };
        // The part has more than half of the cells, so one of a few seeds is in it.
        let seeds = terrain.open_cells().step_by(1 + self.ground.len() / 16);
        let field = seeds.map(around).find(|field| field.len() >= most)?;
        let image = self.image(field[0]);
        field.binary_search(&image).is_ok().then_some(field)
    }

    /// The garlic that is farthest from its twin and from danger, of a few drawn at random.
    fn place_garlic(
        &self,
        terrain: &Terrain,
        field: &[Cell],
        free: &[Cell],
        random: &mut Random,
    ) -> Option<Cell> {
        let candidates = (0..30).filter_map(|_| random.choose(field).copied());
        let room = |cell: Cell| {
            let others = free.iter().copied().chain([self.image(cell)]);
            others
                .filter_map(|other| terrain.distance(cell, other))
                .min()
        };
        let best = candidates.max_by_key(|&cell| room(cell))?;
        // Nearer than this, the first rounds are decided by luck.
        (room(best) >= Some(3)).then_some(best)
    }

    /// Walls up everything that nobody can reach.
    fn fill(&mut self, field: &[Cell], pens: &[Cell]) {
        for index in 0..self.ground.len() {
            let cell = Cell(index as u16);
            if !pens.contains(&cell) && field.binary_search(&cell).is_err() {
                self.ground[index] = Ground::Wall;
            }
        }
    }

    /// Stars on some share of the cells, super stars on about one in a hundred and fifty.
    fn scatter_stars(&mut self, field: &[Cell], random: &mut Random) -> Option<()> {
        let percent = *random.choose(&[30, 60, 90, 100])?;
        for &cell in field {
            if random.below(100) < percent {
                self.draw(cell, Ground::Star);
            }
        }
        for _ in 0..=field.len() / 300 {
            let cell = *random.choose(field)?;
            self.draw(cell, Ground::SuperStar);
        }
        Some(())
    }
}
