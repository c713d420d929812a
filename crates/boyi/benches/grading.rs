//! A class graded: how many submissions an hour one worker and two take, where the time goes, and what a worker
//! that is killed in the middle costs.
//!
//!     cargo bench --bench grading -- --submissions 200
//!
//! Workers are processes of this program that share a store, as they would on several machines.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const USUAL: usize = 200;
const LAB: &str = "alpha-beta";

struct Room {
    folder: tempfile::TempDir,
}

impl Room {
    /// A course with so many submissions, all different: our own solution with a remark in it.
    fn new(submissions: usize) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let room = Self { folder };
        let roster: String = (1..=submissions).map(|n| format!("s{n}\n")).collect();
        std::fs::write(room.path("roster.csv"), format!("id\n{roster}")).expect("room");
        room.run("course new ai --store course.sqlite");
        room.run("course people roster.csv --course ai --store course.sqlite");
        room.run(&format!(
            "course hand-out {LAB} --course ai --store course.sqlite"
        ));
        room.run(&format!("assignment new {LAB} --lang python --folder work"));
        let solution = Path::new(env!("CARGO_MANIFEST_DIR")).join("../course/solutions");
        let solution = std::fs::read_to_string(solution.join(format!("{LAB}.py"))).expect("ours");
        let starter = std::fs::read_to_string(room.path("work/bot.py")).expect("just made");
        let (begin, end) = (starter.find("\ndef "), starter.find("FUNCTIONS = "));
        let (head, tail) = (
            &starter[..begin.expect("functions")],
            &starter[end.expect("a table")..],
        );
        let manifest = std::fs::read(room.path("work/bot.json")).expect("just made");
        for number in 1..=submissions {
            let place = room.path(&format!("handed-in/s{number}"));
            std::fs::create_dir_all(&place).expect("room");
            let text = format!("# by s{number}\n{head}\n{solution}\n\n{tail}");
            std::fs::write(place.join("bot.py"), text).expect("room");
            std::fs::write(place.join("bot.json"), &manifest).expect("room");
        }
        room
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_boyi"));
        command
            .args(words.split(' '))
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        command
    }

    fn run(&self, words: &str) -> String {
        let output = self.command(words).output().expect("it starts");
        assert!(output.status.success(), "boyi {words}");
        String::from_utf8(output.stdout).expect("text")
    }

    fn queue(&self) -> [u64; 3] {
        let queue = self.run("course queue --course ai --store course.sqlite --json");
        let queue: Value = serde_json::from_str(&queue).expect("JSON");
        ["open", "taken", "done"].map(|state| queue[state].as_u64().expect("a count"))
    }

    fn worker(&self) -> Child {
        let words = "course grade --course ai --until-done --lease 3 --store course.sqlite --json";
        self.command(words).spawn().expect("it starts")
    }
}

/// What a worker printed about each grading it finished.
fn graded(worker: Child) -> Vec<Value> {
    let output = worker.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    lines.collect()
}

fn seconds(graded: &[Value], field: &str) -> f64 {
    graded.iter().filter_map(|one| one[field].as_f64()).sum()
}

fn tell(what: &str, count: usize, took: Duration, graded: &[Value]) {
    let took = took.as_secs_f64();
    let all = seconds(graded, "seconds");
    let build = seconds(graded, "build_seconds");
    let rate = count as f64 / took * 3600.0;
    println!(
        "{what:34} {count:5} {took:8.1} s {rate:9.0}/h   build {:5.1} %, answers {:5.1} %, store and start {:5.1} %",
        100.0 * build / took,
        100.0 * (all - build) / took,
        100.0 * (took - all).max(0.0) / took,
    );
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    // `cargo test --benches` asks whether it runs at all.
    if !words.iter().any(|word| word == "--bench") {
        return;
    }
    let asked = words.iter().position(|word| word == "--submissions");
    let asked = asked.and_then(|at| words.get(at + 1)?.parse().ok());
    let submissions = asked.unwrap_or(USUAL);
    let room = Room::new(submissions);
    let from = format!(
        "course grade --course ai --until-done --from handed-in --assignment {LAB} --store course.sqlite --json"
    );
    println!("{submissions} submissions of {LAB} in Python, one process a worker");

    let began = Instant::now();
    let worker = room.command(&from).spawn().expect("it starts");
    let done = graded(worker);
    assert_eq!(done.len(), submissions);
    assert!(
        done.iter().all(|one| one["points"] == one["of"]),
        "all are right"
    );
    tell("one worker", submissions, began.elapsed(), &done);

    let again = format!("course regrade --course ai --assignment {LAB} --store course.sqlite");
    room.run(&again);
    let began = Instant::now();
    let workers = [room.worker(), room.worker()];
    let shares = workers.map(|worker| std::thread::spawn(move || graded(worker)));
    let shares = shares.map(|share| share.join().expect("it is read"));
    let took = began.elapsed();
    let both: usize = shares.iter().map(Vec::len).sum();
    assert_eq!(both, submissions, "nothing twice");
    let each: Vec<Value> = shares.iter().flatten().cloned().collect();
    let halves: Vec<Value> = each.iter().step_by(2).cloned().collect();
    tell("two workers (shares of one)", submissions, took, &halves);

    room.run(&again);
    let [.., before] = room.queue();
    let began = Instant::now();
    let mut worker = room.worker();
    let half = before + submissions as u64 / 2;
    while room.queue()[2] < half {
        std::thread::sleep(Duration::from_millis(100));
    }
    worker.kill().expect("it runs");
    let first = graded(worker).len();
    let at_death = room.queue()[2] - before;
    let rest = graded(room.worker());
    let [open, taken, after] = room.queue();
    tell(
        "killed with -9, then another",
        submissions,
        began.elapsed(),
        &rest,
    );
    println!(
        "killed after {at_death} (it had told of {first}); the other graded {}; {open} open, {taken} in hand, {} done",
        rest.len(),
        after - before
    );
    assert_eq!(
        (open, taken, after - before),
        (0, 0, submissions as u64),
        "nothing lost"
    );
    assert_eq!(
        at_death + rest.len() as u64,
        submissions as u64,
        "nothing twice"
    );
}
