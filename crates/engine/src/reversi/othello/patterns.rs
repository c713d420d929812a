//! The shapes an evaluation looks at: corners, edges, rows and diagonals, as numbers to base 3.
//!
//! A square counts -1, 0 or +1 for theirs, empty, mine, so that a shape seen by the other side is
//! simply its negative. A move adds one row of numbers for the disc and one for each flipped disc;
//! all shapes follow at once, sixteen to a register.

use std::sync::LazyLock;

use super::board::{Board, each};

/// Shapes on the board, each with its place.
pub const INSTANCES: usize = 46;

/// Instances rounded up to whole registers.
pub(super) const LANES: usize = 48;

/// The squares of one instance of each kind, the first with weight 1, the next 3, and so on.
const KINDS: [&[&str]; 11] = [
    &["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"],
    &["a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2"],
    &["b2", "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "g2"],
    &["a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"],
    &["a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3"],
    &["a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4"],
    &["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"],
    &["b1", "c2", "d3", "e4", "f5", "g6", "h7"],
    &["c1", "d2", "e3", "f4", "g5", "h6"],
    &["d1", "e2", "f3", "g4", "h5"],
    &["e1", "f2", "g3", "h4"],
];

/// The number of kinds of shapes.
pub const KIND_COUNT: usize = KINDS.len();

/// Everything that follows from the shapes.
pub struct Geometry {
    pub kind: [usize; INSTANCES],
    /// Where the kind of every instance begins in a table of all kinds, moved to its middle: add the
    /// instance's number. Lanes without an instance point behind all kinds.
    pub base: [i32; LANES],
    /// Numbers of one kind, and where each begins in a table of all kinds.
    pub sizes: [usize; KIND_COUNT],
    /// Where each kind begins.
    pub offsets: [usize; KIND_COUNT],
    /// All numbers of all kinds together.
    pub total: usize,
    /// For every number of every kind: which of the weights it shares with its mirror image.
    pub shared: Vec<u32>,
    /// How many different weights there are.
    pub weights: usize,
    placed: [Shapes; 64],
    flipped: [Shapes; 64],
}

/// One number for each instance, as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Shapes(pub [i16; LANES]);

/// The shapes, worked out once.
pub static GEOMETRY: LazyLock<Geometry> = LazyLock::new(Geometry::new);

impl Shapes {
    /// The shapes of a board.
    pub fn of(board: Board, geometry: &Geometry) -> Self {
        let mut shapes = Self([0; LANES]);
        each(board.mine, |at| shapes.add(&geometry.placed[at as usize]));
        each(board.theirs, |at| {
            shapes.subtract(&geometry.placed[at as usize]);
        });
        shapes
    }

    /// The shapes after a move, seen by the other side.
    #[inline]
    pub fn after(&self, at: u32, flips: u64, geometry: &Geometry) -> Self {
        let mut shapes = *self;
        shapes.add(&geometry.placed[at as usize]);
        each(flips, |at| shapes.add(&geometry.flipped[at as usize]));
        shapes.passed()
    }

    /// The same shapes seen by the other side.
    #[inline]
    pub fn passed(&self) -> Self {
        Self(self.0.map(i16::wrapping_neg))
    }

    #[inline]
    fn add(&mut self, other: &Self) {
        for (lane, more) in self.0.iter_mut().zip(&other.0) {
            *lane = lane.wrapping_add(*more);
        }
    }

    fn subtract(&mut self, other: &Self) {
        for (lane, less) in self.0.iter_mut().zip(&other.0) {
            *lane = lane.wrapping_sub(*less);
        }
    }
}

impl Geometry {
    fn new() -> Self {
        let sizes = KINDS.map(|kind| 3usize.pow(kind.len() as u32));
        let mut offsets = [0; KIND_COUNT];
        for kind in 1..KIND_COUNT {
            offsets[kind] = offsets[kind - 1] + sizes[kind - 1];
        }
        let total = offsets[KIND_COUNT - 1] + sizes[KIND_COUNT - 1];

        let mut placed = [Shapes([0; LANES]); 64];
        let mut kinds = Vec::new();
        let mut shared = vec![0; total];
        let mut weights = 0;
        for (kind, names) in KINDS.iter().enumerate() {
            let squares: Vec<u32> = names.iter().map(|name| number(name)).collect();
            let mut seen: Vec<Vec<u32>> = Vec::new();
            for which in 0..8 {
                let image: Vec<u32> = squares.iter().map(|&at| mirrored(at, which)).collect();
                let same = |other: &Vec<u32>| sorted(other) == sorted(&image);
                if seen.iter().any(same) {
                    continue;
                }
                let mut weight = 1i16;
                for &at in &image {
                    placed[at as usize].0[kinds.len()] = weight;
                    weight = weight.wrapping_mul(3);
                }
                kinds.push(kind);
                seen.push(image);
            }
            // The image of the shape that lies on the shape itself, if there is one.
            let mirror = (1..8)
                .map(|which| {
                    squares
                        .iter()
                        .map(|&at| mirrored(at, which))
                        .collect::<Vec<_>>()
                })
                .find(|image| *image != squares && sorted(image) == sorted(&squares));
            let order: Vec<usize> = match mirror {
                Some(image) => image
                    .iter()
                    .map(|at| squares.iter().position(|other| other == at).unwrap_or(0))
                    .collect(),
                None => (0..squares.len()).collect(),
            };
            for index in 0..sizes[kind] {
                let other = permuted(index, &order);
                shared[offsets[kind] + index] = if other < index {
                    shared[offsets[kind] + other]
                } else {
                    weights += 1;
                    weights - 1
                };
            }
        }
        let kind: [usize; INSTANCES] = kinds.try_into().expect("as many instances as counted");
        let mut base = [total as i32; LANES];
        for (base, &kind) in base.iter_mut().zip(&kind) {
            *base = (offsets[kind] + sizes[kind] / 2) as i32;
        }
        let flipped = placed.map(|shapes| Shapes(shapes.0.map(|lane| lane.wrapping_mul(2))));
        Self {
            kind,
            base,
            sizes,
            offsets,
            total,
            shared,
            weights: weights as usize,
            placed,
            flipped,
        }
    }
}

fn number(name: &str) -> u32 {
    let name = name.as_bytes();
    u32::from(name[0] - b'a') + 8 * u32::from(name[1] - b'1')
}

/// The same numbering of images as [`Board::image`].
fn mirrored(at: u32, which: usize) -> u32 {
    Board {
        mine: 1 << at,
        theirs: 0,
    }
    .image(which)
    .mine
    .trailing_zeros()
}

fn sorted(squares: &[u32]) -> Vec<u32> {
    let mut squares = squares.to_vec();
    squares.sort_unstable();
    squares
}

/// The number whose digit `n` is digit `order[n]` of `index`.
fn permuted(index: usize, order: &[usize]) -> usize {
    let digit = |n: usize| index / 3usize.pow(n as u32) % 3;
    order
        .iter()
        .rev()
        .fold(0, |sum, &from| sum * 3 + digit(from))
}

#[cfg(test)]
mod tests {
    use boyi_game::Random;

    use super::*;

    #[test]
    fn shapes_follow_the_moves() {
        let geometry = &*GEOMETRY;
        let mut random = Random::new(3);
        for _ in 0..50 {
            let mut board = Board::START;
            let mut shapes = Shapes::of(board, geometry);
            while !board.is_over() {
                let mut moves = Vec::new();
                each(board.moves(), |at| moves.push(at));
                if let Some(&at) = random.choose(&moves) {
                    let flips = board.flips(at);
                    shapes = shapes.after(at, flips, geometry);
                    board = board.after(at, flips);
                } else {
                    shapes = shapes.passed();
                    board = board.passed();
                }
                assert_eq!(shapes, Shapes::of(board, geometry));
            }
        }
    }

    /// However the board is turned, the same weights are used.
    #[test]
    fn images_share_their_weights() {
        let geometry = &*GEOMETRY;
        let used = |board: Board| {
            let shapes = Shapes::of(board, geometry);
            let mut used: Vec<u32> = (0..INSTANCES)
                .map(|n| geometry.shared[(geometry.base[n] + i32::from(shapes.0[n])) as usize])
                .collect();
            used.sort_unstable();
            used
        };
        let mut random = Random::new(4);
        for _ in 0..200 {
            let mine = random.bits();
            let board = Board {
                mine,
                theirs: random.bits() & !mine,
            };
            for which in 1..8 {
                assert_eq!(used(board.image(which)), used(board));
            }
        }
        assert_eq!(geometry.weights, 113_877);
    }
}
