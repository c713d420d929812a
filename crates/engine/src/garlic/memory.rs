//! Values of positions that were looked at before: different ways often lead to the same place.

use boyi_game::{Key, Side, Simultaneous};
use boyi_garlic::{Battle, Cell};

/// A table of values, used again for every move without being cleared.
pub(super) struct Memory {
    entries: Vec<Entry>,
    /// Where the other goes by its habit.
    replies: Vec<Option<(u64, Cell)>>,
    /// Different for every thought, because what a position is worth depends on what is known then.
    thought: Key,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    value: f32,
}

impl Memory {
    const SIZE: usize = 1 << 16;

    pub(super) fn new() -> Self {
        Self {
            entries: vec![Entry::default(); Self::SIZE],
            replies: vec![None; Self::SIZE],
            thought: Key::default(),
        }
    }

    /// Forgets everything.
    pub(super) fn begin(&mut self, battle: &Battle, side: Side) {
        self.thought = Key::mixed(battle.key().0 ^ side.index() as u64);
    }

    #[inline]
    pub(super) fn recall(&self, position: Key, depth: u32) -> Option<f32> {
        let key = self.key(position, depth);
        let entry = &self.entries[key as usize % Self::SIZE];
        (entry.key == key).then_some(entry.value)
    }

    #[inline]
    pub(super) fn keep(&mut self, position: Key, depth: u32, value: f32) {
        let key = self.key(position, depth);
        self.entries[key as usize % Self::SIZE] = Entry { key, value };
    }

    /// A reply that was foreseen before, or is now.
    pub(super) fn reply(
        &mut self,
        position: Key,
        foresee: impl FnOnce() -> Option<Cell>,
    ) -> Option<Cell> {
        let key = (position ^ self.thought).0;
        let entry = &mut self.replies[key as usize % Self::SIZE];
        if let Some((known, cell)) = *entry
            && known == key
        {
            return Some(cell);
        }
        let cell = foresee()?;
        *entry = Some((key, cell));
        Some(cell)
    }

    #[inline]
    fn key(&self, position: Key, depth: u32) -> u64 {
        let depth = u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (position ^ self.thought).0.wrapping_add(depth)
    }
}
