//! The evaluation by hand: a sum of weights, each for something a player can see on the board.
//!
//! Every term has a number ([`terms`]) and two weights ([`HandWeights`]): one for the middle game and one
//! for the endgame, blended by what is left on the board.

pub(crate) mod terms;
mod attack_map;
mod fortress;
mod material;
mod palace;
mod pawns;
mod pieces;
mod threats;

use std::sync::{Arc, LazyLock};

use boyi_game::{Position, Side};
use boyi_xiangqi::{Board, Kind, Move, Piece, Square, Squares};

use super::strong::position::Evaluation;
use crate::weights::{LearnedWeights, read_i16s, write_i16s};
use attack_map::AttackMap;
use boyi_search::kernel::Value;
pub(crate) use material::Inventory;
use terms::Term;

/// A weight of the middle game and one of the endgame for every term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HandWeights(pub(crate) [[i16; 2]; terms::COUNT]);

impl LearnedWeights for HandWeights {
    const GAME: &'static str = "xiangqi";
    const KIND: &'static str = "hand";

    fn built_in_bytes() -> &'static [u8] {
        crate::files::program_file!("xiangqi-hand")
    }

    fn payload_size() -> usize {
        2 * 2 * terms::COUNT
    }

    fn decode(payload: &[u8]) -> Self {
        let mut weights = [[0; 2]; terms::COUNT];
        for (weight, number) in weights
            .as_flattened_mut()
            .iter_mut()
            .zip(read_i16s(payload))
        {
            *weight = number;
        }
        Self(weights)
    }

    fn encode(&self) -> Vec<u8> {
        write_i16s(self.0.as_flattened())
    }
}

/// A value of the middle game and one of the endgame, from red's view, in the halves of one word: one
/// addition adds both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tapered(i64);

impl Tapered {
    const fn new([middle, end]: [i16; 2]) -> Self {
        Self(((end as i64) << 32) + middle as i64)
    }

    #[inline]
    fn middle(self) -> i32 {
        self.0 as i32
    }

    /// What a negative lower half took away is given back by rounding.
    #[inline]
    fn end(self) -> i32 {
        ((self.0 + (1 << 31)) >> 32) as i32
    }
}

/// Weights as they are added up.
type Packed = [Tapered; terms::COUNT];

/// Adds weights of terms up, counted from red's view.
struct Sum<'a> {
    weights: &'a Packed,
    tapered: Tapered,
}

impl Sum<'_> {
    #[inline]
    fn add(&mut self, term: Term, count: i32) {
        self.tapered.0 += self.weights[term.0].0 * i64::from(count);
    }
}

/// The evaluation with its weights, which all threads of a search share.
#[derive(Clone, Debug)]
pub(crate) struct Hand {
    weights: Arc<Packed>,
    /// What is kept, for every position on the way to the present one.
    kept: Vec<Kept>,
}

/// With the weights that are built in.
impl Default for Hand {
    fn default() -> Self {
        static BUILT_IN: LazyLock<Hand> = LazyLock::new(|| Hand::new(&HandWeights::built_in()));
        BUILT_IN.clone()
    }
}

impl Hand {
    pub(crate) fn new(weights: &HandWeights) -> Self {
        Self {
            weights: Arc::new(weights.0.map(Tapered::new)),
            kept: Vec::new(),
        }
    }

    #[inline]
    fn sum(&self, tapered: Tapered) -> Sum<'_> {
        Sum {
            weights: &self.weights,
            tapered,
        }
    }
}

/// What is kept from move to move: material and squares of both sides, from red's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kept {
    placed: Tapered,
    /// What the pieces that are left are worth together.
    together: Tapered,
    inventory: Inventory,
    phase: i32,
}

impl Evaluation for Hand {
    fn begin(&mut self, board: &Board) {
        self.kept.clear();
        self.kept.push(self.fresh(board));
    }

    #[inline]
    fn make(&mut self, piece: Piece, mv: Move, captured: Option<Piece>) {
        let before = self.kept.last().expect("the search has begun");
        let mut sum = self.sum(before.placed);
        let sign = sign(piece.side);
        sum.add(terms::square(piece, mv.from), -sign);
        sum.add(terms::square(piece, mv.to), sign);
        let after = match captured {
            None => Kept {
                placed: sum.tapered,
                ..*before
            },
            Some(captured) => {
                sum.add(terms::square(captured, mv.to), sign);
                sum.add(terms::material(captured.kind), sign);
                self.with_inventory(sum.tapered, before.inventory.without(captured))
            }
        };
        self.kept.push(after);
    }

    #[inline]
    fn unmake(&mut self) {
        self.kept.pop();
    }

    fn evaluate(&mut self, board: &Board) -> Value {
        let kept = self.kept.last().expect("the search has begun");
        let mut sum = self.sum(kept.placed);
        sum.tapered.0 += kept.together.0;
        seen(board, &mut sum);
        let value = blend(sum.tapered.middle(), sum.tapered.end(), kept.phase);
        sign(board.turn()) * fortress::scaled(&kept.inventory, value)
    }
}

impl Hand {
    /// What a board is worth to the side to move.
    pub(crate) fn value_of(&mut self, board: &Board) -> Value {
        self.begin(board);
        self.evaluate(board)
    }

    fn fresh(&self, board: &Board) -> Kept {
        let mut sum = self.sum(Tapered::default());
        placed(board, &mut sum);
        self.with_inventory(sum.tapered, Inventory::of(board))
    }

    fn with_inventory(&self, placed: Tapered, inventory: Inventory) -> Kept {
        Kept {
            placed,
            together: self.together(&inventory),
            phase: inventory.phase(),
            inventory,
        }
    }

    fn together(&self, inventory: &Inventory) -> Tapered {
        let mut sum = self.sum(Tapered::default());
        material::count(inventory, &mut sum);
        sum.tapered
    }
}

/// Middle game and endgame by what is left.
#[inline]
fn blend(middle: i32, end: i32, phase: i32) -> i32 {
    (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE
}

/// The phase of the start.
pub(crate) const FULL_PHASE: i32 = 48;

/// +1 for red.
#[inline]
pub(crate) const fn sign(side: Side) -> i32 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

/// The terms that the search keeps from move to move: what stands where.
fn placed(board: &Board, tally: &mut Sum) {
    for square in Square::all() {
        if let Some(piece) = board.at(square) {
            tally.add(terms::square(piece, square), sign(piece.side));
            tally.add(terms::material(piece.kind), sign(piece.side));
        }
    }
}

/// The terms that are found anew each time.
#[inline]
fn seen(board: &Board, tally: &mut Sum) {
    let maps = [
        AttackMap::new(board, Side::First),
        AttackMap::new(board, Side::Second),
    ];
    for side in Side::BOTH {
        let view = View {
            board,
            side,
            own: &maps[side.index()],
            theirs: &maps[(!side).index()],
        };
        pieces::count(&view, tally);
        palace::count(&view, tally);
        pawns::count(&view, tally);
        threats::count(&view, tally);
    }
    tally.add(terms::TEMPO, sign(board.turn()));
}

/// The board as one side sees it.
struct View<'a> {
    board: &'a Board,
    side: Side,
    own: &'a AttackMap,
    theirs: &'a AttackMap,
}

impl View<'_> {
    #[inline]
    fn pieces(&self, kind: Kind) -> Squares {
        self.board.pieces(self.side, kind)
    }

    #[inline]
    fn enemies(&self, kind: Kind) -> Squares {
        self.board.pieces(!self.side, kind)
    }

    /// The side's own terms count for it, whoever that is.
    #[inline]
    fn sign(&self) -> i32 {
        sign(self.side)
    }
}

#[cfg(test)]
mod tests {
    use boyi_game::Random;
    use boyi_xiangqi::{Setup, fen};

    use super::*;

    #[test]
    fn what_is_kept_is_what_is_computed_from_nothing() {
        let mut random = Random::new(5);
        for _ in 0..20 {
            let mut board = Setup::start().board().expect("the start");
            let mut hand = Hand::default();
            hand.begin(&board);
            for _ in 0..150 {
                let mut moves = Vec::new();
                board.legal_moves(&mut moves);
                let Some(&mv) = random.choose(&moves) else {
                    break;
                };
                let piece = board.at(mv.from).expect("a piece");
                let captured = board.make(mv);
                hand.make(piece, mv, captured);
                assert_eq!(hand.kept.last(), Some(&hand.fresh(&board)));
            }
        }
    }

    #[test]
    fn both_sides_see_the_same_from_their_ends() {
        let pairs = [
            (
                "r1bakab1r/9/1cn3nc1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w",
                "1rbakabnr/9/2n1c2c1/p1p1p3p/6p2/2P6/P3P1P1P/1CN3NC1/9/R1BAKAB1R b",
            ),
            ("3k5/9/9/9/9/9/9/9/R8/4K4 w", "4k4/8r/9/9/9/9/9/9/9/5K3 b"),
        ];
        for (red, black) in pairs {
            let value = |text: &str| {
                let board = fen::read(text).expect("a FEN").board().expect("a board");
                Hand::default().value_of(&board)
            };
            assert_eq!(value(red), value(black), "{red}");
        }
    }
}
