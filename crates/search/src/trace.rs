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
    /// The position of this ply is entered again.
    Research {
        /// Distance from the root.
        ply: u32,
    },
    /// The move tried last made others superfluous: see [`Trace::spared`].
    Cut {
        /// Distance from the root.
        ply: u32,
        /// What it was worth.
        value: Score,
        /// Where the others begin in the list of all spared moves.
        first: u32,
        /// How many others.
        count: u32,
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
    spared: Vec<M>,
    cap: usize,
    /// Record this iteration only.
    wanted: Option<u32>,
    depth: u32,
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
            spared: Vec::new(),
            cap,
            wanted: None,
            depth: 0,
            entered: 0,
            recorded: 0,
            open: 0,
        }
    }

    /// The same for one iteration of a deepening search; the others are neither recorded nor
    /// counted.
    pub fn of_depth(depth: u32, cap: usize) -> Self {
        Self {
            wanted: Some(depth),
            ..Self::new(cap)
        }
    }

    /// What was recorded.
    pub fn events(&self) -> &[Event<M>] {
        &self.events
    }

    /// The moves a cut made superfluous; none for other events.
    pub fn spared(&self, event: &Event<M>) -> &[M] {
        match *event {
            Event::Cut { first, count, .. } => &self.spared[first as usize..][..count as usize],
            _ => &[],
        }
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
        self.is_wanted() && self.is_complete() && self.events.len() < self.cap
    }

    fn is_wanted(&self) -> bool {
        self.wanted.is_none_or(|wanted| wanted == self.depth)
    }
}

impl<M: Copy> Observer<M> for Trace<M> {
    fn deepen(&mut self, depth: u32) {
        self.depth = depth;
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
        self.entered += u64::from(self.is_wanted());
    }

    fn play(&mut self, ply: u32, mv: M) {
        if self.has_room() {
            self.events.push(Event::Play { ply, mv });
        }
    }

    fn research(&mut self, ply: u32) {
        if self.has_room() {
            self.events.push(Event::Research { ply });
        }
    }

    fn cut(&mut self, ply: u32, value: Score, spared: &[M]) {
        if ply < self.open {
            let (first, count) = (self.spared.len() as u32, spared.len() as u32);
            self.spared.extend_from_slice(spared);
            self.events.push(Event::Cut {
                ply,
                value,
                first,
                count,
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
