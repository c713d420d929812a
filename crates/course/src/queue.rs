//! Working through the queue of gradings: one after the other, in as many threads and on as many machines as
//! one likes, which share the store.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use boyi_arena::sandbox::Sandbox;
use boyi_search::Stop;

use crate::cases::{Key, cases};
use crate::grader::Grader;
use crate::register::{Register, RegisterError, Role, Taken};
use crate::{Alarm, Assignment, Kind, Report, Words, now};

/// Who grades.
pub struct GradingWorker {
    /// What it is called in the queue.
    pub name: String,
    /// The course it grades; all courses of the store unless said.
    pub course: Option<String>,
    pub sandbox: Sandbox,
    /// How long it may be silent before another takes what it has in hand.
    pub lease: Duration,
    /// Whether it ends when nothing is left, instead of waiting for more.
    pub until_done: bool,
    pub stop: Stop,
}

/// How often an idle worker looks.
const PAUSE: Duration = Duration::from_millis(200);

impl GradingWorker {
    /// Grades until it is stopped, or nothing is left. `told` hears of every grading that was finished here.
    pub fn work(
        &self,
        register: &Register,
        told: &mut dyn FnMut(&Taken, &Report),
    ) -> Result<(), RegisterError> {
        while !self.stop.is_stopped() {
            let seconds = self.lease.as_secs().max(1);
            let course = self.course.as_deref();
            let Some(taken) = register.take_grading(course, &self.name, seconds, now())? else {
                // What others have in hand may come back.
                if self.until_done && register.is_graded(course)? {
                    return Ok(());
                }
                std::thread::sleep(PAUSE);
                continue;
            };
            match self.grade(register, &taken)? {
                Some(report) => {
                    if register.finish_grading(&taken, &report, now())? {
                        told(&taken, &report);
                    }
                }
                None => register.give_back_grading(&taken)?,
            }
        }
        Ok(())
    }

    /// Grades what was taken, and says meanwhile that it is still at it.
    fn grade(&self, register: &Register, taken: &Taken) -> Result<Option<Report>, RegisterError> {
        let submission = &taken.submission;
        let assignment = register.assignment(&submission.course, &submission.assignment)?;
        let secret = register.course(&submission.course)?.secret;
        let files = register.files(submission.number)?;
        let (done, until_done) = channel::<()>();
        let report = std::thread::scope(|threads| {
            threads.spawn(move || {
                let pause = self.lease / 3;
                while until_done.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                    let seconds = self.lease.as_secs().max(1);
                    // Where that fails another grades it, too, and the first report counts.
                    let _ = register.hold_grading(taken, seconds, now());
                }
            });
            let grader = Grader {
                sandbox: self.sandbox.clone(),
                stop: self.stop.clone(),
            };
            let key = Key {
                secret: &secret,
                student: &submission.person,
            };
            let report = grader.grade(&assignment, &files, Some(key), None, &mut |_| ());
            drop(done);
            report
        });
        let Some(mut report) = report else {
            return Ok(None);
        };
        compare(register, taken, &assignment, &secret, &mut report)?;
        Ok(Some(report))
    }
}

/// Looks for what was copied: the same files as a classmate's, or answers that would have been right for
/// a classmate.
fn compare(
    register: &Register,
    taken: &Taken,
    assignment: &Assignment,
    secret: &str,
    report: &mut Report,
) -> Result<(), RegisterError> {
    let own = &taken.submission;
    let all = register.submissions(&own.course, Some(&own.assignment), None)?;
    let same = all
        .iter()
        .find(|other| other.hash == own.hash && other.person != own.person);
    if let Some(other) = same {
        report.alarms.push(Alarm {
            kind: "replayed".to_owned(),
            what: Words::new(
                format!("the same files as those of {}", other.person),
                format!("与 {} 的文件完全相同", other.person),
            ),
        });
    }
    let classmates: Vec<String> = register
        .people(&own.course)?
        .into_iter()
        .filter(|person| person.role == Role::Student && person.id != own.person)
        .map(|person| person.id)
        .collect();
    for (question, found) in assignment.questions.iter().zip(&report.questions) {
        // Short answers are right for somebody by chance.
        let wrong: Vec<(&str, &str)> = found
            .cases
            .iter()
            .filter(|case| case.hidden && !case.passed)
            .filter_map(|case| Some((case.case.as_str(), case.came.as_deref()?)))
            .filter(|(_, came)| came.trim().len() >= 8)
            .collect();
        // A count within a share of ours is as easily hit, whatever stands above it.
        if wrong.is_empty() || question.kind == Kind::Counts {
            continue;
        }
        for student in &classmates {
            let key = Key { secret, student };
            let theirs = cases(assignment, question, Some(key)).unwrap_or_default();
            let fits = theirs.iter().filter(|case| case.hidden).any(|case| {
                let mut same = wrong.iter().filter(|(name, _)| *name == case.name);
                same.any(|(_, came)| case.expected.judge(came, question.share).wrong.is_none())
            });
            if fits {
                report.alarms.push(Alarm {
                    kind: "replayed".to_owned(),
                    what: Words::new(
                        format!(
                            "{}: a wrong answer that would be right for {student}",
                            question.name
                        ),
                        format!("{}：此错误答案恰是 {student} 的正确答案", question.name),
                    ),
                });
                return Ok(());
            }
        }
    }
    Ok(())
}
