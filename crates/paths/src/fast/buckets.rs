//! An open list for 4-connected grids: totals (g + h) rise in steps of 2, so that a bucket a total
//! keeps order without a heap.

/// Bucket k holds the items whose total is 2k above the least.
pub(super) struct Buckets<T> {
    items: Vec<Vec<T>>,
    least: u32,
}

impl<T> Buckets<T> {
    pub(super) const fn new() -> Self {
        Self {
            items: Vec::new(),
            least: 0,
        }
    }

    /// Empties the list; `least` is the total of the start.
    pub(super) fn restart(&mut self, least: u32) {
        self.items.iter_mut().for_each(Vec::clear);
        self.least = least;
    }

    /// Adds an item, whose total must not be below that of the last one taken.
    #[inline]
    pub(super) fn push(&mut self, total: u32, item: T) {
        let bucket = ((total - self.least) / 2) as usize;
        if self.items.len() <= bucket {
            self.items.resize_with(bucket + 1, Vec::new);
        }
        self.items[bucket].push(item);
    }

    /// Takes an item of the least total, with that total. `bucket` is the first that may hold
    /// something, 0 for a new query; the caller keeps it, in a register if possible.
    #[inline]
    pub(super) fn pop(&mut self, bucket: &mut usize) -> Option<(u32, T)> {
        while *bucket < self.items.len() {
            if let Some(item) = self.items[*bucket].pop() {
                return Some((self.least + 2 * *bucket as u32, item));
            }
            *bucket += 1;
        }
        None
    }
}
