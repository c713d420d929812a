//! `boyi solve gomoku --check`: whether proofs hold, and what they prove together.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use boyi_engine::game;
use boyi_engine::gomoku::{self, Gap, Proof, ProvenPositions};
use boyi_game::{Phrase, Position, Side};
use boyi_gomoku::{Gomoku, Point};
use serde_json::json;

use super::colour;
use crate::output::{Output, grouped};

pub(super) fn read(file: &Path) -> Result<Proof> {
    let name = || file.display().to_string();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", name()))?;
    Proof::read(&text).with_context(name)
}

/// Checks every proof for itself.
pub(super) fn each(files: &[PathBuf], out: &mut Output) -> Result<()> {
    for file in files {
        let proof = read(file)?;
        let result = gomoku::check(&proof);
        if out.json {
            out.object(&json!({
                "game": "gomoku",
                "file": file.display().to_string(),
                "valid": result.is_ok(),
                "why": result.as_ref().err().map(ToString::to_string),
                "proof_positions": proof.moves.len(),
                "checked_positions": result.map_or(0, |checked| checked.positions),
            }))?;
            continue;
        }
        let checked = result.map_err(|gap| does_not_hold(file, &gap))?;
        let (name, positions) = (file.display(), grouped(checked.positions));
        out.say(
            format!("{name}: the proof holds, {positions} positions checked"),
            format!("{name}：证明成立，检查了 {positions} 个局面"),
        )?;
    }
    Ok(())
}

struct Held {
    winner: Side,
    starts: Vec<Gomoku>,
    proof_positions: usize,
    checked_positions: u64,
}

/// Checks proofs that the same side wins.
fn held(files: &[PathBuf], out: &mut Output) -> Result<Held> {
    let mut held: Option<Held> = None;
    for (index, file) in files.iter().enumerate() {
        out.progress(&format!("{index} of {} proofs checked", files.len()));
        let proof = read(file)?;
        let checked = gomoku::check(&proof).map_err(|gap| does_not_hold(file, &gap))?;
        let held = held.get_or_insert_with(|| Held {
            winner: proof.attacker,
            starts: Vec::new(),
            proof_positions: 0,
            checked_positions: 0,
        });
        if proof.attacker != held.winner {
            bail!("{}: the other side wins by this proof", file.display());
        }
        held.starts.push(proof.start);
        held.proof_positions += proof.moves.len();
        held.checked_positions += checked.positions;
    }
    out.progress_done();
    held.context("no proofs")
}

/// Checks whether the proofs together show that a position is won: where the loser is to move, there must
/// be one for each answer, or for each answer to a move after it, and so on.
pub(super) fn together(files: &[PathBuf], position: &Gomoku, out: &mut Output) -> Result<()> {
    let Held {
        winner,
        starts,
        proof_positions,
        checked_positions,
    } = held(files, out)?;
    let mut pieces = ProvenPositions::new(winner, starts);
    let mut board = position.clone();
    let valid = pieces.win(&mut board);
    let answers = if position.turn() == winner {
        Vec::new()
    } else {
        answers(position)
    };
    let is_open = |&point: &Point| !valid && !board.after(point, |board| pieces.win(board));
    let open: Vec<String> = answers
        .iter()
        .copied()
        .filter(is_open)
        .map(|point| point.to_string())
        .collect();
    if out.json {
        return out.object(&json!({
            "game": "gomoku",
            "valid": valid,
            "winner": colour(winner),
            "answers": answers.len(),
            "open": open,
            "proof_positions": proof_positions,
            "checked_positions": checked_positions,
        }));
    }
    let Phrase { english, chinese } = game("gomoku")?.side_name(winner);
    let (answers, positions) = (answers.len(), grouped(checked_positions));
    if !open.is_empty() {
        let (count, open) = (open.len(), open.join(" "));
        bail!("{count} of {answers} answers are not refuted: {open}");
    }
    if !valid {
        bail!("these proofs do not show that {english} wins here");
    }
    if answers == 0 {
        return out.say(
            format!("{english} wins: {positions} positions checked"),
            format!("{chinese}必胜：检查了 {positions} 个局面"),
        );
    }
    out.say(
        format!("{english} wins, whichever of {answers} answers is played: {positions} positions checked"),
        format!("{chinese}必胜，{answers} 种应手均已证明：检查了 {positions} 个局面"),
    )
}

pub(super) fn answers(position: &Gomoku) -> Vec<Point> {
    let mut answers = Vec::new();
    position.legal_moves(&mut answers);
    answers
}

fn does_not_hold(file: &Path, gap: &Gap) -> anyhow::Error {
    anyhow::anyhow!("{}: the proof does not hold: {gap}", file.display())
}
