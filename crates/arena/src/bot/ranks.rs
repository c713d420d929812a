//! Moves of xiangqi in coordinates: engines do not agree where ranks begin.

/// Where the lowest rank begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ranks {
    /// `a0` to `i9`: UCCI, Pikafish, and we.
    FromZero,
    /// `a1` to `i10`: Fairy-Stockfish.
    FromOne,
}

impl Ranks {
    /// A move of ours (`h2e2`) as they write it.
    pub(super) fn theirs(self, mv: &str) -> String {
        match (self, cells(mv)) {
            (Self::FromOne, Some([(a, b), (c, d)])) => format!("{a}{}{c}{}", b + 1, d + 1),
            _ => mv.to_owned(),
        }
    }

    /// A move of theirs as we write it; `None` where it is none.
    pub(super) fn ours(self, mv: &str) -> Option<String> {
        let [(a, b), (c, d)] = cells(mv)?;
        let lowest = match self {
            Self::FromZero => 0,
            Self::FromOne => 1,
        };
        let rank = |rank: u32| rank.checked_sub(lowest).filter(|rank| *rank <= 9);
        Some(format!("{a}{}{c}{}", rank(b)?, rank(d)?))
    }
}

fn cells(mv: &str) -> Option<[(char, u32); 2]> {
    let (from, rest) = cell(mv)?;
    let (to, rest) = cell(rest)?;
    rest.is_empty().then_some([from, to])
}

fn cell(text: &str) -> Option<((char, u32), &str)> {
    let file = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let rest = &text[1..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let rank = rest[..digits].parse().ok()?;
    Some(((file.to_ascii_lowercase(), rank), &rest[digits..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_counting() {
        assert_eq!(Ranks::FromOne.theirs("h9g7"), "h10g8");
        assert_eq!(Ranks::FromOne.ours("h10g8").as_deref(), Some("h9g7"));
        assert_eq!(Ranks::FromZero.theirs("h9g7"), "h9g7");
        assert_eq!(Ranks::FromZero.ours("H9G7").as_deref(), Some("h9g7"));
        for wrong in [
            "",
            "h",
            "h9",
            "h9g",
            "h9g7x",
            "h0g0",
            "h11a1",
            "é9g7",
            "h99999999999g1",
        ] {
            assert_eq!(Ranks::FromOne.ours(wrong), None, "{wrong}");
        }
    }
}
