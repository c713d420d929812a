//! Attacks on the grader: each earns nothing, harms nobody, and is reported to the teacher.

use std::path::{Path, PathBuf};
use std::time::Duration;

use boyi_arena::sandbox::{Allowance, Sandbox};
use boyi_arena::store::Store;
use boyi_course::register::{NewPerson, Register, Role};
use boyi_course::{Assignment, Expected, Files, GradingWorker, Key, cases, now, ready, submission};
use boyi_search::Stop;

const LAB: &str = include_str!("moves.toml");

/// What it is, and what the function does instead of its work.
const ATTACKS: &[(&str, &str)] = &[
    (
        "fills the memory",
        "kept = []\n    while True:\n        kept.append(bytearray(b'x') * (64 << 20))",
    ),
    (
        "starts processes without end",
        "import os\n    while True:\n        os.fork()",
    ),
    (
        "calls home",
        "import socket\n    socket.create_connection((\"127.0.0.1\", 80))",
    ),
    (
        "writes without end",
        "import sys\n    while True:\n        sys.stdout.write('x' * 10000)",
    ),
    (
        "fills its folder with files",
        "n = 0\n    while True:\n        open(f'/tmp/{n}', 'w').close()\n        n += 1",
    ),
    (
        "reads the system's files",
        "return open('/etc/passwd').read()",
    ),
    (
        "looks into other processes",
        "import os\n    return ' '.join(open(f'/proc/{p}/environ').read() for p in os.listdir('/proc') if p.isdigit())",
    ),
    (
        "kills the grader",
        "import os\n    os.kill(os.getppid(), 9)\n    os.kill(-1, 9)",
    ),
    ("becomes root", "import os\n    os.setuid(0)"),
    (
        "runs another program",
        "import subprocess\n    return subprocess.run(['sh', '-c', 'cat /etc/shadow; touch /usr/share/doc/hostile'], capture_output=True, text=True).stdout",
    ),
    (
        "reads hidden cases",
        "import os\n    return ' '.join(os.path.join(d, f) for d, _, fs in os.walk('/') for f in fs if 'cases/hidden' in d or f.endswith('.sqlite'))",
    ),
    (
        "reads another's submission",
        "import glob\n    return ' '.join(open(f).read() for f in glob.glob('/tmp/boyi-grade-*/*') + glob.glob('/tmp/boyi-bot-*/*/*/*'))",
    ),
    (
        "writes to the results",
        "open('/autograder/results/results.json', 'w').write('{\"score\": 10}')\n    return 'd3'",
    ),
];

fn worker(register: &Register) {
    let worker = GradingWorker {
        name: "test".to_owned(),
        course: Some("ai".to_owned()),
        sandbox: Sandbox {
            keeper: PathBuf::from(env!("CARGO_BIN_EXE_boyi-course-keeper")),
            allowance: Allowance {
                memory: 256 << 20,
                ..Allowance::default()
            },
            ..Sandbox::default()
        },
        lease: Duration::from_secs(60),
        until_done: true,
        stop: Stop::default(),
    };
    worker
        .work(register, &mut |_, _| ())
        .expect("the store works");
}

/// What tells one submission from another.
fn mark(number: usize) -> String {
    format!("# the work of number {number}.\n")
}

fn student(id: String) -> NewPerson {
    NewPerson {
        name: id.clone(),
        email: String::new(),
        alias: None,
        role: Role::Student,
        id,
    }
}

#[test]
fn fifteen_attacks_earn_nothing_and_are_reported() {
    if !Path::new("/usr/bin/python3").exists() {
        eprintln!("skipped: there is no python3");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("course.sqlite")).expect("a store");
    let register = Register::new(&store);
    register.make_course("ai", "AI", now()).expect("new");
    let files = Files::new([("assignment.toml".to_owned(), LAB.as_bytes().to_owned())]);
    let lab = Assignment::new(files.expect("small")).expect("an assignment");
    register.hand_out("ai", &lab).expect("there");
    let count = ATTACKS.len() + 2;
    let people: Vec<NewPerson> = (0..=count)
        .map(|number| student(format!("s{number}")))
        .collect();
    register.enrol("ai", &people, now()).expect("room");
    let secret = register.course("ai").expect("there").secret;
    let mut names = Vec::new();
    let mut hand_in = |name: &str, files: Files| {
        let who = format!("s{}", names.len() + 1);
        register
            .hand_in("ai", "moves", &who, &files, now())
            .expect("in time");
        names.push(name.to_owned());
    };
    for (index, (name, body)) in ATTACKS.iter().enumerate() {
        let mark = mark(index);
        let source = format!("{mark}def moves(text):\n    {body}\n");
        hand_in(name, submission(&lab, "python", &source).expect("known"));
    }
    // Another student's answers, which somebody has written down.
    let theirs = Key {
        secret: &secret,
        student: "s0",
    };
    let answers = cases(&lab, &lab.questions[0], Some(theirs)).expect("cases");
    let Expected::Set(answer) = &answers[0].expected else {
        panic!("a law is a set of moves");
    };
    let source = format!("def moves(text):\n    return \"{}\"\n", answer.join(" "));
    hand_in(
        "replays another's answers",
        submission(&lab, "python", &source).expect("known"),
    );
    let mut hanging =
        submission(&lab, "python", "def moves(text):\n    return \"d3\"\n").expect("known");
    let manifest =
        r#"{"name":"x","command":["python3","bot.py"],"build":"while true; do :; done"}"#;
    hanging
        .replace("bot.json", manifest.as_bytes().to_owned())
        .expect("small");
    hand_in("hangs the build", hanging);
    assert_eq!(names.len(), 15);
    worker(&register);

    let mut wrong = String::new();
    for (index, name) in names.iter().enumerate() {
        let report = register.report(index as i64 + 1).expect("the store");
        let report = report.expect("everything is graded");
        let alarms: Vec<&str> = report
            .alarms
            .iter()
            .map(|alarm| alarm.what.en.as_str())
            .collect();
        println!("{name}: {} points, {alarms:?}", report.points);
        if report.points > 0.0 || alarms.is_empty() {
            wrong.push_str(&format!("{name}: {report:?}\n"));
        }
        // What it got hold of is in its answer: nothing of anybody's.
        let came: String = report
            .questions
            .iter()
            .flat_map(|question| &question.cases)
            .filter_map(|case| case.came.clone())
            .collect();
        let others = (0..ATTACKS.len()).filter(|&other| other != index).map(mark);
        let secrets = ["root:", "HOME=", ".in ", secret.as_str()].map(str::to_owned);
        for secret in secrets.into_iter().chain(others) {
            if came.contains(&secret) {
                wrong.push_str(&format!("{name} got hold of `{secret}`: {came}\n"));
            }
        }
        let student = report.for_student();
        assert!(student.alarms.is_empty(), "students see no alarms");
    }
    assert!(wrong.is_empty(), "{wrong}");
    // Nobody's store or results were touched.
    assert_eq!(register.gradings("ai").expect("there").len(), 15);
    assert!(!Path::new("/autograder").exists());
}

#[test]
fn a_wrong_count_is_nobodys_copied_answer() {
    if !Path::new("/usr/bin/python3").exists() {
        eprintln!("skipped: there is no python3");
        return;
    }
    let store = Store::in_memory().expect("memory");
    let register = Register::new(&store);
    register.make_course("ai", "AI", now()).expect("new");
    let lab = ready("maze").expect("it ships");
    register.hand_out("ai", &lab).expect("there");
    // Among so many classmates somebody's count is near.
    let people: Vec<NewPerson> = (0..12)
        .map(|number| student(format!("s{number}")))
        .collect();
    register.enrol("ai", &people, now()).expect("room");
    let source = "def a_star(text):\n    return \"RDRDRD\\n9\"\n\n\ndef ida_star(text):\n    return \"DR\"\n";
    let files = submission(&lab, "python", source).expect("known");
    register
        .hand_in("ai", "maze", "s0", &files, now())
        .expect("in time");
    worker(&register);
    let report = register.report(1).expect("the store").expect("graded");
    assert!(report.points < 1.0, "{}", report.points);
    assert!(report.alarms.is_empty(), "{:?}", report.alarms);
}
