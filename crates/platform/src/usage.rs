//! What a process uses; nothing where the system does not tell.

/// Memory that a process has in use, in bytes.
pub fn resident_bytes(pid: u32) -> Option<u64> {
    system::resident_bytes(pid)
}

/// Files, sockets and, on Windows, everything else that a process has open.
pub fn open_files(pid: u32) -> Option<u64> {
    system::open_files(pid)
}

/// Threads of a process.
pub fn threads(pid: u32) -> Option<u64> {
    system::threads(pid)
}

#[cfg(target_os = "linux")]
mod system {
    use std::fs;

    pub(super) fn resident_bytes(pid: u32) -> Option<u64> {
        Some(status(pid, "VmRSS:")? << 10)
    }

    pub(super) fn open_files(pid: u32) -> Option<u64> {
        let files = fs::read_dir(format!("/proc/{pid}/fd")).ok()?;
        Some(files.count() as u64)
    }

    pub(super) fn threads(pid: u32) -> Option<u64> {
        status(pid, "Threads:")
    }

    fn status(pid: u32, name: &str) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    }
}

/// What the system tells of a process in a record of this kind.
#[cfg(target_os = "macos")]
pub(crate) fn of_process<T>(pid: u32, kind: libc::c_int) -> Option<T> {
    let mut found = std::mem::MaybeUninit::<T>::uninit();
    let size = size_of::<T>() as libc::c_int;
    // SAFETY: the record is as large as it is said to be, and is read only where all of it was written.
    unsafe {
        let written = libc::proc_pidinfo(
            libc::c_int::try_from(pid).ok()?,
            kind,
            0,
            found.as_mut_ptr().cast(),
            size,
        );
        (written == size).then(|| found.assume_init())
    }
}

#[cfg(target_os = "macos")]
mod system {
    use libc::{PROC_PIDTASKINFO, proc_taskinfo};

    pub(super) fn resident_bytes(pid: u32) -> Option<u64> {
        let found: proc_taskinfo = super::of_process(pid, PROC_PIDTASKINFO)?;
        Some(found.pti_resident_size)
    }

    pub(super) fn open_files(_: u32) -> Option<u64> {
        None
    }

    pub(super) fn threads(pid: u32) -> Option<u64> {
        let found: proc_taskinfo = super::of_process(pid, PROC_PIDTASKINFO)?;
        u64::try_from(found.pti_threadnum).ok()
    }
}

#[cfg(all(unix, not(any(target_os = "linux", target_os = "macos"))))]
mod system {
    pub(super) fn resident_bytes(_: u32) -> Option<u64> {
        None
    }

    pub(super) fn open_files(_: u32) -> Option<u64> {
        None
    }

    pub(super) fn threads(_: u32) -> Option<u64> {
        None
    }
}

/// A process that was opened; dropping it closes it.
#[cfg(windows)]
pub(crate) struct Opened(pub(crate) windows_sys::Win32::Foundation::HANDLE);

#[cfg(windows)]
impl Opened {
    pub(crate) fn process(pid: u32, rights: u32) -> Option<Self> {
        // SAFETY: it takes numbers and gives a handle, or null where there is none.
        let handle = unsafe { windows_sys::Win32::System::Threading::OpenProcess(rights, 0, pid) };
        (!handle.is_null()).then_some(Self(handle))
    }
}

#[cfg(windows)]
impl Drop for Opened {
    fn drop(&mut self) {
        // SAFETY: it was opened, and nobody else has it.
        unsafe { windows_sys::Win32::Foundation::CloseHandle(self.0) };
    }
}

#[cfg(windows)]
mod system {
    use windows_sys::Win32::System::ProcessStatus::{
        K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS,
    };
    use windows_sys::Win32::System::Threading::{
        GetProcessHandleCount, PROCESS_QUERY_LIMITED_INFORMATION,
    };

    use super::Opened;

    pub(super) fn resident_bytes(pid: u32) -> Option<u64> {
        let opened = Opened::process(pid, PROCESS_QUERY_LIMITED_INFORMATION)?;
        let mut counters = PROCESS_MEMORY_COUNTERS::default();
        let size = size_of::<PROCESS_MEMORY_COUNTERS>() as u32;
        // SAFETY: the handle allows to be asked, and the record is as large as it is said to be.
        let told = unsafe { K32GetProcessMemoryInfo(opened.0, &raw mut counters, size) } != 0;
        told.then_some(counters.WorkingSetSize as u64)
    }

    pub(super) fn open_files(pid: u32) -> Option<u64> {
        let opened = Opened::process(pid, PROCESS_QUERY_LIMITED_INFORMATION)?;
        let mut count = 0;
        // SAFETY: the handle allows to be asked, and the number is ours to be written to.
        let told = unsafe { GetProcessHandleCount(opened.0, &raw mut count) } != 0;
        told.then_some(u64::from(count))
    }

    pub(super) fn threads(_: u32) -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_is_written_to_is_in_use() {
        const SIZE: usize = 64 << 20;
        let own = std::process::id();
        let Some(before) = resident_bytes(own) else {
            return;
        };
        let much = std::hint::black_box(vec![1_u8; SIZE]);
        let after = resident_bytes(own).expect("it told before");
        assert!(after >= before + SIZE as u64 / 2, "{before} {after}");
        drop(much);
        assert_eq!(resident_bytes(u32::MAX), None);
    }
}
