//! The position the strong search moves on: the board with its evaluation, its clocks and its past.

use boyi_game::{Key, Position, Side};
use boyi_xiangqi::{
    Board, CHECKS_THAT_COUNT, Kind, Move, Piece, QUIET_PLIES, Rules, Square, Xiangqi,
    loser_of_cycle,
};

use boyi_search::kernel::value::{Value, evaluation};

/// Judges the positions that a search goes through, keeping what it can from move to move: the
/// evaluation by hand, or a network.
pub(crate) trait Evaluation: Clone + Send + 'static {
    /// Begins anew at a board.
    fn begin(&mut self, board: &Board);

    /// Follows a move of `piece`.
    fn make(&mut self, piece: Piece, mv: Move, captured: Option<Piece>);

    /// Takes back the last move.
    fn unmake(&mut self);

    /// From the view of the side to move, which is not in check.
    fn evaluate(&mut self, board: &Board) -> Value;
}

/// A position in the tree.
#[derive(Clone)]
pub(crate) struct SearchPosition<E: Evaluation> {
    board: Board,
    rules: Rules,
    evaluation: E,
    now: Now,
    past: Vec<Before>,
    /// The keys of the past, side by side: every node goes through them.
    keys: Vec<Key>,
    /// Plies of the past that were played before the search began.
    root: usize,
    verdicts: Box<[Verdict]>,
}

/// What belongs to the position on the board.
#[derive(Clone, Copy)]
struct Now {
    quiet: u32,
    checks: [u32; 2],
    reversible: u32,
    in_check: bool,
    parts: Parts,
}

/// Keys of parts of the position, for what is learnt about them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Parts {
    pub(crate) pawns: Key,
    /// Generals, advisors and elephants of both sides.
    pub(crate) palaces: Key,
    /// Rooks, horses and cannons, side by side.
    pub(crate) attackers: [Key; 2],
}

#[derive(Clone, Copy)]
struct Before {
    mv: Option<Move>,
    captured: Option<Piece>,
    now: Now,
}

/// How a repetition ends, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Repeated {
    /// Nobody did anything forbidden, or both did.
    Draw,
    /// The side to move wins; `back` plies ago the position stood here before.
    Won {
        /// Plies.
        back: usize,
    },
    Lost {
        /// Plies.
        back: usize,
    },
}

/// A judged cycle, remembered: the same ones come up again and again.
#[derive(Clone, Copy)]
struct Verdict {
    cycle: u64,
    loser: Option<Side>,
}

const VERDICTS: usize = 1 << 12;

impl<E: Evaluation> SearchPosition<E> {
    /// The position of a game, with its past.
    pub(crate) fn new(game: &Xiangqi, mut evaluation: E) -> Self {
        let board = game.board().clone();
        evaluation.begin(&board);
        let now = Now {
            quiet: game.quiet(),
            checks: game.checks_given(),
            reversible: game.reversible(),
            in_check: board.in_check(),
            parts: Parts::of(&board),
        };
        let past: Vec<Before> = game
            .played()
            .map(|ply| Before {
                mv: ply.mv,
                captured: ply.captured,
                now,
            })
            .collect();
        let keys = game.played().map(|ply| ply.key).collect();
        let root = past.len();
        let none = Verdict {
            cycle: 0,
            loser: None,
        };
        Self {
            board,
            rules: game.rules(),
            evaluation,
            now,
            past,
            keys,
            root,
            verdicts: vec![none; VERDICTS].into_boxed_slice(),
        }
    }

    #[inline]
    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    #[inline]
    pub(crate) fn in_check(&self) -> bool {
        self.now.in_check
    }

    #[inline]
    pub(crate) fn parts(&self) -> Parts {
        self.now.parts
    }

    /// The positions that can come again: those since the last capture.
    pub(crate) fn recurring(&self) -> &[Key] {
        let reversible = (self.now.reversible as usize).min(self.keys.len());
        &self.keys[self.keys.len() - reversible..]
    }

    /// Plies that count towards the draw.
    #[inline]
    pub(crate) fn quiet(&self) -> u32 {
        self.now.quiet
    }

    /// What the position is worth; not in check.
    #[inline]
    pub(crate) fn evaluate(&mut self) -> Value {
        evaluation(self.evaluation.evaluate(&self.board))
    }

    #[inline]
    pub(crate) fn make(&mut self, mv: Move) {
        let side = self.board.turn();
        let before = Before {
            mv: Some(mv),
            captured: None,
            now: self.now,
        };
        self.keys.push(self.board.key());
        let piece = self.board.at(mv.from).expect("a legal move moves a piece");
        let captured = self.board.make(mv);
        self.past.push(Before { captured, ..before });
        self.evaluation.make(piece, mv, captured);
        let now = &mut self.now;
        now.parts.toggle(piece, mv.from);
        now.parts.toggle(piece, mv.to);
        now.in_check = self.board.in_check();
        if let Some(captured) = captured {
            now.parts.toggle(captured, mv.to);
            now.quiet = 0;
            now.checks = [0; 2];
            now.reversible = 0;
        } else {
            now.reversible += 1;
            let checks = &mut now.checks[side.index()];
            *checks += u32::from(now.in_check);
            now.quiet += u32::from(!now.in_check || *checks <= CHECKS_THAT_COUNT);
        }
    }

    #[inline]
    pub(crate) fn unmake(&mut self) {
        let before = self.past.pop().expect("what is taken back was made");
        self.keys.pop();
        match before.mv {
            Some(mv) => {
                self.board.unmake(mv, before.captured);
                self.evaluation.unmake();
            }
            None => self.board.pass(),
        }
        self.now = before.now;
    }

    /// Hands the turn over; [`SearchPosition::unmake`] takes that back as well.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.past.push(Before {
            mv: None,
            captured: None,
            now: self.now,
        });
        self.keys.push(self.board.key());
        self.board.pass();
        // Nothing repeats across a turn that was handed over.
        self.now.reversible = 0;
        self.now.in_check = false;
    }

    #[inline]
    pub(crate) fn key(&self) -> Key {
        self.board.key()
    }

    /// Whether the rules end the game here by a draw that needs no look at the moves.
    #[inline]
    pub(crate) fn is_drawn(&self) -> bool {
        self.now.quiet >= QUIET_PLIES || !self.board.can_be_won()
    }

    /// What the rules make of the position if it stood on the board before.
    ///
    /// What came back once inside the tree can come back again, so one return is enough there. A
    /// position that stood on the board before the search began must come back as often as the rules
    /// say.
    #[inline]
    pub(crate) fn repetition(&mut self) -> Option<Repeated> {
        let reversible = (self.now.reversible as usize).min(self.past.len());
        let key = self.board.key();
        let in_tree = self.past.len() - self.root;
        let mut before_the_root = 0;
        // The shortest way back to a position takes four plies.
        for back in (4..=reversible).step_by(2) {
            if self.keys[self.keys.len() - back] != key {
                continue;
            }
            if back <= in_tree {
                return Some(self.judge(back));
            }
            before_the_root += 1;
            if before_the_root + 1 >= self.rules.occurrences() {
                return Some(self.judge(back));
            }
        }
        None
    }

    fn judge(&mut self, back: usize) -> Repeated {
        let cycle = &self.past[self.past.len() - back..];
        let keys = &self.keys[self.keys.len() - back..];
        let name = keys.iter().fold(self.board.key().0, |sum, key| {
            sum.rotate_left(7) ^ Key::mixed(key.0).0
        });
        let entry = name as usize % VERDICTS;
        let loser = if self.verdicts[entry].cycle == name {
            self.verdicts[entry].loser
        } else {
            let mut start = self.board.clone();
            let mut moves = Vec::with_capacity(back);
            for ply in cycle.iter().rev() {
                let Some(mv) = ply.mv else {
                    return Repeated::Draw;
                };
                start.unmake(mv, ply.captured);
                moves.push(mv);
            }
            moves.reverse();
            let loser = loser_of_cycle(&start, &moves, self.rules);
            self.verdicts[entry] = Verdict { cycle: name, loser };
            loser
        };
        match loser {
            None => Repeated::Draw,
            Some(side) if side == self.board.turn() => Repeated::Lost { back },
            Some(_) => Repeated::Won { back },
        }
    }
}

impl Parts {
    fn of(board: &Board) -> Self {
        let mut parts = Self::default();
        for square in Square::all() {
            if let Some(piece) = board.at(square) {
                parts.toggle(piece, square);
            }
        }
        parts
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let key = Board::piece_key(piece, square);
        match piece.kind {
            Kind::Pawn => self.pawns ^= key,
            Kind::General | Kind::Advisor | Kind::Elephant => self.palaces ^= key,
            Kind::Horse | Kind::Rook | Kind::Cannon => self.attackers[piece.side.index()] ^= key,
        }
    }
}
