//! The shapes along the border that the general evaluation knows: the same on every board of at least
//! 6 x 6. Sides of 6 cells are too short for one kind of them.
//!
//! A shape is a number to the base of three, a digit for each cell: 0 empty, 1 of the side to move, 2
//! of the other. Every corner is seen as if it were the top left one, along its row and along its
//! column.

use std::sync::LazyLock;

use boyi_reversi::Layout;
use boyi_reversi::discs::{Discs, Whose};

/// The block of 3 x 3 at a corner.
const BLOCK_CELLS: usize = 9;

/// Two rows of five at a corner.
const STRIP_CELLS: usize = 10;

/// Eight cells of an edge from a corner on, and the cell diagonal to the corner.
const EDGE_CELLS: usize = 9;

const BLOCKS: usize = 3usize.pow(BLOCK_CELLS as u32);
const STRIPS: usize = 3usize.pow(STRIP_CELLS as u32);
const EDGES: usize = 3usize.pow(EDGE_CELLS as u32);

/// Where the strips and edges begin in the list of all shapes.
const FIRST_STRIP: usize = BLOCKS;
const FIRST_EDGE: usize = BLOCKS + STRIPS;

/// All shapes of the three kinds.
pub const SHAPES: usize = BLOCKS + STRIPS + EDGES;

/// Shapes that a position shows: a block, two strips and two edges at each corner.
pub const SHOWN: usize = 20;

/// The shortest side of a board that shows shapes.
const LEAST_SIDE: usize = 6;

/// The shortest side of a board that shows an edge.
const LONG_SIDE: usize = 8;

/// Which shapes a position shows, in an order that is always the same.
pub type ShownShapes = [u32; SHOWN];

/// Whether a board is large enough for shapes.
pub(super) fn shows_shapes(layout: &Layout) -> bool {
    layout.rows().min(layout.cols()) >= LEAST_SIDE
}

/// What the bits of one side's discs add to a number, as they stand and mirrored.
struct Digits {
    block: [[u16; 512]; 2],
    strip: [[u16; 1024]; 2],
    edge: [[u16; 512]; 2],
}

static DIGITS: LazyLock<Box<Digits>> = LazyLock::new(|| {
    // The cells of a group of bits lie in a row, which a mirror turns round.
    let number = |bits: usize, cells: usize, group: usize, mirrored: bool| -> u16 {
        let digit = |at: usize| {
            let from = if mirrored && at / group * group + group <= cells {
                at / group * group + group - 1 - at % group
            } else {
                at
            };
            (bits >> from & 1) * 3usize.pow(at as u32)
        };
        (0..cells).map(digit).sum::<usize>() as u16
    };
    let mirrors = [false, true];
    Box::new(Digits {
        block: mirrors.map(|m| std::array::from_fn(|bits| number(bits, BLOCK_CELLS, 3, m))),
        strip: mirrors.map(|m| std::array::from_fn(|bits| number(bits, STRIP_CELLS, 5, m))),
        edge: mirrors.map(|m| std::array::from_fn(|bits| number(bits, EDGE_CELLS, 8, m))),
    })
});

/// One side's discs on the three lines beside each border, from the border inwards.
struct Borders {
    top: [u32; 3],
    bottom: [u32; 3],
    left: [u32; 2],
    right: [u32; 2],
}

impl Borders {
    #[inline]
    fn of<D: Discs>(discs: &D, whose: Whose, rows: usize, cols: usize) -> Self {
        let row = |at| discs.row(whose, at);
        let column = |at| discs.column(whose, at);
        Self {
            top: [row(0), row(1), row(2)],
            bottom: [row(rows - 1), row(rows - 2), row(rows - 3)],
            left: [column(0), column(1)],
            right: [column(cols - 1), column(cols - 2)],
        }
    }

    /// What this side's discs add to the number of each shape.
    #[inline]
    fn numbers(&self, digits: &Digits, rows: usize, cols: usize) -> ShownShapes {
        let mut numbers = [0; SHOWN];
        let mut next = 0;
        let mut push = |number: u16| {
            numbers[next] = u32::from(number);
            next += 1;
        };
        for (lines, far_down) in [(&self.top, 0), (&self.bottom, 1)] {
            for (sides, far_right) in [(&self.left, 0), (&self.right, 1)] {
                // The first or last cells of a line, so many of them.
                let across = |line: u32, cells: usize| {
                    line >> (far_right * (cols - cells)) & ((1 << cells) - 1)
                };
                let down = |line: u32, cells: usize| {
                    line >> (far_down * (rows - cells)) & ((1 << cells) - 1)
                };
                let block = |n: usize| across(lines[n], 3);
                push(digits.block[far_right][(block(0) | block(1) << 3 | block(2) << 6) as usize]);
                let diagonal = across(lines[1], 2) >> (1 - far_right) & 1;
                let strip = across(lines[0], 5) | across(lines[1], 5) << 5;
                push(digits.strip[far_right][strip as usize]);
                push(if cols < LONG_SIDE {
                    0
                } else {
                    digits.edge[far_right][(across(lines[0], 8) | diagonal << 8) as usize]
                });
                let strip = down(sides[0], 5) | down(sides[1], 5) << 5;
                push(digits.strip[far_down][strip as usize]);
                push(if rows < LONG_SIDE {
                    0
                } else {
                    digits.edge[far_down][(down(sides[0], 8) | diagonal << 8) as usize]
                });
            }
        }
        numbers
    }
}

/// Where the kind of each shown shape begins.
const FIRST: ShownShapes = {
    let mut first = [0; SHOWN];
    let mut at = 0;
    while at < SHOWN {
        first[at] = match at % 5 {
            0 => 0,
            1 | 3 => FIRST_STRIP as u32,
            _ => FIRST_EDGE as u32,
        };
        at += 1;
    }
    first
};

/// The shapes of a position on a board of this many rows and columns, which must be large enough.
#[inline]
pub(super) fn shapes_of<D: Discs>(discs: &D, rows: usize, cols: usize) -> ShownShapes {
    let digits = &**DIGITS;
    let mine = Borders::of(discs, Whose::Mover, rows, cols).numbers(digits, rows, cols);
    let theirs = Borders::of(discs, Whose::Other, rows, cols).numbers(digits, rows, cols);
    std::array::from_fn(|n| FIRST[n] + mine[n] + 2 * theirs[n])
}

/// How much more the cells of each shown shape are worth than a cell on average, in averages: of a
/// block the corner, of the others the cells on the edge.
pub(super) fn riches(layout: &Layout, mean: f32) -> [f32; SHOWN] {
    let (rows, cols) = (layout.rows(), layout.cols());
    let worth = |row: usize, col: usize| {
        layout
            .square(row, col)
            .map_or(0.0, |square| f32::from(layout.worth(square)))
    };
    let mut riches = [0.0; SHOWN];
    let mut next = 0;
    for bottom in [false, true] {
        for right in [false, true] {
            let at = |down: usize, across: usize| {
                worth(
                    if bottom { rows - 1 - down } else { down },
                    if right { cols - 1 - across } else { across },
                )
            };
            let row = |cells: usize| {
                let cells = cells.min(cols);
                (0..cells).map(|n| at(0, n)).sum::<f32>() / cells as f32
            };
            let column = |cells: usize| {
                let cells = cells.min(rows);
                (0..cells).map(|n| at(n, 0)).sum::<f32>() / cells as f32
            };
            for worth in [at(0, 0), row(5), row(8), column(5), column(8)] {
                riches[next] = worth / mean - 1.0;
                next += 1;
            }
        }
    }
    riches
}

/// For each shape the one that stands for it, and the sign of its worth: colours exchanged it is worth
/// the opposite, and a block is worth the same turned over its diagonal.
pub fn representatives() -> &'static [(u32, i8)] {
    static ALL: LazyLock<Vec<(u32, i8)>> = LazyLock::new(find_representatives);
    &ALL
}

fn find_representatives() -> Vec<(u32, i8)> {
    let kinds = [
        (0, BLOCKS, BLOCK_CELLS, true),
        (FIRST_STRIP, STRIPS, STRIP_CELLS, false),
        (FIRST_EDGE, EDGES, EDGE_CELLS, false),
    ];
    let mut all = Vec::with_capacity(SHAPES);
    for (first, count, cells, turns) in kinds {
        for shape in 0..count {
            let digit = |at: usize| shape / 3usize.pow(at as u32) % 3;
            let number = |digit: &dyn Fn(usize) -> usize| -> usize {
                (0..cells).map(|at| digit(at) * 3usize.pow(at as u32)).sum()
            };
            let exchanged = |digit: usize| (3 - digit) % 3;
            let turned = |at: usize| if turns { at % 3 * 3 + at / 3 } else { at };
            let alike = shape.min(number(&|at| digit(turned(at))));
            let opposite =
                number(&|at| exchanged(digit(at))).min(number(&|at| exchanged(digit(turned(at)))));
            all.push(match alike.cmp(&opposite) {
                std::cmp::Ordering::Less => ((first + alike) as u32, 1),
                std::cmp::Ordering::Greater => ((first + opposite) as u32, -1),
                std::cmp::Ordering::Equal => ((first + alike) as u32, 0),
            });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use boyi_game::{Position, Random};
    use boyi_reversi::{Grid, Move, Setup, Square, WideBoard};

    use super::*;

    /// The same numbers, read off cell by cell.
    fn slowly(board: &Grid) -> ShownShapes {
        let (rows, cols) = (board.layout().rows(), board.layout().cols());
        let mut shapes = Vec::new();
        for bottom in [false, true] {
            for right in [false, true] {
                let digit = |(down, across): (usize, usize)| {
                    let row = if bottom { rows - 1 - down } else { down };
                    let col = if right { cols - 1 - across } else { across };
                    match board.discs().get(Square::new(row, col).expect("a square")) {
                        None => 0,
                        Some(Whose::Mover) => 1,
                        Some(Whose::Other) => 2,
                    }
                };
                let number = |first: usize, cells: Vec<(usize, usize)>| {
                    let digits = cells.into_iter().map(digit).enumerate();
                    let sum: usize = digits.map(|(at, d)| d * 3usize.pow(at as u32)).sum();
                    (first + sum) as u32
                };
                let turned = |cells: &[(usize, usize)]| -> Vec<(usize, usize)> {
                    cells.iter().map(|&(a, b)| (b, a)).collect()
                };
                let block = (0..9).map(|n| (n / 3, n % 3)).collect();
                let strip: Vec<_> = (0..10).map(|n| (n / 5, n % 5)).collect();
                let mut edge: Vec<_> = (0..8).map(|n| (0, n)).collect();
                edge.push((1, 1));
                shapes.push(number(0, block));
                shapes.push(number(FIRST_STRIP, strip.clone()));
                let along = |side: usize, cells: Vec<(usize, usize)>| match side {
                    6 => FIRST_EDGE as u32,
                    _ => number(FIRST_EDGE, cells),
                };
                shapes.push(along(cols, edge.clone()));
                shapes.push(number(FIRST_STRIP, turned(&strip)));
                shapes.push(along(rows, turned(&edge)));
            }
        }
        shapes.try_into().expect("as many as are shown")
    }

    #[test]
    fn shapes_are_what_the_cells_say() {
        let mut random = Random::new(2);
        for (rows, cols) in [
            (6, 6),
            (8, 8),
            (6, 10),
            (10, 10),
            (8, 12),
            (16, 14),
            (20, 30),
        ] {
            let setup = Setup::start(Layout::othello(rows, cols).expect("a board"));
            let mut board = Grid::new(&setup).expect("fits");
            let mut moves = Vec::new();
            while board.outcome().is_none() {
                moves.clear();
                board.legal_moves(&mut moves);
                let mv: Move = *random.choose(&moves).expect("not over");
                board.make(mv);
                let expected = slowly(&board);
                assert_eq!(shapes_of(board.discs(), rows, cols), expected);
                if let Some(wide) = WideBoard::new(&board.setup()) {
                    assert_eq!(shapes_of(wide.discs(), rows, cols), expected);
                }
            }
        }
    }

    #[test]
    fn a_shape_and_its_opposite_have_one_representative() {
        let all = representatives();
        assert_eq!(all.len(), SHAPES);
        assert_eq!(
            (all[1], all[2]),
            ((1, 1), (1, -1)),
            "one disc in the corner"
        );
        assert_eq!(all[0], (0, 0), "an empty corner is worth nothing");
        for &(shape, sign) in all {
            assert_eq!(all[shape as usize], (shape, sign.abs()));
        }
    }
}
