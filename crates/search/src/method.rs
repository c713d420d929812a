//! The searches beyond the classic ones, by name: by sampling, with chance, by proof, by a beam.

use std::fmt;
use std::str::FromStr;

/// Searches that do not return the value of minimax at a depth, but something of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// As many random games after each move.
    MonteCarlo,
    /// A tree that grows where the upper confidence bound is highest.
    Uct,
    /// UCT that also learns from moves played later in the same game.
    Rave,
    /// UCT with a prior over the moves.
    Puct,
    /// UCT that keeps proven wins, losses and draws.
    MctsSolver,
    /// Minimax with nodes at which chance moves.
    Expectiminimax,
    /// Minimax that follows only the moves that look best.
    Beam,
    /// Proof-number search.
    Pn,
    /// The same depth first, with a table.
    DfPn,
}

impl Method {
    /// All of them, in the order one should learn them.
    pub const ALL: [Self; 9] = [
        Self::MonteCarlo,
        Self::Uct,
        Self::Rave,
        Self::Puct,
        Self::MctsSolver,
        Self::Expectiminimax,
        Self::Beam,
        Self::Pn,
        Self::DfPn,
    ];

    /// Those that play games to the end, or nearly, and grow a tree of averages.
    pub const SAMPLING: [Self; 5] = [
        Self::MonteCarlo,
        Self::Uct,
        Self::Rave,
        Self::Puct,
        Self::MctsSolver,
    ];

    /// The name it goes by on the command line and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MonteCarlo => "monte-carlo",
            Self::Uct => "uct",
            Self::Rave => "rave",
            Self::Puct => "puct",
            Self::MctsSolver => "mcts-solver",
            Self::Expectiminimax => "expectiminimax",
            Self::Beam => "beam",
            Self::Pn => "pn",
            Self::DfPn => "dfpn",
        }
    }

    /// One line for people.
    pub const fn description(self) -> &'static str {
        match self {
            Self::MonteCarlo => "flat Monte Carlo: as many random games after each move",
            Self::Uct => "Monte Carlo tree search by upper confidence bounds (UCB1)",
            Self::Rave => "UCT that also learns from moves played later (all moves as first)",
            Self::Puct => "UCT with a prior from the evaluation, which judges the leaves, too",
            Self::MctsSolver => "UCT that backs up proven wins, losses and draws",
            Self::Expectiminimax => "minimax with chance nodes, pruned by Star2",
            Self::Beam => "minimax that follows only the most promising moves (width=)",
            Self::Pn => "proof-number search: proves wins and losses, best first",
            Self::DfPn => "proof-number search depth first, with a table",
        }
    }

    /// Whether it grows a tree by playouts.
    pub fn is_sampling(self) -> bool {
        Self::SAMPLING.contains(&self)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Self, UnknownMethod> {
        let found = Self::ALL.into_iter().find(|method| method.name() == name);
        found.ok_or_else(|| UnknownMethod(name.to_owned()))
    }
}

/// There is no method of this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no search called `{0}`: choose from {names}", names = Method::ALL.map(Method::name).join(", "))]
pub struct UnknownMethod(String);
