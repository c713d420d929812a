//! The engines for the browser, which the page takes up when the program is built after this.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::suite::{self, cargo};
use crate::{root, tools};

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the module and lays it where `crates/web/build.rs` looks for it; says where.
pub(crate) fn build() -> Result<PathBuf> {
    ensure!(
        tools::add_target(TARGET),
        "the target {TARGET} is not installed: rustup target add {TARGET}"
    );
    let mut build = cargo("build --quiet --profile wasm --package boyi-wasm");
    build.args(["--target", TARGET]);
    // What somebody wants of their own processor is nothing to a browser.
    build.env_remove("RUSTFLAGS");
    // Added to the flags of `.cargo/config.toml`: the module is the same wherever it is built.
    let flags = serde_json::to_string(&suite::remapped_paths()?)?;
    build
        .arg("--config")
        .arg(format!("target.{TARGET}.rustflags={flags}"));
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
