//! Thinking while the other side does.

use std::thread::{self, JoinHandle};

use boyi_game::Position;
use boyi_gomoku::Gomoku;
use boyi_search::Stop;

use crate::gomoku::strong::Brain;

/// A brain that thinks ahead on a thread of its own.
pub(super) struct Pondering {
    stop: Stop,
    thread: JoinHandle<Brain>,
}

impl Pondering {
    /// Begins to think about the position after the answer that is expected, or about what the other
    /// side might do where none is.
    pub(super) fn begin(
        brain: Brain,
        mut position: Gomoku,
        expected: Option<boyi_gomoku::Point>,
        threads: usize,
    ) -> Self {
        if let Some(point) = expected.filter(|&point| position.is_legal(point)) {
            position.make(point);
        }
        let stop = Stop::default();
        let switch = stop.clone();
        let thread = thread::spawn(move || {
            brain.ponder(&position, &switch, threads);
            brain
        });
        Self { stop, thread }
    }

    /// Stops and gives the brain back; `None` where its thread failed.
    pub(super) fn end(self) -> Option<Brain> {
        self.stop.stop();
        self.thread.join().ok()
    }
}
