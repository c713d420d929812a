//! Mazes, supplies and road maps at the command line.

mod started;

use started::{boyi, stdout, typing};

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
