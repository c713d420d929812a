//! The settings that are tried one after the other, narrow attacks first: they are found in no time.

use boyi_game::{Position, Side};
use boyi_gomoku::{Gomoku, Rules};

use super::super::prover::{ProverSettings, Trust, VctSettings};

/// Settings, and when to leave them for the next ones.
pub(super) struct Stage {
    pub(super) settings: ProverSettings,
    /// The share of the time, and of the positions.
    pub(super) share: f64,
    /// Positions to look at, at most.
    pub(super) nodes: u64,
    pub(super) next: Next,
}

/// When the broad attack comes next instead of the stage that follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    InTurn,
    /// Where this one was not disproven: there are many threats, and among them only the player's advice
    /// finds the quiet move.
    BroadUnlessDisproven,
    /// Where this one was disproven: with so little effort there is nothing to find.
    BroadIfDisproven,
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
pub(super) fn broad(position: &Gomoku, attacker: Side) -> ProverSettings {
    let forced = position.stones() > STONES_OF_AN_OPENING;
    match position.rules() {
        Rules::Renju => ProverSettings {
            threat_nodes: 0,
            quiet_moves: 20,
            ..with_advice(with_quiet_threats(vct(3_000)), 20_000)
        },
        _ if forced && position.turn() == attacker => ProverSettings {
            threat_nodes: 3_000,
            quiet_moves: 24,
            first_advice_nodes: 24_000,
            free_plies: 2,
            ..with_advice(vct(3_000), 8_000)
        },
        // Many answers have to be refuted, and a little more effort refutes most of them at once.
        _ => ProverSettings {
            threat_nodes: 4_000,
            quiet_moves: 16,
            first_advice_nodes: 64_000,
            trust: Trust::Value,
            ..with_advice(vct(10_000), 16_000)
        },
    }
}

const USUAL: [Stage; 4] = [
    VCF,
    Stage {
        next: Next::BroadUnlessDisproven,
        ..stage(vct(u64::MAX), 0.07, 1_000_000)
    },
    Stage {
        next: Next::BroadIfDisproven,
        ..stage(quiet(300), 0.45, 1_000_000)
    },
    stage(quiet(1_000), 0.95, 1_000_000),
];

/// In renju quiet moves have to threaten fours, because there is no telling which points matter to a
/// threat of threes.
const OF_RENJU: [Stage; 3] = [
    VCF,
    stage(vct(u64::MAX), 0.25, 2_000_000),
    stage(with_quiet_threats(vct(u64::MAX)), 0.8, 20_000_000),
];

/// Nothing but fours.
const VCF: Stage = Stage {
    settings: ProverSettings {
        vct: VctSettings {
            vcf_nodes: 2_000_000,
            quiet_moves: 0,
            later_cost: 3,
        },
        threat_nodes: 0,
        ..vct(1)
    },
    share: 0.15,
    nodes: 2,
    next: Next::InTurn,
};

const fn stage(settings: ProverSettings, share: f64, nodes: u64) -> Stage {
    Stage {
        settings,
        share,
        nodes,
        next: Next::InTurn,
    }
}

/// Fours and threes alone.
const fn vct(nodes: u64) -> ProverSettings {
    ProverSettings {
        vct: VctSettings {
            vcf_nodes: 200,
            quiet_moves: 0,
            later_cost: 3,
        },
        vct_nodes: nodes,
        threat_nodes: 200,
        quiet_moves: 0,
        advice_nodes: 0,
        first_advice_nodes: 0,
        trust: Trust::Move,
        free_plies: 0,
    }
}

/// Quiet moves that threaten fours and threes, each searched for so many positions.
const fn quiet(nodes: u64) -> ProverSettings {
    ProverSettings {
        threat_nodes: nodes,
        quiet_moves: 20,
        ..vct(nodes)
    }
}

/// The same, with a few quiet moves among the threats.
const fn with_quiet_threats(settings: ProverSettings) -> ProverSettings {
    ProverSettings {
        vct: VctSettings {
            quiet_moves: 8,
            later_cost: 0,
            ..settings.vct
        },
        ..settings
    }
}

/// The same, with the advice of the player.
const fn with_advice(settings: ProverSettings, nodes: u64) -> ProverSettings {
    ProverSettings {
        advice_nodes: nodes,
        first_advice_nodes: nodes,
        free_plies: 1,
        ..settings
    }
}
