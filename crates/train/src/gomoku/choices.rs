//! Fitting how likely a move is to be played, by what the stone does and what it takes away: a
//! regression on the choices of games (conditional logit).

use boyi_engine::gomoku::learning::{Choice, MOVE_SCALE, MOVE_WEIGHTS, PARTS, parts_of};
use boyi_search::Stop;

use crate::logistic::{Fitting, Parts, descend};

/// What was found.
pub(super) struct Likely {
    pub(super) weights: Vec<i16>,
    /// The mean surprise at the moves that were kept aside, in nats.
    pub(super) surprise: f64,
}

/// One choice in so many is kept aside.
const HELD_OUT: usize = 16;

/// Fits the weights of moves, beginning with none.
pub(super) fn fit_choices(choices: &[Choice], iterations: usize) -> Likely {
    let (aside, seen): (Vec<_>, Vec<_>) = choices
        .iter()
        .enumerate()
        .partition(|(number, _)| number / 64 % HELD_OUT == 0);
    let only = |part: Vec<(usize, &Choice)>| -> Vec<Choice> {
        part.into_iter().map(|(_, choice)| choice.clone()).collect()
    };
    let (aside, seen) = (only(aside), only(seen));
    let fitting = Fitting {
        scale: 1.0,
        iterations,
        rate: 0.05,
        hold: 1e-6,
        threads: 1,
    };
    let parts = Parts::new(PARTS, (0..MOVE_WEIGHTS).map(parts_of));
    let found = descend(
        |weights| slopes(&seen, weights),
        &vec![0.0; MOVE_WEIGHTS],
        &parts,
        &fitting,
        &Stop::default(),
        &mut |_, _| (),
    );
    let scaled = |weight: &f32| (weight * MOVE_SCALE as f32).clamp(-9999.0, 9999.0).round() as i16;
    Likely {
        weights: found.iter().map(scaled).collect(),
        surprise: slopes(&aside, &found).0,
    }
}

/// The mean surprise, and its slope for each weight.
fn slopes(choices: &[Choice], weights: &[f32]) -> (f64, Vec<f32>) {
    let mut slopes = vec![0.0_f32; weights.len()];
    let mut surprise = 0.0;
    let share = 1.0 / choices.len().max(1) as f32;
    let mut odds = Vec::new();
    for choice in choices {
        let score = |of: &[u16; 2]| weights[usize::from(of[0])] + weights[usize::from(of[1])];
        let most = choice.moves.iter().map(score).fold(f32::MIN, f32::max);
        odds.clear();
        odds.extend(choice.moves.iter().map(|of| (score(of) - most).exp()));
        let sum: f32 = odds.iter().sum();
        surprise -= f64::from((odds[choice.chosen] / sum).max(1e-9).ln());
        for (index, (of, odds)) in choice.moves.iter().zip(&odds).enumerate() {
            let played = f32::from(u8::from(index == choice.chosen));
            let slope = share * (odds / sum - played);
            slopes[usize::from(of[0])] += slope;
            slopes[usize::from(of[1])] += slope;
        }
    }
    (surprise * f64::from(share), slopes)
}
