//! The best line found so far, kept ply by ply.

/// `lines[ply]` is what both sides are expected to play from that ply on.
pub(crate) struct Lines<M> {
    lines: Vec<Vec<M>>,
    kept: Vec<M>,
}

impl<M> Default for Lines<M> {
    fn default() -> Self {
        Self {
            lines: vec![Vec::new()],
            kept: Vec::new(),
        }
    }
}

impl<M: Copy> Lines<M> {
    /// Forgets the line of a node that is entered.
    #[inline]
    pub(crate) fn clear(&mut self, ply: u32) {
        // The node and the one below it always have a line to look at.
        while self.lines.len() < ply as usize + 2 {
            self.lines.push(Vec::new());
        }
        self.lines[ply as usize].clear();
    }

    /// The best line at `ply` is now `mv`, then the best line below it.
    #[inline]
    pub(crate) fn lead(&mut self, ply: u32, mv: M) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }

    /// The line from the root.
    pub(crate) fn root(&self) -> &[M] {
        &self.lines[0]
    }

    /// Keeps the line from the root safe from the next search.
    pub(crate) fn keep_root(&mut self) {
        self.kept.clone_from(&self.lines[0]);
    }

    /// Puts the line kept last back.
    pub(crate) fn restore_root(&mut self) {
        self.lines[0].clone_from(&self.kept);
    }
}
