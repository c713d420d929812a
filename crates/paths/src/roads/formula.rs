//! How a colour becomes the value of a state.

use crate::names::named;

/// A formula from colour to value. Every one gives 0 for white, which is no state, and a positive
/// value for every other colour, so that the choice of formula never moves a border.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Formula {
    /// 3*255^2 - R^2 - G^2 - B^2, the formula of the task.
    #[default]
    Squares,
    /// 255000 - 299 R - 587 G - 114 B: how dark the state looks, in thousandths (ITU-R BT.601).
    Luminance,
    /// 765 - R - G - B.
    Sum,
    /// 255 minus the smallest of R, G and B: how much ink the state takes.
    Ink,
    /// 1: the road through the fewest states.
    Steps,
}

named! {
    Formula, "formula":
    Squares = "squares",
    Luminance = "luminance",
    Sum = "sum",
    Ink = "ink",
    Steps = "steps",
}

impl Formula {
    /// The value of a state of this colour; 0 for white.
    #[inline]
    pub const fn value(self, [r, g, b]: [u8; 3]) -> u32 {
        let (red, green, blue) = (r as u32, g as u32, b as u32);
        match self {
            Self::Squares => 3 * 255 * 255 - red * red - green * green - blue * blue,
            Self::Luminance => 255_000 - 299 * red - 587 * green - 114 * blue,
            Self::Sum => 765 - red - green - blue,
            Self::Ink => {
                let least = if r < g { r } else { g };
                255 - if least < b { least } else { b } as u32
            }
            Self::Steps => !matches!([r, g, b], [255, 255, 255]) as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_white_is_no_state() {
        for formula in Formula::ALL {
            assert_eq!(formula.value([255; 3]), 0);
            for colour in [[254, 255, 255], [255, 254, 255], [255, 255, 254], [0; 3]] {
                assert!(formula.value(colour) > 0, "{formula} {colour:?}");
            }
        }
    }

    #[test]
    fn values_are_the_formulas() {
        let colour = [10, 20, 30];
        let values = Formula::ALL.map(|formula| formula.value(colour));
        assert_eq!(values, [193_675, 236_850, 705, 245, 1]);
    }
}
