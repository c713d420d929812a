//! `boyi bot` and `boyi doctor` as a user meets them.

mod started;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use started::{examples, failure, stdout};

/// A folder that is the whole world of one test.
struct World(PathBuf);

impl World {
    fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("boyi-world-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder of ours");
        Self(folder)
    }

    fn run(&self, line: &str) -> Output {
        let program = Path::new(env!("CARGO_BIN_EXE_boyi"));
        let folder = program
            .parent()
            .expect("a program lies in a folder")
            .display();
        let path = format!("{folder}:{}", env::var("PATH").unwrap_or_default());
        let mut shell = Command::new("sh");
        shell
            .args(["-c", line])
            .current_dir(&self.0)
            .env("HOME", &self.0)
            .env("PATH", path);
        shell
            .env("BOYI_LANG", "en")
            .env_remove("XDG_DATA_HOME")
            .env_remove("BOYI_BOTS");
        shell.output().expect("a shell starts")
    }

    fn says(&self, line: &str) -> String {
        let output = self.run(line);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {complaint}");
        String::from_utf8(output.stdout).expect("text")
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn every_example_runs() {
    let world = World::new("examples");
    world.says("boyi bot new reversi --name seed && cp seed/bot.py .");
    let mut tried = 0;
    for command in [
        "bot",
        "bot new",
        "bot check",
        "bot add",
        "bot list",
        "bot remove",
        "doctor",
    ] {
        for example in examples(command) {
            if example.contains("fairy-stockfish")
                && !Path::new("/usr/games/fairy-stockfish").exists()
            {
                continue;
            }
            assert!(
                !world.says(&example).is_empty() || example.contains("--json"),
                "{example}"
            );
            tried += 1;
        }
    }
    assert!(tried >= 12, "only {tried} examples were found");
}

#[test]
fn a_bot_is_made_checked_and_named() {
    let world = World::new("named");
    let made = world.says("boyi bot new reversi --lang python --name mybot");
    assert!(made.contains("boyi bot check ./mybot"), "{made}");
    let checked = world.says("boyi bot check mybot");
    assert!(
        checked.contains("a whole game as the second player"),
        "{checked}"
    );
    assert_eq!(
        world.says("boyi bot add mybot"),
        "bot:mybot is known now.\n"
    );
    let list = world.says("boyi bot list");
    assert!(
        list.starts_with("bot:mybot") && list.contains("boyi · reversi"),
        "{list}"
    );
    assert!(
        world
            .says("boyi bot check bot:mybot --lang zh")
            .contains("以后手下完一局")
    );
    world.says("boyi bot remove mybot");
    assert!(!world.run("boyi bot check bot:mybot").status.success());
    let again = world.run("boyi bot new reversi --name mybot");
    assert!(String::from_utf8_lossy(&again.stderr).contains("is there already"));
}

#[test]
fn what_is_wrong_with_a_bot_is_said_plainly() {
    let world = World::new("wrong");
    for (script, finding, advice) in [
        (
            "print('hello')",
            "does not follow the protocol",
            "print everything else to standard error",
        ),
        (
            "raise ValueError('ouch')",
            "crashed: exit status 1",
            "its log (standard error) says where",
        ),
        (
            "",
            "exited in the middle of the game",
            "go on reading lines",
        ),
        (
            "import socket; socket.socket()",
            "it tried to use the network",
            "no network",
        ),
    ] {
        fs::write(world.0.join("bot.py"), script).expect("ours");
        let output = world.run("boyi bot check ./bot.py --game reversi");
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8(output.stdout).expect("text");
        assert!(
            said.contains("WRONG") && said.contains(finding) && said.contains(advice),
            "{said}"
        );
    }
    let said = world.says("boyi bot new reversi --lang cpp --name c && boyi bot check c || true");
    assert!(
        said.contains("build it first, in its folder: g++"),
        "{said}"
    );
}

#[test]
fn what_does_not_exist_is_named() {
    for (arguments, status, said) in [
        (
            &["bot", "new", "chess"][..],
            2,
            "there is no game called `chess`",
        ),
        (
            &["bot", "new", "reversi", "--lang", "cobol"],
            2,
            "there is no template in `cobol`",
        ),
        (
            &["bot", "check", "./no/such/bot"],
            1,
            "there is no program `./no/such/bot`",
        ),
        (
            &["bot", "check", "x", "--sandbox", "maybe"],
            2,
            "choose off, auto or require",
        ),
        (
            &["bot", "check", "x", "--protocol", "smoke"],
            2,
            "there is no protocol called `smoke`",
        ),
        (
            &["bot", "remove", "nobody-of-that-name"],
            1,
            "there is no bot called `nobody-of-that-name`",
        ),
    ] {
        let (code, message) = failure(arguments);
        assert_eq!(code, Some(status), "{arguments:?}: {message}");
        assert!(message.contains(said), "{arguments:?}: {message}");
    }
}

#[test]
fn the_doctor_has_a_program_try_the_layers() {
    let reply: serde_json::Value =
        serde_json::from_str(&stdout(&["doctor", "--json"])).expect("JSON");
    for attempt in reply["attempts"].as_array().expect("a list") {
        assert_eq!(attempt["refused"], true, "{attempt}");
    }
    let active = |name: &str| {
        let layers = reply["layers"].as_array().expect("a list");
        layers
            .iter()
            .any(|layer| layer["name"] == name && layer["active"] == true)
    };
    assert!(active("keeper") && active("unprivileged") && active("seccomp"));
    assert!(stdout(&["doctor", "--lang", "zh"]).contains("程序沙箱"));
}
