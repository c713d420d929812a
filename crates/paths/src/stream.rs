//! The seeded random stream behind our generators: a maze or a picture is named by its seed, so the
//! stream may never change under it.

/// A random stream (splitmix64: Steele, Lea and Flood 2014). A few lines are enough for generators,
/// which need variety and repeatability, not statistical perfection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stream(u64);

impl Stream {
    /// The stream of this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which must not be 0; uneven by less than `bound` in 2^64.
    pub fn below<N: Into<u64> + TryFrom<u64>>(&mut self, bound: N) -> N {
        let bound: u64 = bound.into();
        assert!(bound > 0, "no number is below 0");
        let drawn = (u128::from(self.bits()) * u128::from(bound)) >> 64;
        let Ok(drawn) = N::try_from(drawn as u64) else {
            unreachable!("what is below a number fits where it fits")
        };
        drawn
    }

    /// True with this chance.
    pub fn chance(&mut self, chance: f64) -> bool {
        // 53 bits are what an f64 holds exactly.
        ((self.bits() >> 11) as f64) < chance * (1u64 << 53) as f64
    }

    /// True `percent` times in a hundred.
    pub fn percent(&mut self, percent: u8) -> bool {
        self.below(100u64) < u64::from(percent)
    }

    /// A random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs from seed 1234567, as the generator's authors' code prints them.
    #[test]
    fn the_stream_is_the_published_one() {
        let mut stream = Stream::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| stream.bits()).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn chances_are_kept() {
        let mut stream = Stream::new(3);
        let hits = (0..40_000).filter(|_| stream.chance(0.3)).count();
        // Six standard deviations of a binomial(40000, 0.3) are about 550.
        assert!(hits.abs_diff(12_000) < 550, "{hits}");
        assert!(!stream.chance(0.0));
        assert!(stream.chance(1.0));
    }
}
