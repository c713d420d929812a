//! How a side chooses among its moves at a node, without looking at the other's numbers.

use boyi_game::Random;

use super::tree::Arm;
use crate::sampling::rave::share_of_later;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Selection {
    /// Every choice as often: flat Monte Carlo, if both do so at the root alone.
    Flat,
    /// Upper confidence bounds.
    Uct,
    /// Upper confidence bounds, and what was learned from making the same choice later.
    Rave,
    /// Upper confidence bounds with a prior.
    Puct,
    /// Each choice as often as it is regretted.
    RegretMatching,
}

/// The number of the choice that a side makes. For regret matching the arms note what was to be played.
pub(super) fn choose<M>(
    selection: Selection,
    arms: &mut [Arm<M>],
    exploration: f64,
    random: &mut Random,
) -> usize {
    let all: u32 = arms.iter().map(Arm::tried).sum();
    let log = f64::from(all.max(1)).ln();
    let bonus = |arm: &Arm<M>| exploration * (log / f64::from(arm.tried().max(1))).sqrt();
    match selection {
        Selection::Flat => {
            let fewest = arms.iter().map(Arm::tried).min();
            one_of(arms, random, |arm| Some(arm.tried()) == fewest)
        }
        Selection::Uct => {
            if arms.iter().any(|arm| arm.tried() == 0) {
                return one_of(arms, random, |arm| arm.tried() == 0);
            }
            highest(arms, |arm| arm.mean() + bonus(arm))
        }
        Selection::Rave => highest(arms, |arm| {
            let share = share_of_later(f64::from(arm.tried()));
            let own = if arm.tried() > 0 { arm.mean() } else { 1.0 };
            let later = arm.amaf_mean().unwrap_or(1.0);
            (1.0 - share) * own + share * later + bonus(arm)
        }),
        Selection::Puct => {
            let root = f64::from(all.max(1)).sqrt();
            let results: f64 = arms.iter().map(|arm| arm.sum).sum();
            // A choice of which nothing is known is taken to be as good as its position.
            let unknown = if all > 0 {
                results / f64::from(all)
            } else {
                0.5
            };
            highest(arms, |arm| {
                let tried = f64::from(arm.tried());
                let mean = if tried > 0.0 { arm.mean() } else { unknown };
                mean + exploration * arm.prior * root / (1.0 + tried)
            })
        }
        Selection::RegretMatching => by_regret(arms, exploration, random),
    }
}

/// The first of the highest.
fn highest<M>(arms: &[Arm<M>], value: impl Fn(&Arm<M>) -> f64) -> usize {
    let numbers = (0..arms.len()).rev();
    let best = numbers.max_by(|&a, &b| value(&arms[a]).total_cmp(&value(&arms[b])));
    best.expect("a side has a choice")
}

fn one_of<M>(arms: &[Arm<M>], random: &mut Random, is_open: impl Fn(&Arm<M>) -> bool) -> usize {
    let open = || (0..arms.len()).filter(|&at| is_open(&arms[at]));
    let nth = random.below(open().count() as u64) as usize;
    open().nth(nth).expect("one of the open ones")
}

/// Plays each choice as often as it is regretted, and now and then at random (`noise`).
fn by_regret<M>(arms: &mut [Arm<M>], noise: f64, random: &mut Random) -> usize {
    let total: f64 = arms.iter().map(|arm| arm.regret.max(0.0)).sum();
    let count = arms.len();
    let even = 1.0 / count as f64;
    let mut left = random.below(1 << 53) as f64 / (1u64 << 53) as f64;
    let mut chosen = None;
    for (at, arm) in arms.iter_mut().enumerate() {
        let share = if total > 0.0 {
            arm.regret.max(0.0) / total
        } else {
            even
        };
        arm.share += share;
        left -= noise * even + (1.0 - noise) * share;
        if left < 0.0 {
            chosen = chosen.or(Some(at));
        }
    }
    chosen.unwrap_or(count - 1)
}
