//! The mathematics: simultaneous perturbation stochastic approximation (Spall 1992), with gains as chess
//! engines choose them.

use boyi_engine::PlayerSpec;
use boyi_game::{Key, Random};
use boyi_search::kernel::Tunable;

/// A number on its way to a better one.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    pub name: String,
    /// What it began with.
    pub start: i32,
    pub range: (i32, i32),
    /// Where it is now; players get it rounded.
    pub value: f64,
}

impl Tuned {
    pub fn new(tunable: &Tunable) -> Self {
        Self {
            name: tunable.name.to_owned(),
            start: tunable.value,
            range: (*tunable.range.start(), *tunable.range.end()),
            value: f64::from(tunable.value),
        }
    }

    /// The same, but beginning with what the player is told to set.
    pub fn of_player(tunable: &Tunable, player: &PlayerSpec) -> Self {
        let mut chosen = player.tunables.iter();
        let chosen = chosen.find(|(name, _)| name == tunable.name);
        let tuned = Self::new(tunable);
        match chosen {
            Some(&(_, value)) => Self {
                start: value,
                value: tuned.within(f64::from(value)),
                ..tuned
            },
            None => tuned,
        }
    }

    pub fn rounded(&self) -> i32 {
        self.within(self.value).round() as i32
    }

    fn within(&self, value: f64) -> f64 {
        value.clamp(f64::from(self.range.0), f64::from(self.range.1))
    }

    /// How far it is moved to both sides in the last pair: a twentieth of its range, but a step at least.
    fn last_shift(&self) -> f64 {
        (f64::from(self.range.1 - self.range.0) / 20.0).max(0.6)
    }
}

/// How far the numbers are moved to see something, and how far they go when they have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gains {
    /// Pairs in all.
    pub pairs: usize,
    /// How far a pair that was won moves a number at the end, in shifts.
    pub rate: f64,
}

/// Gains fall with these powers of the number of pairs, and this share of all pairs comes before the first.
const RATE_POWER: f64 = 0.602;
const SHIFT_POWER: f64 = 0.101;
const STABILITY: f64 = 0.1;

impl Gains {
    /// How much wider than the last the shift of a pair is.
    fn widening(&self, pair: usize) -> f64 {
        (self.pairs as f64 / (pair + 1) as f64)
            .max(1.0)
            .powf(SHIFT_POWER)
    }

    /// How many shifts a number goes for a game won more than lost.
    fn step(&self, pair: usize) -> f64 {
        let before = STABILITY * self.pairs as f64;
        let rest = (before + self.pairs as f64) / (before + (pair + 1) as f64);
        self.rate * rest.max(1.0).powf(RATE_POWER) / self.widening(pair)
    }
}

/// The direction of a pair: for every number which of both players has the larger one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Direction(Vec<bool>);

impl Direction {
    /// The direction of this pair follows from the seed alone.
    pub fn of(seed: u64, pair: usize, numbers: usize) -> Self {
        let mut random = Random::new(Key::mixed(seed).0 ^ Key::mixed(pair as u64).0);
        Self((0..numbers).map(|_| random.below(2) == 1).collect())
    }

    /// What the two players of a pair have.
    pub fn players(&self, numbers: &[Tuned], gains: &Gains, pair: usize) -> [Vec<i32>; 2] {
        [1.0, -1.0].map(|player| {
            let shifted = numbers.iter().zip(&self.0).map(|(number, &up)| {
                let shift = number.last_shift() * gains.widening(pair);
                let shift = if up { shift } else { -shift };
                number.within(number.value + player * shift).round() as i32
            });
            shifted.collect()
        })
    }

    /// The numbers go towards the player that won `lead` games more than the other.
    pub fn learn(&self, numbers: &mut [Tuned], gains: &Gains, pair: usize, lead: i32) {
        for (number, &up) in numbers.iter_mut().zip(&self.0) {
            let step = gains.step(pair) * number.last_shift() * f64::from(lead);
            let value = number.value + if up { step } else { -step };
            number.value = number.within(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two players whose strength falls with the distance of their numbers from an optimum that is
    /// planted, and who win and lose by lot otherwise.
    #[test]
    fn a_planted_optimum_is_found() {
        const OPTIMUM: [f64; 4] = [70.0, 15.0, 900.0, 3.0];
        let tunables = [
            ("one", 30, 0..=100),
            ("two", 60, 0..=100),
            ("three", 300, 0..=2000),
            ("four", 8, 1..=12),
        ];
        let mut numbers: Vec<Tuned> = tunables
            .into_iter()
            .map(|(name, value, range)| Tuned::new(&Tunable { name, value, range }))
            .collect();
        let weakness = |numbers: &[f64], tuned: &[Tuned]| -> f64 {
            let terms = numbers.iter().zip(OPTIMUM).zip(tuned);
            let far = terms.map(|((number, best), tuned)| {
                let width = f64::from(tuned.range.1 - tuned.range.0);
                ((number - best) / width).powi(2)
            });
            // In hundreds of Elo: at a fifth of the range from the optimum it costs 60.
            15.0 * far.sum::<f64>()
        };
        let gains = Gains {
            pairs: 6000,
            rate: 0.02,
        };
        let mut random = Random::new(5);
        let far = |numbers: &[Tuned]| {
            let values: Vec<f64> = numbers.iter().map(|number| number.value).collect();
            weakness(&values, numbers)
        };
        let before = far(&numbers);
        for pair in 0..gains.pairs {
            let direction = Direction::of(9, pair, numbers.len());
            let [one, other] = direction.players(&numbers, &gains, pair).map(|player| {
                let player: Vec<f64> = player.into_iter().map(f64::from).collect();
                weakness(&player, &numbers)
            });
            let expected = 1.0 / (1.0 + 10f64.powf((one - other) / 4.0));
            let mut game = || {
                let won = (random.below(1000) as f64) < 1000.0 * expected;
                if won { 1 } else { -1 }
            };
            let lead = game() + game();
            direction.learn(&mut numbers, &gains, pair, lead);
        }
        let after = far(&numbers);
        assert!(after < before / 20.0, "{before} {after} {numbers:?}");
    }

    #[test]
    fn numbers_stay_in_their_ranges() {
        let tunable = Tunable {
            name: "one",
            value: 1,
            range: 0..=3,
        };
        let mut numbers = vec![Tuned::new(&tunable)];
        let gains = Gains {
            pairs: 10,
            rate: 9.0,
        };
        for pair in 0..10 {
            let direction = Direction::of(1, pair, 1);
            let players = direction.players(&numbers, &gains, pair).concat();
            assert!(
                players.iter().all(|value| (0..=3).contains(value)),
                "{players:?}"
            );
            assert_ne!(players[0], players[1]);
            direction.learn(&mut numbers, &gains, pair, 2);
            assert!((0..=3).contains(&numbers[0].rounded()));
        }
    }
}
