//! What a search knows, in a file.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use boyi_engine::gomoku::{Problem, SearchState};
use boyi_game::whole_file;

use super::colour;

/// What the file of a problem begins with: what is known of another game, or of the other side's
/// attack, would mislead the search.
fn head(problem: &Problem) -> String {
    let position = &problem.position;
    let (rules, rows) = (position.rules().name(), position.size().rows());
    let attacker = colour(problem.attacker);
    format!("boyi gomoku search 3, {rules} {rows}x{rows}, {attacker} attacks, tries ")
}

/// What was known of a problem before; nothing where there is no file.
pub(super) fn read(file: &Path, problem: &Problem) -> Result<SearchState> {
    if !file.exists() {
        return Ok(SearchState::default());
    }
    let name = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let mut lines = text.lines();
    let (first, head) = (lines.next().unwrap_or_default(), head(problem));
    let Some(tries) = first.strip_prefix(&head) else {
        bail!("{name}: not the state of such a search, which begins with `{head}`");
    };
    let tries = tries.parse();
    let tries = tries.with_context(|| format!("{name}: line 1: how many tries?"))?;
    let mut known = Vec::new();
    for (index, line) in lines.enumerate() {
        let entry =
            read_entry(line).with_context(|| format!("{name}: line {}: no entry", index + 2));
        known.push(entry?);
    }
    Ok(SearchState { tries, known })
}

fn read_entry(line: &str) -> Option<(u64, u32, u32)> {
    let mut words = line.split(' ');
    let key = u64::from_str_radix(words.next()?, 16).ok()?;
    let (proof, disproof) = (words.next()?, words.next()?);
    Some((key, proof.parse().ok()?, disproof.parse().ok()?))
}

pub(super) fn write(file: &Path, problem: &Problem, search: &SearchState) -> Result<()> {
    let mut text = format!("{}{}\n", head(problem), search.tries);
    for (key, proof, disproof) in &search.known {
        text.push_str(&format!("{key:016x} {proof} {disproof}\n"));
    }
    whole_file::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}
