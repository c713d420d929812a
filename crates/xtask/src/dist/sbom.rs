//! What the program is made of, in the form of `CycloneDX`: every package of Rust it is linked from, and every package
//! the page is built from.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::root;
use crate::suite::{self, cargo};

pub(super) fn cyclonedx(version: &str) -> Result<String> {
    let metadata = suite::output(cargo("metadata --locked --format-version 1"))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let mut components = crates(&metadata)?;
    let lock = fs::read_to_string(root().join("ui/package-lock.json"))?;
    components.extend(npm(&serde_json::from_str(&lock)?));
    let own =
        json!({ "type": "application", "name": "boyi", "version": version, "bom-ref": "boyi" });
    let bom = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": own },
        "components": components,
    });
    Ok(serde_json::to_string_pretty(&bom)? + "\n")
}

/// What the program needs on any system, but for tests.
fn crates(metadata: &Value) -> Result<Vec<Value>> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages: BTreeMap<String, Value> = list(&metadata["packages"])
        .into_iter()
        .map(|package| (text(&package["id"]), package))
        .collect();
    let mut needs: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for node in list(&metadata["resolve"]["nodes"]) {
        let is_kept = |need: &&Value| {
            let kinds = list(&need["dep_kinds"]);
            kinds.iter().any(|kind| kind["kind"] != "dev")
        };
        let needed = list(&node["deps"]);
        let needed = needed.iter().filter(is_kept).map(|need| text(&need["pkg"]));
        needs.insert(text(&node["id"]), needed.collect());
    }
    let program = packages
        .iter()
        .find(|(_, package)| package["name"] == "boyi");
    let (program, _) = program.context("no package boyi")?;
    let (mut found, mut waiting) = (BTreeSet::new(), vec![program.clone()]);
    while let Some(id) = waiting.pop() {
        if found.insert(id.clone()) {
            waiting.extend(needs.get(&id).into_iter().flatten().cloned());
        }
    }
    let mut components: Vec<Value> = found
        .iter()
        .filter_map(|id| packages.get(id))
        .filter(|package| !package["source"].is_null())
        .map(|package| {
            let (name, version) = (text(&package["name"]), text(&package["version"]));
            component("cargo", &name, &version, package["license"].as_str())
        })
        .collect();
    components.sort_by_key(|component| text(&component["purl"]));
    Ok(components)
}

/// What the page is built from, but for its tests.
fn npm(lock: &Value) -> Vec<Value> {
    let packages = lock["packages"].as_object().into_iter().flatten();
    packages
        .filter(|(place, package)| !place.is_empty() && package["dev"] != true)
        .map(|(place, package)| {
            let name = place.rsplit("node_modules/").next().unwrap_or(place);
            let version = package["version"].as_str().unwrap_or_default();
            component("npm", name, version, package["license"].as_str())
        })
        .collect()
}

fn component(registry: &str, name: &str, version: &str, license: Option<&str>) -> Value {
    let purl = format!("pkg:{registry}/{}@{version}", name.replace('@', "%40"));
    let mut component = json!({
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "purl": purl,
    });
    if let Some(license) = license {
        // Older packages write a slash where the standard says OR.
        let expression = license.replace('/', " OR ").replace("  ", " ");
        component["licenses"] = json!([{ "expression": expression }]);
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_names_what_is_linked_and_not_what_only_tests_need() {
        let bom = cyclonedx("1.2.3").expect("cargo answers");
        let bom: Value = serde_json::from_str(&bom).expect("JSON");
        let components = bom["components"].as_array().expect("a list");
        let has = |start: &str| {
            let purl = |one: &Value| one["purl"].as_str().unwrap_or_default().to_owned();
            components.iter().any(|one| purl(one).starts_with(start))
        };
        assert!(has("pkg:cargo/axum@") && has("pkg:cargo/rusqlite@") && has("pkg:npm/svelte@"));
        assert!(!has("pkg:cargo/insta@") && !has("pkg:npm/playwright-core@"));
        assert!(
            !has("pkg:cargo/boyi-game@"),
            "our own are the program itself"
        );
    }
}
