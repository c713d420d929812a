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
#[expect(
    clippy::unnecessary_wraps,
    reason = "builds for newer processors can fail here"
)]
pub(crate) fn check() -> Result<(), String> {
    Ok(())
}

/// Becomes the build for newer processors where one lies beside this program, or where packages put it, and this
/// processor has what it takes.
#[cfg(all(unix, target_arch = "x86_64", not(target_feature = "avx2")))]
pub(crate) fn become_newer() {
    use std::os::unix::process::CommandExt;
    const NAME: &str = "boyi-x86-64-v3";
    let fits = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe");
    let Some(own) = std::env::current_exe().ok().filter(|_| fits) else {
        return;
    };
    let packaged = own.parent().and_then(|bin| bin.parent());
    let packaged = packaged.map(|place| place.join("lib/boyi").join(NAME));
    let newer = [Some(own.with_file_name(NAME)), packaged];
    if let Some(newer) = newer.into_iter().flatten().find(|file| file.is_file()) {
        // Where that fails, this one does the same, only slower.
        let _ = std::process::Command::new(newer)
            .args(std::env::args_os().skip(1))
            .exec();
    }
}

/// There is none.
#[cfg(not(all(unix, target_arch = "x86_64", not(target_feature = "avx2"))))]
pub(crate) fn become_newer() {}

/// The name of this machine, or a word in its place.
pub(crate) fn host() -> String {
    let host = boyi_platform::machine::name();
    if host.is_empty() {
        "machine".to_owned()
    } else {
        host
    }
}
