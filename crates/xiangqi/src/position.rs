//! The game with its past: repetition, the long quiet game, material that cannot win.

use boyi_game::{Captures, Key, NullMove, Outcome, Phrase, Position, Side};

use crate::repetition::{Repetition, judge};
use crate::{Board, Impossible, Move, Piece, Rules, Setup, Square, colour, colour_chinese};

/// A game of xiangqi in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Xiangqi {
    board: Board,
    rules: Rules,
    now: Clock,
    past: Vec<Ply>,
}

/// Plies without a capture after which the game is drawn.
pub const QUIET_PLIES: u32 = 120;

/// As many checks of a side count as quiet plies; more of them do not bring the draw nearer.
pub const CHECKS_THAT_COUNT: u32 = 10;

/// Counters that depend on the moves before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Clock {
    /// Plies since the last capture that count towards the draw.
    quiet: u32,
    /// Checks that each side has given since the last capture.
    checks: [u32; 2],
    /// Moves since which nothing can repeat: those after the last capture.
    reversible: u32,
    /// The number of the move, from 1.
    number: u32,
}

/// A move made, and what it destroyed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ply {
    /// `None` where the turn was handed over.
    mv: Option<Move>,
    captured: Option<Piece>,
    key: Key,
    clock: Clock,
}

/// A move of the game so far, as far as repetition needs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// `None` where the turn was handed over.
    pub mv: Option<Move>,
    pub captured: Option<Piece>,
    /// The key of the position before it.
    pub key: Key,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// This side is in check and has no move.
    Mated(Side),
    Stalemated(Side),
    /// Neither side has a piece that could cross the river.
    Material,
    Quiet,
    Repeated(Repetition),
}

impl Xiangqi {
    /// A game that begins here.
    pub fn new(setup: &Setup, rules: Rules) -> Result<Self, Impossible> {
        let board = setup.board()?;
        let now = Clock {
            quiet: setup.quiet,
            checks: [0; 2],
            reversible: 0,
            number: setup.number,
        };
        Ok(Self {
            board,
            rules,
            now,
            past: Vec::new(),
        })
    }

    pub fn start(rules: Rules) -> Self {
        Self::new(&Setup::start(), rules).expect("the start is a position")
    }

    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What repetition is judged by.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    pub fn last(&self) -> Option<Move> {
        self.past.last().and_then(|ply| ply.mv)
    }

    /// Every move so far, the first one first.
    pub fn played(&self) -> impl DoubleEndedIterator<Item = Played> + '_ {
        self.past.iter().map(|ply| Played {
            mv: ply.mv,
            captured: ply.captured,
            key: ply.key,
        })
    }

    /// Plies without a capture that count towards the draw.
    pub fn quiet(&self) -> u32 {
        self.now.quiet
    }

    /// Checks that each side has given since the last capture.
    pub fn checks_given(&self) -> [u32; 2] {
        self.now.checks
    }

    /// Plies since the last capture, since which nothing can repeat.
    pub fn reversible(&self) -> u32 {
        self.now.reversible
    }

    /// The position without its past.
    pub fn setup(&self) -> Setup {
        let mut cells = [None; Square::COUNT];
        for square in Square::all() {
            cells[square.index()] = self.board.at(square);
        }
        Setup {
            cells,
            turn: self.board.turn(),
            quiet: self.now.quiet,
            number: self.now.number,
        }
    }

    pub fn end(&self) -> Option<End> {
        if self.board.has_a_move() {
            return self.drawn_or_repeated();
        }
        let side = self.board.turn();
        Some(if self.board.in_check() {
            End::Mated(side)
        } else {
            End::Stalemated(side)
        })
    }

    /// What the rules say once the position has stood on the board `occurrences` times, now
    /// included; `None` while it has not. A search asks for 2, because what came back once can come
    /// back again.
    pub fn repetition(&self, occurrences: usize) -> Option<Repetition> {
        let back = self.plies_since(occurrences)?;
        let mut start = self.board.clone();
        let cycle = &self.past[self.past.len() - back..];
        for ply in cycle.iter().rev() {
            start.unmake(ply.mv?, ply.captured);
        }
        let moves: Vec<Move> = cycle.iter().filter_map(|ply| ply.mv).collect();
        Some(judge(&start, &moves, self.rules, occurrences))
    }

    /// How many plies ago this position stood on the board for the last time but `occurrences - 1`.
    #[inline]
    fn plies_since(&self, occurrences: usize) -> Option<usize> {
        let reversible = (self.now.reversible as usize).min(self.past.len());
        let mut missing = occurrences - 1;
        let key = self.board.key();
        // The shortest way back to a position takes four plies.
        for back in (4..=reversible).step_by(2) {
            if self.past[self.past.len() - back].key == key {
                missing -= 1;
                if missing == 0 {
                    return Some(back);
                }
            }
        }
        None
    }

    #[inline]
    fn drawn_or_repeated(&self) -> Option<End> {
        if !self.board.can_be_won() {
            return Some(End::Material);
        }
        if self.now.quiet >= QUIET_PLIES {
            return Some(End::Quiet);
        }
        self.repetition(self.rules.occurrences()).map(End::Repeated)
    }

    /// Cheap and nearly always enough: nothing but the legal moves can end the game here.
    #[inline]
    fn is_plain(&self) -> bool {
        self.board.can_be_won()
            && self.now.quiet < QUIET_PLIES
            && self.plies_since(self.rules.occurrences()).is_none()
    }

    fn take_back(&mut self) -> Ply {
        let ply = self.past.pop().expect("what is taken back was made");
        self.now = ply.clock;
        ply
    }
}

impl Position for Xiangqi {
    type Move = Move;

    /// The history is part of the position, so nothing else has to be undone.
    type Undo = ();

    #[inline]
    fn turn(&self) -> Side {
        self.board.turn()
    }

    #[inline]
    fn key(&self) -> Key {
        self.board.key()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end().map(|end| end.outcome())
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.is_plain() {
            self.board.legal_moves(moves);
        }
    }

    #[inline]
    fn make(&mut self, mv: Move) {
        let (key, clock, side) = (self.board.key(), self.now, self.board.turn());
        let captured = self.board.make(mv);
        self.past.push(Ply {
            mv: Some(mv),
            captured,
            key,
            clock,
        });
        self.now.number += u32::from(side == Side::Second);
        if captured.is_some() {
            self.now.quiet = 0;
            self.now.checks = [0; 2];
            self.now.reversible = 0;
            return;
        }
        self.now.reversible += 1;
        let checks = &mut self.now.checks[side.index()];
        *checks += u32::from(self.board.in_check());
        let counts = *checks == clock.checks[side.index()] || *checks <= CHECKS_THAT_COUNT;
        self.now.quiet += u32::from(counts);
    }

    #[inline]
    fn unmake(&mut self, mv: Move, (): ()) {
        let ply = self.take_back();
        self.board.unmake(mv, ply.captured);
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.board.is_legal(mv) && self.is_plain()
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.is_plain() {
            self.board.count_moves()
        } else {
            0
        }
    }
}

impl Captures for Xiangqi {
    fn captures(&self, moves: &mut Vec<Move>) {
        if self.is_plain() {
            self.board.captures(moves);
        }
    }
}

impl NullMove for Xiangqi {
    fn can_skip(&self) -> bool {
        !self.board.in_check() && self.outcome().is_none()
    }

    fn skip(&mut self) {
        self.past.push(Ply {
            mv: None,
            captured: None,
            key: self.board.key(),
            clock: self.now,
        });
        // Nothing repeats across a turn that was handed over.
        self.now.reversible = 0;
        self.board.set_turn(!self.board.turn());
    }

    fn unskip(&mut self, (): ()) {
        self.take_back();
        self.board.set_turn(!self.board.turn());
    }
}

impl End {
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Mated(loser) | Self::Stalemated(loser) => Outcome::Win(!*loser),
            Self::Material | Self::Quiet => Outcome::Draw,
            Self::Repeated(repetition) => match repetition.loser {
                Some(loser) => Outcome::Win(!loser),
                None => Outcome::Draw,
            },
        }
    }

    pub fn reason(&self) -> Phrase {
        match self {
            Self::Mated(side) => Phrase::new(
                format!("{} is mated", colour(*side)),
                format!("{}方被将死", colour_chinese(*side)),
            ),
            Self::Stalemated(side) => Phrase::new(
                format!("{} has no move, which loses", colour(*side)),
                format!("{}方困毙", colour_chinese(*side)),
            ),
            Self::Material => Phrase::new(
                "neither side has a piece that could win",
                "双方都没有能取胜的子力，和棋",
            ),
            Self::Quiet => Phrase::new(
                format!("{QUIET_PLIES} plies without a capture"),
                format!("{} 回合未吃子，和棋", QUIET_PLIES / 2),
            ),
            Self::Repeated(repetition) => repetition.reason(),
        }
    }
}
