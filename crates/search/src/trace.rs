//! A recording of a search, for drawing its tree.

use boyi_game::Score;

use crate::{Leave, Observer, Window};

/// Something that happened in a search. The order of events is the order in which the tree grew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<M> {
    /// A new iteration.
    Deepen {
        /// To this depth.
        depth: u32,
    },
    /// A position was entered.
    Enter {
        /// Distance from the root.
        ply: u32,
        /// Depth left.
        depth: u32,
        /// The scores that matter here.
        window: Window,
    },
    /// A move was tried.
    Play {
        /// Distance of the position it was tried at.
        ply: u32,
        /// The move.
        mv: M,
    },
    /// The move tried last made others superfluous.
    Cut {
        /// Distance from the root.
        ply: u32,
        /// What it was worth.
        value: Score,
        /// How many others.
        spared: u32,
    },
    /// A position was left.
    Leave {
        /// Distance from the root.
        ply: u32,
        /// Its value, from the view of the side to move there.
        value: Score,
        /// How it got it.
        how: Leave,
    },
}

/// Records the first events up to a cap, and counts all positions.
///
/// Whole subtrees are left out, never parts of one: once the cap is reached, nothing below the
/// positions open then is recorded any more, but their own cuts and values are, so that a drawn
/// tree is complete down to what is missing and can say so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace<M> {
    events: Vec<Event<M>>,
    cap: usize,
    entered: u64,
    recorded: u64,
    /// How many recorded positions are open: those at plies below this.
    open: u32,
}

impl<M> Trace<M> {
    /// A recording of at most about `cap` events (plus two for each position then open).
    pub fn new(cap: usize) -> Self {
        Self {
            events: Vec::new(),
            cap,
            entered: 0,
            recorded: 0,
            open: 0,
        }
    }

    /// What was recorded.
    pub fn events(&self) -> &[Event<M>] {
        &self.events
    }

    /// Positions the search entered.
    pub fn entered(&self) -> u64 {
        self.entered
    }

    /// Positions among the events.
    pub fn recorded(&self) -> u64 {
        self.recorded
    }

    /// Whether everything was recorded.
    pub fn is_complete(&self) -> bool {
        self.entered == self.recorded
    }

    fn has_room(&self) -> bool {
        // A position left out once means that everything new is left out from then on.
        self.is_complete() && self.events.len() < self.cap
    }
}

impl<M: Copy> Observer<M> for Trace<M> {
    fn deepen(&mut self, depth: u32) {
        if self.has_room() {
            self.events.push(Event::Deepen { depth });
        }
    }

    fn enter(&mut self, ply: u32, depth: u32, window: Window) {
        if self.has_room() {
            self.recorded += 1;
            self.open = ply + 1;
            self.events.push(Event::Enter { ply, depth, window });
        }
        self.entered += 1;
    }

    fn play(&mut self, ply: u32, mv: M) {
        if self.has_room() {
            self.events.push(Event::Play { ply, mv });
        }
    }

    fn cut(&mut self, ply: u32, value: Score, spared: &[M]) {
        if ply < self.open {
            self.events.push(Event::Cut {
                ply,
                value,
                spared: spared.len() as u32,
            });
        }
    }

    fn leave(&mut self, ply: u32, value: Score, how: Leave) {
        if ply < self.open {
            self.events.push(Event::Leave { ply, value, how });
            self.open = ply;
        }
    }
}
