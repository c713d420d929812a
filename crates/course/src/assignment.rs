//! `assignment.toml`: what a lab asks, how it is graded, and when.
//!
//! A folder with it may hold `statement.en.md` and `statement.zh.md`, and cases of its own as files:
//! `cases/public/QUESTION/NAME.in` with `NAME.out` beside it, and the same below `cases/hidden`.

use serde::{Deserialize, Serialize};

use crate::{Date, Files, Words};

/// A lab: its description, with the files of its folder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assignment {
    /// What it goes by, in commands and addresses.
    pub name: String,
    pub title: Words,
    /// Languages of starters and submissions; all there are unless said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opens: Option<Date>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<Date>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<Late>,
    /// How often it may be handed in; any number of times unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempts: Option<u32>,
    /// And how often within an hour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_hour: Option<u32>,
    /// Which submission counts.
    #[serde(default)]
    pub counts: Counting,
    #[serde(default)]
    pub build: BuildLimits,
    /// The game of the function that chooses a move, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Whether a submission is a whole program that reads lines, rather than functions in a starter.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole_program: bool,
    /// What is to be written, in the order of the starter.
    #[serde(default, rename = "function", skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<Function>,
    #[serde(rename = "question")]
    pub questions: Vec<Question>,
    /// All files of the folder, the description included.
    #[serde(skip)]
    pub files: Files,
}

/// A function that a student writes: text in, text out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Function {
    pub name: String,
    /// What it is given and returns, for the comment in the starter.
    pub about: Words,
    /// What the starter returns until something better is written.
    pub answer: String,
}

/// One thing that is asked, and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    pub name: String,
    pub title: Words,
    pub points: f64,
    pub kind: Kind,
    /// Which function is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// What the cases are drawn by, such as `maze open 12 16`; those in files come besides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<String>,
    /// How many cases are drawn that everybody sees, and how many that differ by student.
    #[serde(default)]
    pub public: u32,
    #[serde(default)]
    pub hidden: u32,
    /// Milliseconds for one answer, or for one move.
    #[serde(default = "two_seconds")]
    pub limit_ms: u64,
    /// By what share of ours a count may differ.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub share: f64,
    /// Whether one wrong case costs all points, instead of its part.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
    /// The staff's players of a ladder, and how many games against each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<String>,
    #[serde(default, skip_serializing_if = "is_none")]
    pub games: u32,
    /// The position from which a ladder's games begin, in the game's own format; the usual one unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The score whose lower bound earns all points of a ladder.
    #[serde(default = "half")]
    pub full: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<Words>,
}

fn two_seconds() -> u64 {
    2000
}

fn half() -> f64 {
    0.5
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over references"
)]
fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over references"
)]
fn is_none(number: &u32) -> bool {
    *number == 0
}

/// How an answer is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A number that must be ours.
    Value,
    /// A way that must be one, and as short as ours.
    Path,
    /// How much work a search did, against our own counter.
    Counts,
    /// One of the accepted moves.
    Best,
    /// Exactly this text.
    Output,
    /// A property that must hold on any position.
    Law,
    /// Games against fixed players.
    Ladder,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Path => "path",
            Self::Counts => "counts",
            Self::Best => "best",
            Self::Output => "output",
            Self::Law => "law",
            Self::Ladder => "ladder",
        }
    }
}

/// Which of several submissions counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counting {
    #[default]
    Best,
    Last,
}

/// What being late costs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Late {
    /// The share of the points that every day begun takes.
    pub per_day: f64,
    /// After so many days nothing is taken in any more.
    pub days: u32,
}

/// What building a submission may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BuildLimits {
    pub seconds: u32,
    pub memory_mib: u32,
}

impl Default for BuildLimits {
    fn default() -> Self {
        Self {
            seconds: 60,
            memory_mib: 2048,
        }
    }
}

/// A case that lies in a file of the assignment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseFile<'a> {
    pub name: &'a str,
    pub hidden: bool,
    pub input: &'a str,
    /// What should come out, where a file says so.
    pub output: Option<&'a str>,
}

/// Why this is no assignment.
#[derive(Debug, thiserror::Error)]
pub enum AssignmentError {
    #[error("there is no assignment.toml")]
    Missing,
    #[error("assignment.toml: {0}")]
    Syntax(String),
    #[error("assignment.toml: {place}: {why}")]
    Content { place: String, why: String },
    #[error(transparent)]
    Files(#[from] crate::FilesError),
    #[error("there is no assignment called `{name}`: choose from {known}")]
    Unknown { name: String, known: String },
}

const DAY: u64 = 86_400;

impl Assignment {
    pub const FILE: &str = "assignment.toml";

    /// Reads the description among these files.
    pub fn new(files: Files) -> Result<Self, AssignmentError> {
        let text = files.text(Self::FILE).ok_or(AssignmentError::Missing)?;
        let mut read: Self =
            toml::from_str(text).map_err(|error| AssignmentError::Syntax(error.to_string()))?;
        read.files = files;
        read.check()?;
        Ok(read)
    }

    fn check(&self) -> Result<(), AssignmentError> {
        let wrong = |place: &str, why: &str| {
            Err(AssignmentError::Content {
                place: place.to_owned(),
                why: why.to_owned(),
            })
        };
        if !is_name(&self.name) {
            return wrong("name", "use small letters, digits and `-`");
        }
        if self.questions.is_empty() {
            return wrong("question", "there must be at least one");
        }
        if let Some(late) = self.late
            && !(0.0..=1.0).contains(&late.per_day)
        {
            return wrong("late.per_day", "a share lies between 0 and 1");
        }
        for (index, question) in self.questions.iter().enumerate() {
            let place = format!("question {}", question.name);
            let earlier = &self.questions[..index];
            if !is_name(&question.name) || earlier.iter().any(|one| one.name == question.name) {
                return wrong(&place, "a name of its own in small letters, digits and `-`");
            }
            if !question.points.is_finite() || question.points < 0.0 {
                return wrong(&place, "points are a number from 0 on");
            }
            if question.limit_ms == 0 || question.limit_ms > 600_000 {
                return wrong(&place, "limit_ms lies between 1 and 600000");
            }
            if question.kind == Kind::Ladder {
                let plays = self.game.is_some()
                    && !question.opponents.is_empty()
                    && question.games > 0
                    && question.full > 0.0;
                if !plays {
                    return wrong(&place, "a ladder needs a game, opponents and games");
                }
                continue;
            }
            if !self.whole_program {
                let known = |name: &String| self.functions.iter().any(|one| one.name == *name);
                if !question.function.as_ref().is_some_and(known) {
                    return wrong(&place, "it names none of the functions");
                }
            }
            let drawn = question.draw.is_some() && question.public + question.hidden > 0;
            if !drawn && self.case_files(&question.name).next().is_none() {
                return wrong(&place, "there are no cases, neither drawn nor in files");
            }
        }
        Ok(())
    }

    /// The same, due at another time: what stands first in the file is where a date belongs.
    pub fn due_at(&self, due: Date) -> Result<Self, AssignmentError> {
        let text = self
            .files
            .text(Self::FILE)
            .ok_or(AssignmentError::Missing)?;
        let rest: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with("due ="))
            .collect();
        let text = format!("due = {due}\n{}\n", rest.join("\n"));
        let mut files = self.files.clone();
        files.replace(Self::FILE, text.into_bytes())?;
        Self::new(files)
    }

    pub fn question(&self, name: &str) -> Option<&Question> {
        self.questions.iter().find(|question| question.name == name)
    }

    /// What all questions are worth.
    pub fn points(&self) -> f64 {
        self.questions.iter().map(|question| question.points).sum()
    }

    /// The statement in Markdown; in the other language where there is none in this.
    pub fn statement(&self, language: boyi_game::Language) -> Option<&str> {
        let both = language.pick(["en", "zh"], ["zh", "en"]);
        both.iter()
            .find_map(|language| self.files.text(&format!("statement.{language}.md")))
    }

    /// The cases of a question that lie in files.
    pub fn case_files<'a>(&'a self, question: &'a str) -> impl Iterator<Item = CaseFile<'a>> {
        ["public", "hidden"].into_iter().flat_map(move |place| {
            let folder = format!("cases/{place}/{question}/");
            self.files.texts().filter_map(move |(path, input)| {
                let name = path.strip_prefix(&folder)?.strip_suffix(".in")?;
                Some(CaseFile {
                    name,
                    hidden: place == "hidden",
                    input,
                    output: self.files.text(&format!("{folder}{name}.out")),
                })
            })
        })
    }

    /// What students may have of it: everything but hidden cases.
    pub fn for_students(&self) -> Files {
        let shown = self
            .files
            .iter()
            .filter(|(name, _)| !name.starts_with("cases/hidden/"));
        let shown = shown.map(|(name, content)| (name.to_owned(), content.to_owned()));
        Files::new(shown).expect("fewer files than before, the description among them")
    }

    /// The share of the points that what is handed in at this moment can still earn; `None` where
    /// nothing is taken in any more.
    pub fn worth(&self, at: u64, due: Option<u64>) -> Option<f64> {
        let Some(due) = due.or(self.due.map(|date| date.0)) else {
            return Some(1.0);
        };
        if at <= due {
            return Some(1.0);
        }
        let late = self.late?;
        let days = (at - due).div_ceil(DAY);
        (days <= u64::from(late.days)).then(|| (1.0 - late.per_day * days as f64).max(0.0))
    }
}

/// What names of assignments and questions are made of.
fn is_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !name.is_empty() && name.len() <= 40 && name.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = concat!(
        "due = 2026-03-01T12:00:00Z\n",
        "late = { per_day = 0.25, days = 2 }\n",
        include_str!("../tests/sums.toml")
    );

    fn files(text: &str) -> Files {
        let files = [
            (Assignment::FILE, text),
            ("cases/public/small/one.in", "1 2"),
            ("cases/public/small/one.out", "3"),
            ("cases/hidden/small/two.in", "2 2"),
            ("cases/hidden/small/two.out", "4"),
        ];
        Files::new(files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_owned())))
            .expect("small")
    }

    #[test]
    fn a_folder_is_an_assignment_and_students_see_no_hidden_case() {
        let read = Assignment::new(files(SMALL)).expect("an assignment");
        let cases: Vec<_> = read.case_files("small").collect();
        assert_eq!(cases.len(), 2);
        assert_eq!((cases[1].hidden, cases[1].output), (true, Some("4")));
        let shown = Assignment::new(read.for_students()).expect("still one");
        assert_eq!(shown.case_files("small").count(), 1);
    }

    #[test]
    fn every_day_begun_costs_its_share() {
        let read = Assignment::new(files(SMALL)).expect("an assignment");
        let due = read.due.expect("it says so").0;
        assert_eq!(read.worth(due, None), Some(1.0));
        assert_eq!(read.worth(due + 1, None), Some(0.75));
        assert_eq!(read.worth(due + 2 * DAY, None), Some(0.5));
        assert_eq!(read.worth(due + 2 * DAY + 1, None), None);
        assert_eq!(read.worth(due + 1, Some(due + 5)), Some(1.0));
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        for (from, to, said) in [
            ("points = 10", "points = -3", "question small"),
            ("function = \"add\"", "function = \"sub\"", "question small"),
            ("name = \"sums\"", "name = \"Sums!\"", "name"),
            ("kind = \"value\"", "kind = \"guess\"", "guess"),
            ("per_day = 0.25", "per_day = 25", "late.per_day"),
            ("points = 10", "marks = 10", "marks"),
        ] {
            let wrong = Assignment::new(files(&SMALL.replace(from, to)));
            let error = wrong.expect_err(to).to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}
