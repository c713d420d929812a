//! A program and what it starts as a job of Windows: nothing leaves it, it ends as one, and it ends with
//! us, however we end.

use std::collections::HashSet;
use std::io;
use std::os::windows::io::AsRawHandle;
use std::os::windows::process::CommandExt;
use std::process::{Child, Command};
use std::ptr;

use windows_sys::Win32::Foundation::{CloseHandle, HANDLE, INVALID_HANDLE_VALUE};
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_ACTIVE_PROCESS,
    JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION, JOB_OBJECT_LIMIT_JOB_MEMORY,
    JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOBOBJECT_BASIC_PROCESS_ID_LIST,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectBasicProcessIdList,
    JobObjectExtendedLimitInformation, QueryInformationJobObject, SetInformationJobObject,
    TerminateJobObject,
};
use windows_sys::Win32::System::ProcessStatus::{
    K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS, PROCESS_MEMORY_COUNTERS_EX,
};
use windows_sys::Win32::System::Threading::{
    CREATE_NO_WINDOW, CREATE_SUSPENDED, OpenProcess, OpenThread, PROCESS_QUERY_LIMITED_INFORMATION,
    ResumeThread, SuspendThread, THREAD_SUSPEND_RESUME,
};

use crate::sandbox::Allowance;
use crate::sandbox::used::Used;

pub(super) struct Family {
    job: Handle,
    leader: u32,
    /// The threads that we have suspended, each once.
    suspended: HashSet<u32>,
}

/// Something of the system's that is open; dropping it closes it.
struct Handle(HANDLE);

// SAFETY: a handle is a number, which every thread of the process may use.
unsafe impl Send for Handle {}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: it was opened, and nobody else has it.
        unsafe { CloseHandle(self.0) };
    }
}

impl Handle {
    fn of(handle: HANDLE) -> io::Result<Self> {
        if handle.is_null() || handle == INVALID_HANDLE_VALUE {
            return Err(io::Error::last_os_error());
        }
        Ok(Self(handle))
    }
}

/// What calls of Windows return: nothing means that it failed.
fn done(result: i32) -> io::Result<()> {
    if result == 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

impl Family {
    pub(super) const LIMITS: &str = "a job object: memory and processes";
    pub(super) const FREEZER: (&str, &str) = ("suspending its threads", "挂起其线程");

    pub(super) fn start(
        mut program: Command,
        limits: Option<&Allowance>,
    ) -> io::Result<(Child, Self)> {
        // SAFETY: no name and no attributes.
        let job = Handle::of(unsafe { CreateJobObjectW(ptr::null(), ptr::null()) })?;
        limit(&job, limits)?;
        // Before it does anything it is in the job. It has no console, so that Ctrl-C is for us alone.
        let mut child = program
            .creation_flags(CREATE_SUSPENDED | CREATE_NO_WINDOW)
            .spawn()?;
        let mut family = Self {
            job,
            leader: child.id(),
            suspended: HashSet::new(),
        };
        // SAFETY: both are open.
        let joined = unsafe { AssignProcessToJobObject(family.job.0, child.as_raw_handle()) };
        let started = done(joined).and_then(|()| {
            family.suspended = threads(|owner| owner == family.leader)?.collect();
            family.thaw();
            Ok(())
        });
        if let Err(error) = started {
            let _ = child.kill();
            return Err(error);
        }
        Ok((child, family))
    }

    pub(super) fn used(&self) -> Used {
        let members = self.members();
        Used {
            memory: members.iter().map(|&pid| memory(pid)).sum(),
            processes: members.len() as u64,
            files: 0,
        }
    }

    /// Suspends all threads, again and again until none is left that began in the meantime.
    pub(super) fn freeze(&mut self) {
        loop {
            let members = self.members();
            let Ok(threads) = threads(|owner| members.contains(&owner)) else {
                return;
            };
            let mut found_one = false;
            for thread in threads {
                // SAFETY: it takes numbers and gives a handle.
                let opened = Handle::of(unsafe { OpenThread(THREAD_SUSPEND_RESUME, 0, thread) });
                if !self.suspended.contains(&thread)
                    && let Ok(opened) = opened
                    // SAFETY: the handle allows it.
                    && unsafe { SuspendThread(opened.0) } != u32::MAX
                {
                    self.suspended.insert(thread);
                    found_one = true;
                }
            }
            if !found_one {
                return;
            }
        }
    }

    pub(super) fn thaw(&mut self) {
        for thread in self.suspended.drain() {
            // SAFETY: it takes numbers and gives a handle.
            let opened = Handle::of(unsafe { OpenThread(THREAD_SUSPEND_RESUME, 0, thread) });
            if let Ok(opened) = opened {
                // SAFETY: the handle allows it.
                unsafe { ResumeThread(opened.0) };
            }
        }
    }

    pub(super) fn end(&self) {
        // SAFETY: the job is open.
        unsafe { TerminateJobObject(self.job.0, 1) };
    }

    /// The numbers of all processes in the job.
    fn members(&self) -> Vec<u32> {
        const MOST: usize = 4096;
        // Two counts, then one number a process, each as wide as a pointer.
        let mut list = vec![0_usize; MOST + 2];
        let size = size_of_val(&list[..]) as u32;
        // SAFETY: the list is as long as it is said to be, and aligned as its numbers are.
        let told = unsafe {
            QueryInformationJobObject(
                self.job.0,
                JobObjectBasicProcessIdList,
                list.as_mut_ptr().cast(),
                size,
                ptr::null_mut(),
            )
        };
        if told == 0 {
            return vec![self.leader];
        }
        let header = list.as_ptr().cast::<JOBOBJECT_BASIC_PROCESS_ID_LIST>();
        // SAFETY: the system has written one there.
        let count = unsafe { (*header).NumberOfProcessIdsInList } as usize;
        let first = std::mem::offset_of!(JOBOBJECT_BASIC_PROCESS_ID_LIST, ProcessIdList);
        let numbers = list.iter().skip(first / size_of::<usize>()).take(count);
        numbers.map(|&pid| pid as u32).collect()
    }
}

/// Makes the job end with us, and bounds it.
fn limit(job: &Handle, allowance: Option<&Allowance>) -> io::Result<()> {
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    let basic = &mut limits.BasicLimitInformation;
    basic.LimitFlags =
        JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
    if let Some(allowance) = allowance {
        basic.LimitFlags |= JOB_OBJECT_LIMIT_JOB_MEMORY | JOB_OBJECT_LIMIT_ACTIVE_PROCESS;
        // The walls behind what the keeper counts.
        basic.ActiveProcessLimit = u32::try_from(allowance.tasks()).unwrap_or(u32::MAX);
        limits.JobMemoryLimit = usize::try_from(allowance.data()).unwrap_or(usize::MAX);
    }
    // SAFETY: the record is as large as it is said to be.
    done(unsafe {
        SetInformationJobObject(
            job.0,
            JobObjectExtendedLimitInformation,
            (&raw const limits).cast(),
            size_of_val(&limits) as u32,
        )
    })
}

/// Memory that a process alone has asked for, in bytes.
fn memory(pid: u32) -> u64 {
    // SAFETY: it takes numbers and gives a handle.
    let opened = unsafe { OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, pid) };
    let Ok(opened) = Handle::of(opened) else {
        return 0;
    };
    let mut counters = PROCESS_MEMORY_COUNTERS_EX::default();
    let size = size_of_val(&counters) as u32;
    let record = (&raw mut counters).cast::<PROCESS_MEMORY_COUNTERS>();
    // SAFETY: the record is as large as it is said to be; the longer kind begins like the shorter.
    let told = unsafe { K32GetProcessMemoryInfo(opened.0, record, size) } != 0;
    if told {
        // They are the same; old systems leave one of them out, and wine the other.
        counters.PrivateUsage.max(counters.PagefileUsage) as u64
    } else {
        0
    }
}

/// The threads of the processes that are wanted.
fn threads(wanted: impl Fn(u32) -> bool) -> io::Result<impl Iterator<Item = u32>> {
    // SAFETY: it takes numbers and gives a handle.
    let snapshot = Handle::of(unsafe { CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0) })?;
    let mut entry = THREADENTRY32 {
        dwSize: size_of::<THREADENTRY32>() as u32,
        ..THREADENTRY32::default()
    };
    let mut found = Vec::new();
    // SAFETY: the snapshot is open, and the record says how large it is.
    let mut more = unsafe { Thread32First(snapshot.0, &raw mut entry) } != 0;
    while more {
        if wanted(entry.th32OwnerProcessID) {
            found.push(entry.th32ThreadID);
        }
        // SAFETY: as above.
        more = unsafe { Thread32Next(snapshot.0, &raw mut entry) } != 0;
    }
    Ok(found.into_iter())
}
