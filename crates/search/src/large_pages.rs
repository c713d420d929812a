//! Large pages for large tables: a probe of a table is a jump to anywhere in it, and finding the page
//! costs more than reading the entry where pages are small and many.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::{Deref, Range};
use std::ptr::NonNull;

/// A large page, on every system we know of.
#[cfg(target_os = "linux")]
const LARGE_PAGE: usize = 2 << 20;

/// Values that all begin as zero and whose pages exist only once they are written to.
///
/// The standard library has such memory for values of small alignment alone: for others it writes the
/// zeros itself, which takes a minute for 16 GiB.
pub(crate) struct Zeroed<T> {
    values: NonNull<T>,
    count: usize,
    /// What was allocated: the values begin at the first place in it that suits them.
    memory: NonNull<u8>,
    layout: Layout,
}

// SAFETY: it owns its values as a box does.
unsafe impl<T: Send> Send for Zeroed<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Zeroed<T> {}

impl<T> Zeroed<T> {
    /// So many values, on large pages where the system has them; `None` where there is no memory for them.
    ///
    /// # Safety
    ///
    /// All bits zero have to be a valid `T`, and `T` must need no drop.
    pub(crate) unsafe fn new(count: usize) -> Option<Self> {
        const SMALL_ALIGNMENT: usize = 16;
        let size = Layout::array::<T>(count).ok()?.size();
        let size = size.checked_add(align_of::<T>())?;
        let layout = Layout::from_size_align(size, SMALL_ALIGNMENT).ok()?;
        // SAFETY: the layout has a size.
        let memory = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let skipped = memory.align_offset(align_of::<T>());
        // SAFETY: the allocation has room for that beside the values.
        let values = unsafe { memory.add(skipped) }.cast();
        let all = Self {
            values,
            count,
            memory,
            layout,
        };
        // It may refuse; nothing but speed depends on it.
        advise(&all, Advice::LargePages);
        Some(all)
    }
}

impl<T> Deref for Zeroed<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: so many values lie there, which are valid from the beginning.
        unsafe { NonNull::slice_from_raw_parts(self.values, self.count).as_ref() }
    }
}

impl<T> Drop for Zeroed<T> {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout, and nobody holds a reference any more.
        unsafe { dealloc(self.memory.as_ptr(), self.layout) };
    }
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
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    fn zeroed(count: usize) -> Option<Zeroed<AtomicU64>> {
        // SAFETY: zero is a number.
        unsafe { Zeroed::new(count) }
    }

    #[test]
    fn more_than_the_machine_has_is_refused() {
        assert!(zeroed(usize::MAX).is_none());
        assert!(zeroed(1 << 59).is_none());
    }

    /// Many times what is written at once in the time this may take.
    #[test]
    fn pages_exist_only_once_they_are_written_to() {
        #[repr(align(64))]
        struct Line([AtomicU64; 8]);
        for _ in 0..1000 {
            // SAFETY: zero is a number.
            let Some(lines) = (unsafe { Zeroed::<Line>::new(1 << 24) }) else {
                return;
            };
            assert_eq!(std::ptr::from_ref(&lines[0]).addr() % 64, 0);
            let last = &lines[lines.len() - 1].0[7];
            assert_eq!(last.swap(1, Ordering::Relaxed), 0);
        }
    }
}
