//! An open list for 4-connected grids: totals (g + h) rise in steps of 2, so that a bucket a total
//! keeps order without a heap.

/// Bucket k holds the items whose total is 2k above that of the start.
pub(super) struct Buckets<T>(Vec<Vec<T>>);

impl<T> Buckets<T> {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    pub(super) fn clear(&mut self) {
        self.0.iter_mut().for_each(Vec::clear);
    }

    /// Adds an item, whose bucket must not be below that of the last one taken.
    #[inline]
    pub(super) fn push(&mut self, bucket: u32, item: T) {
        let bucket = bucket as usize;
        if self.0.len() <= bucket {
            self.0.resize_with(bucket + 1, Vec::new);
        }
        self.0[bucket].push(item);
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Takes an item from one bucket. The search goes from bucket to bucket itself: as a loop in
    /// here that costs it 5 % more instructions.
    #[inline]
    pub(super) fn pop(&mut self, bucket: usize) -> Option<T> {
        self.0[bucket].pop()
    }
}
