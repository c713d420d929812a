//! The one clock of searches, matches and records. A browser has one too, but the standard library does not
//! know it there: `Instant::now` would panic.

#[cfg(not(target_arch = "wasm32"))]
mod system {
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    pub use std::time::Instant;

    /// What has passed since 1970.
    pub fn since_1970() -> Duration {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.unwrap_or_default()
    }

    /// Gives the processor away for so long.
    pub fn pause(time: Duration) {
        std::thread::sleep(time);
    }
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use std::ops::{Add, Sub};
    use std::time::Duration;

    /// [`std::time::Instant`] by `performance.now()`.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        pub fn now() -> Self {
            // SAFETY: the imports take nothing and return a number; `crates/wasm` names whoever provides them.
            Self(milliseconds(unsafe { performance_now() }))
        }

        pub fn elapsed(&self) -> Duration {
            Self::now().0.saturating_sub(self.0)
        }

        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        pub fn duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        pub fn checked_sub(&self, time: Duration) -> Option<Self> {
            self.0.checked_sub(time).map(Self)
        }

        pub fn checked_add(&self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Self)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, time: Duration) -> Self {
            Self(self.0.saturating_add(time))
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Self) -> Duration {
            self.duration_since(earlier)
        }
    }

    /// What has passed since 1970.
    pub fn since_1970() -> Duration {
        // SAFETY: as in `Instant::now`.
        milliseconds(unsafe { date_now() })
    }

    /// A page has one thread for its search, and nobody to give the processor to.
    pub fn pause(_time: Duration) {}

    fn milliseconds(count: f64) -> Duration {
        Duration::try_from_secs_f64(count / 1000.0).unwrap_or_default()
    }

    #[link(wasm_import_module = "boyi")]
    unsafe extern "C" {
        /// Milliseconds since the page was opened.
        fn performance_now() -> f64;
        /// Milliseconds since 1970.
        fn date_now() -> f64;
    }
}

#[cfg(target_arch = "wasm32")]
pub use browser::{Instant, pause, since_1970};
#[cfg(not(target_arch = "wasm32"))]
pub use system::{Instant, pause, since_1970};
