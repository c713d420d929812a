//! What black may not do in renju.

use boyi_game::{Phrase, Side};

use crate::pattern::{Pattern, Table};
use crate::{Direction, Lines, Point, Rules};

/// Why a point is forbidden to black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forbidden {
    /// Six or more in a row.
    Overline,
    DoubleFour,
    /// Two real open threes at once.
    DoubleThree,
}

impl Forbidden {
    /// The name it goes by in files: `overline`, `44`, `33`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Overline => "overline",
            Self::DoubleFour => "44",
            Self::DoubleThree => "33",
        }
    }

    /// What it is called.
    pub fn phrase(self) -> Phrase {
        match self {
            Self::Overline => Phrase::new("an overline", "长连禁手"),
            Self::DoubleFour => Phrase::new("a double-four", "四四禁手"),
            Self::DoubleThree => Phrase::new("a double-three", "三三禁手"),
        }
    }

    /// Why black may not play on an empty point, if it may not. The board is put back as it was.
    ///
    /// Five in a row comes before everything: who makes it has won, whatever else the stone does.
    pub fn judge(lines: &mut Lines, point: Point) -> Option<Self> {
        Self::judge_patterns(lines, point, lines.patterns(table(), point, Side::First))
    }

    /// The same for somebody who knows the point's patterns already.
    #[inline]
    pub fn judge_patterns(lines: &mut Lines, point: Point, patterns: [Pattern; 4]) -> Option<Self> {
        if patterns.contains(&Pattern::Five) {
            return None;
        }
        if patterns.contains(&Pattern::Overline) {
            return Some(Self::Overline);
        }
        if patterns.iter().map(|pattern| pattern.fours()).sum::<u32>() > 1 {
            return Some(Self::DoubleFour);
        }
        let threes = patterns.iter().filter(|pattern| pattern.is_open_three());
        if threes.count() > 1 && has_two_real_threes(lines, point, patterns) {
            return Some(Self::DoubleThree);
        }
        None
    }
}

fn table() -> &'static Table {
    Table::of(Rules::Renju)
}

fn has_two_real_threes(lines: &mut Lines, point: Point, patterns: [Pattern; 4]) -> bool {
    lines.put(point, Side::First);
    let directions = Direction::ALL.into_iter().zip(patterns);
    let real = directions
        .filter(|(_, pattern)| pattern.is_open_three())
        .filter(|&(direction, _)| is_real_three(lines, point, direction))
        .take(2)
        .count();
    lines.take(point, Side::First);
    real == 2
}

/// Whether some stone makes a straight four of the three through `point`, and may be played: it is
/// not forbidden itself, judged the same way, and makes no five elsewhere, because then it would not
/// be made for the sake of the four.
fn is_real_three(lines: &mut Lines, point: Point, direction: Direction) -> bool {
    // The stone is part of the same four in a row, so it stands within three points.
    (-3..=3).any(|steps| {
        let Some(end) = direction.from_point(point, steps) else {
            return false;
        };
        if lines.at(end) != crate::Content::Empty {
            return false;
        }
        let patterns = lines.patterns(table(), end, Side::First);
        patterns[direction as usize] == Pattern::OpenFour
            && is_in_the_same_row(lines, point, end, direction, steps)
            && !patterns.contains(&Pattern::Five)
            && Forbidden::judge_patterns(lines, end, patterns).is_none()
    })
}

/// Whether only black stones stand between two points of a line that are `steps` apart.
fn is_in_the_same_row(
    lines: &Lines,
    point: Point,
    end: Point,
    direction: Direction,
    steps: isize,
) -> bool {
    let (before, after) = lines.run(point, direction, Side::First);
    debug_assert_ne!(point, end);
    if steps > 0 {
        after as isize + 1 >= steps
    } else {
        before as isize + 1 >= -steps
    }
}
