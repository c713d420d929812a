//! Seeded random numbers: the same seed gives the same stream on every machine, for ever.

use crate::{Chance, Key};

/// A random stream (xoshiro256**, Blackman and Vigna 2018, seeded through splitmix64).
///
/// Written here rather than taken from a library because recorded games replay from their seed:
/// the stream is part of our file format and must never change under us.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random([u64; 4]);

impl Random {
    pub fn new(seed: u64) -> Self {
        let word = |n: u64| Key::mixed(seed.wrapping_add(n.wrapping_mul(0x9E37_79B9_7F4A_7C15))).0;
        Self([word(0), word(1), word(2), word(3)])
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.0;
        let result = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A uniform number below `bound`, which must not be 0.
    ///
    /// Multiply-and-reject (Lemire 2019): no bias, hardly ever a division.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "no number is below 0");
        loop {
            let wide = u128::from(self.bits()) * u128::from(bound);
            let low = wide as u64;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (wide >> 64) as u64;
            }
        }
    }

    /// A uniform choice, `None` from an empty slice.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        (!items.is_empty()).then(|| &items[self.below(items.len() as u64) as usize])
    }

    /// A uniformly random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

impl Chance for Random {
    #[inline]
    fn pick(&mut self, weights: &[u32]) -> usize {
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        let mut left = self.below(total);
        for (index, &weight) in weights.iter().enumerate() {
            match left.checked_sub(u64::from(weight)) {
                Some(rest) => left = rest,
                None => return index,
            }
        }
        unreachable!("the draw is below the sum of the weights")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded games depend on these numbers: they may never change.
    #[test]
    fn the_stream_of_a_seed_is_fixed() {
        let mut stream = Random::new(7);
        let first: Vec<u64> = (0..4).map(|_| stream.bits()).collect();
        assert_eq!(
            first,
            [
                12_923_355_070_828_475_994,
                5_142_052_590_334_782_674,
                15_488_392_906_492_639_638,
                18_098_058_644_649_177_664,
            ]
        );
    }

    /// The first outputs from state 1, 2, 3, 4, as the generator's authors' C code prints them.
    #[test]
    fn the_generator_is_the_published_one() {
        let mut stream = Random([1, 2, 3, 4]);
        let first: Vec<u64> = (0..4).map(|_| stream.bits()).collect();
        assert_eq!(first, [11520, 0, 1_509_978_240, 1_215_971_899_390_074_240]);
    }

    #[test]
    fn draws_are_even() {
        let mut stream = Random::new(1);
        let mut seen = [0u32; 7];
        for _ in 0..70_000 {
            seen[stream.below(7) as usize] += 1;
        }
        // Six standard deviations of a binomial(70000, 1/7) are about 555.
        assert!(seen.iter().all(|&n| n.abs_diff(10_000) < 555), "{seen:?}");
    }

    #[test]
    fn weights_are_odds() {
        let mut stream = Random::new(2);
        let mut seen = [0u32; 3];
        for _ in 0..60_000 {
            seen[stream.pick(&[1, 0, 5])] += 1;
        }
        assert_eq!(seen[1], 0, "weight 0 is never picked");
        assert!(seen[0].abs_diff(10_000) < 550, "{seen:?}");
    }
}
