//! Fitting how likely a move is to be played, by what the stone does and what it takes away: a
//! regression on the choices of games (conditional logit).

use boyi_engine::gomoku::learning::{Choice, MOVE_SCALE, MOVE_WEIGHTS, PARTS, parts_of};
use boyi_search::Stop;

use crate::logistic::{Fitting, Parts, descend};

/// One choice in so many is left out, in blocks: the weights that are built in were fitted so.
const LEFT_OUT: usize = 16;

/// Fits the weights of moves, beginning with none.
pub(super) fn fit_choices(choices: &[Choice], iterations: usize) -> Vec<i16> {
    let seen: Vec<&Choice> = (0..)
        .zip(choices)
        .filter(|(number, _)| number / 64 % LEFT_OUT != 0)
        .map(|(_, choice)| choice)
        .collect();
    let fitting = Fitting {
        scale: 1.0,
        iterations,
        rate: 0.05,
        hold: 1e-6,
        threads: 1,
    };
    let found = descend(
        |weights| slopes(&seen, weights),
        &vec![0.0; MOVE_WEIGHTS],
        &Parts::new(PARTS, (0..MOVE_WEIGHTS).map(parts_of)),
        &fitting,
        &Stop::default(),
        &mut |_, _| (),
    );
    let scaled = |weight: &f32| (weight * MOVE_SCALE as f32).clamp(-9999.0, 9999.0).round() as i16;
    found.iter().map(scaled).collect()
}

/// The mean surprise, and its slope for each weight.
fn slopes(choices: &[&Choice], weights: &[f32]) -> (f64, Vec<f32>) {
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
