//! What grading a submission found, as it is kept and shown.

use serde::{Deserialize, Serialize};

use crate::Words;

/// All that grading found.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    pub assignment: String,
    pub points: f64,
    pub of: f64,
    pub questions: Vec<QuestionReport>,
    /// What the compiler said, where it did not build.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build_failed: Option<Words>,
    /// What a teacher should look at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alarms: Vec<Alarm>,
    /// Where the time went.
    pub build_seconds: f64,
    pub seconds: f64,
}

/// What became of one question. Also what `boyi check --json` prints, but for what only the page shows.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct QuestionReport {
    pub question: String,
    pub points: f64,
    pub of: f64,
    pub passed: bool,
    pub message: Words,
    pub seconds: f64,
    pub cases: Vec<CaseReport>,
}

/// One case, or one game of a ladder.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct CaseReport {
    pub case: String,
    pub hidden: bool,
    pub passed: bool,
    /// What was wrong; nothing where nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<Words>,
    /// What was asked, what came, and what should have come; of hidden cases nothing of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// Where the page shows it: a lost game, a maze with a search on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
}

/// Something that looks like an attack or like copying.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Alarm {
    /// `memory`, `processes`, `sandbox`, `flood`, `build`, `replayed`, `source`.
    pub kind: String,
    pub what: Words,
}

impl Report {
    /// What the student is shown: no hidden case but whether it passed, and no alarms.
    pub fn for_student(&self) -> Self {
        let mut shown = self.clone();
        shown.alarms.clear();
        for case in shown
            .questions
            .iter_mut()
            .flat_map(|question| &mut question.cases)
        {
            if case.hidden {
                (case.asked, case.came, case.expected) = (None, None, None);
            }
        }
        shown
    }
}
