//! The learned evaluation: a network that knows what lies along the four lines through every point.
//!
//! A point and a direction are a window of nine points; what lies in it, as one side sees it, has a row
//! of the codebook. Windows that are each other's mirror image share a row, and regions are joined by
//! kind, so that a board and its mirror images have the same value.

mod accumulator;
mod inputs;
mod windows;

use std::sync::{Arc, LazyLock};

use boyi_gomoku::Rules;
use boyi_nnue::{CELL, CodebookHead};
use boyi_search::kernel::{EvaluationFile, EvaluationFileError};

pub(crate) use accumulator::Learned;
pub use inputs::{Inputs, quiet_moves};
pub use windows::ROWS;

/// A network for one rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GomokuNetwork {
    pub rules: Rules,
    /// [`ROWS`] rows of [`CELL`] numbers; where the rules are not the same for both sides the rows of the
    /// first, then those of the second.
    pub rows: Vec<i8>,
    pub head: CodebookHead,
}

impl GomokuNetwork {
    /// Codebooks of a rule set: one for each side where the rules differ between them.
    pub const fn codebooks(rules: Rules) -> usize {
        match rules {
            Rules::Renju => 2,
            Rules::Freestyle | Rules::Standard => 1,
        }
    }

    const fn row_bytes(rules: Rules) -> usize {
        Self::codebooks(rules) * ROWS * CELL
    }

    /// What a logit of 1 is worth in the search's values: what its margins were tuned for.
    pub const SCALE: f32 = 100.0;

    /// The same network for other rules, to begin training with.
    pub fn for_rules(&self, rules: Rules) -> Self {
        let book = &self.rows[..ROWS * CELL];
        Self {
            rules,
            rows: match (Self::codebooks(self.rules), Self::codebooks(rules)) {
                (1, 2) => [book, book].concat(),
                (2, 1) => book.to_vec(),
                _ => self.rows.clone(),
            },
            head: self.head.clone(),
        }
    }

    /// The kinds of evaluation files that hold networks, a rule set each.
    pub(crate) fn rules_of(kind: &str) -> Option<Rules> {
        kind.parse().ok()
    }

    /// The network of a file, whose kind is its rule set.
    pub fn read(file: &EvaluationFile) -> Result<Self, EvaluationFileError> {
        let rules = Self::rules_of(file.kind).unwrap_or(Rules::Freestyle);
        let expected = CodebookHead::BYTES + Self::row_bytes(rules);
        let payload = file.payload_for("gomoku", &rules.to_string(), expected)?;
        let (scale, payload) = payload.split_at(4);
        let (rows, layers) = payload.split_at(Self::row_bytes(rules));
        let head = [scale, layers].concat();
        let head = CodebookHead::decode(&head).ok_or(EvaluationFileError::OutOfRange)?;
        Ok(Self {
            rules,
            rows: rows.iter().map(|&byte| byte as i8).collect(),
            head,
        })
    }

    /// The bytes of an evaluation file; `recipe` says how the network was made.
    pub fn to_file(&self, recipe: &str) -> Vec<u8> {
        let head = self.head.encode();
        let (scale, layers) = head.split_at(4);
        let rows = self.rows.iter().map(|&number| number as u8);
        let payload: Vec<u8> = scale
            .iter()
            .copied()
            .chain(rows)
            .chain(layers.iter().copied())
            .collect();
        let file = EvaluationFile {
            game: "gomoku",
            kind: &self.rules.to_string(),
            recipe,
            payload: &payload,
        };
        file.to_bytes()
    }

    /// The network of a rule set that is part of the program.
    pub(crate) fn built_in(rules: Rules) -> Arc<PlayedNetwork> {
        static BUILT_IN: [LazyLock<Arc<PlayedNetwork>>; 3] = [
            LazyLock::new(|| read_built_in(Rules::Freestyle)),
            LazyLock::new(|| read_built_in(Rules::Standard)),
            LazyLock::new(|| read_built_in(Rules::Renju)),
        ];
        BUILT_IN[rules as usize].clone()
    }

    /// The evaluation file of a rule set that is part of the program.
    pub fn built_in_file(rules: Rules) -> &'static [u8] {
        match rules {
            Rules::Freestyle => crate::files::program_file!("gomoku-freestyle"),
            Rules::Standard => crate::files::program_file!("gomoku-standard"),
            Rules::Renju => crate::files::program_file!("gomoku-renju"),
        }
    }
}

fn read_built_in(rules: Rules) -> Arc<PlayedNetwork> {
    let file = EvaluationFile::parse(GomokuNetwork::built_in_file(rules));
    let network = file.and_then(|file| GomokuNetwork::read(&file));
    let network = network.expect("tests read every file that is built in");
    Arc::new(PlayedNetwork::new(&network))
}

/// A row as both sides see it, the first side's units before the second's: one line of the cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
struct Row([i8; 2 * CELL]);

/// A network laid out for playing.
#[derive(Debug)]
pub(crate) struct PlayedNetwork {
    rows: Vec<Row>,
    head: CodebookHead,
}

impl PlayedNetwork {
    pub(crate) fn new(network: &GomokuNetwork) -> Self {
        let (first, second) = match GomokuNetwork::codebooks(network.rules) {
            1 => (&network.rows[..], &network.rows[..]),
            _ => network.rows.split_at(ROWS * CELL),
        };
        let row = |own: usize, swapped: usize| {
            let mut row = Row([0; 2 * CELL]);
            row.0[..CELL].copy_from_slice(&first[own * CELL..][..CELL]);
            row.0[CELL..].copy_from_slice(&second[swapped * CELL..][..CELL]);
            row
        };
        Self {
            rows: (0..ROWS)
                .map(|own| row(own, windows::swapped(own)))
                .collect(),
            head: network.head.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Board;
    use super::*;

    #[test]
    fn the_built_in_files_are_read_and_written_again_byte_for_byte() {
        for rules in [Rules::Freestyle, Rules::Standard, Rules::Renju] {
            let bytes = GomokuNetwork::built_in_file(rules);
            let file = EvaluationFile::parse(bytes).expect("a file");
            let network = GomokuNetwork::read(&file).expect("a network");
            assert_eq!(network.rules, rules);
            assert!(network.to_file(file.recipe) == bytes, "{rules}");
            let cut = EvaluationFile {
                payload: &file.payload[1..],
                ..file
            };
            let error = GomokuNetwork::read(&cut).expect_err("a byte is missing");
            assert!(
                matches!(error, EvaluationFileError::WrongSize { .. }),
                "{error}"
            );
        }
    }

    /// An open three of the side to move is worth much more than one that is closed at both ends.
    #[test]
    fn the_networks_know_what_rows_are_worth() {
        for rules in [Rules::Freestyle, Rules::Standard, Rules::Renju] {
            let value = |position: &str| {
                let start = boyi_gomoku::read_start(position, Some(rules)).expect("a position");
                let game = start.game;
                let board = Board::of(&game);
                Learned::of(GomokuNetwork::built_in(rules), &board).evaluate(board.turn())
            };
            let three = value("15/15/15/15/15/15/15/5xxx7/15/15/15/15/3o3o3o3/15/15 x");
            let broken = value("15/15/15/15/15/15/15/4oxxxo6/15/15/15/15/3o11/15/15 x");
            assert!(three > broken + 30, "{rules}: {three} {broken}");
        }
    }
}
