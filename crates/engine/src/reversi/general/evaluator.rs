//! What a position on any board is worth, in sixteenths of a point: shapes along the border, mobility,
//! stable cells and points held, each with weights for the part of the game, the features also for the
//! size of the board.
//!
//! Weights are in hundredths of the board and the points of all cells, so that a board of nines is
//! played like a board of ones; what a cell is worth more or less than the average counts on its own.

use std::sync::Arc;

use boyi_reversi::discs::{Discs, SquareSet, Whose};
use boyi_reversi::{Layout, Square};

use super::shapes::{SHOWN, ShownShapes, riches, shapes_of, shows_shapes};
use super::weights::{BoardWeights, SHAPE_UNIT};
use crate::reversi::othello::{Board, Evaluation, UNIT};

/// Features of a position, each mine minus theirs but for moves into corners: whose turn it is decides
/// what those are worth.
pub const FEATURES: usize = 16;

/// Classes of size: 8 x 8, which the evaluation of Othello knows; others of up to 10 x 10, up to 12 x 12,
/// larger; and narrow ones with a side of 4, which show no shapes, and of 6, which show fewer.
pub const SIZE_CLASSES: usize = 6;

/// Parts of the game with weights of their own, in between they are interpolated.
pub const STAGES: usize = 4;

/// The share of the board that is taken at each stage; before the first, what holds there.
const TAKEN_AT: [f32; STAGES] = [0.3, 0.6, 0.85, 1.0];

/// Parts of a point that values count in.
pub(super) const POINT: i32 = 16;

/// What the danger of being wiped out costs a side with 0, 1, 2, … discs, in units. By hand: it is too
/// rare to be learned, and neither shapes nor mobility tell; without it games were lost to chance.
const DANGER: [f32; 4] = [40.0, 20.0, 8.0, 3.0];

/// The same on boards with a side longer than [`SHORT_SIDE`], where a handful of discs among hundreds is
/// lost within a few plies: it fades by a factor of e with every so many discs.
const LONG_DANGER: f32 = 40.0;
const LONG_DANGER_FADES: f32 = 5.0;

/// Discs from which nobody on such a board is in danger.
const SAFE_ON_LONG: usize = 30;

/// The longest side of a board on which a few discs are seldom lost.
const SHORT_SIDE: usize = 12;

/// Parts that the riches of shapes are counted in.
const RICHES_UNIT: f32 = 32.0;

/// The class of a board's size.
pub fn size_class(layout: &Layout) -> usize {
    match (
        layout.rows().min(layout.cols()),
        layout.rows() * layout.cols(),
    ) {
        (..6, _) => 4,
        (6, _) => 5,
        _ if is_othello_sized(layout) => 0,
        (_, 0..=100) => 1,
        (_, 101..=144) => 2,
        _ => 3,
    }
}

fn is_othello_sized(layout: &Layout) -> bool {
    (layout.rows(), layout.cols()) == (8, 8)
}

/// What it costs a side to have so few discs.
fn danger(layout: &Layout) -> Vec<f32> {
    if layout.rows().max(layout.cols()) <= SHORT_SIDE {
        return DANGER.to_vec();
    }
    let faded = |discs: usize| LONG_DANGER * (-(discs as f32) / LONG_DANGER_FADES).exp();
    (0..SAFE_ON_LONG)
        .map(|discs| faded(discs).max(DANGER.get(discs).copied().unwrap_or_default()))
        .collect()
}

/// How far the game has gone: the shares of the stages.
pub type StageShares = [f32; STAGES];

/// An evaluation made ready for one board.
pub struct BoardEvaluator<D: Discs> {
    rows: usize,
    cols: usize,
    corners: D::Set,
    /// The cells of the edges without the corners whose worth has a bit set, with what the bit counts.
    edges: Vec<(D::Set, f32)>,
    edge: D::Set,
    /// The average worth of a cell.
    mean: f32,
    cells: u32,
    /// From units to sixteenths of a point.
    scale: f32,
    features: [[f32; FEATURES]; STAGES],
    /// `None` on boards that are too small for them.
    shapes: Option<Shapes>,
    /// The evaluation of Othello where it knows the board. It is unpacked when it is asked for first,
    /// which must not be in the time for a move.
    othello: Option<Arc<Evaluation>>,
    /// By the discs that a side has left.
    danger: Vec<f32>,
}

/// The worth of shapes and how rich each of them is on this board.
struct Shapes {
    weights: Arc<BoardWeights>,
    riches: [i16; SHOWN],
}

impl<D: Discs> BoardEvaluator<D> {
    /// An evaluation for this board by these weights.
    pub fn new(layout: &Layout, weights: Arc<BoardWeights>) -> Self {
        let (rows, cols) = (layout.rows(), layout.cols());
        let total: i32 = layout
            .squares()
            .map(|square| i32::from(layout.worth(square)))
            .sum();
        let cells = (rows * cols) as u32;
        let mean = (total as f32 / cells as f32).max(0.1);
        let is_corner = |square: &Square| {
            (square.row() == 0 || square.row() == rows - 1)
                && (square.col() == 0 || square.col() == cols - 1)
        };
        let is_edge = |square: &Square| {
            !is_corner(square)
                && (square.row() == 0
                    || square.col() == 0
                    || square.row() == rows - 1
                    || square.col() == cols - 1)
        };
        let plane = |bit: u32| {
            let is_in = |square: &Square| is_edge(square) && layout.worth(*square) >> bit & 1 == 1;
            let set = D::set(layout.squares().filter(is_in));
            (!set.is_empty()).then_some((set, (1 << bit) as f32))
        };
        let riches =
            || riches(layout, mean).map(|rich| (rich * RICHES_UNIT).clamp(-1024.0, 1024.0) as i16);
        Self {
            rows,
            cols,
            corners: D::set(layout.squares().filter(is_corner)),
            edges: (0..u8::BITS).filter_map(plane).collect(),
            edge: D::set(layout.squares().filter(is_edge)),
            mean,
            cells,
            scale: mean * cells as f32 / 100.0 * POINT as f32,
            features: weights.features[size_class(layout)],
            shapes: shows_shapes(layout).then(|| Shapes {
                riches: riches(),
                weights,
            }),
            othello: is_othello_sized(layout).then(Evaluation::embedded),
            danger: danger(layout),
        }
    }

    /// What can be seen of a position apart from shapes, mine minus theirs. `placements` are those of
    /// the side to move.
    #[inline]
    pub fn features(&self, discs: &D, placements: &D::Set) -> [f32; FEATURES] {
        let (mine, theirs) = (discs.held(Whose::Mover), discs.held(Whose::Other));
        let per_hundred = 100.0 / self.cells as f32;
        let per_mean = 1.0 / self.mean;
        let replies = discs.placements(Whose::Other);
        let (own_moves, other_moves) = (placements.count() as f32, replies.count() as f32);
        let own_open = discs.beside(Whose::Other).count() as f32;
        let other_open = discs.beside(Whose::Mover).count() as f32;
        let (own_discs, other_discs) = (mine.count() as f32, theirs.count() as f32);
        let lead = |set: &D::Set| mine.count_common(set) as f32 - theirs.count_common(set) as f32;
        let taken = self.corners.count_common(&mine) + self.corners.count_common(&theirs);
        let (mut stable, mut stable_worth) = (0.0, 0.0);
        if taken > 0 {
            let (own, other) = (discs.stable(Whose::Mover), discs.stable(Whose::Other));
            stable = own.count() as f32 - other.count() as f32;
            stable_worth = (discs.worth_of(&own) - discs.worth_of(&other)) as f32 * per_mean;
        }
        let edge_worth: f32 = self.edges.iter().map(|(set, bit)| bit * lead(set)).sum();
        let points = (discs.worth_of(&mine) - discs.worth_of(&theirs)) as f32 * per_mean;
        let to_take = (discs.worth_of(placements) - discs.worth_of(&replies)) as f32 * per_mean;
        let (own_inner, other_inner) = (discs.inner(Whose::Mover), discs.inner(Whose::Other));
        let inner = own_inner.count() as f32 - other_inner.count() as f32;
        let inner_worth =
            (discs.worth_of(&own_inner) - discs.worth_of(&other_inner)) as f32 * per_mean;
        let empties = self.cells - (own_discs + other_discs) as u32;
        let othello = self.othello.as_ref().map_or(0.0, |evaluation| {
            let word = |whose| {
                (0..8).fold(0, |word, row| {
                    word | u64::from(discs.row(whose, row)) << (8 * row)
                })
            };
            let board = Board {
                mine: word(Whose::Mover),
                theirs: word(Whose::Other),
            };
            evaluation.fine(board) as f32 / UNIT as f32
        });
        [
            1.0,
            (own_moves - other_moves) / (own_moves + other_moves + 4.0) * 16.0,
            (own_open - other_open) / (own_open + other_open + 8.0) * 16.0,
            stable * per_hundred,
            (stable_worth - stable) * per_hundred,
            (edge_worth * per_mean - lead(&self.edge)) * per_hundred,
            (points - (own_discs - other_discs)) * per_hundred,
            (own_discs - other_discs) * per_hundred,
            (to_take - (own_moves - other_moves)) * per_hundred,
            if empties % 2 == 1 { 1.0 } else { -1.0 },
            lead(&self.corners),
            othello,
            self.corners.count_common(placements) as f32,
            -(self.corners.count_common(&replies) as f32),
            inner * per_hundred,
            (inner_worth - inner) * per_hundred,
        ]
    }

    /// The shapes of a position, where the board shows any.
    #[inline]
    pub fn shapes(&self, discs: &D) -> Option<ShownShapes> {
        self.shapes
            .as_ref()
            .map(|_| shapes_of(discs, self.rows, self.cols))
    }

    /// How rich the shapes are on this board, in averages of a cell.
    pub fn riches(&self) -> Option<[f32; SHOWN]> {
        let riches = self.shapes.as_ref()?.riches;
        Some(riches.map(|rich| f32::from(rich) / RICHES_UNIT))
    }

    /// How far the game has gone.
    #[inline]
    pub fn stage(&self, discs: &D) -> StageShares {
        let taken = discs.held(Whose::Mover).count() + discs.held(Whose::Other).count();
        let taken = (taken as f32 / self.cells as f32).clamp(TAKEN_AT[0], TAKEN_AT[STAGES - 1]);
        let next = TAKEN_AT
            .iter()
            .position(|&at| taken < at)
            .unwrap_or(STAGES - 1)
            .max(1);
        let (from, to) = (TAKEN_AT[next - 1], TAKEN_AT[next]);
        let gone = (taken - from) / (to - from);
        let mut shares = [0.0; STAGES];
        (shares[next - 1], shares[next]) = (1.0 - gone, gone);
        shares
    }

    /// What one hundredth of the board is worth, in points.
    pub fn unit_in_points(&self) -> f32 {
        self.scale / POINT as f32
    }

    /// The same in sixteenths of a point.
    pub(super) fn unit(&self) -> i32 {
        self.scale.max(1.0) as i32
    }

    /// Whether a side has so few discs that it may soon have none.
    #[inline]
    pub(super) fn is_in_danger(discs: &D) -> bool {
        let few = |whose| (discs.held(whose).count() as usize) < DANGER.len();
        few(Whose::Mover) || few(Whose::Other)
    }

    /// The value for the side to move, in sixteenths of a point; `placements` are its moves.
    #[inline]
    pub(super) fn value(&self, discs: &D, placements: &D::Set) -> i32 {
        let features = self.features(discs, placements);
        let shares = self.stage(discs);
        let shapes = self.shapes.as_ref().map_or([0.0; STAGES], |shapes| {
            shapes.sum(&shapes_of(discs, self.rows, self.cols))
        });
        let mut value = 0.0;
        for stage in 0..STAGES {
            let weights = &self.features[stage];
            let sum: f32 = (0..FEATURES).map(|n| weights[n] * features[n]).sum();
            value += shares[stage] * (sum + shapes[stage]);
        }
        let danger = |whose| {
            self.danger
                .get(discs.held(whose).count() as usize)
                .unwrap_or(&0.0)
        };
        value += danger(Whose::Other) - danger(Whose::Mover);
        // Never more than the whole board.
        (value.clamp(-100.0, 100.0) * self.scale) as i32
    }
}

impl Shapes {
    /// In units, for each stage.
    #[inline]
    fn sum(&self, shown: &ShownShapes) -> [f32; STAGES] {
        let worths = &self.weights.shapes[..];
        let mut sums = [0i32; STAGES];
        for (&shape, &rich) in shown.iter().zip(&self.riches) {
            let worth = &worths[shape as usize];
            for (stage, sum) in sums.iter_mut().enumerate() {
                *sum += i32::from(worth[2 * stage]) * RICHES_UNIT as i32
                    + i32::from(worth[2 * stage + 1]) * i32::from(rich);
            }
        }
        std::array::from_fn(|stage| sums[stage] as f32 / (SHAPE_UNIT * RICHES_UNIT))
    }
}

#[cfg(test)]
mod tests {
    use boyi_game::{Position, Random};
    use boyi_reversi::{Lanes, Setup, WideBoard};

    use super::super::weights::embedded_weights;
    use super::*;

    fn value(board: &WideBoard) -> i32 {
        let evaluator = BoardEvaluator::<Lanes>::new(board.layout(), embedded_weights());
        let discs = board.discs();
        evaluator.value(discs, &discs.placements(Whose::Mover))
    }

    #[test]
    fn a_board_of_nines_is_judged_like_a_board_of_ones() {
        let board = |worth| {
            let layout = Layout::weighted(10, 10, |_| worth).expect("a board");
            WideBoard::new(&Setup::start(layout)).expect("fits")
        };
        let (mut ones, mut nines) = (board(1), board(9));
        let mut random = Random::new(6);
        let mut moves = Vec::new();
        for _ in 0..70 {
            moves.clear();
            ones.legal_moves(&mut moves);
            let Some(&mv) = random.choose(&moves) else {
                break;
            };
            ones.make(mv);
            nines.make(mv);
            let (one, nine) = (value(&ones), value(&nines));
            assert!((nine - 9 * one).abs() <= 18, "{one} {nine} {ones:?}");
        }
    }

    #[test]
    fn a_handful_of_discs_is_in_more_danger_on_a_long_board() {
        let danger = |rows, cols| danger(&Layout::othello(rows, cols).expect("a board"));
        let (short, long) = (danger(12, 12), danger(6, 14));
        assert!(short.iter().zip(&long).all(|(short, long)| short <= long));
        assert!(short.get(6).is_none() && long[6] > 1.0);
        assert!(long.is_sorted_by(|more, less| more > less));
    }

    #[test]
    fn mirror_images_are_worth_the_same() {
        fn image(board: &WideBoard, map: impl Fn(Square) -> Option<Square>) -> WideBoard {
            let setup = board.setup();
            let map = |square| map(square).expect("on the board");
            let layout = Layout::weighted(12, 12, |square| setup.layout.worth(map(square)));
            let mut image = Setup::empty(layout.expect("a board"));
            image.turn = setup.turn;
            for square in setup.layout.squares() {
                image.set(square, setup.disc(map(square)));
            }
            WideBoard::new(&image).expect("fits")
        }
        let mut random = Random::new(7);
        let layout = Layout::weighted(12, 12, |_| 1 + random.below(9) as u8).expect("a board");
        let mut board = WideBoard::new(&Setup::start(layout)).expect("fits");
        let mut moves = Vec::new();
        while board.outcome().is_none() {
            moves.clear();
            board.legal_moves(&mut moves);
            board.make(*random.choose(&moves).expect("not over"));
            let mirrored = image(&board, |at| Square::new(at.row(), 11 - at.col()));
            let turned = image(&mirrored, |at| Square::new(at.col(), at.row()));
            for image in [mirrored, turned] {
                assert!((value(&image) - value(&board)).abs() <= 1, "{board:?}");
            }
        }
    }
}
