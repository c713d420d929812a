//! The terminal: which process group the keyboard talks to, and the modes it is left in.

use std::os::fd::OwnedFd;

use nix::sys::signal::{Signal, killpg};
use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
use nix::unistd::{Pid, getpgrp, getpid, setpgid, tcgetpgrp, tcsetpgrp};

use crate::{descriptors, signals};

/// The controlling terminal of an interactive shell.
pub(crate) struct Terminal {
    fd: OwnedFd,
    shell: Pid,
    /// Who had the terminal before the shell.
    before: Pid,
    /// How the shell wants the terminal to be.
    modes: Termios,
}

impl Terminal {
    /// Takes the terminal on standard input, waiting in the background until it may.
    pub(crate) fn take() -> nix::Result<Self> {
        let fd = descriptors::copy_out_of_the_way(std::io::stdin())?;
        let before = loop {
            let front = tcgetpgrp(&fd)?;
            if front == getpgrp() {
                break front;
            }
            // Stops the shell until whoever started it brings it to the front.
            killpg(getpgrp(), Signal::SIGTTIN)?;
        };
        signals::guard_shell();
        let shell = getpid();
        // A session leader has its own group already and may not move; that is fine.
        let _ = setpgid(shell, shell);
        tcsetpgrp(&fd, shell)?;
        let modes = tcgetattr(&fd)?;
        Ok(Self {
            fd,
            shell,
            before,
            modes,
        })
    }

    /// Lets the keyboard talk to a group.
    pub(crate) fn give_to(&self, group: Pid) {
        // Fails if the group is gone already, which is fine.
        let _ = tcsetpgrp(&self.fd, group);
    }

    /// Lets the keyboard talk to the shell again.
    pub(crate) fn take_back(&self) {
        let _ = tcsetpgrp(&self.fd, self.shell);
    }

    /// The modes as a program has set them.
    pub(crate) fn modes_now(&self) -> Option<Termios> {
        tcgetattr(&self.fd).ok()
    }

    /// Keeps the modes that a program has left on purpose, as `stty` does.
    pub(crate) fn keep_modes(&mut self) {
        if let Some(modes) = self.modes_now() {
            self.modes = modes;
        }
    }

    /// Sets the modes that a stopped program had, or the shell's own.
    pub(crate) fn set_modes(&self, modes: Option<&Termios>) {
        let _ = tcsetattr(&self.fd, SetArg::TCSADRAIN, modes.unwrap_or(&self.modes));
    }

    /// Gives the terminal back to whoever had it before the shell.
    pub(crate) fn give_back(&self) {
        self.give_to(self.before);
    }
}
