//! The equation behind every maximum-likelihood distribution with a constraint.

/// The root `x` of `sum p_i b_i / (1 + x b_i) = 0`, where all `1 + x b_i` are positive. `None` where
/// the `b_i` do not lie on both sides of 0: then no distribution meets the constraint.
///
/// The sum falls from plus to minus infinity between the poles, so halving finds its only root.
pub(super) fn root(p: &[f64; 5], b: &[f64; 5]) -> Option<f64> {
    let most = b.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = b.iter().copied().fold(f64::INFINITY, f64::min);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let sum = |x: f64| -> (f64, f64) {
        p.iter()
            .zip(b)
            .map(|(&p, &b)| (p * b / (1.0 + x * b), -p * (b / (1.0 + x * b)).powi(2)))
            .fold((0.0, 0.0), |sum, term| (sum.0 + term.0, sum.1 + term.1))
    };
    let mut x = 0.0;
    for _ in 0..100 {
        let (value, slope) = sum(x);
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        // Newton's step where it stays between the poles, else halving.
        let step = x - value / slope;
        let next = if step > low && step < high {
            step
        } else {
            f64::midpoint(low, high)
        };
        if (next - x).abs() <= 1e-13 * (1.0 + x.abs()) {
            return Some(next);
        }
        x = next;
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_a_root_and_there_is_none_on_one_side() {
        let p = [0.1, 0.2, 0.4, 0.2, 0.1];
        for shift in [-0.9, -0.3, 0.0, 0.4, 0.95] {
            let b = [-1.0, -0.5, 0.0, 0.5, 1.0].map(|b: f64| b + shift);
            let x = root(&p, &b).expect("both signs");
            let sum: f64 = p.iter().zip(&b).map(|(p, b)| p * b / (1.0 + x * b)).sum();
            assert!(sum.abs() < 1e-9, "shift {shift}: {sum}");
            assert!(b.iter().all(|b| 1.0 + x * b > 0.0));
        }
        assert_eq!(root(&p, &[0.0, 0.1, 0.2, 0.3, 0.4]), None);
    }
}
