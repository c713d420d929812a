//! The register: codes, hand-in, the queue, grades, archives.

#[path = "../../arena/tests/postgres/mod.rs"]
mod postgres;

use boyi_arena::store::Store;
use boyi_course::register::{HandInError, Register, Role, read_roster};
use boyi_course::{Assignment, Files, Report};

const ROSTER: &str = "Name,ID,Role\n\"Wu, Min\",s1,\nLee,s2,student\nKim,s3,\nProf,t1,teacher\n";

const SUMS: &str = concat!(
    "opens = 1970-01-01T00:16:40Z\n",
    "due = 1970-01-02T00:00:00Z\n",
    "late = { per_day = 0.5, days = 1 }\n",
    "attempts = 3\n",
    "per_hour = 2\n",
    include_str!("sums.toml")
);

fn files(content: &str) -> Files {
    Files::new([("bot.py".to_owned(), content.as_bytes().to_owned())]).expect("small")
}

fn sums() -> Assignment {
    let files = [
        ("assignment.toml", SUMS),
        ("cases/hidden/small/a.in", "1 2"),
        ("cases/hidden/small/a.out", "3"),
    ];
    let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_owned()));
    Assignment::new(Files::new(files).expect("small")).expect("an assignment")
}

fn worth(points: f64) -> Report {
    Report {
        points,
        of: 10.0,
        ..Report::default()
    }
}

fn course() -> (Register, Vec<String>) {
    course_in(&Store::in_memory().expect("memory"))
}

fn course_in(store: &Store) -> (Register, Vec<String>) {
    let register = Register::new(store);
    register.make_course("ai", "AI", 1).expect("new");
    let people = read_roster(ROSTER).expect("a roster");
    let enrolled = register.enrol("ai", &people, 1).expect("room");
    register.hand_out("ai", &sums()).expect("a course");
    let codes = enrolled.into_iter().filter_map(|one| one.code);
    (register, codes.collect())
}

#[test]
fn a_code_opens_once_and_only_its_hash_is_kept() {
    let (register, codes) = course();
    assert_eq!(codes.len(), 4);
    let kept = register.export("ai").expect("a course");
    assert!(codes.iter().all(|code| !kept.contains(code.as_str())));
    let (person, token) = register
        .enter("ai", &codes[3].to_lowercase(), 5)
        .expect("the store")
        .expect("a code of the course");
    assert_eq!((person.id.as_str(), person.role), ("t1", Role::Teacher));
    assert!(
        register
            .enter("ai", &codes[3], 6)
            .expect("the store")
            .is_none()
    );
    let visitor = register
        .visitor(&token, 7)
        .expect("the store")
        .expect("entered");
    assert_eq!((visitor.0.as_str(), visitor.1.id.as_str()), ("ai", "t1"));
    assert!(register.visitor("0000", 7).expect("the store").is_none());
    assert!(
        register
            .visitor(&token, 1 << 40)
            .expect("the store")
            .is_none()
    );
    register.leave(&token).expect("the store");
    assert!(register.visitor(&token, 7).expect("the store").is_none());
}

#[test]
fn who_is_enrolled_again_keeps_code_and_alias() {
    let (register, codes) = course();
    let before = register.people("ai").expect("a course");
    let people = read_roster("id,name\ns1,Wu Min\ns9,New\n").expect("a roster");
    let again = register.enrol("ai", &people, 2).expect("room");
    assert_eq!(
        (again[0].code.is_some(), again[1].code.is_some()),
        (false, true)
    );
    let alias = &before
        .iter()
        .find(|person| person.id == "s1")
        .expect("there")
        .alias;
    assert_eq!(&again[0].person.alias, alias);
    assert_eq!(again[0].person.name, "Wu Min");
    assert!(
        register
            .enter("ai", &codes[0], 3)
            .expect("the store")
            .is_some()
    );
    assert!(!register.set_alias("ai", "s9", alias).expect("the store"));
    assert!(register.set_alias("ai", "s9", "晴天").expect("the store"));
}

#[test]
fn a_roster_says_where_it_is_wrong() {
    for (text, said) in [
        ("name\nWu\n", "one of them must be `id`"),
        ("id\ns1\ns1\n", "row 3: `s1` is there twice"),
        ("id,role\ns1,king\n", "row 2: `king` is no role"),
        ("id\n../x\n", "row 2"),
        ("", "empty"),
    ] {
        let error = read_roster(text).expect_err(said).to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn times_attempts_and_rates_are_kept() {
    let (register, _) = course();
    let hand_in =
        |who: &str, text: &str, now| register.hand_in("ai", "sums", who, &files(text), now);
    assert!(matches!(
        hand_in("s1", "a", 999),
        Err(HandInError::NotOpen { .. })
    ));
    assert_eq!(hand_in("s1", "a", 1000).expect("open").version, 1);
    assert!(matches!(
        hand_in("s1", "a", 1001),
        Err(HandInError::Same(1))
    ));
    assert_eq!(hand_in("s1", "b", 1002).expect("room").version, 2);
    let often = hand_in("s1", "c", 1003);
    assert!(
        matches!(often, Err(HandInError::TooOften { wait: 3597, .. })),
        "{often:?}"
    );
    assert_eq!(hand_in("s1", "c", 4600).expect("an hour later").version, 3);
    assert!(matches!(
        hand_in("s1", "d", 9000),
        Err(HandInError::NoAttempts(3))
    ));
    let after = 86_400 * 3;
    assert!(matches!(
        hand_in("s2", "a", after),
        Err(HandInError::TooLate { .. })
    ));
    register
        .extend("ai", "sums", "s2", Some(after + 1))
        .expect("both there");
    assert_eq!(hand_in("s2", "a", after).expect("more time").version, 1);
    let allowed = register.allowed("ai", "sums", "s2").expect("both there");
    assert_eq!(
        (allowed.used, allowed.left, allowed.due),
        (1, Some(2), Some(after + 1))
    );
    let kept = register
        .submissions("ai", Some("sums"), Some("s1"))
        .expect("a course");
    assert_eq!(kept.len(), 3);
    assert_eq!(
        register.files(kept[1].number).expect("kept").hash(),
        files("b").hash()
    );
}

#[test]
fn a_grading_is_taken_by_one_and_counts_once() {
    let (register, _) = course();
    for who in ["s1", "s2"] {
        register
            .hand_in("ai", "sums", who, &files("x"), 1000)
            .expect("open");
    }
    let take = |worker: &str, now| {
        register
            .take_grading(None, worker, 60, now)
            .expect("the store")
    };
    let first = take("a", 2000).expect("one is open");
    let second = take("b", 2000).expect("another is open");
    assert_ne!(first.number, second.number);
    assert_eq!(take("c", 2001), None);
    assert!(
        register
            .finish_grading(&second, &worth(7.0), 2010)
            .expect("the store")
    );
    assert!(
        !register
            .finish_grading(&second, &worth(9.0), 2011)
            .expect("the store")
    );
    // Its worker was killed: a minute later another has it, and the first comes too late.
    let again = take("c", 2061).expect("it is open again");
    assert_eq!((again.number, again.attempt), (first.number, 2));
    assert!(
        !register
            .finish_grading(&first, &worth(1.0), 2062)
            .expect("the store")
    );
    assert!(
        register
            .finish_grading(&again, &worth(4.0), 2063)
            .expect("the store")
    );
    assert!(register.is_graded(Some("ai")).expect("the store"));
    let grades = register.grades("ai").expect("a course");
    let points: Vec<_> = grades.iter().map(|grade| grade.points).collect();
    assert_eq!(points, [Some(4.0), Some(7.0)]);
    let number = grades[0].submission.number;
    assert!(register.regrade(number, 3000).expect("the store"));
    assert!(!register.regrade(number, 3000).expect("the store"));
    assert_eq!(
        register.grades("ai").expect("a course")[0].points,
        Some(4.0)
    );
    let regrade = take("a", 3001).expect("asked again");
    assert!(
        register
            .finish_grading(&regrade, &worth(5.0), 3002)
            .expect("the store")
    );
    assert_eq!(
        register.grades("ai").expect("a course")[0].points,
        Some(5.0)
    );
}

#[test]
fn the_best_counts_and_late_ones_count_less() {
    let (register, _) = course();
    let grade = |who: &str, text: &str, now, points| {
        register
            .hand_in("ai", "sums", who, &files(text), now)
            .expect("in time");
        let taken = register
            .take_grading(None, "w", 60, now)
            .expect("the store");
        let taken = taken.expect("just handed in");
        assert!(
            register
                .finish_grading(&taken, &worth(points), now)
                .expect("the store")
        );
    };
    grade("s1", "good", 80_000, 8.0);
    grade("s1", "perfect and late", 90_000, 10.0);
    grade("s2", "late", 90_000, 10.0);
    let board = register
        .leaderboard("ai", None, Some("s2"))
        .expect("a course");
    let seen: Vec<_> = board
        .iter()
        .map(|one| (one.place, one.points, one.own))
        .collect();
    assert_eq!(seen, [(1, 8.0, false), (2, 5.0, true)]);
}

#[test]
fn a_course_goes_through_a_file_and_a_student_can_be_forgotten() {
    let (register, _) = course();
    for who in ["s1", "s2"] {
        register
            .hand_in("ai", "sums", who, &files(who), 1000)
            .expect("open");
        let taken = register
            .take_grading(None, "w", 60, 1000)
            .expect("the store");
        let taken = taken.expect("just handed in");
        assert!(
            register
                .finish_grading(&taken, &worth(6.5), 1001)
                .expect("the store")
        );
    }
    register.regrade(1, 1002).expect("the store");
    register
        .take_grading(None, "w", 60, 1003)
        .expect("the store");
    let text = register.export("ai").expect("a course");
    let other = Register::new(&Store::in_memory().expect("memory"));
    // Numbers there are in use already.
    other.make_course("old", "Old", 1).expect("new");
    other
        .enrol("old", &read_roster("id\ns1\n").expect("a roster"), 1)
        .expect("room");
    other.hand_out("old", &sums()).expect("a course");
    other
        .hand_in("old", "sums", "s1", &files("old"), 1000)
        .expect("open");
    assert_eq!(other.import(&text).expect("ours"), "ai");
    assert!(other.import(&text).is_err());
    assert_eq!(
        other.people("ai").expect("there"),
        register.people("ai").expect("there")
    );
    let points = |register: &Register| {
        let grades = register.grades("ai").expect("a course");
        grades
            .into_iter()
            .map(|grade| (grade.person, grade.points))
            .collect::<Vec<_>>()
    };
    assert_eq!(points(&other), points(&register));
    assert!(
        !other.is_graded(Some("ai")).expect("there"),
        "the regrade is asked for again"
    );
    assert_eq!(other.forget("ai", "s1").expect("there"), 1);
    let left = other.export("ai").expect("there");
    assert!(!left.contains("s1") && !left.contains("Wu"), "{left}");
    assert!(other.import("{}").is_err());
}

#[test]
fn a_postgresql_database_keeps_a_course_as_well() {
    let Some(server) = postgres::Postgres::start("course") else {
        return;
    };
    let (register, codes) = course_in(&Store::at(&server.database()).expect("a database"));
    let entered = register.enter("ai", &codes[0], 5).expect("the store");
    let (person, token) = entered.expect("a code of the course");
    let visitor = register.visitor(&token, 6).expect("the store");
    assert_eq!(visitor.map(|(_, visitor)| visitor.id), Some(person.id));
    register
        .extend("ai", "sums", "s2", Some(90_000))
        .expect("both there");
    for who in ["s1", "s2"] {
        register
            .hand_in("ai", "sums", who, &files(who), 1000)
            .expect("open");
        let taken = register
            .take_grading(Some("ai"), "w", 60, 1000)
            .expect("the store");
        let taken = taken.expect("just handed in");
        assert!(register.hold_grading(&taken, 60, 1001).expect("the store"));
        assert!(
            register
                .finish_grading(&taken, &worth(6.5), 1002)
                .expect("the store")
        );
        assert!(
            !register
                .finish_grading(&taken, &worth(9.0), 1003)
                .expect("the store")
        );
    }
    let number = register.submissions("ai", None, Some("s1")).expect("there")[0].number;
    assert!(register.regrade(number, 1003).expect("the store"));
    assert!(!register.is_graded(None).expect("the store"));
    assert_eq!(
        register.allowed("ai", "sums", "s2").expect("there").due,
        Some(90_000)
    );
    let text = register.export("ai").expect("there");
    let other = Register::new(&Store::in_memory().expect("memory"));
    assert_eq!(other.import(&text).expect("ours"), "ai");
    assert_eq!(other.export("ai").expect("there").len(), text.len());
    let back = Register::new(&Store::at(&server.database()).expect("a database"));
    assert_eq!(back.import(&text).expect("ours"), "ai");
    assert_eq!(back.leaderboard("ai", None, None).expect("there").len(), 2);
    assert_eq!(register.forget("ai", "s1").expect("there"), 1);
    assert_eq!(register.grades("ai").expect("there").len(), 1);
}
