//! Iterative deepening for every strong engine: which depth and window come next, several lines,
//! helper threads, pondering, and when to stop.

use std::fmt::Debug;
use std::thread;
use std::time::Duration;

use super::{Aspiration, Budget, Go, SearchResult, Stopped, Value, Variation};
use crate::{Counts, Ended};

/// Under a clock, a position with one legal move is searched no deeper than this.
const FORCED_MOVE_DEPTH: u32 = 6;

/// One thread's search of one game: everything that is particular to the game.
pub trait Searcher: Send {
    type Move: Copy + Eq + Debug + Send;

    /// Root moves to choose from.
    fn root_moves(&self) -> usize;

    /// Prepares the iteration after `completed` (0 at first) and returns its depth; `None` where there
    /// is nothing deeper to search.
    fn next_depth(&mut self, completed: u32) -> Option<u32>;

    /// The window for the best move but `line` others; `previous` is what that line was worth in the
    /// iteration before.
    fn aspiration(&self, depth: u32, line: usize, previous: Option<Value>) -> Aspiration;

    /// Searches the root at a depth within a window. `excluded` are the first moves of better lines.
    fn search(
        &mut self,
        depth: u32,
        window: (Value, Value),
        excluded: &[Self::Move],
    ) -> Result<Value, Stopped>;

    /// The best line of the last search; also of one that was stopped, if its first move was finished.
    fn best_line(&self, depth: u32) -> Option<Variation<Self::Move>>;

    /// Called when all lines of an iteration were searched; may improve them by other means.
    fn end_depth(
        &mut self,
        depth: u32,
        lines: &mut Vec<Variation<Self::Move>>,
    ) -> Result<(), Stopped> {
        let _ = (depth, lines);
        Ok(())
    }

    /// Whether no deeper search can change these lines.
    fn is_settled(&self, depth: u32, lines: &[Variation<Self::Move>]) -> bool {
        let _ = (depth, lines);
        false
    }

    /// Why the search is over when [`Searcher::next_depth`] has nothing left.
    fn ended(&self) -> Ended {
        Ended::Depth
    }

    /// The share of the planned time that this position deserves.
    fn time_factor(&self, history: &RootHistory) -> f64 {
        let _ = history;
        1.0
    }

    /// A move for when not even depth 1 was finished.
    fn any_move(&mut self) -> Option<Self::Move>;

    fn counts(&self) -> Counts;

    /// Plies of the longest line that was searched.
    fn selective_depth(&self) -> usize {
        0
    }

    /// How full the table is, in thousandths.
    fn hash_full(&self) -> u32 {
        0
    }
}

/// How the best move and its value developed from iteration to iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootHistory {
    /// Iterations in a row with the same best move, less one.
    pub stability: u32,
    /// By how much the value fell since the iteration before.
    pub fall: Value,
    /// Whether the time is one fixed amount rather than a plan.
    pub fixed_time: bool,
    /// What the best line is worth.
    pub value: Value,
}

/// Thinks about a position: `main` decides, `helpers` search the same root on threads of their own and
/// share its table (lazy SMP). `watch` is shown every completed iteration.
pub fn think<S: Searcher>(
    go: &Go<S::Move>,
    budget: &Budget,
    main: &mut S,
    helpers: Vec<S>,
    watch: &mut dyn FnMut(&SearchResult<S::Move>),
) -> SearchResult<S::Move> {
    if main.root_moves() == 0 {
        return SearchResult::game_over();
    }
    let lines = go.lines.clamp(1, main.root_moves());
    let threads = 1 + helpers.len();
    let deepening = |helper| Deepening {
        budget,
        lines,
        helper,
        threads,
    };
    thread::scope(|scope| {
        let threads: Vec<_> = helpers
            .into_iter()
            .enumerate()
            .map(|(index, mut helper)| {
                let deepening = deepening(index + 1);
                scope.spawn(move || deepening.run(&mut helper, &mut |_| ()))
            })
            .collect();
        let mut result = deepening(0).run(main, watch);
        // Whoever ponders waits for the opponent, even with everything known.
        while budget.is_pondering() && !go.stop.is_stopped() {
            crate::pause(Duration::from_millis(1));
        }
        budget.halt();
        for thread in threads {
            let other = thread.join().expect("a search does not panic");
            result = better_of(result, other, lines);
        }
        result.elapsed = budget.elapsed();
        result
    })
}

/// What two threads found: the deeper result, and of equal depths the one that found more. What is
/// certain is not given up for what another thread was stopped in.
fn better_of<M>(ours: SearchResult<M>, other: SearchResult<M>, lines: usize) -> SearchResult<M> {
    let counts = ours.counts.plus(&other.counts);
    let ended = ours.ended;
    let rank = |result: &SearchResult<M>| {
        result
            .lines
            .first()
            .map_or((0, Value::MIN), |line| (line.depth, line.value))
    };
    let is_certain = ended == Some(Ended::Certain);
    let better = lines == 1 && !is_certain && rank(&other) > rank(&ours);
    SearchResult {
        counts,
        ended,
        ..if better { other } else { ours }
    }
}

/// The deepening of one thread.
struct Deepening<'b> {
    budget: &'b Budget,
    lines: usize,
    /// 0 for the thread that decides.
    helper: usize,
    /// How many there are in all.
    threads: usize,
}

impl Deepening<'_> {
    fn run<S: Searcher>(
        &self,
        searcher: &mut S,
        watch: &mut dyn FnMut(&SearchResult<S::Move>),
    ) -> SearchResult<S::Move> {
        let mut result = SearchResult::empty();
        let ended = self.deepen(searcher, &mut result, watch);
        if result.lines.is_empty() {
            result.best = searcher.any_move();
        }
        self.account(searcher, &mut result);
        result.ended = Some(ended);
        result
    }

    fn deepen<S: Searcher>(
        &self,
        searcher: &mut S,
        result: &mut SearchResult<S::Move>,
        watch: &mut dyn FnMut(&SearchResult<S::Move>),
    ) -> Ended {
        let mut completed = 0;
        let mut stability = 0;
        while let Some(depth) = searcher.next_depth(completed) {
            completed = depth;
            if self.skips(depth) {
                continue;
            }
            let before = result.lines.first().map(|line| (line.moves[0], line.value));
            let stopped = self.search_depth(searcher, depth, result).is_err();
            result.best = result.lines.first().map(|line| line.moves[0]);
            if stopped {
                return self.budget.ended();
            }
            self.account(searcher, result);
            if self.threads > 1 {
                // The others tell the budget every now and then; the result has their exact counts.
                result.counts.nodes = result.counts.nodes.max(self.budget.nodes());
            }
            watch(result);
            if searcher.is_settled(depth, &result.lines) && !self.budget.is_pondering() {
                return Ended::Certain;
            }
            let Some(best) = result.lines.first().filter(|_| self.helper == 0) else {
                continue;
            };
            let same = before.is_some_and(|(mv, _)| mv == best.moves[0]);
            stability = if same { stability + 1 } else { 0 };
            let history = RootHistory {
                stability,
                fall: before.map_or(0, |(_, value)| value - best.value),
                fixed_time: self.budget.is_fixed_time(),
                value: best.value,
            };
            if self.is_enough(searcher, depth, &history) {
                return Ended::Time;
            }
        }
        searcher.ended()
    }

    /// Helpers skip depths in turns, so that threads do not do the same work.
    fn skips(&self, depth: u32) -> bool {
        let helper = self.helper;
        helper > 0 && depth > 1 && (depth as usize + helper).is_multiple_of(3 + helper % 3)
    }

    /// Searches all lines at a depth. Of a search that was stopped the best move so far counts, if the first
    /// move was finished or a move failed high before. Several lines stay those of the last depth that was
    /// finished, so that all are equally deep.
    fn search_depth<S: Searcher>(
        &self,
        searcher: &mut S,
        depth: u32,
        result: &mut SearchResult<S::Move>,
    ) -> Result<(), Stopped> {
        let mut found: Vec<Variation<S::Move>> = Vec::new();
        let mut excluded = Vec::new();
        for line in 0..self.lines {
            let previous = result.lines.get(line).map(|line| line.value);
            let aspiration = searcher.aspiration(depth, line, previous);
            let mut failed_high = None;
            let searched: Result<Value, Stopped> = aspiration.run(|alpha, beta, less| {
                let reduced = depth.saturating_sub(less).max(1);
                let value = searcher.search(reduced, (alpha, beta), &excluded)?;
                if value >= beta {
                    failed_high = searcher.best_line(depth);
                }
                Ok(value)
            });
            if searched.is_err() {
                if self.lines == 1 || result.lines.is_empty() {
                    let best = searcher.best_line(depth).or(failed_high);
                    found.extend(best.filter(|_| line == 0));
                    if !found.is_empty() {
                        result.lines = found;
                    }
                }
                return Err(Stopped);
            }
            let Some(best) = searcher.best_line(depth) else {
                break;
            };
            excluded.push(best.moves[0]);
            found.push(best);
            found.sort_by_key(|line| std::cmp::Reverse(line.value));
        }
        if !found.is_empty() {
            result.lines = found;
        }
        let ended = searcher.end_depth(depth, &mut result.lines);
        result
            .lines
            .sort_by_key(|line| std::cmp::Reverse(line.value));
        ended
    }

    /// Whether the time is better kept than spent on another iteration.
    fn is_enough<S: Searcher>(&self, searcher: &S, depth: u32, history: &RootHistory) -> bool {
        let forced = searcher.root_moves() == 1
            && self.budget.has_time()
            && !history.fixed_time
            && depth >= FORCED_MOVE_DEPTH
            && !self.budget.is_pondering();
        forced || self.budget.is_late(searcher.time_factor(history))
    }

    fn account<S: Searcher>(&self, searcher: &S, result: &mut SearchResult<S::Move>) {
        result.counts = searcher.counts();
        result.elapsed = self.budget.elapsed();
        result.selective_depth = searcher.selective_depth();
        result.hash_full = searcher.hash_full();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Meter;
    use crate::kernel::value::win_in;

    /// Has one move, and spends ten nodes on each of three depths.
    struct Spender<'b>(Meter<'b>);

    impl Searcher for Spender<'_> {
        type Move = u8;

        fn root_moves(&self) -> usize {
            1
        }

        fn next_depth(&mut self, completed: u32) -> Option<u32> {
            (completed < 3).then_some(completed + 1)
        }

        fn aspiration(&self, _: u32, _: usize, _: Option<Value>) -> Aspiration {
            Aspiration::full(-100, 100)
        }

        fn search(&mut self, _: u32, _: (Value, Value), _: &[u8]) -> Result<Value, Stopped> {
            (0..10).try_for_each(|_| self.0.spend())?;
            Ok(0)
        }

        fn best_line(&self, depth: u32) -> Option<Variation<u8>> {
            Some(Variation {
                value: 0,
                depth,
                moves: vec![0],
            })
        }

        fn any_move(&mut self) -> Option<u8> {
            Some(0)
        }

        fn counts(&self) -> Counts {
            Counts {
                nodes: self.0.nodes(),
                ..Counts::default()
            }
        }
    }

    #[test]
    fn whoever_watches_sees_the_nodes_of_all_threads() {
        let go = Go::default();
        for (helpers, least) in [(0, 10), (1, 1000)] {
            let budget = Budget::new(&go, 30);
            // What another thread has reported before the first depth is done.
            Meter::new(&budget).poll_at(1000).expect("no limit");
            let spender = || Spender(Meter::new(&budget));
            let mut seen = Vec::new();
            let others = (0..helpers).map(|_| spender()).collect();
            let result = think(&go, &budget, &mut spender(), others, &mut |result| {
                seen.push(result.counts.nodes);
            });
            assert_eq!(seen.len(), 3);
            assert!(seen[0] >= least && seen.is_sorted(), "{seen:?}");
            assert!(helpers > 0 || seen == [10, 20, 30], "{seen:?}");
            assert!(result.counts.nodes >= 30);
        }
    }

    #[test]
    fn a_certain_result_is_not_given_up_for_a_deeper_one() {
        let found = |depth, value, ended| SearchResult {
            lines: vec![Variation {
                value,
                depth,
                moves: vec![depth],
            }],
            ended: Some(ended),
            ..SearchResult::empty()
        };
        let certain = || found(3, win_in(3), Ended::Certain);
        let deeper = || found(5, 7, Ended::Stopped);
        assert_eq!(better_of(certain(), deeper(), 1).lines[0].depth, 3);
        let stopped = found(3, 0, Ended::Stopped);
        assert_eq!(better_of(stopped, deeper(), 1).lines[0].depth, 5);
    }
}
