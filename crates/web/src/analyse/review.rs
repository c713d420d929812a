//! A whole game, position by position: what it was worth, what was better, and how bad each move was.

use std::time::Duration;

use boyi_engine::review::{
    Appraisal, Grade, ReviewSummary, Reviewed, SolvedResult, Verdict, review,
};
use boyi_engine::{Game, Go, PlayerSpec, replay};
use boyi_game::Record;
use boyi_search::Stop;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::AnalysisEvent;
use super::search::variation_texts;
use crate::error::ApiError;
use crate::evaluation::Evaluation;
use crate::positions::{MoveText, PositionSpec};

/// A game whose every position is to be judged.
#[derive(Clone, Deserialize, ToSchema, Debug)]
pub(crate) struct ReviewRequest {
    /// Comes back with every answer.
    pub(super) tag: u32,
    line: PositionSpec,
    /// Only positions from this ply on; without it all, and a summary.
    from: Option<usize>,
    /// How long a position.
    #[serde(default)]
    milliseconds: u32,
}

/// A position of a game with its evaluation.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub(crate) struct ReviewedPosition {
    pub(crate) ply: usize,
    /// What it is worth with best play; unknown where the engine does not say.
    pub(crate) worth: Option<Evaluation>,
    /// Best play from here.
    pub(crate) better: Vec<MoveText>,
    /// What the move that led here was worth; none at the start.
    pub(crate) verdict: Option<MoveVerdict>,
}

/// What a move was worth to the side that made it.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub(crate) struct MoveVerdict {
    /// None for a move without fault.
    pub(crate) grade: Option<GradeName>,
    /// The part of the expected score that it lost, in points of 100.
    pub(crate) lost: f64,
    /// Units that it lost: discs, pawns.
    pub(crate) units: Option<f64>,
    /// What best play led to before and after it, where both are certain and differ.
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) turned: Option<[SolvedResultName; 2]>,
    /// From 0 to 100.
    pub(crate) accuracy: f64,
}

#[derive(Clone, Copy, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GradeName {
    Inaccuracy,
    Mistake,
    Blunder,
}

#[derive(Clone, Copy, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SolvedResultName {
    Loss,
    Draw,
    Win,
}

/// One side's moves in numbers.
#[derive(Clone, Copy, Serialize, ToSchema, Debug)]
pub(crate) struct SideSummary {
    pub(crate) moves: u32,
    pub(crate) inaccuracies: u32,
    pub(crate) mistakes: u32,
    pub(crate) blunders: u32,
    /// From 0 to 100.
    pub(crate) accuracy: f64,
}

/// Time for a position in milliseconds, and the most that can be asked for.
const DEFAULT_POSITION_MS: u32 = 150;
const MAX_POSITION_MS: u32 = 10_000;

pub(super) fn review_game(
    request: &ReviewRequest,
    table_mib: usize,
    stop: &Stop,
    tell: &dyn Fn(AnalysisEvent),
) -> Result<(), ApiError> {
    let tag = request.tag;
    let (game, whole) = request.line.set_up()?;
    let record = whole.record().clone();
    let mut engine = game.player(&PlayerSpec {
        hash: Some(table_mib),
        ..PlayerSpec::named(game.best_player())
    })?;
    let time = match request.milliseconds {
        0 => DEFAULT_POSITION_MS,
        milliseconds => milliseconds.min(MAX_POSITION_MS),
    };
    let orders = Go {
        stop: stop.clone(),
        ..Go::time(Duration::from_millis(time.into()))
    };
    let mut summaries = [ReviewSummary::default(); 2];
    let from = request.from.unwrap_or(0);
    review(
        game,
        &record,
        from,
        engine.as_mut(),
        &orders,
        &mut |reviewed| {
            if let Some((verdict, last)) = reviewed.verdict.zip(reviewed.ply.checked_sub(1)) {
                summaries[record.moves[last].side.index()].add(&verdict);
            }
            let reviewed = position(game, &record, &reviewed);
            tell(AnalysisEvent::Reviewed { tag, reviewed });
        },
    )?;
    let sides = summaries.map(SideSummary::from);
    if request.from.is_none() && sides.iter().any(|side| side.moves > 0) {
        tell(AnalysisEvent::Summary { tag, sides });
    }
    Ok(())
}

fn position(game: &dyn Game, record: &Record, reviewed: &Reviewed) -> ReviewedPosition {
    let appraisal = reviewed.appraisal.as_ref();
    let better = appraisal.filter(|appraisal| !appraisal.line.is_empty());
    let better = better.and_then(|appraisal| {
        let mut line = record.clone();
        line.moves.truncate(reviewed.ply);
        let table = replay(&line).ok()?;
        let texts = variation_texts(game, table.as_ref(), appraisal.side, &appraisal.line);
        Some(texts)
    });
    ReviewedPosition {
        ply: reviewed.ply,
        worth: appraisal.map(|appraisal| worth(game, appraisal)),
        better: better.unwrap_or_default(),
        verdict: reviewed.verdict.as_ref().map(MoveVerdict::from),
    }
}

fn worth(game: &dyn Game, appraisal: &Appraisal) -> Evaluation {
    Evaluation {
        solved: appraisal.exact,
        ..Evaluation::of(game, appraisal.score, appraisal.side)
    }
}

impl From<&Verdict> for MoveVerdict {
    fn from(verdict: &Verdict) -> Self {
        let name = |result| match result {
            SolvedResult::Loss => SolvedResultName::Loss,
            SolvedResult::Draw => SolvedResultName::Draw,
            SolvedResult::Win => SolvedResultName::Win,
        };
        let grade = verdict.grade.map(|grade| match grade {
            Grade::Inaccuracy => GradeName::Inaccuracy,
            Grade::Mistake => GradeName::Mistake,
            Grade::Blunder => GradeName::Blunder,
        });
        Self {
            grade,
            lost: 100.0 * verdict.lost,
            units: verdict.units,
            turned: verdict.turned.map(|(from, to)| [from, to].map(name)),
            accuracy: verdict.accuracy,
        }
    }
}

impl From<ReviewSummary> for SideSummary {
    fn from(summary: ReviewSummary) -> Self {
        Self {
            moves: summary.moves,
            inaccuracies: summary.inaccuracies,
            mistakes: summary.mistakes,
            blunders: summary.blunders,
            accuracy: summary.accuracy,
        }
    }
}
