//! Processor time of the running thread, which other programs on the machine do not disturb.

use std::time::Duration;

/// Processor time used by this thread so far; where the system does not tell, time on the clock.
pub fn cpu_time() -> Duration {
    system::cpu_time()
}

/// The least processor time of several runs on this thread.
pub fn least<T>(runs: u32, mut work: impl FnMut() -> T) -> Duration {
    let times = (0..runs).map(|_| {
        let start = cpu_time();
        std::hint::black_box(work());
        cpu_time().saturating_sub(start)
    });
    times.min().unwrap_or_default()
}

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod system {
    use std::time::Duration;

    #[repr(C)]
    struct TimeSpec {
        seconds: i64,
        nanoseconds: i64,
    }

    /// `CLOCK_THREAD_CPUTIME_ID` of Linux.
    const THREAD_CPU_TIME: i32 = 3;

    unsafe extern "C" {
        /// Of the C library, which the standard library links anyway.
        fn clock_gettime(clock: i32, time: *mut TimeSpec) -> i32;
    }

    pub(super) fn cpu_time() -> Duration {
        let mut time = TimeSpec {
            seconds: 0,
            nanoseconds: 0,
        };
        // SAFETY: `time` is valid for writes and has the layout of a 64-bit `struct timespec`.
        let failed = unsafe { clock_gettime(THREAD_CPU_TIME, &raw mut time) } != 0;
        assert!(!failed, "every Linux has this clock");
        Duration::new(time.seconds as u64, time.nanoseconds as u32)
    }
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
mod system {
    use std::sync::OnceLock;
    use std::time::{Duration, Instant};

    pub(super) fn cpu_time() -> Duration {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time() {
        let began = cpu_time();
        let sum: u64 = (0..3_000_000_u64)
            .map(|n| std::hint::black_box(n) % 7)
            .sum();
        assert!(sum > 0);
        assert!(cpu_time() > began);
    }
}
