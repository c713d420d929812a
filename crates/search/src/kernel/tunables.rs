//! Numbers that were tuned: one line each, with a range and a reason.

use std::ops::RangeInclusive;

/// A tunable as tools see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tunable {
    pub name: &'static str,
    pub value: i32,
    pub range: RangeInclusive<i32>,
}

/// Declares the tunables of a search as constant functions, and `TUNABLES`, the list of them.
///
/// ```
/// boyi_search::tunables! {
///     /// Reverse futility: what a side can plausibly win back per remaining ply.
///     rfp_margin = 65 in 16..=256;
/// }
/// assert_eq!(rfp_margin(), 65);
/// assert_eq!(TUNABLES[0].name, "rfp_margin");
/// ```
#[macro_export]
macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $value:literal in $range:expr;)*) => {
        $($(#[$doc])*
        #[inline]
        pub(crate) const fn $name() -> i32 { $value })*

        /// Every tunable, for tools.
        #[allow(dead_code, reason = "read by tools and tests")]
        pub(crate) const TUNABLES: &[$crate::kernel::Tunable] = &[$($crate::kernel::Tunable {
            name: stringify!($name),
            value: $value,
            range: $range,
        }),*];
    };
}
