//! Memory that numpy arrays look into without a copy.
//!
//! numpy asks for `__array_interface__` and keeps this object alive as the base of its array. The array does not
//! own its memory, so nobody can resize it, and what Rust alone may write is handed out as read-only.

use std::cell::UnsafeCell;
use std::collections::TryReserveError;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A block of numbers, for ``numpy.asarray``.
#[pyclass(frozen, module = "boyi")]
pub(crate) struct Memory {
    /// Words, so that every element is aligned.
    words: Box<[UnsafeCell<u64>]>,
    shape: Vec<usize>,
    /// numpy's name of the element: `|u1`, `<i4`.
    element: &'static str,
    read_only: bool,
}

// SAFETY: the words are only reached through `bytes`, whose callers answer for who writes when.
unsafe impl Sync for Memory {}

/// Numbers that memory may hold: any bits are a valid one.
pub(crate) trait Element: Copy + Send + Sync + 'static {
    const NAME: &'static str;
}

impl Element for u8 {
    const NAME: &'static str = "|u1";
}

/// Truth as numpy has it; only 0 and 1 are ever written, by Rust alone.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Truth(pub(crate) u8);

impl Element for Truth {
    const NAME: &'static str = "|b1";
}

impl Element for i8 {
    const NAME: &'static str = "|i1";
}

impl Element for i32 {
    const NAME: &'static str = if cfg!(target_endian = "little") {
        "<i4"
    } else {
        ">i4"
    };
}

impl Element for f32 {
    const NAME: &'static str = if cfg!(target_endian = "little") {
        "<f4"
    } else {
        ">f4"
    };
}

/// An error where the system would not give so many bytes: better an exception before the work than an abort in the
/// middle of it.
pub(crate) fn room_for(bytes: usize) -> PyResult<()> {
    let room = Vec::<u8>::new().try_reserve_exact(bytes);
    room.map_err(|_| PyMemoryError::new_err(format!("there is no room for {bytes} bytes")))
}

impl Memory {
    /// Zeros in this shape; an error where there is no room for them.
    pub(crate) fn zeros<T: Element>(
        shape: Vec<usize>,
        read_only: bool,
    ) -> Result<Self, TryReserveError> {
        let bytes = shape.iter().product::<usize>() * size_of::<T>();
        let count = bytes.div_ceil(8);
        let mut words = Vec::new();
        words.try_reserve_exact(count)?;
        words.resize_with(count, || UnsafeCell::new(0));
        Ok(Self {
            words: words.into_boxed_slice(),
            shape,
            element: T::NAME,
            read_only,
        })
    }

    /// The elements.
    ///
    /// # Safety
    ///
    /// `T` is the type the memory was made with, and no other Rust code reaches the memory meanwhile. Python may
    /// look at it at any time, through numpy: it then sees old bytes, new bytes or both.
    #[expect(clippy::mut_from_ref, reason = "the callers answer for it, see above")]
    pub(crate) unsafe fn elements<T: Element>(&self) -> &mut [T] {
        let count = self.shape.iter().product();
        // SAFETY: there are that many elements, aligned, and the caller has them for itself.
        unsafe { std::slice::from_raw_parts_mut(self.words.as_ptr().cast::<T>().cast_mut(), count) }
    }
}

#[pymethods]
impl Memory {
    /// Where the memory lies, for numpy.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("version", 3)?;
        dict.set_item("typestr", self.element)?;
        let shape = pyo3::types::PyTuple::new(py, &self.shape)?;
        dict.set_item("shape", shape)?;
        dict.set_item("data", (self.words.as_ptr() as usize, self.read_only))?;
        Ok(dict)
    }
}
