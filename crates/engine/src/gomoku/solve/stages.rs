//! The plans that are tried one after the other, narrow attacks first: they are found in no time.

use boyi_game::{Position, Side};
use boyi_gomoku::{Gomoku, Rules};

use super::super::prover::{Effort, Plan, Trust};

/// A plan, and when to leave it for the next one.
pub(super) struct Stage {
    pub(super) plan: Plan,
    /// The share of the time, and of the positions.
    pub(super) share: f64,
    /// Positions to look at, at most.
    pub(super) nodes: u64,
    pub(super) next: Next,
}

/// When the broad plan comes next instead of the stage that follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// Never.
    InTurn,
    /// Where this one was not seen to its end: threats abound, and in their midst only advice finds the
    /// quiet move.
    BroadUnlessSeen,
    /// Where this one was seen to its end: with so little effort there is nothing, only much more of it
    /// sees more.
    BroadWhereSeen,
}

/// What is tried first under these rules.
pub(super) fn narrow(rules: Rules) -> &'static [Stage] {
    match rules {
        Rules::Renju => &OF_RENJU,
        Rules::Freestyle | Rules::Standard => &USUAL,
    }
}

/// With so few stones on the board nothing is forced yet.
const STONES_OF_AN_OPENING: usize = 5;

/// What is tried last, with more and more effort.
pub(super) fn broad(position: &Gomoku, attacker: Side) -> Plan {
    let forced = position.stones() > STONES_OF_AN_OPENING;
    match position.rules() {
        Rules::Renju => plan(8, 3_000, 0, 20, 20_000),
        _ if forced && position.turn() == attacker => Plan {
            first_advice: 24_000,
            free: 2,
            ..plan(0, 3_000, 3_000, 24, 8_000)
        },
        // Many answers have to be refuted, and a little more effort refutes most of them at once.
        _ => Plan {
            first_advice: 64_000,
            trust: Trust::Value,
            ..plan(0, 10_000, 4_000, 16, 16_000)
        },
    }
}

const USUAL: [Stage; 4] = [
    FOURS,
    Stage {
        next: Next::BroadUnlessSeen,
        ..stage(plan(0, u64::MAX, 200, 0, 0), 0.07, 1_000_000)
    },
    Stage {
        next: Next::BroadWhereSeen,
        ..stage(plan(0, 300, 300, 20, 0), 0.45, 1_000_000)
    },
    stage(plan(0, 1_000, 1_000, 20, 0), 0.95, 1_000_000),
];

/// In renju quiet moves have to threaten fours, because there is no telling which points matter to a
/// threat of threes.
const OF_RENJU: [Stage; 3] = [
    FOURS,
    stage(plan(0, u64::MAX, 200, 0, 0), 0.25, 2_000_000),
    stage(plan(8, u64::MAX, 200, 0, 0), 0.8, 20_000_000),
];

/// Nothing but fours.
const FOURS: Stage = Stage {
    plan: Plan {
        threats: Effort {
            fours: 2_000_000,
            quiet: 0,
            later: 3,
        },
        ..plan(0, 1, 0, 0, 0)
    },
    share: 0.15,
    nodes: 2,
    next: Next::InTurn,
};

const fn stage(plan: Plan, share: f64, nodes: u64) -> Stage {
    Stage {
        plan,
        share,
        nodes,
        next: Next::InTurn,
    }
}

const fn plan(quiet_threats: usize, attack: u64, threat: u64, quiet: usize, advice: u64) -> Plan {
    Plan {
        threats: Effort {
            fours: 200,
            quiet: quiet_threats,
            later: if quiet_threats > 0 { 0 } else { 3 },
        },
        attack,
        threat,
        quiet,
        advice,
        first_advice: advice,
        trust: Trust::Move,
        free: if advice > 0 { 1 } else { 0 },
    }
}
