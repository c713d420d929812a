//! Numbered pieces of work on several threads.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Does the work of every number below `count`, as long as `goes_on` says so. Each thread makes a state
/// of its own with `prepare`, a player for example. The results come in the order of the numbers,
/// whatever the threads; `watch` is told how many there are.
pub fn numbered<S, T: Send, E: Send>(
    count: usize,
    threads: usize,
    goes_on: impl Fn() -> bool + Sync,
    prepare: impl Fn() -> Result<S, E> + Sync,
    work: impl Fn(&mut S, usize) -> Result<T, E> + Sync,
    watch: &mut dyn FnMut(usize),
) -> Result<Vec<T>, E> {
    let mut results = Vec::new();
    in_order(0..count, threads, goes_on, prepare, work, &mut |result| {
        results.push(result);
        watch(results.len());
        Ok(())
    })?;
    Ok(results)
}

/// Like [`numbered`], but hands every result to `take` as soon as those before it are done.
pub fn in_order<S, T: Send, E: Send>(
    numbers: Range<usize>,
    threads: usize,
    goes_on: impl Fn() -> bool + Sync,
    prepare: impl Fn() -> Result<S, E> + Sync,
    work: impl Fn(&mut S, usize) -> Result<T, E> + Sync,
    take: &mut dyn FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    if threads <= 1 {
        // In the caller's thread: a browser has no other.
        let mut state = prepare()?;
        for number in numbers {
            if !goes_on() {
                break;
            }
            take(work(&mut state, number)?)?;
        }
        return Ok(());
    }
    let next = AtomicUsize::new(numbers.start);
    let failed = AtomicBool::new(false);
    let (done, all_done) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let done = done.clone();
            let (next, failed) = (&next, &failed);
            let (goes_on, prepare, work) = (&goes_on, &prepare, &work);
            scope.spawn(move || {
                let mut state = match prepare() {
                    Ok(state) => state,
                    Err(error) => {
                        let _ = done.send((numbers.start, Err(error)));
                        return;
                    }
                };
                while goes_on() && !failed.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end
                        || done.send((number, work(&mut state, number))).is_err()
                    {
                        break;
                    }
                }
            });
        }
        drop(done);
        let mut taken = numbers.start;
        let mut early = BTreeMap::new();
        for (number, result) in all_done {
            let result = result.inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
            early.insert(number, result);
            while let Some(result) = early.remove(&taken) {
                take(result).inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
                taken += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use boyi_search::Stop;

    use super::*;

    #[test]
    fn results_come_in_order_and_end_with_a_stop() {
        let stop = Stop::default();
        let goes_on = || !stop.is_stopped();
        let ready = || Ok::<(), String>(());
        let mut heard = 0;
        let squares = numbered(50, 3, goes_on, ready, |(), n| Ok(n * n), &mut |done| {
            heard = done;
        });
        let expected: Vec<usize> = (0..50).map(|n| n * n).collect();
        assert_eq!((squares, heard), (Ok(expected), 50));
        // What comes later waits for the stop.
        let waiting = |(): &mut (), n| {
            while n > 2 && !stop.is_stopped() {
                thread::yield_now();
            }
            Ok(n)
        };
        let some = numbered(1000, 2, goes_on, ready, waiting, &mut |_| stop.stop());
        let some = some.expect("nothing fails");
        assert!((1..=5).contains(&some.len()), "{some:?}");
        assert!(some.is_sorted());
    }

    #[test]
    fn an_error_is_returned() {
        let odd = |(): &mut (), n| if n == 3 { Err("three") } else { Ok(n) };
        let failed = numbered(9, 2, || true, || Ok(()), odd, &mut |_| ());
        assert_eq!(failed, Err("three"));
        let unprepared = numbered(9, 2, || true, || Err::<(), _>("no"), odd, &mut |_| ());
        assert_eq!(unprepared, Err("no"));
    }
}
