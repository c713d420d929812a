//! Large pages for large tables: a probe of a table is a jump to anywhere in it, and finding the page
//! costs more than reading the entry where pages are small and many.

use std::mem::MaybeUninit;

/// A large page, on every system we know of.
#[cfg(target_os = "linux")]
const LARGE_PAGE: usize = 2 << 20;

/// Asks the system to back memory that was not written to yet with large pages. It may refuse; nothing
/// but speed depends on it.
pub(crate) fn ask_for<T>(memory: &mut [MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        let start = memory.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(LARGE_PAGE);
        let length = size_of_val(memory).saturating_sub(skipped) / LARGE_PAGE * LARGE_PAGE;
        if length > 0 {
            // SAFETY: the range lies inside memory that is ours alone, begins and ends on page
            // boundaries, and this advice changes neither its contents nor its validity.
            unsafe {
                madvise(start.wrapping_add(skipped).cast(), length, MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

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
