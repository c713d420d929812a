//! Tournaments among programs that fail in every way there is: each loses as what it did, the log
//! says so, the tournament goes on, and nothing is left running.

#![allow(dead_code, reason = "of the shared parts some are used here")]

mod killed;
#[path = "../../arena/tests/python_bot/mod.rs"]
mod python_bot;
mod started;

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;

use killed::{Folder, last_line};
use serde_json::Value;
use started::{boyi, stdout};

/// A way to fail.
struct Failing {
    name: &'static str,
    /// What it does when it is asked for a move.
    on_turn: String,
    /// As what it loses.
    kind: &'static str,
    /// What its log says, of itself or of the referee.
    log: &'static str,
}

fn failing(
    name: &'static str,
    on_turn: impl Into<String>,
    kind: &'static str,
    log: &'static str,
) -> Failing {
    let on_turn = on_turn.into();
    Failing {
        name,
        on_turn,
        kind,
        log,
    }
}

/// A folder with a bot in Python; `mark` stands on its command line.
fn write_bot(folder: &Path, name: &str, on_turn: &str, mark: &str) {
    let folder = folder.join(name);
    fs::create_dir(&folder).expect("a folder of ours");
    let manifest = format!(r#"{{"name": "{name}", "command": ["python3", "bot.py", "{mark}"]}}"#);
    fs::write(folder.join("bot.py"), python_bot::script(on_turn)).expect("ours");
    fs::write(folder.join("bot.json"), manifest).expect("ours");
}

/// Whether a process with this mark on its command line runs.
fn runs(mark: &str) -> bool {
    let all = fs::read_dir("/proc").expect("Linux");
    all.flatten().any(|process| {
        let told = fs::read(process.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&told).contains(mark)
    })
}

/// Plays one against all of them and looks at what became of each.
fn tournament(folder: &Folder, head: &str, bots: &[Failing]) {
    const GOOD: &str = "say({'id': said['id'], 'move': said['legal'][0]})";
    let mark = format!("mark-{}-{}", folder.0.display(), std::process::id());
    write_bot(&folder.0, "good", GOOD, &mark);
    let mut players = vec!["\"scan\"".to_owned()];
    let mut enter = |name: &str| {
        let path = folder.path(name);
        let player = path.to_str().expect("plain");
        players.push(format!("{{ name = \"{name}\", player = \"{player}\" }}"));
    };
    for bot in bots {
        write_bot(&folder.0, bot.name, &bot.on_turn, &mark);
        enter(bot.name);
    }
    // The last to play: whoever gets so far has outlived all the others.
    enter("good");
    let plan = format!(
        "game = \"reversi\"\nschedule = \"gauntlet\"\ngames = 2\n{head}\nplayers = [{}]\n",
        players.join(", ")
    );
    let (file, store) = (folder.path("bad.toml"), folder.path("store.sqlite"));
    fs::write(&file, plan).expect("written");
    let mut command = boyi(&["tournament", "--json", "-j", "2", "--bot-memory", "500"]);
    command.arg(&file).arg("--store").arg(&store);
    let reply = last_line(command.stderr(Stdio::null()));
    assert!(!runs(&mark), "nothing is left running");
    let reply: Value = serde_json::from_str(&reply).expect("JSON");
    assert_eq!(reply["state"], "done", "{reply}");
    assert_eq!(reply["played"], 2 * (bots.len() + 1), "{reply}");
    for player in reply["players"].as_array().expect("players") {
        let bad = bots.iter().any(|bot| player["name"] == bot.name);
        assert_eq!(player["faults"], if bad { 2 } else { 0 }, "{player}");
        assert!(!bad || player["losses"] == 2, "{player}");
    }
    let store = store.to_str().expect("plain");
    let list = ["record", "list", "--json", "--limit", "100"];
    let games = stdout(&[&list[..], &["--store", store]].concat());
    for bot in bots {
        let of = |game: &Value| game["first"] == bot.name || game["second"] == bot.name;
        let games = games
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"));
        let games: Vec<Value> = games.filter(of).collect();
        assert_eq!(games.len(), 2);
        for game in games {
            let side = ["first", "second"][usize::from(game["second"] == bot.name)];
            assert_eq!(game["cause"], "fault", "{game}");
            assert_ne!(game["outcome"], side, "{game}");
            let id = game["id"].as_str().expect("an id");
            let record = stdout(&["record", "show", id, "--json", "--store", store]);
            let events: Vec<Value> = record
                .lines()
                .map(|line| serde_json::from_str(line).expect("JSON"))
                .collect();
            let of_bot = |kind: &str| {
                let mut own = events
                    .iter()
                    .filter(|event| event["event"] == kind && event["side"] == side);
                own.next().expect("an event of its kind").clone()
            };
            assert_eq!(of_bot("fault")["fault"]["kind"], bot.kind, "{record}");
            let log = of_bot("log");
            let text = log["text"].as_str().expect("text");
            assert!(text.contains(bot.log), "{}: {text}", bot.name);
        }
    }
}

#[test]
fn every_way_to_fail_is_a_loss_of_its_own_kind() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port of ours");
    let port = listener.local_addr().expect("bound").port();
    let bomb = "while True:\n    try:\n        os.fork()\n    except OSError:\n        pass";
    let hoard = "hoard = []\nwhile True:\n    hoard.append(bytearray(1 << 20))";
    let bots = [
        failing(
            "crashes",
            "raise SystemError('ouch')",
            "crashed",
            "SystemError: ouch",
        ),
        failing("aborts", "os.abort()", "crashed", "signal 6 (SIGABRT)"),
        failing(
            "floods",
            "while True: sys.stdout.write('x' * 65536)",
            "flood",
            "bytes without a move",
        ),
        failing(
            "babbles",
            "print('my move is f5', flush=True)",
            "rubbish",
            "my move is f5",
        ),
        failing(
            "cheats",
            "say({'id': said['id'], 'move': 'a1'})",
            "illegal_move",
            "illegal move `a1`",
        ),
        failing(
            "leaves",
            "sys.exit(0)",
            "exited_early",
            "exited in the middle",
        ),
        failing("forks", bomb, "processes", "started more than 32 processes"),
        failing("hoards", hoard, "memory", "bytes of memory"),
        failing(
            "spies",
            "print(open('/etc/passwd').read())",
            "crashed",
            "/etc/passwd",
        ),
        failing(
            "calls",
            format!("socket.create_connection(('127.0.0.1', {port}))"),
            "sandbox",
            "network",
        ),
    ];
    let folder = Folder::new("failing");
    tournament(&folder, "control = \"move=2m\"", &bots);
    listener.set_nonblocking(true).expect("ours");
    assert!(listener.accept().is_err(), "nobody came");
}

#[test]
fn a_stall_loses_on_time_and_the_next_game_begins() {
    let bots = [failing(
        "stalls",
        "time.sleep(600)",
        "out_of_time",
        "out of time",
    )];
    // The time is short and the grace is long: whoever does answer does so on a busy machine, too.
    let folder = Folder::new("stalling");
    tournament(&folder, "control = \"move=100ms\"\ngrace_ms = 2000", &bots);
}
