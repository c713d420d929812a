//! The class tournament of a lab with a game: everybody's newest submission that builds plays everybody
//! else's, under aliases. Its games are those of a contest of the arena; a game goes by who plays it, so that
//! after a new submission only its own games are played.

use std::fs;
use std::path::Path;
use std::time::Duration;

use boyi_arena::bot::{Manifest, Options, SUBMISSION, SubmissionOptions, fingerprint};
use boyi_arena::contest::{ContestPlan, Entrant};
use boyi_arena::sandbox::Sandbox;
use boyi_arena::{Control, Timing};
use boyi_engine::game;
use boyi_game::Random;

use crate::digest::seed;
use crate::grader::openings;
use crate::program::Built;
use crate::register::{Register, RegisterError, Role};
use crate::{Assignment, Kind, Question};

/// What the contest's kind is in the store.
pub const KIND: &str = "class";

/// Why there is no tournament.
#[derive(Debug, thiserror::Error)]
pub enum ClassError {
    #[error(transparent)]
    Register(#[from] RegisterError),
    #[error("`{0}` asks for no games: there is nothing to play")]
    NoGame(String),
    #[error("it takes two submissions that build, there are {0}")]
    TooFew(usize),
    #[error("{0}")]
    Opening(String),
    #[error("the folder of what plays: {0}")]
    Folder(#[from] std::io::Error),
}

impl ClassError {
    /// For people who read Chinese.
    pub fn in_chinese(&self) -> String {
        match self {
            Self::NoGame(name) => format!("“{name}”没有对弈题，无法比赛"),
            Self::TooFew(count) => format!("至少需要两份可编译的提交，现有 {count} 份"),
            other => other.to_string(),
        }
    }
}

/// What the contest goes by. Neither part has a `_` in it, so no two labs share a name.
pub fn contest(course: &str, assignment: &str) -> String {
    format!("class_{course}_{assignment}")
}

/// The question whose games a class plays, if a lab has one.
pub fn ladder(assignment: &Assignment) -> Option<&Question> {
    assignment.game.as_ref()?;
    let mut questions = assignment.questions.iter();
    questions.find(|question| question.kind == Kind::Ladder)
}

/// The contest as it stands now, and its players built in the sandbox, each in a folder of its own. Those that
/// lie there already are not built again.
pub fn plan(
    register: &Register,
    course: &str,
    assignment: &Assignment,
    sandbox: &Sandbox,
    folder: &Path,
) -> Result<ContestPlan, ClassError> {
    let no_game = || ClassError::NoGame(assignment.name.clone());
    let question = ladder(assignment).ok_or_else(no_game)?;
    let name = assignment.game.as_deref().ok_or_else(no_game)?;
    let game = game(name).map_err(|_| no_game())?;
    fs::create_dir_all(folder)?;
    let options = Options {
        submissions: Some(SubmissionOptions {
            folder: folder.to_owned(),
            policy: sandbox.policy,
        }),
        ..Options::default()
    };
    let mut players = Vec::new();
    for person in register.people(course)? {
        if person.role != Role::Student {
            continue;
        }
        let all = register.submissions(course, Some(&assignment.name), Some(&person.id))?;
        for submission in all.iter().rev() {
            let graded = register.report(submission.number)?;
            if graded.is_none_or(|report| report.build_failed.is_some()) {
                continue;
            }
            let place = folder.join(submission.number.to_string());
            if !place.is_dir() && !build(register, submission.number, assignment, sandbox, &place)?
            {
                continue;
            }
            let player = format!("{SUBMISSION}{}", submission.number);
            let files = fingerprint(&player, &options);
            players.push(Entrant {
                name: format!("{} v{}", person.alias, submission.version),
                player,
                files: files.map(|print| format!("{print:016x}")),
            });
            break;
        }
    }
    if players.len() < 2 {
        return Err(ClassError::TooFew(players.len()));
    }
    let secret = register.course(course)?.secret;
    let drawn = seed(&[b"class", secret.as_bytes(), assignment.name.as_bytes()]);
    let mut random = Random::new(drawn);
    let lines = openings(game, question, 1, &mut random).map_err(ClassError::Opening)?;
    let [a, b] = [players[0].clone(), players[1].clone()];
    let mut plan = ContestPlan::of_two(game.name(), a, b);
    plan.name = contest(course, &assignment.name);
    plan.players = players;
    plan.games = 2;
    plan.seed = drawn >> 11;
    plan.lines = lines;
    plan.control = Some(Control {
        timing: Timing::PerMove(Duration::from_millis(question.limit_ms)),
        ..Control::default()
    });
    Ok(plan)
}

/// Removes the built programs of a lab that no longer play, and those of submissions that are no more.
pub fn prune(register: &Register, plan: &ContestPlan, folder: &Path) -> Result<(), ClassError> {
    let plays = |number: i64| {
        let player = format!("{SUBMISSION}{number}");
        plan.players.iter().any(|entrant| entrant.player == player)
    };
    for entry in fs::read_dir(folder)?.flatten() {
        let Some(number) = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok())
        else {
            continue;
        };
        let goes = match register.submission(number) {
            Ok(one) => contest(&one.course, &one.assignment) == plan.name && !plays(number),
            Err(RegisterError::NoSubmission(_)) => true,
            Err(error) => return Err(error.into()),
        };
        if goes {
            fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

/// Puts a built submission into its place whole; `false` where it does not build after all.
fn build(
    register: &Register,
    number: i64,
    assignment: &Assignment,
    sandbox: &Sandbox,
    place: &Path,
) -> Result<bool, ClassError> {
    let files = register.files(number)?;
    let Ok(built) = Built::new(&files, assignment.build, sandbox) else {
        return Ok(false);
    };
    let manifest = Manifest {
        name: number.to_string(),
        command: built.program().words,
        protocol: "boyi".to_owned(),
        games: assignment.game.iter().cloned().collect(),
        build: None,
    };
    let beside = place.with_extension("new");
    if beside.exists() {
        fs::remove_dir_all(&beside)?;
    }
    copy(built.folder(), &beside)?;
    fs::write(beside.join(Manifest::FILE), manifest.write())?;
    fs::rename(&beside, place)?;
    Ok(true)
}

/// Copies regular files and folders; permissions go with them.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (entry, kind) = entry.and_then(|entry| Ok((entry.path(), entry.file_type()?)))?;
        let place = to.join(entry.file_name().unwrap_or_default());
        if kind.is_dir() {
            copy(&entry, &place)?;
        } else if kind.is_file() {
            fs::copy(&entry, &place)?;
        }
    }
    Ok(())
}
