//! Several threads on one search: younger brothers wait.
//!
//! Once the first move of a node has been searched, the others are likely to be no better and can
//! be searched side by side. The owner of the node opens a split; idle threads take moves from it.
//! The first value above alpha makes the rest void.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use super::order::{Candidate, Candidates};
use super::probcut::Certainty;
use super::search::{NOTHING, Worker};

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
    closing: AtomicBool,
    open: Mutex<Vec<OpenSplit>>,
    news: Condvar,
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
    pub(super) fn close(&self) {
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
        let open = OpenSplit(std::ptr::from_ref(&split).cast());
        pool.open
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(open);
        pool.news.notify_all();

        // SAFETY: the reference is used by this thread only within this function, which does not
        // return before the split is closed.
        let here: &'a Split<'a> = unsafe { &*open.0.cast() };
        let outer = self.split.replace(here);
        self.take_moves(here);

        let mut list = pool.open.lock().unwrap_or_else(PoisonError::into_inner);
        list.retain(|other| other.0 != open.0);
        drop(list);
        while split.helpers.load(Ordering::Acquire) > 0 {
            // Rather than wait, help the helpers; on a busy machine, let them run.
            if !self.help(Some(open.0)) {
                std::thread::yield_now();
            }
        }
        self.split = outer;
        self.quit = self.shared.halted.load(Ordering::Relaxed) || outer.is_some_and(Split::is_void);
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
            pool.idle.fetch_add(1, Ordering::Relaxed);
            drop(pool.news.wait(guard));
            pool.idle.fetch_sub(1, Ordering::Relaxed);
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
        drop(guard);
        let outer = self.split.replace(split);
        let certainty = std::mem::replace(&mut self.certainty, split.certainty);
        let nested = std::mem::replace(&mut self.nested, split.nested);
        let quit = std::mem::replace(&mut self.quit, false);
        self.take_moves(split);
        (self.split, self.certainty, self.nested, self.quit) = (outer, certainty, nested, quit);
        self.report();
        split.helpers.fetch_sub(1, Ordering::AcqRel);
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
