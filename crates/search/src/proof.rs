//! Searches that ask for a proof instead of a value: can the side to move force a win, and if not, a draw?
//!
//! Both count what is still to be shown: the proof number of a position is the least number of leaves that
//! must turn out well to prove it, its disproof number the least that must turn out badly.

mod pn;
mod dfpn;

use boyi_game::{Outcome, Position, Score, Side};

use crate::deepening::root_moves;
use crate::kernel::{Budget, Go, Meter};
use crate::{Counts, EXPECTED_MOVES, Ended, Iteration, Method, Observer, Proof, Report};

/// Positions a proof may keep in memory unless said otherwise.
pub const PROOF_ROOM: usize = 4 << 20;

/// What the attacker, who moves at the root, has to reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    Win,
    Draw,
}

impl Goal {
    fn is_reached(self, outcome: Outcome, attacker: Side) -> bool {
        match outcome {
            Outcome::Win(side) => side == attacker,
            Outcome::Draw => self == Self::Draw,
        }
    }
}

/// One question about a position.
pub(crate) struct Question<'a, M> {
    /// The moves to choose from at the root.
    pub(crate) moves: &'a [M],
    pub(crate) goal: Goal,
    /// Positions that may be kept in memory.
    pub(crate) room: usize,
}

/// What came of one question.
pub(crate) struct Answer<M> {
    /// `None` where the search ended before it knew.
    pub(crate) is_proven: Option<bool>,
    /// The best way on, as far as is known: the proof's first move, or the most promising one.
    pub(crate) line: Vec<M>,
    pub(crate) nodes: u64,
}

/// More leaves than any tree has: nothing can be shown here any more.
pub(crate) const INFINITE: u32 = u32::MAX / 4;

/// What is still to be shown at a position, for the side to move at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofNumbers {
    pub proof: u32,
    pub disproof: u32,
}

impl ProofNumbers {
    /// Nothing is known yet.
    pub const OPEN: Self = Self {
        proof: 1,
        disproof: 1,
    };

    /// Whether it is settled, and how.
    pub const fn settled(self) -> Option<bool> {
        match self {
            Self { proof: 0, .. } => Some(true),
            Self { disproof: 0, .. } => Some(false),
            Self { .. } => None,
        }
    }
}

/// Proves what it can within the limits: a win first, then a draw. With [`Method::Pn`] the tree is kept in
/// memory and grows best first; anything else means depth first with a table.
///
/// The table knows positions, not the way there: in a game with repetition (xiangqi) a proof by
/// [`Method::DfPn`] holds but for repetitions, and a disproof may rest on one.
pub fn prove<P: Position>(
    position: &P,
    method: Method,
    go: &Go<P::Move>,
    room: usize,
    observer: &mut impl Observer<P::Move>,
) -> Report<P::Move> {
    let budget = Budget::new(go, EXPECTED_MOVES);
    let moves = root_moves(position, go);
    let mut counts = Counts::default();
    let mut line: Vec<P::Move> = Vec::new();
    let mut proof = None;
    let mut ended = Ended::GameOver;
    if !moves.is_empty() {
        let mut ask = |goal: Goal| {
            observer.ask(goal);
            let mut meter = Meter::new(&budget);
            let moves = &moves;
            let question = Question { moves, goal, room };
            let answer = match method {
                Method::Pn => pn::ask(position, &question, &mut meter, observer),
                _ => dfpn::ask(position, &question, &mut meter, observer),
            };
            counts.nodes += answer.nodes;
            answer
        };
        let won = ask(Goal::Win);
        line = won.line;
        proof = match won.is_proven {
            Some(true) => Some(Proof::Win),
            Some(false) => {
                let drawn = ask(Goal::Draw);
                if drawn.is_proven != Some(false) {
                    line = drawn.line;
                }
                let fate = |is_drawn| if is_drawn { Proof::Draw } else { Proof::Loss };
                drawn.is_proven.map(fate)
            }
            None => None,
        };
        ended = match proof {
            Some(_) => Ended::Certain,
            None => budget.ended(),
        };
    }
    let depth = line.len() as u32;
    let value = proof.map(|proof| match proof {
        Proof::Win => Score::win_in(depth),
        Proof::Draw => Score::EVEN,
        Proof::Loss => Score::loss_in(depth),
    });
    let iteration = value.map(|value| Iteration {
        depth,
        value,
        line: line.clone(),
        nodes: counts.nodes,
        elapsed: budget.elapsed(),
    });
    Report {
        best: line.first().or(moves.first()).copied(),
        value,
        line,
        depth,
        counts,
        elapsed: budget.elapsed(),
        iterations: iteration.into_iter().collect(),
        ended,
    }
}
