//! The points of a board size, numbered without gaps, with everything about them that never changes.

use std::sync::OnceLock;

use boyi_game::Key;
use boyi_gomoku::{Direction, Place, Point, Size};

use super::cells::Cells;

/// A point of the board at hand, numbered row by row: small numbers for small tables.
pub(crate) type Cell = u16;

/// The points of one board size.
pub(crate) struct Layout {
    pub(crate) size: Size,
    pub(crate) count: usize,
    /// From one point of a line to the next, by direction.
    pub(crate) steps: [isize; 4],
    spots: Vec<Spot>,
}

/// What never changes about a point.
#[derive(Clone, Copy)]
pub(crate) struct Spot {
    pub(crate) point: Point,
    pub(crate) places: [Place; 4],
    /// How many points of each line lie before and behind it, five at most.
    pub(crate) room: [(u8, u8); 4],
    /// A stone of either side here.
    pub(crate) keys: [Key; 2],
    /// The points within two points, or three along a line; itself among them.
    pub(crate) nearby: Cells,
}

impl Layout {
    /// The layout of a size, made once.
    pub(crate) fn of(size: Size) -> &'static Self {
        static LAYOUTS: [OnceLock<Layout>; Size::LARGEST + 1] =
            [const { OnceLock::new() }; Size::LARGEST + 1];
        LAYOUTS[size.rows()].get_or_init(|| Self::make(size))
    }

    #[inline]
    pub(crate) fn spot(&self, cell: Cell) -> &Spot {
        &self.spots[usize::from(cell)]
    }

    #[inline]
    pub(crate) fn point(&self, cell: Cell) -> Point {
        self.spot(cell).point
    }

    #[inline]
    pub(crate) fn cell(&self, point: Point) -> Cell {
        (point.row() * self.size.rows() + point.column()) as Cell
    }

    /// Calls `visit` with the points within five of a point on its four lines.
    pub(crate) fn around(&self, cell: Cell, mut visit: impl FnMut(Cell)) {
        for (d, &(before, behind)) in self.spot(cell).room.iter().enumerate() {
            for steps in -isize::from(before)..=isize::from(behind) {
                visit((cell as isize + steps * self.steps[d]) as Cell);
            }
        }
    }

    fn make(size: Size) -> Self {
        let rows = size.rows();
        let room = |point: Point, (dx, dy): (isize, isize), sign: isize| {
            let inside = |start: usize, step: isize, n: isize| {
                (0..rows as isize).contains(&(start as isize + sign * n * step))
            };
            (1..=5)
                .take_while(|&n| inside(point.column(), dx, n) && inside(point.row(), dy, n))
                .count() as u8
        };
        let spot = |point: Point| Spot {
            point,
            places: Direction::ALL.map(|direction| Place::of(point, direction)),
            room: Direction::ALL.map(|direction| {
                let step = direction.step();
                (room(point, step, -1), room(point, step, 1))
            }),
            keys: [0, 1].map(|side| Key::mixed(2 * point.index() as u64 + side + 0x60_0000)),
            nearby: nearby(size, point),
        };
        Self {
            size,
            count: size.points(),
            steps: Direction::ALL.map(|direction| {
                let (dx, dy) = direction.step();
                dx + dy * rows as isize
            }),
            spots: size.all().map(spot).collect(),
        }
    }
}

fn nearby(size: Size, point: Point) -> Cells {
    let mut cells = Cells::default();
    for other in size.all() {
        let dx = other.column().abs_diff(point.column());
        let dy = other.row().abs_diff(point.row());
        let in_line = dx == 0 || dy == 0 || dx == dy;
        if dx.max(dy) <= 2 || in_line && dx.max(dy) == 3 {
            cells.add((other.row() * size.rows() + other.column()) as Cell);
        }
    }
    cells
}
