//! `boyi solve gomoku --answers`: one proof for each answer of the side that is to lose.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use boyi_engine::gomoku::{self, Problem, ProofProgress, SearchState, Solution};
use boyi_game::{Position, whole_file};
use boyi_gomoku::{Content, Gomoku, Point};
use boyi_search::Stop;
use serde_json::json;

use super::{BETWEEN_SAVES, check, state, still_open};
use crate::interrupt;
use crate::output::{Output, grouped, spoken};

/// The answers to refute, and where what is found is kept.
struct AnswerProofs<'a> {
    /// The position with the loser to move.
    problem: &'a Problem,
    folder: &'a Path,
    /// What is proven so far helps with what comes.
    search: SearchState,
}

/// Refutes one answer after the other, each within the limits of `problem`, and says which are open.
pub(super) fn run(
    problem: &Problem,
    folder: &Path,
    state: Option<&Path>,
    out: &mut Output,
) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let state = state.map_or_else(|| folder.join("search.state"), Path::to_owned);
    let mut proofs = AnswerProofs {
        problem,
        folder,
        search: state::read(&state, problem)?,
    };
    let stop = interrupt::stops()?;
    let answers = far_ones_first(&problem.position);
    let mut open = Vec::new();
    let mut saved = Instant::now();
    for (index, &answer) in answers.iter().enumerate() {
        let refuted = index - open.len();
        let so_far = format!("{refuted} of {} answers refuted", answers.len());
        out.progress(&format!("{so_far}, {answer}"));
        let refuted = proofs.is_refuted(answer)?
            || !stop.is_stopped() && proofs.refute(answer, &so_far, &stop, out)?;
        if !refuted {
            open.push(answer.to_string());
        }
        if saved.elapsed() >= BETWEEN_SAVES {
            state::write(&state, problem, &proofs.search)?;
            saved = Instant::now();
        }
    }
    state::write(&state, problem, &proofs.search)?;
    out.progress_done();
    if out.json {
        return Ok(());
    }
    let (all, refuted) = (answers.len(), answers.len() - open.len());
    out.say(
        format!("{refuted} of {all} answers refuted"),
        format!("{all} 种应手中 {refuted} 种已证明"),
    )?;
    if open.is_empty() {
        return Ok(());
    }
    out.line(still_open(&open, out.language))
}

/// The answers far from the stones are refuted in no time, so what is hard comes last.
fn far_ones_first(position: &Gomoku) -> Vec<Point> {
    let mut answers = check::answers(position);
    let is_stone = |point: &Point| matches!(position.at(*point), Content::Stone(_));
    let stones: Vec<Point> = position.size().all().filter(is_stone).collect();
    let nearest = |point: &Point| stones.iter().map(|&stone| distance(*point, stone)).min();
    answers.sort_by_key(|point| Reverse(nearest(point)));
    answers
}

/// Steps of a king.
fn distance(a: Point, b: Point) -> usize {
    let columns = a.column().abs_diff(b.column());
    columns.max(a.row().abs_diff(b.row()))
}

impl AnswerProofs<'_> {
    fn after(&self, answer: Point) -> Gomoku {
        let mut position = self.problem.position.clone();
        position.make(answer);
        position
    }

    fn file(&self, answer: Point) -> PathBuf {
        self.folder.join(format!("{answer}.proof"))
    }

    /// Whether a proof from before refutes an answer. A proof of something else is no business of ours.
    fn is_refuted(&self, answer: Point) -> Result<bool> {
        let file = self.file(answer);
        if !file.exists() {
            return Ok(false);
        }
        let proof = check::read(&file)?;
        let (start, position) = (&proof.start, self.after(answer));
        let same_start = start.key() == position.key() && start.rules() == position.rules();
        if !same_start || proof.attacker != self.problem.attacker {
            bail!("{}: a proof of something else", file.display());
        }
        Ok(gomoku::check(&proof).is_ok())
    }

    /// Looks for a proof that an answer loses.
    fn refute(
        &mut self,
        answer: Point,
        so_far: &str,
        stop: &Stop,
        out: &mut Output,
    ) -> Result<bool> {
        let problem = Problem {
            position: self.after(answer),
            ..self.problem.clone()
        };
        self.search.tries = 0;
        let mut watch = |ProofProgress { nodes, .. }: ProofProgress,
                         _: &dyn Fn() -> SearchState| {
            out.progress(&format!("{so_far}, {answer}: {} positions", grouped(nodes)));
        };
        let solution = gomoku::solve(&problem, &mut self.search, stop, &mut watch)?;
        // What only looked promising did so after this answer.
        self.search.known.retain(|&(_, to_prove, _)| to_prove == 0);
        if let Some(found) = &solution.proof {
            let file = self.file(answer);
            whole_file::write(&file, found.proof.write())
                .with_context(|| format!("cannot write {}", file.display()))?;
        }
        out.progress_done();
        report(answer, &solution, out)?;
        Ok(solution.proof.is_some())
    }
}

fn report(answer: Point, solution: &Solution, out: &mut Output) -> Result<()> {
    let found = solution.proof.as_ref();
    let mv = found.and_then(|found| found.line.first());
    let plies = found.map(|found| found.line.len());
    let size = found.map(|found| found.proof.moves.len());
    if out.json {
        return out.object(&json!({
            "game": "gomoku",
            "answer": answer.to_string(),
            "result": if found.is_some() { "win" } else { "none_found" },
            "move": mv.map(Point::to_string),
            "plies": plies,
            "nodes": solution.nodes,
            "proof_positions": size,
            "seconds": solution.elapsed.as_secs_f64(),
        }));
    }
    let time = spoken(solution.elapsed);
    let (Some(mv), Some(plies), Some(size)) = (mv, plies, size) else {
        return out.say(
            format!("{answer}: no win was found in {time}"),
            format!("{answer}：{time} 内未找到胜法"),
        );
    };
    let size = grouped(size as u64);
    out.say(
        format!(
            "{answer}: {mv} wins in {plies} plies at most, {size} positions in the proof, {time}"
        ),
        format!("{answer}：{mv} 胜，至多 {plies} 手，证明含 {size} 个局面，{time}"),
    )
}
