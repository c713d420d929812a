//! The entries of all shapes of a position, fetched and added: most of the time of a search in the
//! middle game goes by here.

use super::patterns::{LANES, Shapes};

/// The sum of the table's entries at `base` + `shapes`.
///
/// # Safety
/// Every such index must be at least 0 and less than that of the table's last entry.
#[inline]
pub(super) unsafe fn sum(table: &[i16], base: &[i32; LANES], shapes: &Shapes) -> i32 {
    debug_assert!((0..LANES).all(|lane| {
        let index = base[lane] + i32::from(shapes.0[lane]);
        (0..table.len() as i32 - 1).contains(&index)
    }));
    // SAFETY: the caller's promise is passed on; where AVX2 is used the whole program is compiled for
    // machines that have it.
    unsafe {
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        return eight_at_a_time(table, base, shapes);
        #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
        return one_by_one(table, base, shapes);
    }
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
unsafe fn one_by_one(table: &[i16], base: &[i32; LANES], shapes: &Shapes) -> i32 {
    let entry = |(base, &number): (&i32, &i16)| {
        // SAFETY: the caller vouches for the index.
        i32::from(unsafe { *table.get_unchecked((base + i32::from(number)) as usize) })
    };
    base.iter().zip(&shapes.0).map(entry).sum()
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn eight_at_a_time(table: &[i16], base: &[i32; LANES], shapes: &Shapes) -> i32 {
    use std::arch::x86_64::{
        _mm_add_epi32, _mm_cvtsi128_si32, _mm_load_si128, _mm_shuffle_epi32, _mm256_add_epi32,
        _mm256_castsi256_si128, _mm256_cvtepi16_epi32, _mm256_extracti128_si256,
        _mm256_i32gather_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32,
        _mm256_setzero_si256,
    };
    let mut sums = _mm256_setzero_si256();
    for lane in (0..LANES).step_by(8) {
        // SAFETY: both arrays have `LANES` numbers, a multiple of 8, and shapes are aligned to 32
        // bytes.
        let (numbers, base) = unsafe {
            (
                _mm_load_si128(shapes.0.as_ptr().add(lane).cast()),
                _mm256_loadu_si256(base.as_ptr().add(lane).cast()),
            )
        };
        let index = _mm256_add_epi32(_mm256_cvtepi16_epi32(numbers), base);
        // SAFETY: the caller vouches for the entry at each index, and for one after it, which comes
        // along in the upper half.
        let two = unsafe { _mm256_i32gather_epi32::<2>(table.as_ptr().cast(), index) };
        // The lower half times 1, the upper half times 0.
        let lower = _mm256_madd_epi16(two, _mm256_set1_epi32(1));
        sums = _mm256_add_epi32(sums, lower);
    }
    let half = _mm_add_epi32(
        _mm256_castsi256_si128(sums),
        _mm256_extracti128_si256::<1>(sums),
    );
    let quarter = _mm_add_epi32(half, _mm_shuffle_epi32::<0b_11_10>(half));
    _mm_cvtsi128_si32(_mm_add_epi32(quarter, _mm_shuffle_epi32::<1>(quarter)))
}

#[cfg(all(test, target_arch = "x86_64", target_feature = "avx2"))]
mod tests {
    use boyi_game::Random;

    use super::*;

    #[test]
    fn eight_at_a_time_add_up_like_one_by_one() {
        let mut random = Random::new(6);
        let table: Vec<i16> = (0..2000).map(|_| random.bits() as i16).collect();
        let base = [1000; LANES];
        for _ in 0..200 {
            let shapes = Shapes(std::array::from_fn(|_| random.below(1999) as i16 - 1000));
            // SAFETY: indices go from 0 to 1998, and the last is 1999.
            let sums = unsafe {
                [
                    eight_at_a_time(&table, &base, &shapes),
                    one_by_one(&table, &base, &shapes),
                ]
            };
            assert_eq!(sums[0], sums[1]);
        }
    }
}
