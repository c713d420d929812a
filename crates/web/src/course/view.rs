//! What replies about courses are made of.

use boyi_course::register::{Person, Role, Standing, Submission};
use boyi_course::{Alarm, Assignment, CaseReport, READY, Report, Words, now, ready};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::state::AppState;
use crate::text::Localized;

/// What somebody is in a course.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RoleName {
    Student,
    Assistant,
    Teacher,
}

impl From<Role> for RoleName {
    fn from(role: Role) -> Self {
        match role {
            Role::Student => Self::Student,
            Role::Assistant => Self::Assistant,
            Role::Teacher => Self::Teacher,
        }
    }
}

impl From<Words> for Localized {
    fn from(words: Words) -> Self {
        Self::new(words.en, words.zh)
    }
}

/// Somebody in a course, as they themselves and teachers see them.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct PersonView {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) alias: String,
    pub(crate) role: RoleName,
    /// Whether the one-time code was not used yet.
    pub(crate) has_code: bool,
}

impl From<Person> for PersonView {
    fn from(person: Person) -> Self {
        Self {
            id: person.id,
            name: person.name,
            email: person.email,
            alias: person.alias,
            role: person.role.into(),
            has_code: person.has_code,
        }
    }
}

/// A course as somebody sees it.
#[derive(Serialize, ToSchema)]
pub(crate) struct CourseReply {
    pub(crate) id: String,
    pub(crate) title: String,
    /// Who asks; `null` for whoever has not entered.
    pub(crate) me: Option<PersonView>,
    pub(crate) labs: Vec<LabCard>,
    /// Points of all labs together, under aliases: all of them for teachers, one's neighbours for students.
    pub(crate) board: Vec<StandingView>,
    /// Labs that ship, for a teacher to hand out.
    pub(crate) ready: Vec<ReadyLab>,
    /// Whether this server grades.
    pub(crate) grades_here: bool,
    /// Seconds since 1970, as the server has it.
    pub(crate) now: u64,
}

/// A lab that ships.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReadyLab {
    pub(crate) name: String,
    pub(crate) title: Localized,
}

impl CourseReply {
    /// For whoever has not entered: not even whether there is such a course.
    pub(crate) fn outside(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            title: String::new(),
            me: None,
            labs: Vec::new(),
            board: Vec::new(),
            ready: Vec::new(),
            grades_here: false,
            now: now(),
        }
    }

    pub(crate) fn of(
        state: &AppState,
        id: &str,
        person: Option<&Person>,
    ) -> Result<Self, ApiError> {
        let Some(person) = person else {
            return Ok(Self::outside(id));
        };
        let register = state.register();
        let labs = register.assignments(id)?;
        let labs = labs.iter().map(|lab| LabCard::of(state, id, lab, person));
        let standings = register.leaderboard(id, None, Some(&person.id))?;
        let is_teacher = person.role == Role::Teacher;
        let ready_labs = READY.iter().filter(|_| is_teacher);
        let ready_labs = ready_labs.filter_map(|name| ready(name).ok());
        Ok(Self {
            title: register.course(id)?.title,
            labs: labs.collect::<Result<_, _>>()?,
            board: neighbours(standings, person.role),
            ready: ready_labs
                .map(|lab| ReadyLab {
                    name: lab.name,
                    title: lab.title.into(),
                })
                .collect(),
            grades_here: state.grading.is_some(),
            me: Some(person.clone().into()),
            ..Self::outside(id)
        })
    }
}

/// What being late costs.
#[derive(Serialize, ToSchema)]
pub(crate) struct LateView {
    pub(crate) per_day: f64,
    pub(crate) days: u32,
}

/// A lab in the list, with how far somebody is.
#[derive(Serialize, ToSchema)]
pub(crate) struct LabCard {
    pub(crate) name: String,
    pub(crate) title: Localized,
    pub(crate) of: f64,
    /// Seconds since 1970.
    pub(crate) opens: Option<u64>,
    /// With the extension of whoever asks.
    pub(crate) due: Option<u64>,
    pub(crate) extended: bool,
    pub(crate) late: Option<LateView>,
    pub(crate) attempts: Option<u32>,
    pub(crate) used: u32,
    pub(crate) left: Option<u32>,
    pub(crate) per_hour: Option<u32>,
    /// Seconds until the next may come, where too many came within an hour.
    pub(crate) wait: Option<u64>,
    /// Whether nothing is taken in: too early, or too late.
    pub(crate) closed: bool,
    /// What one's own submissions are worth so far.
    pub(crate) points: Option<f64>,
    /// Whether a class plays it.
    pub(crate) game: Option<String>,
}

impl LabCard {
    pub(crate) fn of(
        state: &AppState,
        course: &str,
        lab: &Assignment,
        person: &Person,
    ) -> Result<Self, ApiError> {
        let register = state.register();
        let (name, id, now) = (&lab.name, &person.id, now());
        let allowed = register.allowed(course, name, id)?;
        let extension = register.extension(course, name, id)?;
        let too_early = lab.opens.is_some_and(|opens| now < opens.0);
        Ok(Self {
            title: lab.title.clone().into(),
            of: lab.points(),
            opens: lab.opens.map(|date| date.0),
            due: allowed.due,
            extended: extension.is_some(),
            late: lab.late.map(|late| LateView {
                per_day: late.per_day,
                days: late.days,
            }),
            attempts: lab.attempts,
            used: allowed.used,
            left: allowed.left,
            per_hour: lab.per_hour,
            wait: register.wait(course, name, id, now)?,
            closed: too_early || lab.worth(now, extension).is_none(),
            points: register.points_of(course, lab, id)?,
            game: boyi_course::class::ladder(lab).and(lab.game.clone()),
            name: name.clone(),
        })
    }
}

/// A line of the leaderboard.
#[derive(Serialize, ToSchema)]
pub(crate) struct StandingView {
    /// From 1; equal points share a place.
    pub(crate) place: usize,
    pub(crate) alias: String,
    pub(crate) points: f64,
    /// Whether it is the one who asks.
    pub(crate) own: bool,
    /// Whether lines are left out above this one.
    pub(crate) gap: bool,
}

/// The best, and those around one's own place; teachers see all of them.
pub(crate) fn neighbours(standings: Vec<Standing>, role: Role) -> Vec<StandingView> {
    const TOP: usize = 3;
    const AROUND: usize = 2;
    let own = standings.iter().position(|standing| standing.own);
    let is_shown = |index: usize| {
        role != Role::Student || index < TOP || own.is_some_and(|own| index.abs_diff(own) <= AROUND)
    };
    let mut last = None;
    let mut shown = Vec::new();
    for (index, standing) in standings.into_iter().enumerate() {
        if !is_shown(index) {
            continue;
        }
        shown.push(StandingView {
            place: standing.place,
            alias: standing.alias,
            points: standing.points,
            own: standing.own,
            gap: last.is_some_and(|last| last + 1 < index),
        });
        last = Some(index);
    }
    shown
}

/// A version that was handed in.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct VersionView {
    /// What it goes by in addresses.
    pub(crate) submission: i64,
    pub(crate) lab: String,
    pub(crate) version: u32,
    pub(crate) received: u64,
    /// SHA-256 of its files.
    pub(crate) hash: String,
    /// `open` while it waits, `taken` while it is graded, `done`.
    pub(crate) state: String,
    /// How many are graded before it.
    pub(crate) before: u32,
    /// What it earned, its time left out.
    pub(crate) points: Option<f64>,
    /// The share of the points that its time leaves.
    pub(crate) worth: f64,
}

impl VersionView {
    pub(crate) fn of(
        state: &AppState,
        lab: &Assignment,
        submission: &Submission,
    ) -> Result<Self, ApiError> {
        let register = state.register();
        let (course, person) = (&submission.course, &submission.person);
        let extension = register.extension(course, &lab.name, person)?;
        let progress = register.progress(submission.number)?;
        Ok(Self {
            submission: submission.number,
            lab: lab.name.clone(),
            version: submission.version,
            received: submission.received,
            hash: submission.hash.clone(),
            state: progress.state.name().to_owned(),
            before: progress.before,
            points: progress.points,
            worth: lab.worth(submission.received, extension).unwrap_or(0.0),
        })
    }
}

/// What grading found.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReportView {
    pub(crate) points: f64,
    pub(crate) of: f64,
    /// What the compiler said, where it did not build.
    pub(crate) build_failed: Option<Localized>,
    /// What a teacher should look at; never told to students.
    pub(crate) alarms: Vec<AlarmView>,
    pub(crate) questions: Vec<QuestionView>,
    pub(crate) build_seconds: f64,
    pub(crate) seconds: f64,
}

/// Something that looks like an attack or like copying.
#[derive(Serialize, ToSchema)]
pub(crate) struct AlarmView {
    pub(crate) kind: String,
    pub(crate) what: Localized,
}

/// What became of one question.
#[derive(Serialize, ToSchema)]
pub(crate) struct QuestionView {
    pub(crate) name: String,
    pub(crate) title: Localized,
    pub(crate) points: f64,
    pub(crate) of: f64,
    pub(crate) passed: bool,
    pub(crate) message: Localized,
    pub(crate) seconds: f64,
    pub(crate) cases: Vec<CaseView>,
}

/// One case, or one game of a ladder.
#[derive(Serialize, ToSchema)]
pub(crate) struct CaseView {
    pub(crate) name: String,
    pub(crate) hidden: bool,
    pub(crate) passed: bool,
    pub(crate) message: Option<Localized>,
    pub(crate) asked: Option<String>,
    pub(crate) came: Option<String>,
    pub(crate) expected: Option<String>,
    /// Where the page shows it.
    pub(crate) shown: Option<String>,
}

impl From<CaseReport> for CaseView {
    fn from(case: CaseReport) -> Self {
        Self {
            name: case.case,
            hidden: case.hidden,
            passed: case.passed,
            message: case.message.map(Localized::from),
            asked: case.asked,
            came: case.came,
            expected: case.expected,
            shown: case.shown,
        }
    }
}

impl From<Alarm> for AlarmView {
    fn from(alarm: Alarm) -> Self {
        Self {
            kind: alarm.kind,
            what: alarm.what.into(),
        }
    }
}

impl ReportView {
    /// As somebody of this role may see it.
    pub(crate) fn of(report: &Report, lab: &Assignment, role: Role) -> Self {
        let report = match role {
            Role::Student => report.for_student(),
            _ => report.clone(),
        };
        let title = |name: &str| match lab.question(name) {
            Some(question) => question.title.clone().into(),
            None => Localized::same(name),
        };
        Self {
            points: report.points,
            of: report.of,
            build_failed: report.build_failed.map(Localized::from),
            alarms: report.alarms.into_iter().map(AlarmView::from).collect(),
            questions: report
                .questions
                .into_iter()
                .map(|question| QuestionView {
                    title: title(&question.question),
                    name: question.question,
                    points: question.points,
                    of: question.of,
                    passed: question.passed,
                    message: question.message.into(),
                    seconds: question.seconds,
                    cases: question.cases.into_iter().map(CaseView::from).collect(),
                })
                .collect(),
            build_seconds: report.build_seconds,
            seconds: report.seconds,
        }
    }
}
