//! Pieces on the board and how they move: the part of the rules that needs no past.
//!
//! A [`Board`] is a [`Position`] by itself, in which only mate and stalemate end the game. That is
//! what perft counts; [`Xiangqi`](crate::Xiangqi) adds repetition and draws.

use boyi_game::{Captures, Key, Outcome, Position, Side};

use crate::attacks::{self, Occupied};
use crate::{Kind, Move, Piece, Square, Squares};

/// What stands where, and whose turn it is. Both generals are always there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    cells: [Option<Piece>; Square::COUNT],
    kinds: [Squares; 7],
    sides: [Squares; 2],
    pub(crate) occupied: Occupied,
    turn: Side,
    key: Key,
}

/// The key of the side to move, apart from those of the pieces.
const TURN_KEY: Key = Key::mixed(1 << 20);

/// One key a piece and point.
static PIECE_KEYS: [[[Key; Square::COUNT]; 7]; 2] = piece_keys();

impl Board {
    /// A board from pieces that were checked: see [`Setup`](crate::Setup).
    pub(crate) fn new(cells: [Option<Piece>; Square::COUNT], turn: Side) -> Self {
        let mut board = Self {
            cells: [None; Square::COUNT],
            kinds: [Squares::NONE; 7],
            sides: [Squares::NONE; 2],
            occupied: Occupied::default(),
            turn,
            key: match turn {
                Side::First => Key(0),
                Side::Second => TURN_KEY,
            },
        };
        for square in Square::all() {
            if let Some(piece) = cells[square.index()] {
                board.put(square, piece);
            }
        }
        board
    }

    /// A board of these pieces, for programs that make positions by the million: `None` where a point
    /// is taken twice or a side has not exactly one general. Everything else is the caller's business;
    /// positions from outside go through [`Setup`](crate::Setup).
    pub fn of_pieces(pieces: &[(Square, Piece)], turn: Side) -> Option<Self> {
        let mut cells = [None; Square::COUNT];
        let mut generals = [0; 2];
        for &(square, piece) in pieces {
            if cells[square.index()].replace(piece).is_some() {
                return None;
            }
            generals[piece.side.index()] += i32::from(piece.kind == Kind::General);
        }
        (generals == [1; 2]).then(|| Self::new(cells, turn))
    }

    #[inline]
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.cells[square.index()]
    }

    #[inline]
    pub fn of_side(&self, side: Side) -> Squares {
        self.sides[side.index()]
    }

    #[inline]
    pub fn pieces(&self, side: Side, kind: Kind) -> Squares {
        self.kinds[kind as usize] & self.sides[side.index()]
    }

    /// The pieces of a kind, of both sides.
    #[inline]
    pub fn kind(&self, kind: Kind) -> Squares {
        self.kinds[kind as usize]
    }

    /// The key of one piece on one point: the key of a board is made of these.
    #[inline]
    pub fn piece_key(piece: Piece, square: Square) -> Key {
        PIECE_KEYS[piece.side.index()][piece.kind as usize][square.index()]
    }

    /// The key of the board after a move: known before it is made, so that what a table holds for it
    /// can be fetched meanwhile.
    #[inline]
    pub fn key_after(&self, mv: Move) -> Key {
        let mut key = self.key ^ TURN_KEY;
        if let Some(piece) = self.at(mv.from) {
            key ^= Self::piece_key(piece, mv.from) ^ Self::piece_key(piece, mv.to);
        }
        if let Some(captured) = self.at(mv.to) {
            key ^= Self::piece_key(captured, mv.to);
        }
        key
    }

    /// The points that are taken.
    #[inline]
    pub fn occupied(&self) -> Occupied {
        self.occupied
    }

    /// Hands the turn over without a move, for searches that ask what happens if nothing is done.
    #[inline]
    pub fn pass(&mut self) {
        self.set_turn(!self.turn);
    }

    /// Where a side's general stands.
    #[inline]
    pub fn general(&self, side: Side) -> Square {
        self.pieces(side, Kind::General)
            .first()
            .expect("both generals are on the board")
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers(self.turn).exist()
    }

    /// The pieces that attack the general of `side`; a general seen along an open file is one.
    #[inline]
    pub fn checkers(&self, side: Side) -> Squares {
        self.attackers_of_general(self.general(side), !side, self.occupied, !Squares::NONE)
    }

    /// Whether anything is left that can cross the river: without it nobody can win.
    pub fn can_be_won(&self) -> bool {
        [Kind::Rook, Kind::Horse, Kind::Cannon, Kind::Pawn]
            .iter()
            .any(|&kind| self.kinds[kind as usize].exist())
    }

    /// The enemy pieces that `side` could capture were it to move, own general's safety aside.
    pub fn within_reach(&self, side: Side) -> Squares {
        let mut reached = Squares::NONE;
        for kind in Kind::ALL {
            for square in self.pieces(side, kind) {
                reached |= self.reach(square, Piece { side, kind });
            }
        }
        reached & self.of_side(!side)
    }

    /// The points a piece on `square` can go to or capture on, own general's safety aside.
    #[inline]
    pub fn reach(&self, square: Square, piece: Piece) -> Squares {
        let taken = self.occupied.squares();
        let reach = match piece.kind {
            Kind::General => attacks::general(square),
            Kind::Advisor => attacks::advisor(square),
            Kind::Elephant => attacks::elephant(square, taken),
            Kind::Horse => attacks::horse(square, taken),
            Kind::Rook => attacks::rook(square, self.occupied),
            Kind::Cannon => {
                (attacks::rook(square, self.occupied) & !taken)
                    | attacks::cannon_captures(square, self.occupied)
            }
            Kind::Pawn => attacks::pawn(piece.side, square),
        };
        reach & !self.of_side(piece.side)
    }

    /// Whether a piece can make this move, own general's safety aside.
    pub(crate) fn can_reach(&self, mv: Move) -> bool {
        self.at(mv.from)
            .is_some_and(|piece| self.reach(mv.from, piece).has(mv.to))
    }

    /// The pieces that attack the mover's general once `mv` is made.
    #[inline]
    pub(crate) fn checkers_after(&self, mv: Move, side: Side) -> Squares {
        let general = self.general(side);
        let general = if mv.from == general { mv.to } else { general };
        let occupied = self.occupied.after(mv.from, mv.to);
        self.attackers_of_general(general, !side, occupied, !Squares::one(mv.to))
    }

    /// Pieces of `by` among `alive` that attack a general on `square` with these points taken.
    #[inline]
    pub(crate) fn attackers_of_general(
        &self,
        square: Square,
        by: Side,
        occupied: Occupied,
        alive: Squares,
    ) -> Squares {
        let kind = |kind: Kind| self.kinds[kind as usize];
        let lines = attacks::rook(square, occupied);
        // On a line that is open, the other general is seen along a file only: the palaces share
        // no rank.
        let found = lines & (kind(Kind::Rook) | kind(Kind::General))
            | attacks::cannon_captures(square, occupied) & kind(Kind::Cannon)
            | attacks::horse_to(square, occupied.squares()) & kind(Kind::Horse)
            | attacks::pawn_to(by, square) & kind(Kind::Pawn);
        found & self.of_side(by) & alive
    }

    pub(crate) fn set_turn(&mut self, turn: Side) {
        if self.turn != turn {
            self.turn = turn;
            self.key ^= TURN_KEY;
        }
    }

    #[inline]
    fn put(&mut self, square: Square, piece: Piece) {
        self.cells[square.index()] = Some(piece);
        self.occupied.flip(square);
        self.toggle(square, piece);
    }

    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        let here = Squares::one(square);
        self.kinds[piece.kind as usize] ^= here;
        self.sides[piece.side.index()] ^= here;
        self.key ^= PIECE_KEYS[piece.side.index()][piece.kind as usize][square.index()];
    }
}

impl Position for Board {
    type Move = Move;

    type Undo = Option<Piece>;

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    /// A side without a move loses, in check or not.
    fn outcome(&self) -> Option<Outcome> {
        (!self.has_a_move()).then_some(Outcome::Win(!self.turn))
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.each_piece(!Squares::NONE, |from, targets| {
            moves.extend(targets.map(|to| Move { from, to }));
        });
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Option<Piece> {
        let captured = self.cells[mv.to.index()];
        let piece = self.cells[mv.from.index()]
            .take()
            .expect("a legal move moves a piece");
        match captured {
            Some(captured) => self.toggle(mv.to, captured),
            None => self.occupied.flip(mv.to),
        }
        self.occupied.flip(mv.from);
        self.toggle(mv.from, piece);
        self.toggle(mv.to, piece);
        self.cells[mv.to.index()] = Some(piece);
        self.set_turn(!self.turn);
        captured
    }

    #[inline]
    fn unmake(&mut self, mv: Move, captured: Option<Piece>) {
        let piece = self.cells[mv.to.index()]
            .take()
            .expect("the moved piece stands where it went");
        self.toggle(mv.to, piece);
        self.toggle(mv.from, piece);
        self.occupied.flip(mv.from);
        self.cells[mv.from.index()] = Some(piece);
        match captured {
            Some(captured) => {
                self.cells[mv.to.index()] = Some(captured);
                self.toggle(mv.to, captured);
            }
            None => self.occupied.flip(mv.to),
        }
        self.set_turn(!self.turn);
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.of_side(self.turn).has(mv.from)
            && self.can_reach(mv)
            && !self.checkers_after(mv, self.turn).exist()
    }

    #[inline]
    fn count_moves(&self) -> usize {
        let mut count = 0;
        self.each_piece(!Squares::NONE, |_, targets| count += targets.count());
        count
    }
}

impl Captures for Board {
    fn captures(&self, moves: &mut Vec<Move>) {
        self.each_piece(self.of_side(!self.turn), |from, targets| {
            moves.extend(targets.map(|to| Move { from, to }));
        });
    }
}

const fn piece_keys() -> [[[Key; Square::COUNT]; 7]; 2] {
    let mut keys = [[[Key(0); Square::COUNT]; 7]; 2];
    let mut number = 0;
    while number < 2 * 7 * Square::COUNT {
        keys[number / 630][number / 90 % 7][number % 90] = Key::mixed(number as u64);
        number += 1;
    }
    keys
}
