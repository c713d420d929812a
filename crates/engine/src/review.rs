//! A game looked through move by move: what each move lost, and how bad that was for whom.
//!
//! The measure fits the game. Where points decide and can be counted to the end, as in Othello, a move is
//! measured in points, and one that throws the game away in a solved ending is a blunder whatever the
//! points. Elsewhere it is measured by the share of the expected score that it lost; a side that has won
//! or lost already is measured by what is left to win: units of material, and moves to the end.

use boyi_game::{Outcome, Record, Score, Side, Status, Table, ToAct};
use boyi_search::kernel::Go;
use boyi_search::{Ended, TimeControl};

use crate::engine::{Engine, EngineError, Thought, Watch};
use crate::game::{Game, ReplayError, Setup};

/// What moves of a game are measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Points: what a move loses counts the same whoever is ahead.
    Points,
    /// The expected score: what a move loses counts less the clearer the game is.
    ExpectedScore,
}

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    Inaccuracy,
    Mistake,
    Blunder,
}

/// What a position is worth to the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Appraisal {
    pub side: Side,
    pub score: Score,
    /// Certain: solved to the end, or a forced win.
    pub exact: bool,
    pub depth: u32,
    /// Best play for both.
    pub line: Vec<String>,
}

/// The result that best play leads to, for the side that made the move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SolvedResult {
    Loss,
    Draw,
    Win,
}

/// What a move was worth to the side that made it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verdict {
    /// The part of the expected score that it lost, from 0 to 1.
    pub lost: f64,
    /// Units that it lost: discs, pawns. None where a forced win comes in.
    pub units: Option<f64>,
    /// Where best play led before and after it, if both are certain and differ.
    pub turned: Option<(SolvedResult, SolvedResult)>,
    pub grade: Option<Grade>,
    /// From 0 to 100.
    pub accuracy: f64,
}

/// A loss of so much of the expected score, in points, is an inaccuracy, a mistake, a blunder.
const SHARES: [f64; 3] = [0.05, 0.10, 0.15];
/// The same in discs: less than two is within what the engine is unsure of.
const POINTS: [f64; 3] = [2.5, 5.0, 9.0];
/// In leads that win three games in four, for games that are decided but not over.
const LEADS: [f64; 2] = [1.5, 4.0];
/// A game is decided where one side's expected score is beyond this.
const DECIDED: f64 = 0.93;
/// The loss of the expected score at which the accuracy of a move falls to about a third.
const ACCURACY_SCALE: f64 = 0.2;
/// Moves by which a loser may shorten the game unnoticed.
const SHORTER: u32 = 3;

impl Appraisal {
    /// The share of the point that the side to move may expect.
    pub fn share(&self, game: &dyn Game) -> f64 {
        expected_score(game, self.score)
    }

    fn units(&self, game: &dyn Game) -> Option<f64> {
        let unit = f64::from(game.score_unit().max(1));
        (!self.score.is_decided()).then(|| f64::from(self.score.value()) / unit)
    }

    fn solved_result(&self) -> SolvedResult {
        match self.score.value().signum() {
            1 => SolvedResult::Win,
            -1 => SolvedResult::Loss,
            _ => SolvedResult::Draw,
        }
    }

    /// The same from the other side's view.
    fn turned(&self) -> Self {
        Self {
            side: !self.side,
            score: -self.score,
            ..self.clone()
        }
    }
}

/// The share of the point that a score promises the side it belongs to.
pub fn expected_score(game: &dyn Game, score: Score) -> f64 {
    if score.is_decided() {
        return if score > Score::EVEN { 1.0 } else { 0.0 };
    }
    let units = f64::from(score.value()) / f64::from(game.score_unit().max(1));
    1.0 / (1.0 + 3f64.powf(-units / game.telling_lead()))
}

/// Judges a move by the positions before and after it. A move that was the engine's own is never blamed
/// for what the engine saw too late.
pub fn judge(game: &dyn Game, played: &str, before: &Appraisal, after: &Appraisal) -> Verdict {
    let mut after = after.clone();
    if after.side != before.side {
        after = after.turned();
    }
    let is_best = before.line.first().is_some_and(|best| best == played);
    let lost = (before.share(game) - after.share(game)).max(0.0);
    let units = before.units(game).zip(after.units(game));
    let units = units.map(|(before, after)| (before - after).max(0.0));
    let certain = before.exact && after.exact;
    let results = (before.solved_result(), after.solved_result());
    let turned = (certain && results.0 > results.1).then_some(results);
    let grade = match game.measure() {
        _ if turned.is_some() => Some(Grade::Blunder),
        _ if is_best => None,
        Measure::Points => graded(units.unwrap_or(0.0), &POINTS),
        Measure::ExpectedScore => {
            let by_share = graded(lost, &SHARES);
            by_share.max(decided_grade(game, before, &after, units))
        }
    };
    let lost = if is_best && turned.is_none() {
        0.0
    } else {
        lost
    };
    Verdict {
        lost,
        units: units.filter(|_| grade.is_some()),
        turned,
        grade,
        accuracy: 100.0 * (-lost / ACCURACY_SCALE).exp(),
    }
}

fn graded(lost: f64, steps: &[f64]) -> Option<Grade> {
    let grades = [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];
    let mut worst_first = steps.iter().zip(grades).rev();
    worst_first
        .find(|(step, _)| lost >= **step)
        .map(|(_, grade)| grade)
}

/// What is still bad in a game whose winner is clear: giving up a forced win, running into a forced loss,
/// losing material for nothing, being mated sooner.
fn decided_grade(
    game: &dyn Game,
    before: &Appraisal,
    after: &Appraisal,
    units: Option<f64>,
) -> Option<Grade> {
    let forced = |appraisal: &Appraisal| appraisal.score.plies_to_end();
    let winning = |appraisal: &Appraisal| appraisal.score > Score::EVEN;
    match (forced(before), forced(after)) {
        (None, None) => {
            let clear = before.share(game).max(1.0 - before.share(game)) > DECIDED;
            let leads = units.unwrap_or(0.0) / game.telling_lead();
            graded(leads, &LEADS).filter(|_| clear)
        }
        (Some(_), None) if winning(before) => Some(Grade::Inaccuracy),
        (None, Some(_)) if !winning(after) => Some(Grade::Inaccuracy),
        (Some(sooner), Some(later)) if !winning(before) && !winning(after) => {
            // The move itself is one ply of the way.
            (later / 2 + SHORTER < sooner / 2).then_some(Grade::Inaccuracy)
        }
        _ => None,
    }
}

/// A position of a game that was looked through.
#[derive(Clone, PartialEq, Debug)]
pub struct Reviewed {
    pub ply: usize,
    /// None where the engine does not say.
    pub appraisal: Option<Appraisal>,
    /// Of the move that led here.
    pub verdict: Option<Verdict>,
}

/// Looks through a game from a ply on and tells every position. `go` is for each of them.
pub fn review(
    game: &dyn Game,
    record: &Record,
    from: usize,
    engine: &mut dyn Engine,
    go: &Go,
    tell: &mut dyn FnMut(Reviewed),
) -> Result<(), ReviewError> {
    let setup = Setup {
        seed: record.seed,
        ..Setup::at(&record.start, &record.rules)
    };
    let mut table = game.lay(&setup).map_err(ReplayError::from)?;
    let rounds = table.to_act() == ToAct::Both;
    let mut before: Option<Appraisal> = None;
    for ply in 0..=record.moves.len() {
        if go.stop.is_stopped() {
            break;
        }
        // In a game of rounds there is a position after every second choice, and luck in between: nobody
        // is blamed.
        if ply >= from && !(rounds && ply % 2 == 1) {
            let appraisal = appraise(game, table.as_ref(), engine, go)?;
            let played = ply
                .checked_sub(1)
                .map(|last| record.moves[last].text.as_str());
            let verdict = match (played, &before, &appraisal) {
                (Some(played), Some(before), Some(after)) if !rounds => {
                    Some(judge(game, played, before, after))
                }
                _ => None,
            };
            before.clone_from(&appraisal);
            tell(Reviewed {
                ply,
                appraisal,
                verdict,
            });
        }
        if let Some(mv) = record.moves.get(ply) {
            let wrong = |error| ReplayError::Move {
                number: ply + 1,
                error,
            };
            table.play(mv.side, &mv.text).map_err(wrong)?;
        }
    }
    Ok(())
}

/// What a position is worth; a game that is over is worth its result.
pub fn appraise(
    game: &dyn Game,
    table: &dyn Table,
    engine: &mut dyn Engine,
    go: &Go,
) -> Result<Option<Appraisal>, EngineError> {
    let Some(side) = table.to_act().first() else {
        return Ok(final_appraisal(game, table));
    };
    let thought = think(game, table, engine, side, go, &mut |_| ())?;
    let Some(line) = thought.lines.first() else {
        return Ok(None);
    };
    let solved = thought.ended == Some(Ended::Certain) && game.measure() == Measure::Points;
    Ok(Some(Appraisal {
        side,
        score: line.score,
        exact: solved || line.score.is_decided(),
        depth: line.depth,
        line: line.moves.clone(),
    }))
}

/// Thinks about a position. Where both choose at once, a player foresees the likeliest moves of destroyers, and
/// of equally likely ones the same direction every time: that favours a side even on a fair map. So both sides
/// are asked, here and on the board turned around, and what the position is worth is the mean of the four.
pub fn think(
    game: &dyn Game,
    table: &dyn Table,
    engine: &mut dyn Engine,
    side: Side,
    go: &Go,
    watch: Watch<'_>,
) -> Result<Thought, EngineError> {
    if table.to_act() != ToAct::Both {
        return engine.think(&table.seen(), side, go, watch);
    }
    let (mut thought, lead) = lead(table, engine, side, go)?;
    let turned = game.turned_around(&table.position());
    let turned = turned.and_then(|text| game.lay(&Setup::at(&text, &table.record().rules)).ok());
    let lead = match (lead, turned, thought.lines.first()) {
        (Some(here), Some(turned), Some(line)) => {
            let go = as_deep(go, line.depth);
            let (_, there) = self::lead(turned.as_ref(), engine, side, &go)?;
            there.map(|there| (here + there) / 4)
        }
        (here, _, _) => here.map(|here| here / 2),
    };
    match lead {
        Some(lead) => {
            for line in &mut thought.lines {
                line.score = Score::heuristic(lead);
            }
        }
        // One side alone says nothing of who is ahead.
        None => thought.lines.clear(),
    }
    Ok(thought)
}

/// What a side thinks where both choose at once, and how far its score is above the other's.
fn lead(
    table: &dyn Table,
    engine: &mut dyn Engine,
    side: Side,
    go: &Go,
) -> Result<(Thought, Option<i32>), EngineError> {
    // What a player has seen of the other side's habits belongs to one side.
    engine.prepare(&table.seen())?;
    let thought = engine.think(&table.seen(), side, go, &mut |_| ())?;
    let Some(own) = thought.lines.first() else {
        return Ok((thought, None));
    };
    engine.prepare(&table.seen())?;
    let go = as_deep(go, own.depth);
    let other = engine.think(&table.seen(), !side, &go, &mut |_| ())?;
    let other = other.lines.first();
    let lead = other.map(|other| own.score.value() - other.score.value());
    Ok((thought, lead))
}

/// The same depth without a clock: a deeper search would seem to have the better side.
fn as_deep(go: &Go, depth: u32) -> Go {
    Go {
        depth: Some(depth.max(1)),
        control: TimeControl::Unlimited,
        at_most: None,
        nodes: None,
        ..go.clone()
    }
}

fn final_appraisal(game: &dyn Game, table: &dyn Table) -> Option<Appraisal> {
    let Status::Over { outcome, .. } = table.status() else {
        return None;
    };
    let score = match (game.measure(), table.points(), outcome) {
        (Measure::Points, Some(points), _) => {
            let lead = points[Side::First] - points[Side::Second];
            Score::heuristic(lead * game.score_unit())
        }
        (_, _, Outcome::Win(Side::First)) => Score::win_in(0),
        (_, _, Outcome::Win(Side::Second)) => Score::loss_in(0),
        (_, _, Outcome::Draw) => Score::EVEN,
    };
    Some(Appraisal {
        side: Side::First,
        score,
        exact: true,
        depth: 0,
        line: Vec::new(),
    })
}

/// The moves of one side in numbers.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ReviewSummary {
    pub moves: u32,
    pub inaccuracies: u32,
    pub mistakes: u32,
    pub blunders: u32,
    /// The mean of its moves' accuracies.
    pub accuracy: f64,
}

impl ReviewSummary {
    pub fn add(&mut self, verdict: &Verdict) {
        let before = self.accuracy * f64::from(self.moves);
        self.moves += 1;
        self.accuracy = (before + verdict.accuracy) / f64::from(self.moves);
        match verdict.grade {
            None => {}
            Some(Grade::Inaccuracy) => self.inaccuracies += 1,
            Some(Grade::Mistake) => self.mistakes += 1,
            Some(Grade::Blunder) => self.blunders += 1,
        }
    }
}

/// Why a game cannot be looked through.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Engine(#[from] EngineError),
}
