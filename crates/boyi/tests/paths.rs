//! Mazes, supplies and road maps at the command line.

mod started;

use started::{boyi, failure, stdout, typing};

#[test]
fn courses_answer_files_are_written() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("answers");
    let (_, said) = typing(
        &[
            "maze",
            "-",
            "--course-output",
            folder.to_str().expect("text"),
        ],
        "1111\n0011\n1000\n1111\n",
    );
    assert!(said.is_empty(), "{said}");
    for file in ["output_A.txt", "output_IDA.txt"] {
        let answer = std::fs::read_to_string(folder.join(file)).expect("written");
        let lines: Vec<&str> = answer.lines().collect();
        assert!(lines[0].parse::<f64>().is_ok(), "{answer}");
        assert_eq!(&lines[1..], ["RDRR", "4"], "{file}");
    }
}

#[test]
fn heuristics_have_names_and_cells_have_weights() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("swamp.txt");
    std::fs::write(&file, "11111\n05550\n00000\n11111\n").expect("written");
    let file = file.to_str().expect("text");
    let ask = |more: &[&'static str]| {
        let ends = ["maze", file, "--entry", "1,0", "--exit", "1,4"];
        [&ends, more].concat()
    };
    let walk = stdout(&ask(&[
        "--weighted",
        "--algorithm",
        "astar:heuristic=euclidean",
    ]));
    let lines: Vec<&str> = walk.lines().collect();
    assert_eq!(lines[..2], ["6 steps, cost 6", "DRRRRU"], "{walk}");
    assert!(
        lines[2].starts_with("astar:heuristic=euclidean: "),
        "{walk}"
    );
    let fewest = stdout(&ask(&["--weighted", "--algorithm", "breadth-first"]));
    assert!(fewest.starts_with("4 steps, cost 16\n"), "{fewest}");
    for (more, message) in [
        (
            &["--algorithm", "astar"][..],
            "line 2, column 2: '5' is neither 0 (free) nor 1 (wall)",
        ),
        (
            &["--weighted", "--algorithm", "jps"],
            "jps knows plain ground only",
        ),
        (
            &["--weighted", "--algorithm", "astar:heuristic=crow"],
            "no heuristic `crow`; there are manhattan, octile",
        ),
    ] {
        let (_, refused) = failure(&ask(more));
        assert!(refused.contains(message), "{refused}");
    }
}

/// The course's files, where they are: the values of the specification.
#[test]
fn the_course_files_have_their_known_answers() {
    use boyi_game::shared_files::path;
    let reply = |name: &str| -> Option<serde_json::Value> {
        let file = path(name)?;
        let reply = stdout(&["solve", file.to_str().expect("text"), "--json"]);
        Some(serde_json::from_str(&reply).expect("JSON"))
    };
    for (name, steps) in [("maze/input.txt", 39), ("maze/input2.txt", 116)] {
        let Some(reply) = reply(name) else { return };
        assert_eq!(reply["steps"], steps, "{name}");
    }
    for (index, days) in [5, -1, 10, 9, 14, 15, 22, 21, 29, 252, 198]
        .into_iter()
        .enumerate()
    {
        let Some(reply) = reply(&format!("supply/input_{index}.txt")) else {
            return;
        };
        assert_eq!(reply["days"], days, "input_{index}");
    }
    let Some(reply) = reply("roads/test1.png") else {
        return;
    };
    assert_eq!(
        (&reply["shortest"], &reply["second"]),
        (&430_054.into(), &477_746.into())
    );
}

#[test]
fn preparation_is_kept_and_a_damaged_file_is_refused() {
    use std::fs;
    let here = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("prepared");
    let _ = fs::remove_dir_all(&here);
    fs::create_dir_all(&here).expect("a folder");
    let map = stdout(&[
        "maze", "new", "--kind", "rooms", "--size", "40x40", "--format", "map",
    ]);
    fs::write(here.join("rooms.map"), map).expect("written");
    fs::write(
        here.join("rooms.scen"),
        "version 1\n0\trooms.map\t40\t40\t0\t0\t1\t0\t1\n",
    )
    .expect("written");
    let solve = || {
        boyi(&["solve", "rooms.scen", "--prepared", "rooms.jump", "--json"])
            .current_dir(&here)
            .output()
            .expect("starts")
    };
    assert!(solve().status.success());
    let kept = fs::read(here.join("rooms.jump")).expect("kept");
    assert!(solve().status.success(), "and used");
    fs::write(here.join("rooms.jump"), &kept[..kept.len() - 1]).expect("written");
    let refused = solve();
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&refused.stderr).contains("rooms.jump"),
        "{refused:?}"
    );
}

/// One corridor with a bay, and a longer way round.
const CORRIDOR: &str = "1111111\n0000000\n1011101\n1000001\n1111111\n";

fn solved(arguments: &[&str]) -> serde_json::Value {
    let (reply, said) = typing(&[&["maze", "-", "--json"], arguments].concat(), CORRIDOR);
    assert!(said.is_empty(), "{said}");
    serde_json::from_str(&reply).expect("JSON")
}

#[test]
fn a_map_that_changes_is_followed_by_every_search_of_steps() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("changes.txt");
    std::fs::write(&file, "# the corridor closes\n3 wall 1,4\n").expect("written");
    let file = file.to_str().expect("text");
    for name in ["astar", "jps", "dstar-lite", "weighted-astar:weight=1"] {
        let reply = solved(&["--changes", file, "--algorithm", name]);
        // Three steps on, two back, then round by the other way.
        assert_eq!(reply["steps"], 14, "{name}");
        assert_eq!(reply["iterations"], 2, "{name}");
        assert_eq!(reply["changes"], "3 wall 1,4\n");
    }
    let reply = solved(&["--changes", file, "--algorithm", "lpa"]);
    assert_eq!(reply["steps"], 10, "whoever has not set out loses no time");
}

#[test]
fn two_walkers_pass_each_other() {
    let reply = solved(&["--walker", "1,6-1,0"]);
    assert_eq!(reply["algorithm"], "cbs");
    // One goes straight, the other round: 6 + 10.
    assert_eq!(reply["length"], 16.0);
    assert_eq!(reply["walkers"].as_array().map(Vec::len), Some(2));
}

#[test]
fn straight_lines_have_corners_instead_of_moves() {
    let reply = solved(&["--algorithm", "theta"]);
    assert_eq!(reply["corners"], serde_json::json!([[1, 0], [1, 6]]));
    assert_eq!(reply["length"], 6.0);
    assert!(reply["moves"].is_null());
}

#[test]
fn what_a_search_cannot_do_is_said() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("corridor.txt");
    std::fs::write(&file, CORRIDOR).expect("written");
    let file = file.to_str().expect("text");
    for (arguments, wrong) in [
        (
            &["--algorithm", "astar", "--walkers", "2"][..],
            "plans for one walker",
        ),
        (
            &["--algorithm", "theta", "--changes", "3"],
            "cannot follow a map that changes",
        ),
        (&["--algorithm", "ara:weight=0.5"], "not a number from 1 to"),
        (&["--walker", "0,0-1,1"], "is not a free cell"),
        (&["--walkers", "90"], "no room for 90 walkers"),
        (&["--changes", "no-such-file"], "cannot read no-such-file"),
        (&["--walkers", "2", "--connectivity", "8"], "4 directions"),
    ] {
        let (_, said) = failure(&[&["maze", file], arguments].concat());
        assert!(said.contains(wrong), "{arguments:?}: {said}");
    }
}
