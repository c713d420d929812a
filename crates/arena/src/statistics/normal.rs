//! The normal distribution.

/// The chance that a standard normal number is at most `x`.
pub(super) fn phi(x: f64) -> f64 {
    let half = 0.5 * erfc(x.abs() / std::f64::consts::SQRT_2);
    if x > 0.0 { 1.0 - half } else { half }
}

/// The complement of the error function for `x` at least 0: its Taylor series near 0, its continued
/// fraction (Lentz's method, from the inside out) further away, where each converges fast.
fn erfc(x: f64) -> f64 {
    let root_pi = std::f64::consts::PI.sqrt();
    if x < 2.0 {
        let (mut term, mut sum) = (x, x);
        for n in 1..100 {
            term *= -x * x / f64::from(n);
            sum += term / f64::from(2 * n + 1);
        }
        1.0 - 2.0 / root_pi * sum
    } else {
        let mut below = x;
        for n in (1..=100).rev() {
            below = x + f64::from(n) / 2.0 / below;
        }
        (-x * x).exp() / root_pi / below
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_in_every_textbook() {
        for (x, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (1.96, 0.975_002_105),
            (-1.644_853_627, 0.05),
            (3.0, 0.998_650_102),
            (-4.0, 3.167_124e-5),
            (-6.0, 9.865_876e-10),
        ] {
            assert!((phi(x) - expected).abs() < 1e-9, "{x}: {}", phi(x));
        }
    }
}
