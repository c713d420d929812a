//! The transposition table: values of positions that were searched before.

use boyi_game::{Key, Side, Simultaneous};
use boyi_garlic::{Battle, Cell};

/// A table of values, used again for every move without being cleared.
pub(super) struct TranspositionTable {
    entries: Vec<Entry>,
    /// Where the other goes by its policy.
    replies: Vec<Option<(u64, Cell)>>,
    /// Different for every search, because what a position is worth depends on what is known then.
    search: Key,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    value: f32,
}

impl TranspositionTable {
    const SIZE: usize = 1 << 16;

    pub(super) fn new() -> Self {
        Self {
            entries: vec![Entry::default(); Self::SIZE],
            replies: vec![None; Self::SIZE],
            search: Key::default(),
        }
    }

    /// Begins a new search, in which nothing of the earlier ones counts.
    pub(super) fn new_search(&mut self, battle: &Battle, side: Side) {
        self.search = Key::mixed(battle.key().0 ^ side.index() as u64);
    }

    #[inline]
    pub(super) fn probe(&self, position: Key, depth: u32) -> Option<f32> {
        let key = self.key(position, depth);
        let entry = &self.entries[key as usize % Self::SIZE];
        (entry.key == key).then_some(entry.value)
    }

    #[inline]
    pub(super) fn store(&mut self, position: Key, depth: u32, value: f32) {
        let key = self.key(position, depth);
        self.entries[key as usize % Self::SIZE] = Entry { key, value };
    }

    /// A reply that was predicted before, or is now.
    pub(super) fn reply(
        &mut self,
        position: Key,
        predict: impl FnOnce() -> Option<Cell>,
    ) -> Option<Cell> {
        let key = (position ^ self.search).0;
        let entry = &mut self.replies[key as usize % Self::SIZE];
        if let Some((known, cell)) = *entry
            && known == key
        {
            return Some(cell);
        }
        let cell = predict()?;
        *entry = Some((key, cell));
        Some(cell)
    }

    #[inline]
    fn key(&self, position: Key, depth: u32) -> u64 {
        let depth = u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (position ^ self.search).0.wrapping_add(depth)
    }
}
