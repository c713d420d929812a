//! Pieces of work with a number each, done on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use boyi_search::Stop;

/// Does the work of every number below `count`, or of as many as there is time for. The results come in
/// the order of the numbers, whatever thread came by them; `watch` is told how many there are.
pub(crate) fn numbered<T: Send>(
    count: usize,
    threads: usize,
    stop: &Stop,
    work: impl Fn(usize) -> T + Sync,
    watch: &mut dyn FnMut(usize),
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let (done, all_done) = mpsc::channel();
    let mut results: Vec<(usize, T)> = thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (done, next, work) = (done.clone(), &next, &work);
            scope.spawn(move || {
                while !stop.is_stopped() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || done.send((number, work(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(done);
        let told = all_done.iter().enumerate().map(|(before, result)| {
            watch(before + 1);
            result
        });
        told.collect()
    });
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_end_with_a_stop() {
        let stop = Stop::default();
        let mut heard = 0;
        let squares = numbered(50, 3, &stop, |n| n * n, &mut |done| heard = done);
        assert_eq!(heard, 50);
        assert!((0..50).all(|n| squares[n] == n * n));
        // What comes later waits for the stop.
        let waiting = |n| {
            while n > 2 && !stop.is_stopped() {
                thread::yield_now();
            }
            n
        };
        let some = numbered(1000, 2, &stop, waiting, &mut |_| stop.stop());
        assert!((1..=5).contains(&some.len()), "{some:?}");
        assert!(some.is_sorted());
    }
}
