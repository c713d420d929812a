//! Whether this machine has the instructions the package was compiled for.

use pyo3::PyResult;

/// An `ImportError` that says what is missing, instead of an illegal instruction later.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(crate) fn check() -> PyResult<()> {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    // `is_x86_feature_detected!` answers "yes" at compile time here, so the processor is asked.
    const AVX2_AND_BMI2: u32 = 1 << 5 | 1 << 8;
    let features = match __cpuid(0).eax {
        7.. => __cpuid_count(7, 0).ebx,
        _ => 0,
    };
    if features & AVX2_AND_BMI2 == AVX2_AND_BMI2 {
        return Ok(());
    }
    Err(pyo3::exceptions::PyImportError::new_err(
        "this wheel was built for processors with AVX2 and BMI2 (x86-64-v3), which this one lacks; \
         build it with RUSTFLAGS=\"-C target-cpu=x86-64\" cargo xtask wheel",
    ))
}

/// Built for every machine of its kind.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(crate) fn check() -> PyResult<()> {
    Ok(())
}
