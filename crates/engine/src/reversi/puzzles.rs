//! Puzzles of Othello: endings of which one move alone wins. Every move is solved to the end.

use boyi_game::Shown;
use boyi_reversi::Bitboard;
use boyi_search::NoMemory;
use boyi_search::kernel::Go;

use super::othello::{Board, Certainty, Evaluation, Othello, OthelloGo, square_name};
use super::read_opening;
use crate::game::{Opening, Setup, SetupError};
use crate::puzzle::{Hardness, PuzzleProver, SolvedPuzzle, difficulty};

/// Empty squares of a puzzle.
const EMPTIES: std::ops::RangeInclusive<u32> = 8..=16;

/// With fewer moves there is nothing to choose.
const FEWEST_MOVES: u32 = 4;

/// Moves of the solver at most.
const MOST_MOVES: usize = 4;

/// The table for positions of the endings.
const TABLE_BYTES: usize = 4 << 20;

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The squares diagonally beside the corners.
const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// What a pass is called.
const PASS: &str = "pass";

/// The prover.
pub(super) struct EndingPuzzles {
    engine: Othello,
}

impl EndingPuzzles {
    pub(super) fn new() -> Result<Self, NoMemory> {
        let engine = Othello::new(TABLE_BYTES, Evaluation::embedded(), 1)?;
        Ok(Self { engine })
    }

    fn puzzle(&self, game: &Bitboard) -> Option<SolvedPuzzle> {
        let board = Board::of(game)?;
        let moves = board.moves();
        if !EMPTIES.contains(&board.empties()) || moves.count_ones() < FEWEST_MOVES {
            return None;
        }
        let first = self.only_winner(board)?;
        let line = self.line(board, first);
        let found = line.len().div_ceil(2);
        let rank = mobility_rank(board, first);
        Some(SolvedPuzzle {
            position: game.text(),
            solution: line.iter().map(|&at| name(at)).collect(),
            themes: themes(board, &line),
            rating: difficulty(&Hardness {
                moves: found,
                each: 110.0,
                candidates: moves.count_ones() as usize,
                hidden: 60.0 * f64::from(board.empties() - EMPTIES.start()) + 70.0 * rank as f64,
            }),
        })
    }

    /// Moves of the solver as long as one alone wins, with the best answers between them.
    fn line(&self, mut board: Board, first: u32) -> Vec<Option<u32>> {
        let mut line = vec![Some(first)];
        board = board.after(first, board.flips(first));
        while line.len() < 2 * MOST_MOVES - 1 && !board.is_over() {
            let answer = self.best_answer(board);
            let next = match answer {
                Some(at) => board.after(at, board.flips(at)),
                None => board.passed(),
            };
            // Where every move wins, or only one can be played, there is nothing left to find.
            let choice = next.moves().count_ones() > 1;
            let Some(only) = choice.then(|| self.only_winner(next)).flatten() else {
                break;
            };
            line.extend([answer, Some(only)]);
            board = next.after(only, next.flips(only));
        }
        line
    }

    /// The move that wins, if no other does.
    fn only_winner(&self, board: Board) -> Option<u32> {
        let mut winners = squares(board.moves()).filter(|&at| {
            let child = board.after(at, board.flips(at));
            self.value(child, true) < 0
        });
        let only = winners.next()?;
        winners.next().is_none().then_some(only)
    }

    /// The move that loses by the fewest discs, the first of them on the board; `None` for a pass.
    fn best_answer(&self, board: Board) -> Option<u32> {
        squares(board.moves()).min_by_key(|&at| {
            let child = board.after(at, board.flips(at));
            self.value(child, false)
        })
    }

    /// What best play leads to, for the side to move: discs, or just the winner.
    fn value(&self, board: Board, only_the_winner: bool) -> i32 {
        if board.is_over() {
            return board.result();
        }
        let wanted = OthelloGo {
            go: Go::depth(board.empties()),
            certainty: Certainty::Exact,
            only_the_winner,
        };
        let found = self.engine.think(board, &wanted, &mut |_| ());
        found.lines.first().map_or(0, |line| line.value)
    }
}

impl PuzzleProver for EndingPuzzles {
    fn prove(&mut self, position: &str) -> Result<Option<SolvedPuzzle>, SetupError> {
        Ok(read(position)?.and_then(|game| self.puzzle(&game)))
    }

    fn has_won(&mut self, position: &str) -> Result<bool, SetupError> {
        let board = read(position)?.and_then(|game| Board::of(&game));
        let board = board.filter(|board| board.empties() <= *EMPTIES.end());
        Ok(board.is_some_and(|board| self.value(board, true) < 0))
    }
}

/// Moves after which the other side has fewer answers than after this one: what a player looks at first.
fn mobility_rank(board: Board, chosen: u32) -> usize {
    let answers = |at: u32| board.after(at, board.flips(at)).moves().count_ones();
    let own = answers(chosen);
    squares(board.moves())
        .filter(|&at| answers(at) < own)
        .count()
}

fn themes(board: Board, line: &[Option<u32>]) -> Vec<String> {
    let empties = match board.empties() {
        ..=10 => "empties-8-10",
        11..=13 => "empties-11-13",
        _ => "empties-14-16",
    };
    let is_on = |at: Option<&Option<u32>>, set: u64| {
        let at = at.copied().flatten();
        at.is_some_and(|at| set & 1 << at != 0)
    };
    let mut themes = vec![empties.to_owned()];
    let kinds = [
        (is_on(line.first(), CORNERS), "corner"),
        (is_on(line.first(), X_SQUARES), "x-square"),
        (is_on(line.get(1), CORNERS), "corner-given"),
        (line.get(1) == Some(&None), "pass"),
        (line.len() > 1, "several-moves"),
    ];
    for (fits, name) in kinds {
        if fits {
            themes.push(name.to_owned());
        }
    }
    themes
}

fn name(at: Option<u32>) -> String {
    at.map_or_else(|| PASS.to_owned(), square_name)
}

fn squares(set: u64) -> impl Iterator<Item = u32> {
    (0..64).filter(move |&at| set & 1 << at != 0)
}

/// The position, `None` where its board is not 8 x 8 with discs that all count the same.
fn read(position: &str) -> Result<Option<Bitboard>, SetupError> {
    let setup = Setup {
        position: Some(position.to_owned()),
        ..Setup::default()
    };
    let (start, moves) = read_opening(&setup)?;
    Ok(Bitboard::new(&start).map(|start| Opening { start, moves }.position()))
}
