//! Puzzles of gomoku: wins by continuous fours of which one first move alone is right.
//!
//! Answers to fours are forced, so a VCF search goes to the end: what it says there is none of, there is
//! none of. Every four is tried; where a search gives up, there is no puzzle.

use boyi_game::{Outcome, Position, Shown};
use boyi_gomoku::Gomoku as Play;

use super::board::Board;
use super::layout::Cell;
use super::read_opening;
use super::threat::Threat;
use super::vcf::{VcfResult, VcfSearch, VcfTable, four_moves};
use crate::game::{Setup, SetupError};
use crate::puzzle::{Hardness, PuzzleProver, SolvedPuzzle, difficulty};

/// The table of a prover: a puzzle needs few positions.
const TABLE_BYTES: usize = 1 << 20;

/// Positions for each four.
const MOST_NODES: u64 = 60_000;

/// Fours from which a win is long.
const LONG: usize = 6;

/// The prover.
pub(super) struct FourPuzzles {
    table: VcfTable,
}

/// A search gave up.
struct TooMuch;

/// The fours that win.
#[derive(Default)]
struct Winners {
    /// After these the other side can no longer stop all fives.
    at_once: Vec<Cell>,
    /// After these, and the answer that is forced, there are more to come.
    later: Vec<(Cell, Cell)>,
}

impl FourPuzzles {
    pub(super) fn new() -> Self {
        Self {
            table: VcfTable::new(TABLE_BYTES),
        }
    }

    fn puzzle(&self, game: &Play) -> Option<SolvedPuzzle> {
        self.table.clear();
        let mut board = Board::of(game);
        let (side, other) = (board.turn(), !board.turn());
        // Whoever must stop a five, or has one, has nothing to find.
        if game.outcome().is_some()
            || board.count(side, Threat::Five) + board.count(other, Threat::Five) > 0
        {
            return None;
        }
        let candidates = four_moves(&board, side).iter().count();
        let line = self.line(&mut board)?;
        let moves = line.len().div_ceil(2);
        if moves < 2 {
            return None;
        }
        let mut themes = vec![match moves {
            LONG.. => "vcf-long".to_owned(),
            _ => format!("vcf-{moves}"),
        }];
        let race = self.other_side_threatens(&mut board);
        if race {
            themes.push("race".to_owned());
        }
        if is_countered(&mut board, &line) {
            themes.push("counter-four".to_owned());
        }
        let text = |cell: &Cell| board.layout().point(*cell).to_string();
        Some(SolvedPuzzle {
            position: game.text(),
            solution: line.iter().map(text).collect(),
            themes,
            rating: difficulty(&Hardness {
                moves,
                each: 170.0,
                candidates,
                hidden: 0.0,
            }),
        })
    }

    /// The only fours that win, with the answers, until a win that nothing stops; `None` where a four
    /// before that one is not the only one.
    fn line(&self, board: &mut Board) -> Option<Vec<Cell>> {
        let mut line = Vec::new();
        let found = loop {
            let Ok(winners) = self.winners(board) else {
                break false;
            };
            if let Some(&last) = winners.at_once.first() {
                line.push(last);
                board.make(last);
                break line.len() > 1;
            }
            let [(four, answer)] = winners.later[..] else {
                break false;
            };
            for cell in [four, answer] {
                board.make(cell);
                line.push(cell);
            }
        };
        for &cell in line.iter().rev() {
            board.unmake(cell);
        }
        found.then_some(line)
    }

    fn winners(&self, board: &mut Board) -> Result<Winners, TooMuch> {
        let (side, other) = (board.turn(), !board.turn());
        let mut winners = Winners::default();
        let to_stop = *board.set(other, Threat::Five);
        for cell in four_moves(board, side).iter() {
            let stops = to_stop.iter().all(|five| five == cell);
            if !stops || !board.may_play(cell, side) {
                continue;
            }
            board.make(cell);
            match self.after_four(board) {
                After::Won => winners.at_once.push(cell),
                After::Answer(answer, VcfResult::Win(_)) => winners.later.push((cell, answer)),
                After::Answer(_, VcfResult::Nothing) | After::Nothing => {}
                After::Answer(_, VcfResult::GaveUp) => {
                    board.unmake(cell);
                    return Err(TooMuch);
                }
            }
            board.unmake(cell);
        }
        Ok(winners)
    }

    /// What comes of a move just made.
    fn after_four(&self, board: &mut Board) -> After {
        let (defender, attacker) = (board.turn(), !board.turn());
        if board.count(defender, Threat::Five) > 0 {
            return After::Nothing;
        }
        let fives = *board.set(attacker, Threat::Five);
        let mut stops = fives.iter();
        let Some(answer) = stops.next() else {
            return After::Nothing;
        };
        if stops.next().is_some() || !board.may_play(answer, defender) {
            return After::Won;
        }
        board.make(answer);
        let found = VcfSearch::new(&self.table).search(board, MOST_NODES);
        board.unmake(answer);
        After::Answer(answer, found)
    }

    /// Whether the other side would win by fours if it were to move.
    fn other_side_threatens(&self, board: &mut Board) -> bool {
        board.pass();
        let found = VcfSearch::new(&self.table).search(board, MOST_NODES);
        board.pass();
        matches!(found, VcfResult::Win(_))
    }
}

/// What comes of a four.
enum After {
    Won,
    /// The only answer, and whether fours win then.
    Answer(Cell, VcfResult),
    Nothing,
}

impl PuzzleProver for FourPuzzles {
    fn prove(&mut self, position: &str) -> Result<Option<SolvedPuzzle>, SetupError> {
        Ok(self.puzzle(&read(position)?))
    }

    fn has_won(&mut self, position: &str) -> Result<bool, SetupError> {
        let game = read(position)?;
        if let Some(outcome) = game.outcome() {
            return Ok(outcome == Outcome::Win(!game.turn()));
        }
        self.table.clear();
        let after = self.after_four(&mut Board::of(&game));
        Ok(matches!(
            after,
            After::Won | After::Answer(_, VcfResult::Win(_))
        ))
    }
}

/// Whether an answer of the line threatens five itself.
fn is_countered(board: &mut Board, line: &[Cell]) -> bool {
    let mut countered = false;
    for (index, &cell) in line.iter().enumerate() {
        board.make(cell);
        countered |= index % 2 == 1 && board.count(!board.turn(), Threat::Five) > 0;
    }
    for &cell in line.iter().rev() {
        board.unmake(cell);
    }
    countered
}

fn read(position: &str) -> Result<Play, SetupError> {
    let setup = Setup {
        position: Some(position.to_owned()),
        ..Setup::default()
    };
    Ok(read_opening(&setup)?.position())
}
