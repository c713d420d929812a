//! Thinking in the other side's time: what it is likely to play, and what to answer.
//!
//! Whoever thinks as we do will choose what we would choose in the other side's position. A part of the time
//! goes into that position, to know what to expect, and the rest into the answer; the two take turns, so
//! that a guess that proves wrong is given up in time. Other replies are left to the time for the move
//! itself: to prepare for each of them costs the expected one more than it brings.

use boyi_search::Instant;
use std::time::Duration;

use boyi_reversi::Layout;
use boyi_reversi::discs::Discs;

use super::pace::Pace;
use super::root::Root;
use super::search::{Late, Searching};
use super::solving::{Effort, Ending, LOOK_FIRST};

/// One position in so many is spent on what to expect: of a copy of ourselves one reply in six is still
/// another, and an answer that has to be found from nothing is four plies less deep.
const ONE_TO_GUESS: u64 = 5;

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
        theirs.late = Late::Less;
        let answer_to = |&reply| {
            let mut discs = theirs.discs.clone();
            discs.place(reply);
            let ours = Root::of(self.layout, discs, searching.table)?;
            Some((reply, ours))
        };
        // Where we have no answer but to pass, there is nothing to look at.
        let mut answers: Vec<_> = theirs.squares.iter().filter_map(answer_to).collect();
        let mut guessing = 0;
        while !searching.halted && !theirs.is_settled() {
            let expected = theirs.squares[0];
            let answer = answers.iter_mut().find(|(reply, _)| *reply == expected);
            let guessed = guessing * ONE_TO_GUESS > searching.nodes;
            match answer {
                Some((_, ours)) if guessed && !ours.is_settled() => {
                    self.deepen(searching, ours, ours.depth() + 1, pace);
                }
                _ => {
                    let (before, depth) = (searching.nodes, theirs.depth() + 1);
                    self.deepen(searching, &mut theirs, depth, pace);
                    guessing += searching.nodes - before;
                }
            }
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
        self.usual.checked_sub(passed).unwrap_or(passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_expected_after_the_usual_time_and_then_ever_later() {
        let layout = Layout::othello(6, 6).expect("a board");
        let expected = |usual, passed| {
            let pondering = Pondering {
                layout: &layout,
                ending: None,
                began: Instant::now().checked_sub(passed).expect("a clock"),
                usual,
            };
            pondering.expected()
        };
        let (short, long) = (Duration::from_secs(20), Duration::from_secs(30));
        assert!(expected(long, short) + short <= long);
        assert!(expected(short, long) >= long);
    }
}
