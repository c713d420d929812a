//! What a point is worth that comes later.

/// What a later point is worth, by rounds.
pub(super) struct Discount([f32; Self::ROUNDS]);

impl Discount {
    const ROUNDS: usize = 64;

    /// With this share left after each round.
    pub(super) const fn new(left: f32) -> Self {
        let mut worth = [1.0; Self::ROUNDS];
        let mut round = 1;
        while round < Self::ROUNDS {
            worth[round] = worth[round - 1] * left;
            round += 1;
        }
        Self(worth)
    }

    /// The share that is left after so many rounds.
    #[inline]
    pub(super) fn after(&self, rounds: u32) -> f32 {
        self.0[(rounds as usize).min(Self::ROUNDS - 1)]
    }
}
