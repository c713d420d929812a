//! Which crate may use which. The list stands in ARCHITECTURE.md, for people; this reads it there and
//! holds the manifests against it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::{root, suite};

/// A crate and those it may use.
pub(crate) type Uses = BTreeMap<String, BTreeSet<String>>;

/// An error that names every arrow that points the wrong way.
pub(crate) fn check() -> Result<()> {
    let architecture =
        fs::read_to_string(root().join("ARCHITECTURE.md")).context("ARCHITECTURE.md")?;
    let used = used(&suite::metadata()?, false)?;
    let mut problems = problems(&read_list(&architecture)?, &used, &architecture);
    let missing = named_files(&architecture).filter(|file| !root().join(file).exists());
    problems
        .extend(missing.map(|file| format!("ARCHITECTURE.md names {file}, which is not there")));
    ensure!(problems.is_empty(), "{}", problems.join("; "));
    Ok(())
}

/// The folder of a crate.
pub(crate) fn folder(name: &str) -> String {
    match name {
        "python" => name.to_owned(),
        _ => format!("crates/{name}"),
    }
}

/// The files that stand in backticks with their whole path.
fn named_files(architecture: &str) -> impl Iterator<Item = &str> {
    let quoted = architecture.split('`').skip(1).step_by(2);
    quoted
        .filter(|text| {
            ["crates/", "python/", "ui/"]
                .iter()
                .any(|top| text.starts_with(top))
        })
        .filter(|text| !text.contains(char::is_uppercase) || text.ends_with(".svelte"))
}

fn problems(allowed: &Uses, used: &Uses, architecture: &str) -> Vec<String> {
    let mut problems = Vec::new();
    for (name, uses) in used {
        let Some(allowed) = allowed.get(name) else {
            problems.push(format!("the crate {name} is not in ARCHITECTURE.md's list"));
            continue;
        };
        for wrong in uses.difference(allowed) {
            problems.push(format!(
                "{name} uses {wrong}, which its line in ARCHITECTURE.md does not allow"
            ));
        }
        if name != "xtask" && !root().join(folder(name)).join("README.md").exists() {
            problems.push(format!("the crate {name} has no README.md"));
        }
    }
    let missing: Vec<&str> = allowed
        .keys()
        .filter(|name| !used.contains_key(*name))
        .map(String::as_str)
        .collect();
    let said: BTreeSet<&str> = not_built(architecture).collect();
    if said != missing.iter().copied().collect() {
        problems.push(format!(
            "ARCHITECTURE.md should say: Not built yet: {}. (or nothing where all are)",
            missing.join(", ")
        ));
    }
    problems
}

/// The names in the line `Not built yet: a, b.`
fn not_built(architecture: &str) -> impl Iterator<Item = &str> {
    let line = architecture
        .lines()
        .find_map(|line| line.strip_prefix("Not built yet: "));
    let names = line.unwrap_or_default().trim_end_matches('.').split(", ");
    names.filter(|name| !name.is_empty())
}

/// The list: lines of the form `name/   what it is   (what it uses)`. What a crate uses includes what
/// those use in turn; `rules` stands for the crates of the games, `all` for every one above.
fn read_list(architecture: &str) -> Result<Uses> {
    const RULES: [&str; 4] = ["xiangqi", "gomoku", "reversi", "garlic"];
    let mut list = Uses::new();
    for line in architecture.lines() {
        let Some((name, rest)) = line.trim_start().split_once('/') else {
            continue;
        };
        let is_name = !name.is_empty() && name.bytes().all(|c| c.is_ascii_lowercase());
        let uses = rest
            .trim_end()
            .strip_suffix(')')
            .and_then(|rest| rest.rsplit_once('('));
        let (true, Some((_, uses)), true) = (is_name, uses, line.starts_with("    ")) else {
            continue;
        };
        let mut all = BTreeSet::new();
        for word in uses.split(", ") {
            let named: Vec<String> = match word {
                "nothing" => Vec::new(),
                "rules" => RULES.map(str::to_owned).into(),
                "all" => list.keys().cloned().collect(),
                one => vec![one.to_owned()],
            };
            for used in named {
                let Some(deeper) = list.get(&used) else {
                    bail!("ARCHITECTURE.md: {name} uses {used}, which does not stand above it");
                };
                all.extend(deeper.iter().cloned());
                all.insert(used);
            }
        }
        list.insert(name.to_owned(), all);
    }
    ensure!(!list.is_empty(), "ARCHITECTURE.md has no list of crates");
    Ok(list)
}

/// What `cargo metadata` says: dependencies on our own crates, with those of tests or without.
pub(crate) fn used(metadata: &Value, with_tests: bool) -> Result<Uses> {
    let short = |name: &str| name.strip_prefix("boyi-").unwrap_or(name).to_owned();
    let packages = metadata["packages"].as_array().context("no packages")?;
    let mut used = Uses::new();
    for package in packages {
        let name = package["name"]
            .as_str()
            .context("a package without a name")?;
        let dependencies = package["dependencies"]
            .as_array()
            .context("no dependencies")?;
        let ours = dependencies.iter().filter(|dependency| {
            dependency["path"].is_string() && (with_tests || dependency["kind"] != "dev")
        });
        let names = ours
            .filter_map(|dependency| dependency["name"].as_str())
            .map(short);
        used.insert(short(name), names.collect());
    }
    Ok(used)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "    game/    words   (nothing)\n    reversi/ rules  (game)\n    search/  trees  (game)\n    engine/  players (reversi, search)\n\nNot built yet: engine.\n";

    fn uses(pairs: &[(&str, &[&str])]) -> Uses {
        let own = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        pairs
            .iter()
            .map(|(name, uses)| ((*name).to_owned(), own(uses)))
            .collect()
    }

    #[test]
    fn the_repository_keeps_to_its_own_list() {
        check().expect("every arrow points the right way");
    }

    #[test]
    fn files_are_named_by_their_path() {
        let text = "`crates/a/b.rs` is not `b.rs`, nor `crates/NAME`, but `ui/A.svelte` is one";
        let named: Vec<&str> = named_files(text).collect();
        assert_eq!(named, ["crates/a/b.rs", "ui/A.svelte"]);
    }

    #[test]
    fn what_one_uses_includes_what_that_uses() {
        let list = read_list(LIST).expect("a list");
        assert_eq!(
            list["engine"],
            ["game", "reversi", "search"].map(str::to_owned).into()
        );
    }

    #[test]
    fn an_arrow_that_points_up_is_found() {
        let used = uses(&[
            ("game", &["search"]),
            ("reversi", &["game"]),
            ("search", &["game"]),
        ]);
        let found = problems(&read_list(LIST).expect("a list"), &used, LIST);
        assert_eq!(
            found,
            ["game uses search, which its line in ARCHITECTURE.md does not allow"]
        );
    }

    #[test]
    fn a_crate_nobody_wrote_down_is_found() {
        let used = uses(&[
            ("game", &[]),
            ("reversi", &[]),
            ("search", &[]),
            ("engine", &[]),
            ("extra", &[]),
        ]);
        let found = problems(&read_list(LIST).expect("a list"), &used, LIST);
        assert!(
            found
                .iter()
                .any(|problem| problem.contains("extra is not in")),
            "{found:?}"
        );
        assert!(
            found
                .iter()
                .any(|problem| problem.contains("should say: Not built yet: .")),
            "{found:?}"
        );
    }

    #[test]
    fn a_list_out_of_order_is_refused() {
        let upside_down = "    search/ trees (game)\n    game/ words (nothing)\n";
        assert!(read_list(upside_down).is_err());
    }
}
