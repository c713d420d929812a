//! What must be known to take stones back. Entries are written where they stay: what is put together elsewhere and then
//! moved to the end of a list is copied twice, in pieces that processors are slow to join again.

use std::ops::Index;

/// A stack of entries; behind the last is room that is used again.
#[derive(Clone)]
pub(crate) struct UndoStack<T> {
    entries: Vec<T>,
    len: usize,
}

impl<T> Default for UndoStack<T> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            len: 0,
        }
    }
}

impl<T: Clone> UndoStack<T> {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Makes room for so many more, filled with blank entries.
    #[inline]
    pub(crate) fn reserve(&mut self, more: usize, blank: &T) {
        if self.entries.len() < self.len + more {
            let enough = 2 * self.entries.len() + more;
            self.entries.resize(enough, blank.clone());
        }
    }

    /// The next entry, to be written; there must be room.
    #[inline]
    pub(crate) fn next(&mut self) -> &mut T {
        let entry = &mut self.entries[self.len];
        self.len += 1;
        entry
    }

    #[inline]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}

impl<T> Index<usize> for UndoStack<T> {
    type Output = T;

    #[inline]
    fn index(&self, index: usize) -> &T {
        &self.entries[..self.len][index]
    }
}
