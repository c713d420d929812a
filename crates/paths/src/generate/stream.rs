//! Seeded random numbers of this crate's own: a maze is named by its seed, so that the stream may
//! never change under it.

/// A random stream (splitmix64, Steele, Lea and Flood 2014).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stream(u64);

impl Stream {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// A number below `bound`, which must not be 0. (Multiply and shift: the bias is below
    /// bound / 2^64, which no maze can show.)
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "no number is below 0");
        ((u128::from(self.bits()) * u128::from(bound)) >> 64) as u32
    }

    /// True with this chance.
    pub fn chance(&mut self, chance: f64) -> bool {
        // 53 bits are what an f64 holds exactly.
        ((self.bits() >> 11) as f64) < chance * (1u64 << 53) as f64
    }

    /// A random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs for seed 1234567, as the generator's published C code prints them.
    #[test]
    fn the_stream_is_the_published_one() {
        let mut stream = Stream::new(1_234_567);
        assert_eq!(stream.bits(), 6_457_827_717_110_365_317);
        assert_eq!(stream.bits(), 3_203_168_211_198_807_973);
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
