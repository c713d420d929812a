//! The rules of reversi, written once for every board.

use std::fmt;
use std::sync::Arc;

use boyi_game::{Captures, Key, Outcome, PerSide, Position, Side};

use crate::discs::{Discs, Sides, SquareSet, Whose};
use crate::{Empties, Layout, Move, Setup, Square};

/// A position on a board stored as `D`: see [`Bitboard`](crate::Bitboard) and
/// [`Grid`](crate::Grid).
#[derive(Clone, PartialEq)]
pub struct Reversi<D: Discs> {
    discs: D,
    turn: Side,
    layout: Arc<Layout>,
}

impl<D: Discs> Reversi<D> {
    /// `None` where the board is too large for this kind of storage.
    pub fn new(setup: &Setup) -> Option<Self> {
        let mut discs = D::empty(&setup.layout)?;
        for square in setup.layout.squares() {
            if let Some(side) = setup.disc(square) {
                discs.put(square, whose(side, setup.turn));
            }
        }
        Some(Self {
            discs,
            turn: setup.turn,
            layout: Arc::clone(&setup.layout),
        })
    }

    /// The position as it would be written down.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty(Layout::clone(&self.layout));
        setup.turn = self.turn;
        for square in self.layout.squares() {
            setup.set(square, self.disc(square));
        }
        setup
    }

    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The discs, for evaluations.
    #[inline]
    pub fn discs(&self) -> &D {
        &self.discs
    }

    pub fn disc(&self, square: Square) -> Option<Side> {
        Some(match self.discs.get(square)? {
            Whose::Mover => self.turn,
            Whose::Other => !self.turn,
        })
    }

    /// What the cells under each side's discs are worth, empties not counted.
    pub fn worth(&self) -> PerSide<i32> {
        PerSide::new(Side::First, Side::Second).map(|side| self.discs.worth(whose(side, self.turn)))
    }

    /// The points each side would be given if the game ended now, by the layout's rule for empties.
    pub fn points(&self) -> PerSide<i32> {
        let mut points = self.worth();
        let [first, second] = [points[Side::First], points[Side::Second]];
        if self.layout.empties() == Empties::ToWinner
            && let Outcome::Win(winner) = Outcome::by_points(first, second)
        {
            let all: i32 = self
                .layout
                .squares()
                .map(|square| i32::from(self.layout.worth(square)))
                .sum();
            points[winner] += all - first - second;
        }
        points
    }

    #[inline]
    fn can_place(&self, whose: Whose) -> bool {
        !self.discs.placements(whose).is_empty()
    }
}

/// Whose discs those of `side` are when it is the turn of `turn`.
fn whose(side: Side, turn: Side) -> Whose {
    if side == turn {
        Whose::Mover
    } else {
        Whose::Other
    }
}

impl<D: Discs> Position for Reversi<D> {
    type Move = Move;
    type Undo = Sides<D>;

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn key(&self) -> Key {
        match self.turn {
            Side::First => self.discs.key(),
            Side::Second => self.discs.key() ^ Key(0x5EC0_4D51_DE70_F1A9),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.can_place(Whose::Mover) || self.can_place(Whose::Other) {
            return None;
        }
        let worth = self.worth();
        Some(Outcome::by_points(worth[Side::First], worth[Side::Second]))
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        let placements = self.discs.placements(Whose::Mover);
        if placements.is_empty() {
            if self.can_place(Whose::Other) {
                moves.push(Move::Pass);
            }
            return;
        }
        placements.each(|square| moves.push(Move::Place(square)));
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Sides<D> {
        let undo = match mv {
            Move::Pass => self.discs.pass(),
            Move::Place(square) => self.discs.place(square),
        };
        self.turn = !self.turn;
        undo
    }

    #[inline]
    fn unmake(&mut self, _mv: Move, undo: Sides<D>) {
        self.turn = !self.turn;
        self.discs.undo(undo);
    }

    fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Pass => !self.can_place(Whose::Mover) && self.can_place(Whose::Other),
            Move::Place(square) => {
                self.layout.contains(square)
                    && self.discs.get(square).is_none()
                    && !self.discs.flips(square).is_empty()
            }
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        match self.discs.placements(Whose::Mover).count() {
            0 => usize::from(self.can_place(Whose::Other)),
            moves => moves as usize,
        }
    }
}

impl<D: Discs> Captures for Reversi<D> {
    /// Taking a corner: it cannot be undone, and evaluations without it in sight are worthless.
    fn captures(&self, moves: &mut Vec<Move>) {
        let (rows, cols) = (self.layout.rows(), self.layout.cols());
        let corners = [(0, 0), (0, cols - 1), (rows - 1, 0), (rows - 1, cols - 1)];
        for (row, col) in corners {
            if let Some(corner) = Square::new(row, col)
                && self.is_legal(Move::Place(corner))
            {
                moves.push(Move::Place(corner));
            }
        }
    }
}

impl<D: Discs> fmt::Debug for Reversi<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::position_text(&self.setup()))
    }
}
