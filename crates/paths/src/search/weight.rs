//! How much a search trusts its heuristic.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Cost;

/// A factor of the heuristic, at least 1, exact to a thousandth: ranks stay whole numbers, so that
/// every machine expands the same nodes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Weight(u32);

/// Not a weight.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the weight `{0}` is not a number from 1 to {MOST}, such as 1.5", MOST = Weight::MOST / 1000)]
pub struct WeightError(String);

impl Weight {
    /// The heuristic as it is: A*.
    pub const ONE: Self = Self(1000);
    /// What weighted A* takes unless it is told another.
    pub const TWO: Self = Self(2000);
    /// What anytime repairing A* begins with unless it is told another.
    pub const THREE: Self = Self(3000);
    const MOST: u32 = 1_000_000;

    /// So many thousandths, `None` below 1 and above 1000.
    pub fn from_thousandths(thousandths: u32) -> Option<Self> {
        (1000..=Self::MOST)
            .contains(&thousandths)
            .then_some(Self(thousandths))
    }

    /// The weight in thousandths.
    pub const fn thousandths(self) -> u32 {
        self.0
    }

    /// g plus the weighted h, in thousandths of a cost.
    #[inline]
    pub const fn rank(self, g: Cost, h: Cost) -> Cost {
        g * 1000 + h * self.0 as Cost
    }

    /// Is this cost at most the weight times the other?
    pub const fn bounds(self, cost: Cost, least: Cost) -> bool {
        cost * 1000 <= least * self.0 as Cost
    }

    /// Half as far from 1, and 1 once that is less than a twentieth.
    pub(super) const fn halved(self) -> Self {
        let excess = (self.0 - 1000) / 2;
        Self(1000 + if excess < 50 { 0 } else { excess })
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", f64::from(self.0) / 1000.0)
    }
}

impl FromStr for Weight {
    type Err = WeightError;

    fn from_str(text: &str) -> Result<Self, WeightError> {
        let number: f64 = text.parse().map_err(|_| WeightError(text.to_owned()))?;
        // A negative number and "NaN" become 0, which is no weight either.
        let thousandths = (number * 1000.0).round() as u32;
        Self::from_thousandths(thousandths).ok_or_else(|| WeightError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_and_refused() {
        for (text, thousandths) in [
            ("1", 1000),
            ("1.5", 1500),
            ("2.0004", 2000),
            ("1000", 1_000_000),
        ] {
            let weight: Weight = text.parse().expect("a weight");
            assert_eq!(weight.thousandths(), thousandths);
        }
        for text in ["", "0.9", "-3", "NaN", "inf", "1001", "two"] {
            let error = text.parse::<Weight>().expect_err("no weight").to_string();
            assert!(error.contains("from 1 to 1000"), "{error}");
        }
        assert_eq!(Weight(1500).to_string(), "1.5");
    }

    #[test]
    fn halving_ends_at_one() {
        let rounds: Vec<u32> = std::iter::successors(Some(Weight::THREE), |weight| {
            (*weight > Weight::ONE).then(|| weight.halved())
        })
        .map(Weight::thousandths)
        .collect();
        assert_eq!(rounds, [3000, 2000, 1500, 1250, 1125, 1062, 1000]);
    }
}
