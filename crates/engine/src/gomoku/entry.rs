//! What the strong player remembers of a position, in 64 bits.

use boyi_search::{Bound, Packed, SharedTable};

use super::layout::Cell;
use super::value::{PROVEN, Value};

/// What was found out about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    value: i16,
    /// The evaluation, without looking ahead.
    pub(crate) standing: i16,
    /// A point's number plus one; 0 for none.
    best: u16,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    generation: u8,
}

/// The table.
pub(crate) type Table = SharedTable<Entry>;

const GENERATIONS: u8 = 64;

impl Entry {
    #[inline]
    pub(crate) fn new(
        value: Value,
        bound: Bound,
        ply: u32,
        depth: i32,
        standing: Value,
        best: Option<Cell>,
        generation: u8,
    ) -> Self {
        // Proven results are counted from the position itself.
        let value = if value >= PROVEN {
            value + ply as Value
        } else if value <= -PROVEN {
            value - ply as Value
        } else {
            value
        };
        Self {
            value: value.clamp(-32_000, 32_000) as i16,
            standing: standing as i16,
            best: best.map_or(0, |cell| cell + 1),
            depth: depth.clamp(0, 255) as u8,
            bound,
            generation: generation % GENERATIONS,
        }
    }

    /// The value, counted from the root.
    #[inline]
    pub(crate) fn value(&self, ply: u32) -> Value {
        let value = Value::from(self.value);
        if value >= PROVEN {
            value - ply as Value
        } else if value <= -PROVEN {
            value + ply as Value
        } else {
            value
        }
    }

    #[inline]
    pub(crate) fn best(&self) -> Option<Cell> {
        self.best.checked_sub(1)
    }
}

impl Packed for Entry {
    #[inline]
    fn pack(self) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::AtLeast => 2,
            Bound::AtMost => 3,
        };
        u64::from(self.value as u16)
            | u64::from(self.standing as u16) << 16
            | u64::from(self.best) << 32
            | u64::from(self.depth) << 48
            | u64::from(self.generation) << 56
            | bound << 62
    }

    #[inline]
    fn unpack(bits: u64) -> Option<Self> {
        let bound = match bits >> 62 {
            1 => Bound::Exact,
            2 => Bound::AtLeast,
            3 => Bound::AtMost,
            _ => return None,
        };
        Some(Self {
            value: bits as i16,
            standing: (bits >> 16) as i16,
            best: (bits >> 32) as u16,
            depth: (bits >> 48) as u8,
            bound,
            generation: (bits >> 56) as u8 % GENERATIONS,
        })
    }

    /// Deep entries are worth keeping, old ones less so.
    #[inline]
    fn worth(self, generation: u8) -> i32 {
        let age = generation.wrapping_sub(self.generation) % GENERATIONS;
        i32::from(self.depth) - 4 * i32::from(age)
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::{loss_in, win_in};
    use super::*;

    #[test]
    fn entries_come_back_and_wins_are_counted_from_the_position() {
        for (value, ply) in [(-17, 3), (win_in(9), 4), (loss_in(12), 4), (0, 0)] {
            for best in [None, Some(0), Some(483)] {
                let entry = Entry::new(value, Bound::AtMost, ply, 7, -300, best, 70);
                let again = Entry::unpack(entry.pack()).expect("an entry");
                assert_eq!(again, entry);
                assert_eq!((again.value(ply), again.best()), (value, best));
            }
        }
        let deeper = Entry::new(win_in(9), Bound::Exact, 4, 7, 0, None, 0);
        assert_eq!(deeper.value(6), win_in(11));
    }
}
