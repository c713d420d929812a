//! The labs that ship: reference solutions earn everything in every language, planted wrong ones lose exactly
//! the questions they should, starters run at once.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use boyi_arena::sandbox::{Policy, Sandbox};
use boyi_course::{Files, Grader, Key, Kind, LANGUAGES, READY, Report, ready, starter, submission};
use boyi_game::Language;

const KEY: Key = Key {
    secret: "what hidden cases of these tests are drawn from",
    student: "s1",
};

fn grader() -> Grader {
    Grader {
        sandbox: Sandbox {
            keeper: PathBuf::from(env!("CARGO_BIN_EXE_boyi-course-keeper")),
            ..Sandbox::default()
        },
        ..Grader::default()
    }
}

/// Whether programs in this language can be built where untrusted ones are.
fn there_is(language: &str) -> bool {
    let program = match language {
        "python" => "/usr/bin/python3",
        "cpp" => "/usr/bin/g++",
        "java" => "/usr/bin/javac",
        _ => "/usr/bin/rustc",
    };
    let found = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let found = found.is_ok_and(|status| status.success());
    if !found {
        eprintln!("skipped: {program} is not installed");
    }
    found
}

/// Our solution of a lab; both reversi labs have the same.
fn solution(lab: &str, language: &str) -> String {
    let name = match lab {
        "othello" | "weighted-reversi" => "reversi",
        lab => lab,
    };
    let ending = if language == "python" { "py" } else { "cpp" };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("solutions");
    let file = folder.join(format!("{name}.{ending}"));
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn graded(lab: &str, files: &Files, only: Option<&str>) -> Report {
    graded_by(&grader(), lab, files, only)
}

fn graded_by(grader: &Grader, lab: &str, files: &Files, only: Option<&str>) -> Report {
    let assignment = ready(lab).expect("it ships");
    let report = grader.grade(&assignment, files, Some(KEY), only, &mut |_| ());
    let report = report.expect("nobody calls it off");
    assert_eq!(report.build_failed, None, "{lab}");
    report
}

fn failed(report: &Report) -> Vec<&str> {
    let failed = report.questions.iter().filter(|question| !question.passed);
    failed.map(|question| question.question.as_str()).collect()
}

fn said(report: &Report) -> String {
    let all = report.questions.iter().map(|question| {
        format!(
            "{} {} {}\n",
            question.question, question.points, question.message.en
        )
    });
    all.collect()
}

fn reference_earns_everything(lab: &str) {
    for language in ["python", "cpp"] {
        if !there_is(language) {
            continue;
        }
        let assignment = ready(lab).expect("it ships");
        let files = submission(&assignment, language, &solution(lab, language)).expect("known");
        let report = graded(lab, &files, None);
        assert!(
            failed(&report).is_empty(),
            "{lab} in {language}:\n{}",
            said(&report)
        );
        assert!(
            (report.points - assignment.points()).abs() < 1e-9,
            "{lab} in {language}"
        );
    }
}

macro_rules! references {
    ($($name:ident: $lab:literal,)*) => {
        $(#[test]
        fn $name() {
            reference_earns_everything($lab);
        })*
    };
}

references! {
    our_maze_solution_earns_everything: "maze",
    our_supply_solution_earns_everything: "supply",
    our_roads_solution_earns_everything: "roads",
    our_alpha_beta_solution_earns_everything: "alpha-beta",
    our_othello_solution_earns_everything: "othello",
    our_weighted_reversi_solution_earns_everything: "weighted-reversi",
    our_gomoku_solution_earns_everything: "gomoku",
    our_xiangqi_solution_earns_everything: "xiangqi",
    our_garlic_solution_earns_everything: "garlic",
    our_shell_solution_earns_everything: "shell",
}

/// A mistake planted into our Python solution: what it is, what becomes what, and which questions it costs.
type Planted = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

fn planted(lab: &str, mistakes: &[Planted]) {
    if !there_is("python") {
        return;
    }
    let assignment = ready(lab).expect("it ships");
    let right = solution(lab, "python");
    let mut wrong = String::new();
    for (name, from, to, costs) in mistakes {
        assert!(
            right.contains(from),
            "{lab}, {name}: `{from}` is not in the solution"
        );
        let files = submission(&assignment, "python", &right.replace(from, to)).expect("known");
        let (mut lost, mut words) = (Vec::new(), String::new());
        for question in &assignment.questions {
            // Games take long: where a mistake cannot cost any they are not played.
            if question.kind == Kind::Ladder && !costs.contains(&question.name.as_str()) {
                continue;
            }
            let report = graded(lab, &files, Some(&question.name));
            if !failed(&report).is_empty() {
                lost.push(question.name.clone());
            }
            words.push_str(&said(&report));
        }
        if lost != *costs {
            wrong.push_str(&format!("{lab}, {name}: costs {lost:?}\n{words}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn wrong_maze_solutions_lose_what_they_should() {
    planted(
        "maze",
        &[
            (
                "off by one at the last row and column",
                "0 <= row < rows and 0 <= col < cols",
                "0 <= row < rows - 1 and 0 <= col < cols",
                &["small"],
            ),
            (
                "an inadmissible heuristic",
                "g + distance(there, leave), -g",
                "g + 4 * distance(there, leave), -g",
                &["small", "winding", "large", "expanded"],
            ),
            (
                "too slow: cells that are done are looked for one by one",
                "        if cell in done:\n            continue\n        done.add(cell)",
                "        if len([other for other in done for twice in range(10) if other == cell]) > 0:\n            continue\n        done.add(cell)",
                &["large"],
            ),
            (
                "no order by h: Dijkstra",
                "g + distance(there, leave), -g",
                "g, -g",
                &["expanded"],
            ),
            (
                "IDA* gives up after its first bound",
                "bound = found",
                "break",
                &["ida"],
            ),
        ],
    );
}

#[test]
fn wrong_supply_solutions_lose_what_they_should() {
    planted(
        "supply",
        &[
            (
                "the report's mistake: one label for each cell",
                "if left > most[there]:",
                "if most[there] < 0:",
                &["twice", "large"],
            ),
            (
                "off by one: the last unit is never eaten",
                "if food == 0:",
                "if food == 1:",
                &["twice"],
            ),
            (
                "too slow: nothing is dominated",
                "if left > most[there]:",
                "if True:",
                &["plenty", "scarce", "lost", "twice", "large"],
            ),
        ],
    );
}

#[test]
fn wrong_road_solutions_lose_what_they_should() {
    planted(
        "roads",
        &[
            (
                "no tie handling: the second road may cost as much",
                "if cost > least:",
                "if cost >= least:",
                &["ties"],
            ),
            (
                "off by one: the first state is paid for",
                "paid = sum(values[state] for state in root[1:])",
                "paid = sum(values[state] for state in root)",
                &["second", "ties"],
            ),
            (
                "steps are counted instead of values",
                "g = here + values[there]",
                "g = here + 1",
                &["shortest", "second", "ties", "large"],
            ),
        ],
    );
}

#[test]
fn wrong_alpha_beta_solutions_lose_what_they_should() {
    planted(
        "alpha-beta",
        &[
            (
                "no tie handling: equal bounds do not cut",
                "if alpha >= beta:",
                "if alpha > beta:",
                &["cuts"],
            ),
            (
                "no pruning at all",
                "if alpha >= beta:",
                "if False:",
                &["cuts"],
            ),
            (
                "off by one: the root counts as a leaf",
                "    leaves = 0\n\n    def value(node, most):",
                "    leaves = 1\n\n    def value(node, most):",
                &["leaves"],
            ),
            (
                "beta is taken from the wrong side",
                "beta = min(beta, best)",
                "beta = max(alpha, best)",
                &["cuts"],
            ),
        ],
    );
}

#[test]
fn wrong_othello_solutions_lose_what_they_should() {
    planted(
        "othello",
        &[
            (
                "one direction is forgotten",
                "(1, 0), (1, 1)]",
                "(1, 0)]",
                &["moves", "lines", "value", "endgame"],
            ),
            (
                "the value is from the wrong view",
                "total += value if cell == side else -value",
                "total += value if cell == \"X\" else -value",
                &["value", "endgame"],
            ),
            (
                "illegal moves in games",
                "    cells, mover, worth = read(turn[\"position\"])",
                "    return \"a1\"\n    cells, mover, worth = read(turn[\"position\"])",
                &["ladder"],
            ),
        ],
    );
}

#[test]
fn wrong_gomoku_solutions_lose_what_they_should() {
    planted(
        "gomoku",
        &[
            (
                "off by one: four are enough",
                "[0] >= 5 for line",
                "[0] >= 4 for line",
                &["fives", "best"],
            ),
            (
                "one diagonal is forgotten",
                "(1, 1), (1, -1)]",
                "(1, 1)]",
                &["fives"],
            ),
        ],
    );
}

#[test]
fn wrong_xiangqi_solutions_lose_what_they_should() {
    planted(
        "xiangqi",
        &[
            (
                "horses have no legs",
                " or board[row + down][col + right] != \".\":",
                ":",
                &["moves", "mate"],
            ),
            (
                "off by one: soldiers go sideways a row too early",
                "if row >= 5 if red else row <= 4:",
                "if row >= 4 if red else row <= 5:",
                &["moves"],
            ),
        ],
    );
}

#[test]
fn wrong_garlic_solutions_lose_what_they_should() {
    planted(
        "garlic",
        &[
            (
                "off by one: the garlic counts as a star",
                "return str(len(stars_of(text)))",
                "return str(len(stars_of(text)) + 1)",
                &["reach"],
            ),
            (
                "the farthest star is taken for the nearest",
                "return str(min(stars_of(text), default=-1))",
                "return str(max(stars_of(text), default=-1))",
                &["nearest"],
            ),
            (
                "it walks into walls",
                "there = min((cell for cell in around(own) if cell in back)",
                "return \"0 0\"\n    there = min((cell for cell in around(own) if cell in back)",
                &["still", "ladder"],
            ),
        ],
    );
}

#[test]
fn wrong_shells_lose_what_they_should() {
    planted(
        "shell",
        &[
            (
                "the oldest command is found",
                "for logged in reversed(log):",
                "for logged in log:",
                &["log", "programs"],
            ),
            (
                "what is not found is not said",
                "        say(f\"{words[0]}: no such command\\n\")",
                "        pass",
                &["log", "programs"],
            ),
            (
                "off by one: the newest line of the log is left out",
                "for logged in log))",
                "for logged in log[:-1]))",
                &["log", "programs"],
            ),
        ],
    );
}

#[test]
fn every_starter_runs_at_once_in_every_language() {
    for language in LANGUAGES {
        if !there_is(language) {
            continue;
        }
        // One lab with functions and turns, one without turns, one that is a whole program.
        for (lab, question) in [
            ("othello", "moves"),
            ("maze", "blocked"),
            ("shell", "prompt"),
        ] {
            let assignment = ready(lab).expect("it ships");
            let files = starter(&assignment, language, Language::English).expect("known");
            let mut grader = grader();
            if language == "java" {
                // Its compiler looks the user up over a socket, for which the sandbox ends it.
                grader.sandbox.policy = Policy::Off;
            }
            let report = graded_by(&grader, lab, &files, Some(question));
            let [only] = &report.questions[..] else {
                panic!("one question was asked");
            };
            let answered = only
                .cases
                .iter()
                .all(|case| case.passed || case.came.is_some());
            assert!(answered, "{lab} in {language}: {}", only.message.en);
            // A starter says that there is no way: here that is right.
            assert_eq!(
                only.passed,
                lab == "maze",
                "{lab} in {language}: {}",
                only.message.en
            );
        }
    }
}

#[test]
fn cases_differ_by_student_and_are_the_same_each_time() {
    for lab in READY {
        let assignment = ready(lab).expect("it ships");
        for question in &assignment.questions {
            let drawn = |student| {
                let key = Key { student, ..KEY };
                boyi_course::cases(&assignment, question, Some(key)).expect("a lab that ships")
            };
            let (one, other) = (drawn("s1"), drawn("s2"));
            assert_eq!(one, drawn("s1"), "{lab} {}", question.name);
            for (one, other) in one.iter().zip(&other) {
                assert_eq!(one.input == other.input, !one.hidden, "{lab} {}", one.name);
            }
        }
    }
}
