//! Replacing and restoring file descriptors by number, which the standard library leaves alone.

use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::libc;

/// Copies the shell keeps for itself live from here on; users name descriptors 0 to 9.
const FIRST_OWN: RawFd = 10;

/// A pipe that programs do not inherit: its reading and its writing end.
pub(crate) fn pipe() -> nix::Result<(OwnedFd, OwnedFd)> {
    let made = std::io::pipe();
    let (reader, writer) =
        made.map_err(|error| Errno::from_raw(error.raw_os_error().unwrap_or(0)))?;
    Ok((reader.into(), writer.into()))
}

/// A copy of `fd` with a number that users do not name, which programs do not inherit.
pub(crate) fn copy_out_of_the_way(fd: impl AsFd) -> nix::Result<OwnedFd> {
    let copy = fcntl(fd, FcntlArg::F_DUPFD_CLOEXEC(FIRST_OWN))?;
    // SAFETY: fcntl has just made this descriptor, and nobody else knows it.
    Ok(unsafe { OwnedFd::from_raw_fd(copy) })
}

/// Makes descriptor `number` mean what `fd` means. Programs inherit it.
pub(crate) fn put(fd: impl Into<OwnedFd>, number: RawFd) -> nix::Result<()> {
    let fd = fd.into();
    if fd.as_raw_fd() == number {
        // It is there already; only the mark that keeps programs from inheriting it must go.
        let flags = FcntlArg::F_SETFD(FdFlag::empty());
        fcntl(&fd, flags)?;
        let _ = fd.into_raw_fd();
        return Ok(());
    }
    // SAFETY: `number` is one that users name (0 to 9); no Rust object owns those, except the
    // standard streams, which live for ever and mean whatever the number means.
    Errno::result(unsafe { libc::dup2(fd.as_raw_fd(), number) }).map(drop)
}

pub(crate) fn close(number: RawFd) {
    // SAFETY: as for `put`.
    let _ = unsafe { libc::close(number) };
}

/// A descriptor that the user names, if it is open.
pub(crate) fn user_descriptor(number: RawFd) -> nix::Result<OwnedFd> {
    if !(0..FIRST_OWN).contains(&number) {
        return Err(Errno::EBADF);
    }
    // SAFETY: the borrow ends within this call, and copying a closed descriptor is only an error.
    copy_out_of_the_way(unsafe { BorrowedFd::borrow_raw(number) })
}

/// What descriptors meant before a redirection; they mean it again when this is dropped.
#[derive(Default)]
pub(crate) struct Saved {
    before: Vec<(RawFd, Option<OwnedFd>)>,
}

impl Saved {
    /// Remembers a descriptor, once.
    pub(crate) fn remember(&mut self, number: RawFd) {
        if self.before.iter().all(|(known, _)| *known != number) {
            self.before.push((number, user_descriptor(number).ok()));
        }
    }
}

impl Saved {
    /// Leaves the descriptors as they are now.
    pub(crate) fn keep(&mut self) {
        self.before.clear();
    }
}

impl Drop for Saved {
    fn drop(&mut self) {
        for (number, before) in self.before.drain(..) {
            match before {
                Some(fd) => {
                    let _ = put(fd, number);
                }
                None => close(number),
            }
        }
    }
}

/// Writes all of `bytes` to descriptor 1 or 2, without any buffer that a fork could copy.
pub(crate) fn write_all(number: RawFd, mut bytes: &[u8]) -> nix::Result<()> {
    // SAFETY: writing to a closed descriptor is only an error, and the borrow ends here.
    let fd = unsafe { BorrowedFd::borrow_raw(number) };
    while !bytes.is_empty() {
        match nix::unistd::write(fd, bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(Errno::EINTR) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
