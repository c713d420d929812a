//! Several threads on one search: younger brothers wait.
//!
//! Once the first move of a node has been searched, the others are likely to be no better and can
//! be searched side by side. The owner of the node opens a split; idle threads take moves from it.
//! The first value above alpha makes the rest void.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

use super::order::{Candidate, Candidates};
use super::probcut::Certainty;
use super::search::{NOTHING, Shared, Worker};

/// Runs `lead` with so many threads ready to help; they go home when it is done.
///
/// A thread that panics makes what the others search void, so that nobody waits for it, and the panic
/// goes on to the caller.
pub(super) fn with_helpers<R>(
    shared: &Shared<'_>,
    helpers: usize,
    certainty: Certainty,
    lead: impl FnOnce() -> R,
) -> R {
    thread::scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(|| Worker::new(shared, certainty).serve());
        }
        let _closing = Closing(&shared.pool);
        lead()
    })
}

/// Moves of one node that wait to be searched.
pub(super) struct Split<'a> {
    moves: &'a [Candidate],
    alpha: i32,
    depth: u32,
    certainty: Certainty,
    nested: u32,
    /// The split this one was opened within.
    parent: Option<&'a Split<'a>>,
    next: AtomicUsize,
    helpers: AtomicUsize,
    cut: AtomicBool,
    /// The best value times 64 plus its square: both change together.
    best: AtomicI64,
}

impl Split<'_> {
    /// Whether nobody needs its results any more.
    pub(super) fn is_void(&self) -> bool {
        self.cut.load(Ordering::Relaxed) || self.parent.is_some_and(Split::is_void)
    }

    fn has_work(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.moves.len() && !self.is_void()
    }

    fn is_within(&self, other: *const Split<'_>) -> bool {
        self.parent.is_some_and(|parent| {
            std::ptr::eq(std::ptr::from_ref(parent).cast::<()>(), other.cast::<()>())
                || parent.is_within(other)
        })
    }
}

/// The idle threads and the splits that want them.
#[derive(Default)]
pub(super) struct Pool {
    idle: AtomicUsize,
    /// Splits opened so far: whoever waits sees a new one without the lock.
    opened: AtomicUsize,
    closing: AtomicBool,
    open: Mutex<Vec<OpenSplit>>,
    news: Condvar,
    #[cfg(test)]
    helpers_panic: AtomicBool,
}

/// Looks at the pool before a thread that waits gives its core away: a split mostly comes within
/// microseconds, and being woken takes longer.
const LOOKS: u32 = 1000;

/// A thread that waits for work, counted as long as it does.
struct Idle<'p>(&'p Pool);

impl<'p> Idle<'p> {
    fn new(pool: &'p Pool) -> Self {
        pool.idle.fetch_add(1, Ordering::Relaxed);
        Self(pool)
    }

    /// Looks out for a new split for a moment; whether there is one, or `enough` is the case.
    fn look_out(&self, enough: impl Fn() -> bool) -> bool {
        let before = self.0.opened.load(Ordering::Relaxed);
        (0..LOOKS).any(|_| {
            std::hint::spin_loop();
            self.0.opened.load(Ordering::Relaxed) != before || enough()
        })
    }
}

impl Drop for Idle<'_> {
    fn drop(&mut self) {
        self.0.idle.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Sends the helpers home when dropped, be it by a panic.
struct Closing<'p>(&'p Pool);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// The owner's side of an open split: dropped, be it by a panic, it has taken the split from the list
/// and nobody holds it any more.
struct Opened<'s> {
    shared: &'s Shared<'s>,
    split: &'s Split<'s>,
}

impl Opened<'_> {
    fn address(&self) -> *const Split<'static> {
        std::ptr::from_ref(self.split).cast()
    }

    /// Nobody else can join from here on.
    fn take_back(&self) {
        let list = self.shared.pool.open.lock();
        let mut list = list.unwrap_or_else(PoisonError::into_inner);
        list.retain(|other| other.0 != self.address());
    }

    fn has_helpers(&self) -> bool {
        self.split.helpers.load(Ordering::Acquire) > 0
    }
}

impl Drop for Opened<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.shared.budget.halt();
            self.split.cut.store(true, Ordering::Release);
        }
        self.take_back();
        while self.has_helpers() {
            thread::yield_now();
        }
    }
}

/// A helper's side of a split: dropped, be it by a panic, it is counted no more.
struct Helping<'s> {
    shared: &'s Shared<'s>,
    split: &'s Split<'s>,
}

impl Drop for Helping<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            // What it was searching is lost, and with it the whole search.
            self.shared.budget.halt();
            self.split.cut.store(true, Ordering::Release);
        }
        self.split.helpers.fetch_sub(1, Ordering::AcqRel);
    }
}

/// A split on its owner's stack.
#[derive(Clone, Copy)]
struct OpenSplit(*const Split<'static>);

// SAFETY: an owner removes its split from the list, under the list's lock, and waits for all helpers
// (counted under the same lock) before the split goes away; splits are made of atomics and shared
// references.
unsafe impl Send for OpenSplit {}

impl Pool {
    #[inline]
    pub(super) fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Sends all helpers home.
    fn close(&self) {
        let guard = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        self.closing.store(true, Ordering::Relaxed);
        drop(guard);
        self.news.notify_all();
    }
}

impl<'a> Worker<'a> {
    /// Searches the moves from the `from`th on with whoever is free; returns the best value and its
    /// move, the first above alpha if there is one.
    pub(super) fn split_rest(
        &mut self,
        list: &mut Candidates,
        from: usize,
        alpha: i32,
        depth: u32,
    ) -> (i32, u32) {
        let split = Split {
            moves: list.rest(from),
            alpha,
            depth,
            certainty: self.certainty,
            nested: self.nested,
            parent: self.split,
            next: AtomicUsize::new(0),
            helpers: AtomicUsize::new(0),
            cut: AtomicBool::new(false),
            best: AtomicI64::new(i64::from(NOTHING) * 64),
        };
        let pool = &self.shared.pool;
        let opened = Opened {
            shared: self.shared,
            split: &split,
        };
        let open = OpenSplit(opened.address());
        pool.open
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(open);
        pool.opened.fetch_add(1, Ordering::Relaxed);
        pool.news.notify_all();

        // SAFETY: the reference is used by this thread only within this function, which does not
        // return before the split is closed.
        let here: &'a Split<'a> = unsafe { &*open.0.cast() };
        let outer = self.split.replace(here);
        self.take_moves(here);

        opened.take_back();
        while opened.has_helpers() {
            // Rather than wait, help the helpers, who share what they do with whoever is idle; on a
            // busy machine, let them run.
            if !self.help(Some(open.0)) && !Idle::new(pool).look_out(|| !opened.has_helpers()) {
                thread::yield_now();
            }
        }
        drop(opened);
        self.split = outer;
        self.quit = self.shared.budget.is_halted() || outer.is_some_and(Split::is_void);
        let best = split.best.load(Ordering::Relaxed);
        (best.div_euclid(64) as i32, best.rem_euclid(64) as u32)
    }

    /// Waits for splits and helps with them until the pool closes.
    pub(super) fn serve(&mut self) {
        let pool = &self.shared.pool;
        loop {
            if self.help(None) {
                continue;
            }
            let guard = pool.open.lock().unwrap_or_else(PoisonError::into_inner);
            if pool.closing.load(Ordering::Relaxed) {
                return;
            }
            if guard.iter().any(|open| has_work(*open)) {
                continue;
            }
            let idle = Idle::new(pool);
            drop(guard);
            if idle.look_out(|| pool.closing.load(Ordering::Relaxed)) {
                continue;
            }
            let guard = pool.open.lock().unwrap_or_else(PoisonError::into_inner);
            if pool.closing.load(Ordering::Relaxed) || guard.iter().any(|open| has_work(*open)) {
                continue;
            }
            drop(pool.news.wait(guard));
        }
    }

    /// Helps with one open split, if there is one (within `ancestor`, if given).
    fn help(&mut self, ancestor: Option<*const Split<'static>>) -> bool {
        let pool = &self.shared.pool;
        let guard = pool.open.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = |open: &&OpenSplit| {
            // SAFETY: splits in the list are alive, see `OpenSplit`.
            let split = unsafe { &*open.0 };
            has_work(**open) && ancestor.is_none_or(|ancestor| split.is_within(ancestor.cast()))
        };
        let Some(&open) = guard.iter().find(wanted) else {
            return false;
        };
        // SAFETY: counted as a helper under the lock, so the owner waits for us.
        let split: &'a Split<'a> = unsafe { &*open.0.cast() };
        split.helpers.fetch_add(1, Ordering::AcqRel);
        let helping = Helping {
            shared: self.shared,
            split,
        };
        drop(guard);
        #[cfg(test)]
        assert!(!pool.helpers_panic.load(Ordering::Relaxed), "as asked for");
        let outer = self.split.replace(split);
        let certainty = std::mem::replace(&mut self.certainty, split.certainty);
        let nested = std::mem::replace(&mut self.nested, split.nested);
        let quit = std::mem::replace(&mut self.quit, false);
        self.take_moves(split);
        (self.split, self.certainty, self.nested, self.quit) = (outer, certainty, nested, quit);
        self.report();
        drop(helping);
        true
    }

    /// Searches moves of a split until none is left or needed.
    fn take_moves(&mut self, split: &Split<'_>) {
        while !split.is_void() {
            let index = split.next.fetch_add(1, Ordering::Relaxed);
            let Some(candidate) = split.moves.get(index) else {
                return;
            };
            let value = -self.null_window(&candidate.node, !split.alpha, split.depth - 1);
            if self.quit {
                return;
            }
            let packed = i64::from(value) * 64 + i64::from(candidate.at);
            split.best.fetch_max(packed, Ordering::Relaxed);
            if value > split.alpha {
                split.cut.store(true, Ordering::Release);
                return;
            }
        }
    }
}

fn has_work(open: OpenSplit) -> bool {
    // SAFETY: called under the list's lock, where every split is alive.
    unsafe { &*open.0 }.has_work()
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use boyi_search::SharedTable;
    use boyi_search::kernel::{Budget, Go};

    use super::*;
    use crate::reversi::othello::board::Board;
    use crate::reversi::othello::evaluation::Evaluation;
    use crate::reversi::othello::search::Node;
    use crate::reversi::othello::tt_entry::OthelloEntry;

    /// The helper's nodes of a search with a helper that panics or not; `lead` may do so too.
    fn searched(helpers_panic: bool, lead_panics: bool) -> Result<u64, ()> {
        let table: SharedTable<OthelloEntry> = SharedTable::new(1 << 20);
        let spare = Mutex::default();
        let budget = Budget::new(&Go::<String>::default(), 30);
        let shared = Shared {
            table: &table,
            evaluation: &Evaluation::ByHand,
            budget: &budget,
            pool: Pool::default(),
            spare: &spare,
        };
        shared
            .pool
            .helpers_panic
            .store(helpers_panic, Ordering::Relaxed);
        let lead = || {
            // Only once somebody waits for work does the search share any.
            while !shared.pool.has_idle() {
                thread::yield_now();
            }
            let mut worker = Worker::new(&shared, Certainty::Exact);
            worker.null_window(&Node::new(Board::START), 0, 12);
            assert!(!lead_panics, "as asked for");
            worker.report();
            worker.nodes
        };
        let search = || with_helpers(&shared, 1, Certainty::Exact, lead);
        let own = catch_unwind(AssertUnwindSafe(search)).map_err(drop)?;
        Ok(budget.nodes() - own)
    }

    #[test]
    fn nobody_waits_for_a_thread_that_panicked() {
        assert!(searched(false, false).is_ok_and(|helped| helped > 0));
        assert!(searched(true, false).is_err(), "a helper");
        assert!(searched(false, true).is_err(), "the leader");
    }
}
