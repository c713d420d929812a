//! Numbers that were tuned: one line each, with a range and a reason.
//!
//! They are constants. A program built with the feature `tune` reads them from a table of the thread
//! instead, so that two players with different numbers can meet in one program.

use std::ops::RangeInclusive;

/// A tunable as tools see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tunable {
    pub name: &'static str,
    pub value: i32,
    pub range: RangeInclusive<i32>,
}

/// Whether tunables can be set in this program.
pub const CAN_BE_SET: bool = cfg!(feature = "tune");

/// Declares the tunables of a search as functions, and `TUNABLES`, the list of them. `set_tunables` sets
/// those of this thread, where the program is built with the feature `tune`.
///
/// ```
/// boyi_search::tunables! {
///     /// Reverse futility: what a side can plausibly win back per remaining ply.
///     rfp_margin = 65 in 16..=256;
/// }
/// assert_eq!(rfp_margin(), 65);
/// assert_eq!(TUNABLES[0].name, "rfp_margin");
/// set_tunables(&[("rfp_margin".to_owned(), 70)]);
/// let can_be_set = boyi_search::kernel::tunables::CAN_BE_SET;
/// assert_eq!(rfp_margin(), if can_be_set { 70 } else { 65 });
/// ```
#[macro_export]
macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $value:literal in $range:expr;)*) => {
        $crate::tunable_values! { $($(#[$doc])* $name = $value;)* }

        /// Every tunable, for tools.
        #[allow(dead_code, reason = "read by tools and tests")]
        pub(crate) const TUNABLES: &[$crate::kernel::Tunable] = &[$($crate::kernel::Tunable {
            name: stringify!($name),
            value: $value,
            range: $range,
        }),*];
    };
}

/// The functions of [`tunables!`]: constants.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "tune"))]
macro_rules! tunable_values {
    ($($(#[$doc:meta])* $name:ident = $value:literal;)*) => {
        $($(#[$doc])*
        #[inline]
        pub(crate) const fn $name() -> i32 { $value })*

        /// Constants cannot be set.
        #[inline]
        pub(crate) fn set_tunables(_: &[(String, i32)]) {}
    };
}

/// The functions of [`tunables!`]: they look into the thread's table.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "tune")]
macro_rules! tunable_values {
    ($($(#[$doc:meta])* $name:ident = $value:literal;)*) => {
        #[allow(non_camel_case_types, reason = "a place in the table for every name")]
        enum TunableIndex { $($name),* }

        thread_local! {
            static TUNABLE_VALUES: [std::cell::Cell<i32>; TUNABLES.len()] =
                const { [$(std::cell::Cell::new($value)),*] };
        }

        $($(#[$doc])*
        #[inline]
        pub(crate) fn $name() -> i32 {
            TUNABLE_VALUES.with(|values| values[TunableIndex::$name as usize].get())
        })*

        /// Sets these on this thread, and all others to what they usually are.
        pub(crate) fn set_tunables(chosen: &[(String, i32)]) {
            TUNABLE_VALUES.with(|values| {
                for (value, tunable) in values.iter().zip(TUNABLES) {
                    let chosen = chosen.iter().find(|(name, _)| name == tunable.name);
                    value.set(chosen.map_or(tunable.value, |&(_, value)| value));
                }
            });
        }
    };
}
