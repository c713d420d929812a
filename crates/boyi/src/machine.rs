//! This machine: what it is called, and whether it has the instructions the program was compiled for.

/// Says what is missing, instead of letting the program die of an illegal instruction later.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(crate) fn check() -> Result<(), String> {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    // `is_x86_feature_detected!` answers "yes" at compile time here, so the processor is asked.
    const AVX2: u32 = 1 << 5;
    const BMI2: u32 = 1 << 8;
    let highest = __cpuid(0).eax;
    let features = if highest >= 7 {
        __cpuid_count(7, 0).ebx
    } else {
        0
    };
    if features & AVX2 != 0 && features & BMI2 != 0 {
        return Ok(());
    }
    Err("this program was built for processors with AVX2 and BMI2 (x86-64-v3), which this one lacks; \
         build it with RUSTFLAGS=\"-C target-cpu=x86-64\" cargo build --release"
        .to_owned())
}

/// Built for every machine of its kind.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(crate) fn check() -> Result<(), String> {
    Ok(())
}

/// The name of this machine, or a word in its place.
pub(crate) fn host() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = host.trim();
    if host.is_empty() { "machine" } else { host }.to_owned()
}
