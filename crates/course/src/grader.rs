//! Grading: builds a submission, asks it every case of every question, judges what comes.
//!
//! The same for `boyi check`, for the server's queue, for folders of downloads and on Gradescope. Answers are
//! judged out here: what is right never enters the sandbox.

mod ladder;

pub(crate) use ladder::openings;

use std::time::{Duration, Instant};

use boyi_arena::Fault;
use boyi_arena::bot::TaskProgram;
use boyi_arena::sandbox::Sandbox;
use boyi_search::Stop;

use crate::cases::{Case, Key, cases};
use crate::judge::{Verdict, quoted};
use crate::program::Built;
use crate::{Alarm, Assignment, CaseReport, Files, Kind, Question, QuestionReport, Report, Words};
use crate::{links, looks};

/// What grades submissions.
#[derive(Clone, Default)]
pub struct Grader {
    pub sandbox: Sandbox,
    /// Pressed when grading is called off.
    pub stop: Stop,
}

/// How long a program has to start.
const PATIENCE: Duration = Duration::from_secs(10);

/// Of a case's input and answer so much is kept.
const MAX_KEPT: usize = 4000;

/// What a whole program may print.
const MAX_OUTPUT: usize = 1 << 20;

impl Grader {
    /// Grades a submission; `None` where it was called off. Without a key the public cases alone are asked.
    /// `only` is the one question wanted; `told` hears of each as it is done.
    pub fn grade(
        &self,
        assignment: &Assignment,
        files: &Files,
        key: Option<Key>,
        only: Option<&str>,
        told: &mut dyn FnMut(&QuestionReport),
    ) -> Option<Report> {
        let began = Instant::now();
        let mut report = Report {
            assignment: assignment.name.clone(),
            alarms: looks::alarms(files, assignment.whole_program),
            ..Report::default()
        };
        let built = Built::new(files, assignment.build, &self.sandbox);
        let built = match built {
            Ok(built) => Some(built),
            Err(failed) => {
                if failed.excessive {
                    report.alarms.push(Alarm {
                        kind: "build".to_owned(),
                        what: failed.why.clone(),
                    });
                }
                report.build_failed = Some(failed.why);
                None
            }
        };
        report.build_seconds = began.elapsed().as_secs_f64();
        for question in &assignment.questions {
            if only.is_some_and(|name| name != question.name) {
                continue;
            }
            if self.stop.is_stopped() {
                return None;
            }
            let since = Instant::now();
            let mut found = match &built {
                Some(built) => {
                    self.question(assignment, question, built, key, &mut report.alarms)?
                }
                None => not_built(question, report.build_failed.as_ref()),
            };
            found.seconds = since.elapsed().as_secs_f64();
            report.points += found.points;
            report.of += found.of;
            told(&found);
            report.questions.push(found);
        }
        report.points = rounded(report.points);
        report.seconds = began.elapsed().as_secs_f64();
        Some(report)
    }

    fn question(
        &self,
        assignment: &Assignment,
        question: &Question,
        built: &Built,
        key: Option<Key>,
        alarms: &mut Vec<Alarm>,
    ) -> Option<QuestionReport> {
        let failed = |why: String| unasked(question, Words::new(why.clone(), why));
        let mut asked = Asked {
            grader: self,
            assignment,
            question,
            built,
            program: None,
        };
        if question.kind == Kind::Ladder {
            let played = asked.ladder(key, alarms);
            return played.unwrap_or_else(|why| Some(failed(why)));
        }
        let cases = match cases(assignment, question, key) {
            Ok(cases) => cases,
            Err(error) => return Some(failed(error.to_string())),
        };
        let mut reports = Vec::new();
        for case in &cases {
            if self.stop.is_stopped() {
                return None;
            }
            let answer = asked.answer(&case.input);
            if let Err(fault) = &answer {
                alarm(fault, &question.name, alarms);
            }
            reports.push(judged(question, case, answer));
        }
        Some(summed(question, reports))
    }
}

/// A program that is asked the cases of one question.
struct Asked<'a> {
    grader: &'a Grader,
    assignment: &'a Assignment,
    question: &'a Question,
    built: &'a Built,
    /// Started for the first case, and again after a fault.
    program: Option<TaskProgram>,
}

impl Asked<'_> {
    fn answer(&mut self, input: &str) -> Result<String, Fault> {
        let limit = Duration::from_millis(self.question.limit_ms);
        let sandbox = &self.grader.sandbox;
        if self.assignment.whole_program {
            return whole_program(sandbox, self.built, input, limit);
        }
        let mut program = match self.program.take() {
            Some(program) => program,
            None => TaskProgram::start(&self.built.program(), sandbox, PATIENCE)?,
        };
        let function = self.question.function.as_deref().unwrap_or_default();
        let answer = program.ask(function, input, limit);
        match answer {
            Ok(answer) => {
                self.program = Some(program);
                Ok(answer)
            }
            Err(fault) => {
                // What it wrote last says more than how it ended.
                let log = program.take_log().unwrap_or_default();
                Err(with_last_words(fault, &log))
            }
        }
    }
}

fn with_last_words(fault: Fault, log: &str) -> Fault {
    let last = log.lines().rev().find(|line| !line.trim().is_empty());
    match (fault, last) {
        (Fault::Crashed { how }, Some(last)) => Fault::Crashed {
            how: format!("{how}: {}", quoted(last)),
        },
        (fault, _) => fault,
    }
}

fn whole_program(
    sandbox: &Sandbox,
    built: &Built,
    input: &str,
    limit: Duration,
) -> Result<String, Fault> {
    let run = sandbox
        .run(&built.program(), input.as_bytes(), limit, MAX_OUTPUT)
        .map_err(|error| Fault::NotStarted {
            why: error.to_string(),
        })?;
    if run.flooded {
        let bytes = MAX_OUTPUT as u64;
        return Err(Fault::Flood { bytes });
    }
    let Some(ended) = run.ended else {
        return Err(Fault::OutOfTime {
            allowed: limit,
            waited: run.took,
        });
    };
    if let Some(fault) = Fault::of_end(&ended, &sandbox.allowance) {
        // The exit status of a shell is its own business.
        let status = matches!(ended.how, boyi_arena::sandbox::How::Exit(_));
        if !status || ended.overrun.is_some() {
            let log = String::from_utf8_lossy(&run.stderr);
            return Err(with_last_words(fault, &log));
        }
    }
    Ok(String::from_utf8_lossy(&run.stdout).into_owned())
}

/// Tells a teacher of a fault that is no mere mistake.
fn alarm(fault: &Fault, question: &str, alarms: &mut Vec<Alarm>) {
    let kind = match fault {
        Fault::Memory { .. } => "memory",
        Fault::Processes { .. } => "processes",
        Fault::Sandbox { .. } => "sandbox",
        Fault::Flood { .. } => "flood",
        _ => return,
    };
    if alarms.iter().any(|alarm| alarm.kind == kind) {
        return;
    }
    let words = fault.words();
    alarms.push(Alarm {
        kind: kind.to_owned(),
        what: Words::new(
            format!("{question}: {}", words.english),
            format!("{question}：{}", words.chinese),
        ),
    });
}

fn judged(question: &Question, case: &Case, answer: Result<String, Fault>) -> CaseReport {
    let (verdict, came) = match answer {
        Ok(answer) => (case.expected.judge(&answer, question.share), Some(answer)),
        Err(fault) => {
            let verdict = Verdict {
                wrong: Some(fault.words().into()),
                should: String::new(),
            };
            (verdict, None)
        }
    };
    let passed = verdict.wrong.is_none();
    let shown = (!passed && !case.hidden)
        .then(|| links::of_case(&case.expected, came.as_deref()))
        .flatten();
    let cut = |text: &str| text.chars().take(MAX_KEPT).collect::<String>();
    CaseReport {
        case: case.name.clone(),
        hidden: case.hidden,
        passed,
        message: verdict.wrong,
        asked: (!passed).then(|| cut(&case.input)),
        came: came.filter(|_| !passed).map(|came| cut(&came)),
        expected: (!passed && !verdict.should.is_empty()).then_some(verdict.should),
        shown,
    }
}

/// What the cases of a question add up to.
fn summed(question: &Question, cases: Vec<CaseReport>) -> QuestionReport {
    let all = cases.len();
    let right = cases.iter().filter(|case| case.passed).count();
    let passed = right == all && all > 0;
    let share = if question.whole {
        f64::from(u8::from(passed))
    } else {
        right as f64 / all.max(1) as f64
    };
    let message = match cases.iter().find(|case| !case.passed) {
        None => Words::new(
            format!("all {all} cases are right"),
            format!("{all} 个用例全部正确"),
        ),
        Some(wrong) => first_wrong(question, wrong, right, all),
    };
    QuestionReport {
        points: rounded(question.points * share),
        passed,
        cases,
        ..unasked(question, message)
    }
}

/// What was asked, what came, what was expected where that may be told, and the hint.
fn first_wrong(question: &Question, wrong: &CaseReport, right: usize, all: usize) -> Words {
    let why = wrong.message.clone().unwrap_or_default();
    let (mut en, mut zh) = (
        format!(
            "{right} of {all} cases are right; {}: {}",
            wrong.case, why.en
        ),
        format!("{all} 个用例中 {right} 个正确；{}：{}", wrong.case, why.zh),
    );
    if !wrong.hidden {
        if let Some(asked) = &wrong.asked {
            let asked = quoted(asked).replace('\n', " / ");
            en.push_str(&format!("; asked: {asked}"));
            zh.push_str(&format!("；题目：{asked}"));
        }
        if let Some(came) = &wrong.came {
            let came = quoted(came).replace('\n', " / ");
            en.push_str(&format!("; came: {came}"));
            zh.push_str(&format!("；得到：{came}"));
        }
        if let Some(expected) = &wrong.expected {
            let expected = expected.replace('\n', " / ");
            en.push_str(&format!("; expected: {expected}"));
            zh.push_str(&format!("；应为：{expected}"));
        }
    }
    if let Some(hint) = &question.hint {
        en.push_str(&format!(". Hint: {}", hint.en));
        zh.push_str(&format!("。提示：{}", hint.zh));
    }
    Words::new(en, zh)
}

fn not_built(question: &Question, why: Option<&Words>) -> QuestionReport {
    let why = why.cloned().unwrap_or_default();
    unasked(
        question,
        Words::new(
            format!("it was not built: {}", why.en),
            format!("没有编译成功：{}", why.zh),
        ),
    )
}

fn unasked(question: &Question, message: Words) -> QuestionReport {
    QuestionReport {
        question: question.name.clone(),
        of: question.points,
        message,
        ..QuestionReport::default()
    }
}

/// Points are told to the hundredth.
fn rounded(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}
