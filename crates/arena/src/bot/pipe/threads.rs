//! Pipes of systems that can wait for one at a time only: a thread stays with each.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Ready;
#[cfg(not(unix))]
use crate::sandbox::Running;

/// As much as lies in each direction; whoever wants more waits, as at a pipe of the system.
const MOST: usize = 64 << 10;

/// Our ends of a program's pipes. Nothing blocks but [`Ends::wait`].
pub(super) struct Ends {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    said: Inbox,
    logged: Inbox,
    to_write: VecDeque<u8>,
    /// The program does not read any more.
    is_deaf: bool,
    /// Nobody wants to know any more.
    is_over: bool,
}

#[derive(Default)]
struct Inbox {
    bytes: VecDeque<u8>,
    at_end: bool,
}

impl Inbox {
    fn has_news(&self) -> bool {
        self.at_end || !self.bytes.is_empty()
    }

    fn take(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.bytes.is_empty() && !self.at_end {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        self.bytes.read(buffer)
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let waited = self.changed.wait(state);
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in what comes from one pipe until it ends.
    fn listen(&self, mut pipe: impl Read, inbox: fn(&mut State) -> &mut Inbox) {
        let mut buffer = [0; 16 << 10];
        loop {
            let read = pipe.read(&mut buffer);
            let mut state = self.lock();
            match read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Ok(0) | Err(_) => inbox(&mut state).at_end = true,
                Ok(count) => inbox(&mut state).bytes.extend(&buffer[..count]),
            }
            self.changed.notify_all();
            while inbox(&mut state).bytes.len() >= MOST && !state.is_over {
                state = self.wait(state);
            }
            if inbox(&mut state).at_end || state.is_over {
                return;
            }
        }
    }

    /// Hands on what is to be written.
    fn talk(&self, mut pipe: impl Write) {
        let mut state = self.lock();
        loop {
            while state.to_write.is_empty() && !state.is_over {
                state = self.wait(state);
            }
            if state.is_over {
                return;
            }
            let bytes: Vec<u8> = state.to_write.iter().copied().collect();
            drop(state);
            let written = pipe.write_all(&bytes).and_then(|()| pipe.flush());
            state = self.lock();
            // It made room only when it was taken.
            state.to_write.drain(..bytes.len());
            state.is_deaf |= written.is_err();
            self.changed.notify_all();
            if state.is_deaf {
                return;
            }
        }
    }
}

impl Ends {
    #[cfg(not(unix))]
    pub(super) fn new(running: &Running) -> io::Result<Self> {
        Self::of(
            running.stdin.try_clone()?.into(),
            running.stdout.try_clone()?.into(),
            running.stderr.try_clone()?.into(),
        )
    }

    fn of(stdin: ChildStdin, stdout: ChildStdout, stderr: ChildStderr) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let stay = |name: &str, work: Box<dyn FnOnce(&Shared) + Send>| {
            let shared = Arc::clone(&shared);
            let thread = std::thread::Builder::new().name(name.to_owned());
            thread.spawn(move || work(&shared)).map(|_| ())
        };
        stay(
            "bot's output",
            Box::new(|shared| shared.listen(stdout, |state| &mut state.said)),
        )?;
        stay(
            "bot's log",
            Box::new(|shared| shared.listen(stderr, |state| &mut state.logged)),
        )?;
        stay("bot's input", Box::new(|shared| shared.talk(stdin)))?;
        Ok(Self { shared })
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.shared.lock();
        if state.is_deaf {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let room = MOST - state.to_write.len();
        if room == 0 {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let count = bytes.len().min(room);
        state.to_write.extend(&bytes[..count]);
        self.shared.changed.notify_all();
        Ok(count)
    }

    pub(super) fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.shared.lock().said.take(buffer);
        self.shared.changed.notify_all();
        read
    }

    /// What it writes to its log; nothing any more where that is closed.
    pub(super) fn read_log(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.shared.lock().logged.take(buffer);
        self.shared.changed.notify_all();
        read
    }

    /// Waits for anything to happen, and for room to write where that is asked for.
    pub(super) fn wait(&mut self, pause: Duration, for_room: bool) -> io::Result<Ready> {
        let deadline = Instant::now() + pause;
        let mut state = self.shared.lock();
        loop {
            let ready = Ready {
                said: state.said.has_news(),
                // A log that has ended is no news.
                logged: !state.logged.bytes.is_empty(),
            };
            let has_room = for_room && (state.is_deaf || state.to_write.len() < MOST);
            let left = deadline.saturating_duration_since(Instant::now());
            if ready.said || ready.logged || has_room || left.is_zero() {
                return Ok(ready);
            }
            let waited = self.shared.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Ends {
    fn drop(&mut self) {
        // Those who wait at a pipe go when the program does, which closes it.
        self.shared.lock().is_over = true;
        self.shared.changed.notify_all();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::{Child, Command, Stdio};

    use super::*;

    fn begin(words: &str) -> (Child, Ends) {
        let mut child = Command::new("sh")
            .args(["-c", words])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("every system has sh");
        let ends = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = ends else {
            panic!("three pipes")
        };
        let ends = Ends::of(stdin, stdout, stderr).expect("threads");
        (child, ends)
    }

    const LONG: Duration = Duration::from_secs(20);

    #[test]
    fn what_is_said_and_what_is_logged_come_apart() {
        let (mut child, mut ends) = begin("read word; echo \"$word!\"; echo oops >&2");
        let quiet = ends.wait(Duration::from_millis(20), false).expect("a wait");
        assert!(!quiet.said && !quiet.logged);
        let mut buffer = [0; 100];
        let nothing = ends.read(&mut buffer).expect_err("nothing yet");
        assert_eq!(nothing.kind(), io::ErrorKind::WouldBlock);
        assert_eq!(ends.write(b"hello\n").expect("room"), 6);
        let (mut said, mut logged) = (Vec::new(), Vec::new());
        let mut at_end = false;
        while !at_end || logged.len() < 5 {
            let ready = ends.wait(LONG, false).expect("news");
            assert!(ready.said || ready.logged, "{said:?} {logged:?}");
            if ready.logged {
                let count = ends.read_log(&mut buffer).expect("it was ready");
                logged.extend_from_slice(&buffer[..count]);
            }
            if ready.said && !at_end {
                let count = ends.read(&mut buffer).expect("it was ready");
                said.extend_from_slice(&buffer[..count]);
                at_end = count == 0;
            }
        }
        assert_eq!((&said[..], &logged[..]), (&b"hello!\n"[..], &b"oops\n"[..]));
        assert!(child.wait().expect("ours").success());
    }

    #[test]
    fn who_does_not_read_is_not_written_to_for_ever() {
        let (mut child, mut ends) = begin("exec sleep 60");
        let much = vec![b'x'; 1 << 20];
        let mut written = 0;
        let full = loop {
            match ends.write(&much[written..]) {
                Ok(count) => written += count,
                // The first piece may still be on its way into the pipe of the system.
                Err(error) => {
                    if !ends.has_room(Duration::from_millis(200)) {
                        break error;
                    }
                }
            }
            assert!(written < much.len(), "somebody took it all");
        };
        assert_eq!(full.kind(), io::ErrorKind::WouldBlock);
        child.kill().expect("ours");
        child.wait().expect("ours");
        assert!(ends.has_room(LONG), "a write would fail at once");
        let deaf = ends.write(b"x").expect_err("nobody reads");
        assert_eq!(deaf.kind(), io::ErrorKind::BrokenPipe);
    }

    impl Ends {
        /// Whether there is room, or nobody to leave it for, within this time.
        fn has_room(&mut self, pause: Duration) -> bool {
            let deadline = Instant::now() + pause;
            while Instant::now() < deadline {
                let state = self.shared.lock();
                if state.is_deaf || state.to_write.len() < MOST {
                    return true;
                }
                drop(state);
                std::thread::sleep(Duration::from_millis(2));
            }
            false
        }
    }
}
