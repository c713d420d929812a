//! The crates that stand alone: each can be published as it lies here. Their manifests say what a registry shows,
//! their READMEs have an example that is tested, and what cargo would upload compiles by itself.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::suite::{self, cargo};

/// The packages that somebody else may use; all others are parts of the program.
pub(crate) const PACKAGES: [&str; 7] = [
    "boyi-game",
    "boyi-xiangqi",
    "boyi-gomoku",
    "boyi-reversi",
    "boyi-garlic",
    "boyi-paths",
    "boyi-statistics",
];

/// Holds the manifests to it, then packs and compiles what would be uploaded.
pub(crate) fn check() -> Result<()> {
    let metadata = suite::metadata()?;
    let problems = problems(&metadata)?;
    ensure!(problems.is_empty(), "{}", problems.join("; "));
    // Cargo takes a package for the same as last time by its version alone, built or unpacked.
    let target = suite::target()?.join("stand-alone");
    if target.exists() {
        fs::remove_dir_all(&target)?;
    }
    forget_unpacked()?;
    // Everything is there since the workspace was built: no network is needed.
    let mut package = cargo("package --quiet --offline --allow-dirty");
    package.arg("--target-dir").arg(target);
    package.args(PACKAGES.iter().flat_map(|name| ["--package", name]));
    suite::output(package).map(|_| ())
}

/// Drops what cargo unpacked from the registry that it makes of these packages to try them.
fn forget_unpacked() -> Result<()> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let registries = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    for registry in registries.into_iter().flatten() {
        let registry = registry?;
        // Registries on the network go by their host before the dash.
        if !registry.file_name().to_string_lossy().starts_with('-') {
            continue;
        }
        for package in fs::read_dir(registry.path())? {
            let package = package?;
            let name = package.file_name();
            let name = name.to_string_lossy();
            if PACKAGES
                .iter()
                .any(|ours| name.starts_with(&format!("{ours}-")))
            {
                fs::remove_dir_all(package.path())?;
            }
        }
    }
    Ok(())
}

/// What a registry would refuse or a reader miss.
fn problems(metadata: &Value) -> Result<Vec<String>> {
    let packages = metadata["packages"].as_array().context("no packages")?;
    let mut problems = Vec::new();
    let mut published = BTreeSet::new();
    for package in packages {
        let name = package["name"].as_str().context("a package has no name")?;
        // An empty list of registries means `publish = false`.
        if package["publish"].is_null() {
            published.insert(name);
            problems.extend(missing(package).map(|what| format!("{name}: {what}")));
        }
    }
    if published != BTreeSet::from(PACKAGES) {
        problems.push(format!(
            "these can be published: {published:?}; these should: {PACKAGES:?}"
        ));
    }
    Ok(problems)
}

fn missing(package: &Value) -> impl Iterator<Item = String> {
    let is_text = |field: &str| package[field].as_str().is_some_and(|text| !text.is_empty());
    let count = |field: &str| package[field].as_array().map_or(0, Vec::len);
    let mut missing: Vec<String> = ["description", "license", "readme", "rust_version"]
        .into_iter()
        .filter(|field| !is_text(field))
        .map(|field| format!("no {field}"))
        .collect();
    for field in ["keywords", "categories"] {
        if !(1..=5).contains(&count(field)) {
            missing.push(format!("1 to 5 {field} are needed"));
        }
    }
    for dependency in package["dependencies"].as_array().into_iter().flatten() {
        let name = dependency["name"].as_str().unwrap_or_default();
        if dependency["req"] == "*" {
            missing.push(format!("the dependency {name} has no version"));
        }
        if !dependency["path"].is_null() && !PACKAGES.contains(&name) {
            missing.push(format!("the dependency {name} cannot be published"));
        }
    }
    let folder = Path::new(package["manifest_path"].as_str().unwrap_or_default()).parent();
    let read = |file: &str| fs::read_to_string(folder.unwrap_or(Path::new("")).join(file));
    if !read("README.md").is_ok_and(|text| text.contains("```rust\n")) {
        missing.push("README.md has no example".to_owned());
    }
    let library = read("src/lib.rs").unwrap_or_default();
    if !library.starts_with("#![doc = include_str!(\"../README.md\")]") {
        missing.push("its example is not tested: src/lib.rs does not include README.md".to_owned());
    }
    missing.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        let mut metadata = suite::metadata().expect("cargo answers");
        assert_eq!(problems(&metadata).expect("packages"), Vec::<String>::new());
        let packages = metadata["packages"].as_array_mut().expect("packages");
        let gomoku = packages.iter_mut().find(|one| one["name"] == "boyi-gomoku");
        let gomoku = gomoku.expect("gomoku");
        gomoku["keywords"] = Value::Array(Vec::new());
        gomoku["dependencies"][0]["req"] = "*".into();
        let named = missing(gomoku).collect::<Vec<_>>().join("; ");
        assert!(
            named.contains("keywords") && named.contains("no version"),
            "{named}"
        );
        gomoku["publish"] = Value::Array(Vec::new());
        let unequal = problems(&metadata).expect("packages").join("; ");
        assert!(unequal.contains("these should"), "{unequal}");
    }
}
