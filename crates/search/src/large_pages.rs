//! Large pages for large tables: a probe of a table is a jump to anywhere in it, and finding the page
//! costs more than reading the entry where pages are small and many.

use std::alloc::{Layout, alloc_zeroed};
use std::mem::MaybeUninit;
use std::ops::Range;

/// A large page, on every system we know of.
#[cfg(target_os = "linux")]
const LARGE_PAGE: usize = 2 << 20;

/// So many zeroed values that no page was written for yet, on large pages where the system has them;
/// `None` where there is no memory for them.
pub(crate) fn zeroed<T>(count: usize) -> Option<Box<[MaybeUninit<T>]>> {
    let layout = Layout::array::<T>(count)
        .ok()
        .filter(|layout| layout.size() > 0)?;
    // SAFETY: the layout has a size.
    let memory = unsafe { alloc_zeroed(layout) }.cast::<MaybeUninit<T>>();
    if memory.is_null() {
        return None;
    }
    let memory = std::ptr::slice_from_raw_parts_mut(memory, count);
    // SAFETY: allocated just above for so many values, and nobody else knows of it.
    let memory = unsafe { Box::from_raw(memory) };
    // It may refuse; nothing but speed depends on it.
    advise(&memory, Advice::LargePages);
    Some(memory)
}

/// Makes values read as zero again by giving their pages back, even while others read them; the bytes
/// for which the system did so.
pub(crate) fn give_back<T>(values: &[T]) -> Range<usize> {
    advise(values, Advice::GiveBack)
}

#[derive(Clone, Copy)]
enum Advice {
    LargePages,
    GiveBack,
}

/// Tells the system what is wanted for the large pages that lie wholly inside; returns the bytes that
/// it was told about, or nothing where it refused.
fn advise<T>(memory: &[T], advice: Advice) -> Range<usize> {
    #[cfg(target_os = "linux")]
    {
        let start = std::ptr::from_ref(memory).cast::<u8>();
        let skipped = start.align_offset(LARGE_PAGE);
        let length = size_of_val(memory).saturating_sub(skipped) / LARGE_PAGE * LARGE_PAGE;
        let number = match advice {
            Advice::LargePages => MADV_HUGEPAGE,
            Advice::GiveBack => MADV_DONTNEED,
        };
        if length > 0 {
            let start = start.wrapping_add(skipped).cast_mut().cast();
            // SAFETY: the range lies inside one allocation and begins and ends on page boundaries. Asking
            // for large pages changes nothing in it; giving it back makes it zero, as the caller wants.
            if unsafe { madvise(start, length, number) } == 0 {
                return skipped..skipped + length;
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (memory, advice);
    0..0
}

#[cfg(target_os = "linux")]
const MADV_DONTNEED: std::ffi::c_int = 4;
#[cfg(target_os = "linux")]
const MADV_HUGEPAGE: std::ffi::c_int = 14;

// The C library is there anyway, because std stands on it.
#[cfg(target_os = "linux")]
unsafe extern "C" {
    fn madvise(
        start: *mut std::ffi::c_void,
        length: usize,
        advice: std::ffi::c_int,
    ) -> std::ffi::c_int;
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    #[test]
    fn more_than_the_machine_has_is_refused() {
        assert!(zeroed::<AtomicU64>(usize::MAX).is_none());
        assert!(zeroed::<AtomicU64>(1 << 59).is_none());
    }
}
