//! Pipes of systems that wait for several at once.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::time::Duration;

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::Ready;
use crate::sandbox::Running;

/// Our ends of a program's pipes. Nothing blocks but [`Ends::wait`].
pub(super) struct Ends {
    stdin: File,
    stdout: File,
    stderr: Option<File>,
}

impl Ends {
    pub(super) fn new(running: &Running) -> io::Result<Self> {
        let ends = [&running.stdin, &running.stdout, &running.stderr];
        for end in ends {
            let flags = OFlag::from_bits_truncate(fcntl(end, FcntlArg::F_GETFL)?);
            fcntl(end, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
        }
        Ok(Self {
            stdin: running.stdin.try_clone()?.into(),
            stdout: running.stdout.try_clone()?.into(),
            stderr: Some(running.stderr.try_clone()?.into()),
        })
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stdin.write(bytes)
    }

    pub(super) fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stdout.read(buffer)
    }

    /// What it writes to its log; nothing any more where that is closed.
    pub(super) fn read_log(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(stderr) = &mut self.stderr else {
            return Ok(0);
        };
        let read = stderr.read(buffer);
        if matches!(read, Ok(0)) {
            self.stderr = None;
        }
        read
    }

    /// Waits for anything to happen, and for room to write where that is asked for.
    pub(super) fn wait(&mut self, pause: Duration, for_room: bool) -> io::Result<Ready> {
        // Rounded up: waking up just before the deadline would mean waiting for nothing once more.
        let pause = pause.as_micros().div_ceil(1000).min(60_000) as u16;
        let stderr = self.stderr.as_ref().unwrap_or(&self.stdout);
        let room = if for_room {
            PollFlags::POLLOUT
        } else {
            PollFlags::empty()
        };
        let mut awaited = [
            PollFd::new(self.stdout.as_fd(), PollFlags::POLLIN),
            PollFd::new(stderr.as_fd(), PollFlags::POLLIN),
            PollFd::new(self.stdin.as_fd(), room),
        ];
        let awaited = if for_room {
            &mut awaited[..]
        } else {
            &mut awaited[..2]
        };
        match poll(awaited, PollTimeout::from(pause)) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
        let [said, logged] = [0, 1].map(|index| awaited[index].any() == Some(true));
        Ok(Ready { said, logged })
    }
}
