//! The time a piece of work takes the processor, for the benches.

use std::time::Duration;

/// The least processor time of several runs on this thread.
pub(crate) fn least<T>(runs: u32, mut work: impl FnMut() -> T) -> Duration {
    let times = (0..runs).map(|_| {
        let start = cpu_time();
        std::hint::black_box(work());
        cpu_time().saturating_sub(start)
    });
    times.min().expect("at least one run")
}

/// The processor time of this thread so far.
#[cfg(target_os = "linux")]
fn cpu_time() -> Duration {
    #[repr(C)]
    struct TimeSpec {
        seconds: i64,
        nanoseconds: i64,
    }
    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut TimeSpec) -> i32;
    }
    const THREAD_CPU_TIME: i32 = 3;
    let mut time = TimeSpec {
        seconds: 0,
        nanoseconds: 0,
    };
    // SAFETY: the pointer is to a value of the layout that 64-bit Linux fills in.
    let result = unsafe { clock_gettime(THREAD_CPU_TIME, &raw mut time) };
    assert_eq!(result, 0, "the clock is there since Linux 2.6.12");
    Duration::new(time.seconds as u64, time.nanoseconds as u32)
}

/// Elsewhere the time on the wall has to do.
#[cfg(not(target_os = "linux"))]
fn cpu_time() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed()
}
