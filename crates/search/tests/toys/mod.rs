//! Two small games to test searches on: one in which everything that can go wrong with tables and
//! windows happens often, one whose results everybody knows.

use boyi_game::{Captures, GameMove, Key, Outcome, Position, Score, Side};
use boyi_search::Evaluate;

/// One of a handful of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Choice(pub(crate) u8);

impl GameMove for Choice {
    const CODES: usize = 256;

    fn code(self) -> u16 {
        u16::from(self.0)
    }

    fn from_code(code: u16) -> Option<Self> {
        u8::try_from(code).ok().map(Self)
    }
}

/// A random walk over few states: moves lead to states drawn by hashing, some of which end the game.
/// States are met again at the same and at other depths, in cycles too, and values repeat often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Maze {
    pub(crate) seed: u64,
    pub(crate) state: u64,
    pub(crate) turn: Side,
}

impl Maze {
    const STATES: u64 = 60;

    pub(crate) fn new(seed: u64) -> Self {
        Self {
            seed,
            state: 1,
            turn: Side::First,
        }
    }

    fn hash(&self, what: u64) -> u64 {
        Key::mixed(Key::mixed(self.seed ^ (self.state << 8)).0 ^ what).0
    }
}

impl Position for Maze {
    type Move = Choice;
    type Undo = u64;

    fn turn(&self) -> Side {
        self.turn
    }

    fn key(&self) -> Key {
        Key::mixed(self.state << 1 | self.turn.index() as u64)
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.hash(1) % 12 {
            0 => Some(Outcome::Win(Side::First)),
            1 => Some(Outcome::Win(Side::Second)),
            2 => Some(Outcome::Draw),
            _ => None,
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Choice>) {
        if self.outcome().is_none() {
            let count = 1 + self.hash(2) % 4;
            moves.extend((0..count).map(|n| Choice(n as u8)));
        }
    }

    fn make(&mut self, mv: Choice) -> u64 {
        let before = self.state;
        self.state = self.hash(100 + u64::from(mv.0)) % Self::STATES;
        self.turn = !self.turn;
        before
    }

    fn unmake(&mut self, _mv: Choice, before: u64) {
        self.state = before;
        self.turn = !self.turn;
    }
}

impl Captures for Maze {
    /// Only some states have captures, and every capture leads to a higher state, so that no chain
    /// of captures is endless.
    fn captures(&self, moves: &mut Vec<Choice>) {
        let mut legal = Vec::new();
        self.legal_moves(&mut legal);
        let rises = |&mv: &Choice| {
            let mut next = self.clone();
            next.make(mv);
            next.state > self.state
        };
        moves.extend(legal.into_iter().filter(rises).take(2));
    }
}

/// Few different values, so that ties and bounds on the edge of windows are common.
pub(crate) struct Hashed;

impl Evaluate<Maze> for Hashed {
    fn evaluate(&self, position: &Maze) -> Score {
        let value = (position.hash(3) % 41) as i32 * 10 - 200;
        Score::heuristic(if position.turn == Side::First {
            value
        } else {
            -value
        })
    }
}

/// Noughts and crosses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Noughts {
    marks: [u16; 2],
    turn: Side,
}

impl Noughts {
    /// `XO. ... ...`, the side to move given by the number of marks.
    pub(crate) fn new(text: &str) -> Self {
        let cells: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        let of = |mark| {
            (0..9)
                .filter(|&n| cells[n] == mark)
                .fold(0, |set, n| set | 1 << n)
        };
        let marks: [u16; 2] = [of('X'), of('O')];
        let even = marks[0].count_ones() == marks[1].count_ones();
        Self {
            marks,
            turn: if even { Side::First } else { Side::Second },
        }
    }
}

impl Position for Noughts {
    type Move = Choice;
    type Undo = ();

    fn turn(&self) -> Side {
        self.turn
    }

    fn key(&self) -> Key {
        Key::mixed(u64::from(self.marks[0]) << 16 | u64::from(self.marks[1]))
    }

    fn outcome(&self) -> Option<Outcome> {
        const ROWS: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        let won = |side: Side| {
            ROWS.iter()
                .any(|row| self.marks[side.index()] & row == *row)
        };
        match Side::BOTH.into_iter().find(|&side| won(side)) {
            Some(side) => Some(Outcome::Win(side)),
            None if self.marks[0] | self.marks[1] == 0o777 => Some(Outcome::Draw),
            None => None,
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Choice>) {
        if self.outcome().is_none() {
            let free = |n: &u8| (self.marks[0] | self.marks[1]) >> n & 1 == 0;
            moves.extend((0..9).filter(free).map(Choice));
        }
    }

    fn make(&mut self, mv: Choice) {
        self.marks[self.turn.index()] |= 1 << mv.0;
        self.turn = !self.turn;
    }

    fn unmake(&mut self, mv: Choice, (): ()) {
        self.turn = !self.turn;
        self.marks[self.turn.index()] &= !(1 << mv.0);
    }
}

/// Knows nothing but the end of the game.
pub(crate) struct Blind;

impl<P: Position> Evaluate<P> for Blind {
    fn evaluate(&self, _: &P) -> Score {
        Score::EVEN
    }
}
