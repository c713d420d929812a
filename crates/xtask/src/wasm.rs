//! The engines for the browser, which the page takes up when the program is built after this.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::root;
use crate::suite::{self, cargo};

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the module and lays it where `crates/web/build.rs` looks for it; says where.
pub(crate) fn build() -> Result<PathBuf> {
    if !has_target() {
        bail!("the target {TARGET} is not installed: rustup target add {TARGET}");
    }
    let mut build = cargo("build --quiet --profile wasm --package boyi-wasm");
    build.args(["--target", TARGET]);
    suite::run(build)?;
    let built = suite::target()?.join(TARGET).join("wasm/boyi_wasm.wasm");
    let module = fs::read(&built).with_context(|| built.display().to_string())?;
    let place = root().join("ui/engine/boyi.wasm");
    // A file that is touched without need would have the page built anew.
    if fs::read(&place).ok().as_ref() != Some(&module) {
        fs::write(&place, module).with_context(|| place.display().to_string())?;
    }
    Ok(place)
}

/// Whether the compiler can make WebAssembly: its standard library for it is there.
pub(crate) fn has_target() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut ask = Command::new(rustc);
    ask.args(["--print", "target-libdir", "--target", TARGET]);
    let folder = ask.output().ok();
    folder.is_some_and(|folder| {
        let folder = String::from_utf8_lossy(&folder.stdout).trim().to_owned();
        fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some())
    })
}
