//! What counterparts do to engines: go away in the middle of a search, and say anything at all.

mod conversation;

use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use boyi_game::Random;

use conversation::{PROTOCOLS, Protocol, any_line};

/// Generous: an engine that goes on searching takes hours for what is asked here.
const AT_ONCE: Duration = Duration::from_secs(10);

/// An engine on a thread of its own.
struct Served {
    to: PipeWriter,
    from: BufReader<PipeReader>,
    ended: Receiver<io::Result<()>>,
}

impl Served {
    fn begin(protocol: &Protocol) -> Self {
        let (input, to) = pipe().expect("a pipe");
        let (from, output) = pipe().expect("a pipe");
        let (end, ended) = channel();
        let serve = protocol.serve;
        thread::spawn(move || {
            let result = serve(BufReader::new(input), output);
            // The test may have given up.
            let _ = end.send(result);
        });
        Self {
            to,
            from: BufReader::new(from),
            ended,
        }
    }

    fn send(&mut self, line: &str) {
        let sent = writeln!(self.to, "{line}");
        sent.expect("the engine reads");
    }

    /// Waits for a line that begins so.
    fn hear(&mut self, beginning: &str) {
        let mut line = String::new();
        while !line.starts_with(beginning) {
            line.clear();
            let read = self.from.read_line(&mut line).expect("text");
            assert!(read > 0, "the engine ended without `{beginning}`");
        }
    }
}

#[test]
fn an_engine_ends_at_once_when_its_input_ends_in_the_middle_of_a_search() {
    for protocol in PROTOCOLS {
        for &long in protocol.long_searches {
            let mut served = Served::begin(protocol);
            for line in protocol.ready.lines() {
                served.send(line);
            }
            served.hear(protocol.readied);
            for line in long.lines() {
                served.send(line);
            }
            drop(served.to);
            let end = served.ended.recv_timeout(AT_ONCE);
            let end = end.unwrap_or_else(|_| panic!("{} goes on after `{long}`", protocol.name));
            end.expect("nothing breaks");
        }
    }
}

#[test]
fn an_engine_ends_when_nobody_reads_what_it_says() {
    for protocol in PROTOCOLS.iter().filter(|protocol| protocol.talks) {
        let mut served = Served::begin(protocol);
        served.send(protocol.long_searches[0]);
        drop(served.from);
        let end = served.ended.recv_timeout(AT_ONCE);
        let end = end.unwrap_or_else(|_| panic!("{} goes on without readers", protocol.name));
        let error = end.expect_err("it cannot speak");
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "{}", protocol.name);
    }
}

/// Random lines, each of them likely in its protocol, with numbers that are not: the answer to all of
/// them together comes in bounded time once the input has ended, and nothing panics.
#[test]
fn any_lines_are_answered_in_bounded_time() {
    for (index, protocol) in PROTOCOLS.iter().enumerate() {
        for seed in 0..40 {
            let mut random = Random::new(seed * 8 + index as u64);
            let count = 1 + random.below(12);
            let lines: Vec<String> = (0..count)
                .map(|_| any_line(protocol, &mut random))
                .collect();
            let mut served = Served::begin(protocol);
            let from = served.from;
            thread::spawn(move || io::copy(&mut from.into_inner(), &mut io::sink()));
            for line in &lines {
                // After `quit` nobody reads any more.
                let _ = writeln!(served.to, "{line}");
            }
            drop(served.to);
            let end = served.ended.recv_timeout(AT_ONCE);
            let end = end.unwrap_or_else(|_| panic!("{}: {lines:#?}", protocol.name));
            end.unwrap_or_else(|error| panic!("{}: {error}: {lines:#?}", protocol.name));
        }
    }
}
