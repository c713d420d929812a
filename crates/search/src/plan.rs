//! What to search with, by name.

use std::fmt;
use std::str::FromStr;

use crate::kernel::Go;
use crate::{Techniques, TranspositionTable};

/// The classic searches, each adding one idea to the one before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Algorithm {
    Minimax,
    /// Stops where the opponent would not go.
    AlphaBeta,
    /// Alpha-beta, likeliest move first.
    Ordered,
    /// Ordered, with a table of positions seen.
    Table,
    /// Expects the first move to be best, checks the others cheaply.
    Pvs,
    /// PVS around the value of the iteration before.
    Aspiration,
    /// Closes in on the value by yes-or-no questions.
    Mtdf,
}

impl Algorithm {
    /// All of them, in the order one should learn them.
    pub const ALL: [Self; 7] = [
        Self::Minimax,
        Self::AlphaBeta,
        Self::Ordered,
        Self::Table,
        Self::Pvs,
        Self::Aspiration,
        Self::Mtdf,
    ];

    /// The name it goes by on the command line and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::Ordered => "ordered",
            Self::Table => "table",
            Self::Pvs => "pvs",
            Self::Aspiration => "aspiration",
            Self::Mtdf => "mtdf",
        }
    }

    /// One line for people.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Minimax => "every move of every position, no pruning",
            Self::AlphaBeta => "minimax that stops where the opponent would not go",
            Self::Ordered => "alpha-beta, likeliest move first (killers, history)",
            Self::Table => "ordered alpha-beta with a transposition table",
            Self::Pvs => "principal variation search: first move fully, the rest only checked",
            Self::Aspiration => "PVS with a narrow window around the last value",
            Self::Mtdf => "MTD(f): closes in on the value with null windows",
        }
    }

    /// Whether it remembers positions in a table.
    pub const fn uses_table(self) -> bool {
        matches!(
            self,
            Self::Table | Self::Pvs | Self::Aspiration | Self::Mtdf
        )
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Self, UnknownAlgorithm> {
        let found = Self::ALL
            .into_iter()
            .find(|algorithm| algorithm.name() == name);
        found.ok_or_else(|| UnknownAlgorithm(name.to_owned()))
    }
}

/// There is no search of this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no search called `{0}`: choose from {names}", names = Algorithm::ALL.map(Algorithm::name).join(", "))]
pub struct UnknownAlgorithm(String);

/// One search: how, how far, and with what at hand. `M` is the game's move.
#[derive(Clone, Debug)]
pub struct Plan<'a, M> {
    pub algorithm: Algorithm,
    /// How far, and among which root moves; illegal ones are ignored. Finds one line, whatever it asks for.
    pub go: Go<M>,
    /// Depth 1, then 2, and so on, each using what the one before learned; otherwise the depth of
    /// the limits at once. Without a depth limit it is always one after the other.
    pub deepen: bool,
    /// Among equally good moves one is drawn from the stream of this seed, if the search ends before
    /// its time does; without a seed the first one found is the best move.
    pub seed: Option<u64>,
    /// The table to use, filled by searches of this game with this evaluation only; without one,
    /// algorithms that need a table make a small one.
    pub table: Option<&'a TranspositionTable>,
    /// What the algorithm may use of what it knows.
    pub techniques: Techniques,
}

impl<M> Plan<'_, M> {
    /// An algorithm and its limits, everything else as usual: algorithms that learn from one depth
    /// for the next deepen, the simple ones go straight to the depth.
    pub fn new(algorithm: Algorithm, go: Go<M>) -> Self {
        Self {
            algorithm,
            go,
            deepen: algorithm.uses_table(),
            seed: None,
            table: None,
            techniques: Techniques::ALL,
        }
    }
}
