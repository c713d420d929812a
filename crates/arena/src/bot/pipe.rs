//! Lines to and from a program, with limits and deadlines.
//!
//! One call waits for everything at once: what the program says, what it writes to its log, room to
//! write to it. There is no busy waiting, and no threads are needed where the system can wait so.

#[cfg(unix)]
mod poll;
#[cfg(any(not(unix), test))]
mod threads;

use std::io;
use std::time::{Duration, Instant};

use boyi_search::Stop;

use super::log::Log;
use crate::Fault;
use crate::fault::quoted;
use crate::sandbox::{Allowance, Running};
#[cfg(unix)]
use poll::Ends;
#[cfg(not(unix))]
use threads::Ends;

/// The longest line a program may write.
const MAX_LINE_BYTES: usize = 64 << 10;
/// The most a program may write for one move, in many lines.
const MAX_BYTES_PER_MOVE: u64 = 8 << 20;
/// The most a program may write to its log in a game.
const MAX_LOG_BYTES: u64 = 64 << 20;
/// How soon a wait notices that everything was called off.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// What a program has for us.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ready {
    said: bool,
    logged: bool,
}

/// Both ends of a program's pipes.
pub(super) struct Pipe {
    ends: Ends,
    running: Running,
    allowance: Allowance,
    /// Read but not yet taken, from `taken` on.
    unread: Vec<u8>,
    taken: usize,
    /// Read since the last [`Pipe::next_move`].
    read: u64,
    logged: u64,
    at_end: bool,
    pub(super) log: Log,
}

/// How long to wait, and for whose sake to stop waiting.
#[derive(Clone, Copy)]
pub(super) struct Wait<'a> {
    pub(super) deadline: Instant,
    pub(super) stop: Option<&'a Stop>,
}

/// Why there is no line.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum NoLine {
    /// The deadline has passed, or everything was called off.
    Late,
    Fault(Fault),
}

impl Pipe {
    pub(super) fn new(running: Running, allowance: Allowance) -> io::Result<Self> {
        Ok(Self {
            ends: Ends::new(&running)?,
            running,
            allowance,
            unread: Vec::new(),
            taken: 0,
            read: 0,
            logged: 0,
            at_end: false,
            log: Log::default(),
        })
    }

    /// A new move: the program may write as much as before again.
    pub(super) fn next_move(&mut self) {
        self.read = 0;
    }

    /// Takes all processor time from the program until it is woken up.
    pub(super) fn freeze(&mut self) {
        self.running.freeze();
    }

    pub(super) fn thaw(&mut self) {
        self.running.thaw();
    }

    /// Writes a line, which must not hold a line break.
    pub(super) fn say(&mut self, line: &str, wait: Wait) -> Result<(), NoLine> {
        let mut bytes = Vec::with_capacity(line.len() + 1);
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
        let mut left = &bytes[..];
        while !left.is_empty() {
            match self.ends.write(left) {
                Ok(written) => left = &left[written..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.wait(wait, true)?;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(NoLine::Fault(self.death())),
            }
        }
        Ok(())
    }

    /// The next line that is not empty. A line ends with LF, CR or both.
    pub(super) fn hear(&mut self, wait: Wait) -> Result<String, NoLine> {
        loop {
            while let Some(line) = self.take_line()? {
                if !line.is_empty() {
                    return Ok(line);
                }
            }
            if self.at_end {
                return Err(NoLine::Fault(self.death()));
            }
            self.wait(wait, false)?;
        }
    }

    /// Waits until the program ends, for a while; everything it still says is thrown away.
    pub(super) fn wait_for_end(&mut self, deadline: Instant) {
        while !self.at_end
            && self
                .wait(
                    Wait {
                        deadline,
                        stop: None,
                    },
                    false,
                )
                .is_ok()
        {
            self.unread.clear();
            self.taken = 0;
        }
        self.drain_log();
    }

    fn take_line(&mut self) -> Result<Option<String>, NoLine> {
        let waiting = &self.unread[self.taken..];
        let end = waiting
            .iter()
            .position(|byte| matches!(byte, b'\n' | b'\r'));
        let end = match end {
            Some(end) => end,
            // A last line without an end counts, too.
            None if self.at_end && !waiting.is_empty() => waiting.len(),
            None if waiting.len() > MAX_LINE_BYTES => {
                return Err(NoLine::Fault(Fault::Flood { bytes: self.read }));
            }
            None => return Ok(None),
        };
        if end > MAX_LINE_BYTES {
            return Err(NoLine::Fault(Fault::Flood { bytes: self.read }));
        }
        let line = String::from_utf8(waiting[..end].to_vec()).map_err(|error| {
            let said = short(&String::from_utf8_lossy(error.as_bytes()));
            let why = "it is not UTF-8".to_owned();
            NoLine::Fault(Fault::Rubbish { said, why })
        })?;
        self.taken = (self.taken + end + 1).min(self.unread.len());
        if self.taken == self.unread.len() {
            self.unread.clear();
            self.taken = 0;
        }
        Ok(Some(line.trim().to_owned()))
    }

    /// Waits for anything to happen and takes it in.
    fn wait(&mut self, wait: Wait, for_room: bool) -> Result<(), NoLine> {
        let left = wait.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || wait.stop.is_some_and(Stop::is_stopped) {
            return Err(NoLine::Late);
        }
        let pause = if wait.stop.is_some() {
            left.min(POLL_INTERVAL)
        } else {
            left
        };
        let ready = self.ends.wait(pause, for_room);
        let Ready { said, logged } = ready.map_err(|error| NoLine::Fault(not_started(&error)))?;
        if logged {
            self.drain_log();
            if self.logged > MAX_LOG_BYTES {
                return Err(NoLine::Fault(Fault::Flood { bytes: self.logged }));
            }
        }
        if said {
            self.read_some();
            if self.read > MAX_BYTES_PER_MOVE {
                return Err(NoLine::Fault(Fault::Flood { bytes: self.read }));
            }
        }
        Ok(())
    }

    fn read_some(&mut self) {
        let mut buffer = [0; 16 << 10];
        match self.ends.read(&mut buffer) {
            Ok(0) => self.at_end = true,
            Ok(count) => {
                self.unread.extend_from_slice(&buffer[..count]);
                self.read += count as u64;
            }
            Err(error) if is_passing(&error) => {}
            Err(_) => self.at_end = true,
        }
    }

    fn drain_log(&mut self) {
        let mut buffer = [0; 16 << 10];
        // A bounded number of times: a program may write as fast as we read.
        for _ in 0..16 {
            match self.ends.read_log(&mut buffer) {
                Ok(0) => return,
                Ok(count) => {
                    self.logged += count as u64;
                    self.log.write(&buffer[..count]);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }

    fn death(&mut self) -> Fault {
        let soon = Instant::now() + Duration::from_secs(5);
        let ended = self.running.ended(soon).cloned();
        self.drain_log();
        let ended = match ended {
            Some(Ok(ended)) => ended,
            Some(Err(why)) => return Fault::NotStarted { why },
            // It closed its output and stays around.
            None => return Fault::ExitedEarly,
        };
        Fault::of_end(&ended, &self.allowance).unwrap_or(Fault::ExitedEarly)
    }
}

/// What a program said, as far as a fault quotes it.
pub(super) fn short(text: &str) -> String {
    quoted(text, 200)
}

fn is_passing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted
    )
}

fn not_started(error: &io::Error) -> Fault {
    Fault::NotStarted {
        why: format!("its pipes cannot be read: {error}"),
    }
}
