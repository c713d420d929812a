//! Sums of products of 16 bits, in pairs: where the time of a network goes. One instruction adds them on most machines.

use crate::LANES;

/// Products are added in pairs.
pub(crate) const PAIRS: usize = LANES / 2;

/// How many groups of sums fit into the registers of a machine, with some left for other numbers. Those of a browser are
/// half as wide.
pub(crate) const PART: usize = if cfg!(target_arch = "wasm32") { 4 } else { 8 };

/// A pair of numbers, again and again.
#[inline]
pub(crate) fn repeated([first, second]: [i16; 2]) -> [i16; LANES] {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    {
        // The compiler puts the second into its lanes one by one.
        let both = i32::from(first) & 0xFFFF | i32::from(second) << 16;
        let register = std::arch::wasm32::i32x4_splat(both);
        // SAFETY: both are 256 bits, and all bits are numbers.
        unsafe { std::mem::transmute([register; 2]) }
    }
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    {
        let mut both = [first; LANES];
        for lane in 0..PAIRS {
            both[2 * lane + 1] = second;
        }
        both
    }
}

/// The sum of products.
#[inline]
pub(crate) fn dot(a: &[i16], b: &[i16]) -> i32 {
    let (a, _) = a.as_chunks::<LANES>();
    let (b, _) = b.as_chunks::<LANES>();
    let mut sums = [0; PAIRS];
    for (a, b) in a.iter().zip(b) {
        add_products(&mut sums, a, b);
    }
    sums.iter().sum()
}

/// Adds the products of neighbours to each sum.
#[inline]
pub(crate) fn add_products(sums: &mut [i32; PAIRS], a: &[i16; LANES], b: &[i16; LANES]) {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    {
        use std::arch::x86_64::{
            _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_storeu_si256,
        };
        // SAFETY: the program is compiled for machines with AVX2 here, and the arrays hold 256 bits each,
        // which need no alignment.
        unsafe {
            let load = |numbers: *const i16| _mm256_loadu_si256(numbers.cast());
            let products = _mm256_madd_epi16(load(a.as_ptr()), load(b.as_ptr()));
            let total = _mm256_add_epi32(_mm256_loadu_si256(sums.as_ptr().cast()), products);
            _mm256_storeu_si256(sums.as_mut_ptr().cast(), total);
        }
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    #[expect(
        clippy::cast_ptr_alignment,
        reason = "what loads and stores registers asks for no alignment"
    )]
    {
        use std::arch::wasm32::{i32x4_add, i32x4_dot_i16x8, v128, v128_load, v128_store};
        // Registers are half as wide there.
        for half in 0..2 {
            // SAFETY: each array holds two registers, which need no alignment.
            unsafe {
                let load = |numbers: *const i16| v128_load(numbers.cast::<v128>().add(half));
                let products = i32x4_dot_i16x8(load(a.as_ptr()), load(b.as_ptr()));
                let place = sums.as_mut_ptr().cast::<v128>().add(half);
                v128_store(place, i32x4_add(v128_load(place), products));
            }
        }
    }
    #[cfg(not(any(
        all(target_arch = "x86_64", target_feature = "avx2"),
        all(target_arch = "wasm32", target_feature = "simd128")
    )))]
    add_products_portably(sums, a, b);
}

/// The same on any machine.
#[cfg(any(
    test,
    not(any(
        all(target_arch = "x86_64", target_feature = "avx2"),
        all(target_arch = "wasm32", target_feature = "simd128")
    ))
))]
fn add_products_portably(sums: &mut [i32; PAIRS], a: &[i16; LANES], b: &[i16; LANES]) {
    for (pair, sum) in sums.iter_mut().enumerate() {
        let product = |lane: usize| i32::from(a[lane]) * i32::from(b[lane]);
        *sum += product(2 * pair) + product(2 * pair + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_machine_multiplies_alike() {
        let mut state = 6_u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 48) as i16
        };
        for _ in 0..200 {
            let mut draw = || -> [i16; LANES] { std::array::from_fn(|_| next()) };
            let (a, b) = (draw().map(|number| number / 3), draw());
            let mut sums = [5; PAIRS];
            let mut portable = sums;
            add_products(&mut sums, &a, &b);
            add_products_portably(&mut portable, &a, &b);
            assert_eq!(sums, portable);
        }
    }
}
