//! Thinking in the other side's time: what it is likely to play, and what to answer.
//!
//! Whoever thinks as we do will choose what we would choose in the other side's position. The answer to
//! that reply is looked at deeper than the look at their position reaches by itself, the answers to
//! replies that are nearly as good a little less deep, those to all others half as deep; then their
//! position is looked at one ply deeper and it begins again, so that a guess that proves wrong is given up
//! in time.

use std::time::{Duration, Instant};

use boyi_reversi::Layout;
use boyi_reversi::discs::Discs;

use super::pace::Pace;
use super::root::Root;
use super::search::Searching;
use super::selective::Margins;
use super::solving::{Effort, Ending, LOOK_FIRST};

/// Plies that the answer to the expected reply is looked at beyond the look at the other side's position:
/// so many that finding out what to expect takes the smaller part of the time.
const AHEAD: u32 = 2;

/// Plies that the answers to replies nearly as good stay behind it. Even of a copy of ourselves one reply
/// in eight is not the expected one, and an answer found from nothing is three plies less deep.
const BEHIND: u32 = 2;

/// The part of the usual error of a look by which a reply may be worse and still be nearly as good. Time
/// for other replies is time lost for the expected one.
const NEAR: i32 = 2;

/// The time that the other side takes, as long as nothing is known of it.
pub(super) const SOON: Duration = Duration::from_millis(50);

/// One stretch of the other side's time.
pub(super) struct Pondering<'a> {
    pub(super) layout: &'a Layout,
    pub(super) ending: Option<&'a Ending>,
    pub(super) began: Instant,
    /// How long the other side took for its last move.
    pub(super) usual: Duration,
}

impl Pondering<'_> {
    /// Ends when it is halted or every answer is known to the end of the game. Returns what is known of
    /// the positions after the replies.
    pub(super) fn run<D: Discs>(
        &self,
        searching: &mut Searching<D>,
        mut theirs: Root<D>,
        pace: &mut Pace,
    ) -> Vec<Root<D>> {
        let error = searching.margins.as_ref().map_or(0, Margins::deviation);
        let answer_to = |&reply| {
            let mut discs = theirs.discs.clone();
            discs.place(reply);
            let ours = Root::of(self.layout, discs, searching.table)?;
            Some((reply, ours))
        };
        // Where we have no answer but to pass, there is nothing to look at.
        let mut answers: Vec<_> = theirs.squares.iter().filter_map(answer_to).collect();
        while !searching.halted && !theirs.is_settled() {
            // What was looked at before, in our own time, is enough to begin with.
            let depth = theirs.depth();
            let expected = theirs.squares[0];
            let nearly_as_good = theirs.looked.map(|looked| error / NEAR - looked.value);
            for &reply in &theirs.squares {
                let answer = answers.iter_mut().find(|(square, _)| *square == reply);
                let Some((_, ours)) = answer else {
                    continue;
                };
                if reply == expected {
                    self.deepen(searching, ours, depth + AHEAD, pace);
                    continue;
                }
                self.deepen(searching, ours, depth / 2, pace);
                if ours.looked.map(|looked| looked.value) <= nearly_as_good {
                    let depth = depth.saturating_sub(BEHIND);
                    self.deepen(searching, ours, depth, pace);
                }
            }
            self.deepen(searching, &mut theirs, depth + 1, pace);
        }
        // The other side knows how the game ends: what is left is to know it in every line.
        for reply in &theirs.squares {
            let answer = answers.iter_mut().find(|(square, _)| square == reply);
            if let Some((_, ours)) = answer {
                self.deepen(searching, ours, ours.empties, pace);
            }
        }
        answers.into_iter().map(|(_, ours)| ours).collect()
    }

    /// Looks at a position from the depth known so far to a given one.
    fn deepen<D: Discs>(
        &self,
        searching: &mut Searching<D>,
        root: &mut Root<D>,
        depth: u32,
        pace: &mut Pace,
    ) {
        let depth = depth.min(root.empties);
        while root.depth() < depth && !searching.halted {
            let next = if depth == root.empties {
                depth
            } else {
                root.depth() + 1
            };
            self.look(searching, root, next, pace);
        }
    }

    /// Looks to a depth, or to the end where that is likely to be done in time.
    fn look<D: Discs>(
        &self,
        searching: &mut Searching<D>,
        root: &mut Root<D>,
        depth: u32,
        pace: &mut Pace,
    ) {
        let solve = depth > LOOK_FIRST && pace.time(root.empties) < self.expected();
        if !solve && depth < root.empties {
            root.look(searching, depth);
        } else if let Some(ending) = self.ending {
            ending.solve(searching, root, Effort::All, pace);
        } else {
            let (nodes, since) = (searching.nodes, Instant::now());
            root.look(searching, root.empties);
            if !root.near_solved {
                let positions = searching.nodes - nodes;
                pace.learn(root.empties, positions, since.elapsed(), !searching.halted);
            }
        }
    }

    /// How long the other side is likely to go on: as long as last time, and whoever has thought for
    /// longer is expected to think as long again.
    fn expected(&self) -> Duration {
        let passed = self.began.elapsed();
        self.usual.saturating_sub(passed).max(passed)
    }
}
