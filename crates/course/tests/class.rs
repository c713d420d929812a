//! The class tournament: everybody's newest submission, and after a new one its games alone.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use boyi_arena::bot::{Options, SubmissionOptions};
use boyi_arena::contest::local::Local;
use boyi_arena::contest::{self, ContestPlan, Finish};
use boyi_arena::sandbox::Sandbox;
use boyi_arena::store::{Filter, Store};
use boyi_course::register::{Register, read_roster};
use boyi_course::{Assignment, Files, Report, Words, class, now, submission};
use boyi_search::Stop;

const LAB: &str = include_str!("ladder.toml");

/// Plays the first or the last legal move, and says a secret where somebody might listen.
fn player(place: &str) -> String {
    format!(
        "print('a secret', file=sys.stderr, flush=True)\n\ndef choose(turn, side):\n    return turn[\"legal\"][{place}]\n"
    )
}

struct Room {
    folder: tempfile::TempDir,
    store: Store,
    register: Register,
    lab: Assignment,
    sandbox: Sandbox,
}

impl Room {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("course.sqlite")).expect("a store");
        let register = Register::new(&store);
        register.make_course("ai", "AI", 1).expect("new");
        let people = read_roster("id,role\nt1,teacher\ns1,\ns2,\ns3,\ns4,\n").expect("a roster");
        register.enrol("ai", &people, 1).expect("room");
        let files = Files::new([("assignment.toml".to_owned(), LAB.as_bytes().to_owned())]);
        let lab = Assignment::new(files.expect("small")).expect("a lab");
        register.hand_out("ai", &lab).expect("there");
        Self {
            folder,
            store,
            register,
            lab,
            sandbox: Sandbox {
                keeper: PathBuf::from(env!("CARGO_BIN_EXE_boyi-course-keeper")),
                ..Sandbox::default()
            },
        }
    }

    fn players(&self) -> PathBuf {
        self.folder.path().join("class")
    }

    /// Hands in, and has it graded as something that builds or not.
    fn hand_in(&self, who: &str, place: &str, builds: bool) {
        let files = submission(&self.lab, "python", &player(place)).expect("known");
        let handed_in = self.register.hand_in("ai", "game", who, &files, now());
        handed_in.expect("in time");
        let taken = self.register.take_grading(None, "test", 60, now());
        let taken = taken.expect("the store").expect("just handed in");
        let report = Report {
            build_failed: (!builds).then(|| Words::new("no", "否")),
            ..Report::default()
        };
        assert!(
            self.register
                .finish_grading(&taken, &report, now())
                .expect("the store")
        );
    }

    fn plan(&self) -> Result<ContestPlan, class::ClassError> {
        class::plan(
            &self.register,
            "ai",
            &self.lab,
            &self.sandbox,
            &self.players(),
        )
    }

    /// Plays to the end; how many games there are in the store then.
    fn play(&self, plan: &ContestPlan) -> usize {
        let options = Options {
            sandbox: self.sandbox.clone(),
            submissions: Some(SubmissionOptions {
                folder: self.players(),
                policy: self.sandbox.policy,
            }),
            ..Options::default()
        };
        let mut local = Local::new(&self.store, &plan.name, 1, &options);
        let ran = contest::run(
            &self.store,
            plan,
            class::KIND,
            &mut local,
            &Stop::default(),
            &mut |_| (),
        );
        let (finish, standings) = ran.expect("it is played");
        assert_eq!(finish, Finish::Done);
        assert_eq!(standings.rows.iter().map(|row| row.faults).sum::<u64>(), 0);
        let filter = Filter {
            contest: Some(&plan.name),
            finished: Some(true),
            ..Filter::default()
        };
        self.store.games(&filter).expect("the store").len()
    }
}

#[test]
fn a_new_submission_plays_its_own_games_and_no_others() {
    if !Path::new("/usr/bin/python3").exists() {
        eprintln!("skipped: there is no python3");
        return;
    }
    let room = Room::new();
    room.hand_in("s1", "0", true);
    assert!(matches!(room.plan(), Err(class::ClassError::TooFew(1))));
    room.hand_in("s2", "-1", true);
    room.hand_in("s3", "len(turn[\"legal\"]) // 2", true);
    room.hand_in("s4", "oops", false);
    let plan = room.plan().expect("three that build");
    assert_eq!(plan.players.len(), 3);
    let names: HashSet<&str> = plan.players.iter().map(|one| one.name.as_str()).collect();
    for who in ["s1", "s2", "s3"] {
        assert!(
            !names.iter().any(|name| name.contains(who)),
            "aliases: {names:?}"
        );
    }
    assert_eq!(room.play(&plan), 6);
    assert_eq!(room.plan().expect("the same"), plan);
    assert_eq!(
        room.play(&plan),
        6,
        "nothing has changed, nothing is played"
    );

    // The newest that builds plays: s2's next one does not.
    room.hand_in("s1", "1 % len(turn[\"legal\"])", true);
    room.hand_in("s2", "oops", false);
    let next = room.plan().expect("three that build");
    assert_eq!(next.lines, plan.lines);
    let changed = next
        .players
        .iter()
        .filter(|one| !plan.players.contains(one));
    assert_eq!(changed.count(), 1);
    assert_eq!(room.play(&next), 6 + 4);
    class::prune(&room.register, &next, &room.players()).expect("ours");
    let left = std::fs::read_dir(room.players()).expect("there").count();
    assert_eq!(left, 3, "what was replaced is gone");

    // What it wrote to standard error is in no record.
    let filter = Filter::default();
    for game in room.store.games(&filter).expect("the store") {
        let (_, record) = room
            .store
            .game(&game.id)
            .expect("the store")
            .expect("listed");
        assert!(!format!("{:?}", record.events).contains("a secret"));
    }
    // Somebody who is forgotten leaves no program behind.
    room.register.forget("ai", "s3").expect("there");
    let two = room.plan().expect("two that build");
    class::prune(&room.register, &two, &room.players()).expect("ours");
    assert_eq!(std::fs::read_dir(room.players()).expect("there").count(), 2);
}
