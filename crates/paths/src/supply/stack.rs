//! A stack whose push can be told not to happen, without a branch.
//!
//! A processor predicts wrongly half of the time whether a neighbour is worth keeping, and each
//! wrong prediction costs twenty instructions. Writing it down anyway and moving the end only if it
//! counts is cheaper.

/// A stack of plain values.
#[derive(Default)]
pub(super) struct Stack<T> {
    /// What lies beyond `len` is scratch.
    items: Vec<T>,
    len: usize,
}

impl<T: Copy + Default> Stack<T> {
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Makes room for this many calls of [`Self::push_if`].
    #[inline]
    pub(super) fn make_room(&mut self, pushes: usize) {
        if self.len + pushes > self.items.len() {
            let roomy = (2 * self.items.len()).max(256) + pushes;
            self.items.resize(roomy, T::default());
        }
    }

    /// Pushes an item if it counts. There must be room for it even if it does not.
    #[inline]
    pub(super) fn push_if(&mut self, item: T, counts: bool) {
        self.items[self.len] = item;
        self.len += usize::from(counts);
    }

    pub(super) fn push(&mut self, item: T) {
        self.make_room(1);
        self.push_if(item, true);
    }

    pub(super) const fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[self.len])
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> T {
        self.items[index]
    }
}
