//! Puzzles of xiangqi: mates by checks of which one first move alone is right.
//!
//! Everything is tried, within a number of moves: all checks and all answers to them, to one move more
//! than the mate needs, and every quiet first move followed by checks. A position counts with the moves
//! left, so no line repeats itself and no result depends on the way to a position.

use std::collections::HashMap;

use boyi_game::Position;
use boyi_xiangqi::{Board, Kind, Move, Xiangqi as Play, fen};

use super::read_opening;
use super::strong::mate_within;
use crate::game::{Setup, SetupError};
use crate::puzzle::{Hardness, PuzzleProver, SolvedPuzzle, difficulty};

/// The longest mate of a puzzle, in moves of the attacker.
const LONGEST: u32 = 6;

/// Positions for the quick look that finds no mate in most of them.
const QUICK_NODES: u64 = 4_000;

/// Positions for a whole proof; what needs more is no puzzle for people.
const MOST_NODES: u64 = 400_000;

/// A move of somebody who solves that mates within so many more is right, too.
const MATE_SOON: u32 = 3;

/// The prover.
#[derive(Default)]
pub(super) struct MatePuzzles {
    /// Whether the side to move mates by checks within so many moves.
    known: HashMap<(u64, u32), bool>,
    nodes: u64,
}

/// The proof costs more than it may.
struct TooMuch;

impl PuzzleProver for MatePuzzles {
    fn prove(&mut self, position: &str) -> Result<Option<SolvedPuzzle>, SetupError> {
        let board = read(position)?.board().clone();
        Ok(self.puzzle(board, position))
    }

    fn has_won(&mut self, position: &str) -> Result<bool, SetupError> {
        let mut board = read(position)?.board().clone();
        self.forget();
        Ok(self.loses(&mut board, MATE_SOON).unwrap_or(false))
    }
}

impl MatePuzzles {
    fn forget(&mut self) {
        self.known.clear();
        self.nodes = 0;
    }

    fn puzzle(&mut self, mut board: Board, position: &str) -> Option<SolvedPuzzle> {
        self.forget();
        let bound = mate_within(&board, QUICK_NODES)?.div_ceil(2) as u32;
        let (moves, line) = self.solve(&mut board, bound.min(LONGEST)).ok()??;
        let mut setup = fen::read(position).ok()?;
        (setup.quiet, setup.number) = (0, 1);
        let facts = Facts::of(&mut board, &line)?;
        let hidden = match (facts.sacrifice, facts.first) {
            (true, _) => 200.0,
            (false, Kind::Rook) => 0.0,
            (false, _) => 60.0,
        };
        let mut themes = vec![format!("mate-in-{moves}"), facts.mating_piece()];
        if facts.sacrifice {
            themes.push("sacrifice".to_owned());
        }
        if facts.double_check {
            themes.push("double-check".to_owned());
        }
        Some(SolvedPuzzle {
            position: fen::write(&setup),
            solution: line.iter().map(Move::to_string).collect(),
            themes,
            rating: difficulty(&Hardness {
                moves: moves as usize,
                each: 230.0,
                candidates: facts.checks,
                hidden,
            }),
        })
    }

    /// The shortest mate of at most so many moves, where its first move is the only one, and the line.
    fn solve(&mut self, board: &mut Board, most: u32) -> Result<Option<(u32, Vec<Move>)>, TooMuch> {
        for moves in 1..=most {
            if self.mates(board, moves)? {
                let is_only = self.winners(board, moves)?.len() == 1;
                let line = if is_only {
                    self.line(board, moves)?
                } else {
                    None
                };
                return Ok(line.map(|line| (moves, line)));
            }
        }
        Ok(None)
    }

    /// A line of a mate in so many moves in which the attacker's moves are the only ones, but for the
    /// last, against answers that last longest.
    fn line(&mut self, board: &mut Board, moves: u32) -> Result<Option<Vec<Move>>, TooMuch> {
        let winners = self.winners(board, moves)?;
        if moves == 1 {
            return Ok(winners.first().map(|&mate| vec![mate]));
        }
        let [only] = winners[..] else {
            return Ok(None);
        };
        let captured = board.make(only);
        let mut answers = Vec::new();
        board.legal_moves(&mut answers);
        let mut found = None;
        for answer in answers {
            let taken = board.make(answer);
            let lasts = !self.mates(board, moves - 2)?;
            let rest = if lasts {
                self.line(board, moves - 1)?
            } else {
                None
            };
            board.unmake(answer, taken);
            if let Some(rest) = rest {
                found = Some([vec![only, answer], rest].concat());
                break;
            }
        }
        board.unmake(only, captured);
        Ok(found)
    }

    /// All moves that win where there is a mate in so many moves: checks that mate within one move more,
    /// and quiet moves after which every answer is mated by checks as soon. With one move, all mates.
    fn winners(&mut self, board: &mut Board, moves: u32) -> Result<Vec<Move>, TooMuch> {
        let mut winners = Vec::new();
        let checks = board.checks();
        let mut legal = Vec::new();
        board.legal_moves(&mut legal);
        for mv in legal {
            let left = match (moves, board.gives_check(mv, &checks)) {
                (1, _) => 0,
                (_, true) => moves,
                (_, false) => moves - 1,
            };
            let captured = board.make(mv);
            let wins = self.loses(board, left);
            board.unmake(mv, captured);
            if wins? {
                winners.push(mv);
            }
        }
        Ok(winners)
    }

    /// Whether the side to move mates by checks within so many moves.
    fn mates(&mut self, board: &mut Board, moves: u32) -> Result<bool, TooMuch> {
        if moves == 0 {
            return Ok(false);
        }
        let key = (board.key().0, moves);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let checks = board.checks();
        let mut legal = Vec::new();
        board.legal_moves(&mut legal);
        legal.retain(|&mv| board.gives_check(mv, &checks));
        let mut found = false;
        for mv in legal {
            let captured = board.make(mv);
            let wins = self.loses(board, moves - 1);
            board.unmake(mv, captured);
            if wins? {
                found = true;
                break;
            }
        }
        self.known.insert(key, found);
        Ok(found)
    }

    /// Whether every move of the side to move is answered by a mate within so many moves; also where it
    /// has none.
    fn loses(&mut self, board: &mut Board, moves: u32) -> Result<bool, TooMuch> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return Err(TooMuch);
        }
        if moves == 0 {
            return Ok(board.count_moves() == 0);
        }
        let mut answers = Vec::new();
        board.legal_moves(&mut answers);
        for answer in answers {
            let captured = board.make(answer);
            let mates = self.mates(board, moves);
            board.unmake(answer, captured);
            if !mates? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// What can be said of a solution.
struct Facts {
    /// Checks to choose from.
    checks: usize,
    first: Kind,
    last: Kind,
    /// The first piece that moves is taken.
    sacrifice: bool,
    double_check: bool,
}

impl Facts {
    fn of(board: &mut Board, line: &[Move]) -> Option<Self> {
        let checks = board.checks();
        let mut legal = Vec::new();
        board.legal_moves(&mut legal);
        let count = legal.iter().filter(|&&mv| board.gives_check(mv, &checks));
        let (&first, &last) = line.first().zip(line.last())?;
        let mut facts = Self {
            checks: count.count(),
            first: board.at(first.from)?.kind,
            last: board.at(first.from)?.kind,
            sacrifice: line.get(1).is_some_and(|answer| answer.to == first.to),
            double_check: false,
        };
        let mut board = board.clone();
        for &mv in line {
            if mv == last {
                facts.last = board.at(mv.from)?.kind;
            }
            board.make(mv);
            let checkers = board.checkers(board.turn());
            facts.double_check |= mv == first && checkers.count() > 1;
        }
        Some(facts)
    }

    fn mating_piece(&self) -> String {
        let piece = match self.last {
            Kind::Rook => "rook",
            Kind::Cannon => "cannon",
            Kind::Horse => "horse",
            Kind::Pawn => "pawn",
            _ => "discovery",
        };
        format!("by-{piece}")
    }
}

fn read(position: &str) -> Result<Play, SetupError> {
    let setup = Setup {
        position: Some(position.to_owned()),
        ..Setup::default()
    };
    Ok(read_opening(&setup)?.position())
}
