//! Processor time belongs to whoever is to move: programs are frozen in their opponent's turn, with
//! everything they started, and lose nothing by it.

mod locked;
mod played;

use std::fs;
use std::io::Write;
use std::time::Duration;

use boyi_arena::sandbox::{Layer, Sandbox};
use boyi_arena::{Event, Terms};
use boyi_game::Side;

use locked::{BOTH, all_gone, descendants, sandbox, start};
use played::{options, patient, plain_options, play_both, python};

/// Behind all layers and without bubblewrap, frozen by the kernel where it can and by signals.
fn every_freezer() -> Vec<Sandbox> {
    let cages = BOTH.into_iter().filter_map(sandbox);
    cages
        .flat_map(|by_group| {
            let mut by_signals = by_group.clone();
            by_signals.without.push(Layer::Cgroup);
            [by_group, by_signals]
        })
        .collect()
}

/// Processor time that a keeper's whole family has used, in ticks.
fn used_by_all(keeper: u32) -> u64 {
    let used = |pid: &u32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
        Some(fields[11].parse::<u64>().ok()? + fields[12].parse::<u64>().ok()?)
    };
    descendants(keeper).iter().filter_map(used).sum()
}

/// A child, a grandchild that has left the family, and the program itself, all busy.
const BUSY: &str = "
import os
print('begun', flush=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        print('out', flush=True)
        while True: pass
    os._exit(0)
if os.fork() == 0:
    while True: pass
while True: pass";

#[test]
fn nobody_of_a_frozen_family_uses_time() {
    for sandbox in every_freezer() {
        let mut busy = start(&sandbox, &["python3", "-c", BUSY]);
        assert_eq!([busy.line(), busy.line()], ["begun", "out"]);
        let keeper = busy.running.keeper();
        busy.running.freeze();
        // It takes a moment until the last one is frozen, however busy the machine is.
        let mut before = used_by_all(keeper);
        loop {
            std::thread::sleep(Duration::from_millis(100));
            let now = used_by_all(keeper);
            if now == before {
                break;
            }
            before = now;
        }
        std::thread::sleep(Duration::from_millis(300));
        assert_eq!(used_by_all(keeper), before, "{:?}", sandbox.without);
        busy.running.thaw();
        while used_by_all(keeper) < before + 5 {
            std::thread::yield_now();
        }
        // Frozen once more it ends with its game like any other.
        busy.running.freeze();
        drop(busy);
        assert!(all_gone(keeper));
    }
}

#[test]
fn who_starts_programs_all_the_time_is_frozen_and_thawed() {
    for sandbox in every_freezer() {
        let script =
            "while read line; do for i in 1 2 3 4 5; do /bin/true; done; echo \"$line\"; done";
        let mut starter = start(&sandbox, &["sh", "-c", script]);
        let stdin = starter.running.stdin.try_clone().expect("a pipe");
        let mut stdin = fs::File::from(stdin);
        for round in 0..100 {
            // Frozen at another point each time, also while it waits for a child to begin.
            writeln!(stdin, "{round}").expect("room");
            starter.running.freeze();
            starter.running.thaw();
            assert_eq!(starter.line(), round.to_string());
        }
        let keeper = starter.running.keeper();
        drop(starter);
        assert!(all_gone(keeper));
    }
}

#[test]
fn what_was_written_before_the_frost_is_read() {
    for sandbox in every_freezer() {
        // Both lines in one piece: the program may be frozen before it comes to a second one.
        let script = "printf 'first\\nsecond\\n'; read line; echo \"$line\"; sleep 60";
        let mut said = start(&sandbox, &["sh", "-c", script]);
        assert_eq!(said.line(), "first");
        said.running.freeze();
        assert_eq!(said.line(), "second");
        let stdin = said.running.stdin.try_clone().expect("a pipe");
        fs::File::from(stdin).write_all(b"third\n").expect("room");
        said.running.thaw();
        assert_eq!(said.line(), "third");
    }
}

/// Counts what its process uses between its answer and the next question, in microseconds, while a
/// thread of its own never rests.
const SPINS: &str = "
import threading
now = time.process_time()
if said['id'] == 1:
    def spin():
        while True: pass
    threading.Thread(target=spin, daemon=True).start()
    stolen = 0
else:
    stolen = now - mark
print('log of', said['id'], file=sys.stderr, flush=True)
say({'id': said['id'], 'move': legal[0], 'nodes': int(1e6 * stolen)})
mark = time.process_time()";

/// Seconds that the bot took in its opponent's time, and those that the opponent thought.
fn stolen(terms: &Terms) -> Vec<(f64, f64)> {
    let bot = python(SPINS);
    [options(), plain_options()]
        .into_iter()
        .map(|options| {
            let played = play_both("reversi", [bot.text(), "pvs"], &options, terms);
            played.was_ended_without_a_fault();
            assert!(played.log().contains("log of 5"), "{}", played.log());
            let (mut sums, mut on_clock) = ((0.0, 0.0), 0.0);
            for event in &played.events {
                let Event::Move(mv) = event else { continue };
                match mv.side {
                    Side::First => {
                        sums.0 += mv.nodes.unwrap_or(0) as f64 / 1e6;
                        on_clock += mv.seconds.unwrap_or(0.0);
                    }
                    Side::Second => sums.1 += mv.seconds.unwrap_or(0.0),
                }
            }
            // Neither the time it was frozen nor that of waking up is on its clock.
            assert!(on_clock < sums.1 / 2.0, "{on_clock} of {} seconds", sums.1);
            sums
        })
        .collect()
}

#[test]
fn a_bot_gets_no_time_in_its_opponents_turn_unless_it_may_ponder() {
    let mut terms = patient("move=200ms");
    terms.adjudication.plies = Some(12);
    let frozen = stolen(&terms);
    for (stolen, thought) in &frozen {
        assert!(*stolen < thought / 4.0, "{stolen} of {thought} seconds");
    }
    terms.ponder = true;
    for (used, stolen) in stolen(&terms).iter().zip(&frozen) {
        assert!(used.0 > 2.0 * stolen.0, "{used:?} {stolen:?}");
    }
}
