//! Bots of a few lines, written to a folder and played for real.

#![allow(dead_code, reason = "each test program uses its own part")]

#[path = "../python_bot/mod.rs"]
mod python_bot;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use std::{env, fs};

use boyi_arena::bot::Options;
use boyi_arena::sandbox::{Layer, Sandbox};
use boyi_arena::{Contestants, Ending, Event, Fault, Opening, Referee, Terms, contestant};
use boyi_engine::game;
use boyi_game::{PerSide, Side};

/// A folder of a test's own, which everybody can read and which goes when the test is over.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("boyi-played-{}-{number}", std::process::id()));
        fs::create_dir(&folder).expect("a folder of ours");
        Self(folder)
    }

    /// A folder with these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self::new();
        for (name, text) in files {
            fs::write(folder.0.join(name), text).expect("ours");
        }
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn text(&self) -> &str {
        self.0.to_str().expect("plain")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A bot in Python that does this when asked for a move; `legal` and `said` are there to be used.
pub(crate) fn python(on_turn: &str) -> Folder {
    script_in("python3", &python_bot::script(on_turn))
}

/// A whole program in a folder with a manifest.
pub(crate) fn script_in(interpreter: &str, script: &str) -> Folder {
    let manifest = format!(r#"{{"name": "trial", "command": ["{interpreter}", "script"]}}"#);
    Folder::with(&[("bot.json", &manifest), ("script", script)])
}

/// Plays a legal move, as most of the time.
pub(crate) const PLAY: &str = "say({'id': said['id'], 'move': legal[0]})";

/// A game that was played.
pub(crate) struct Played {
    pub(crate) ending: Ending,
    pub(crate) events: Vec<Event>,
}

impl Played {
    /// What the first player did wrong.
    pub(crate) fn fault(&self) -> &Fault {
        match &self.ending {
            Ending::Failed { faults } => {
                assert!(faults[Side::Second].is_none(), "{faults:?}");
                faults[Side::First]
                    .as_ref()
                    .expect("the first player failed")
            }
            other => panic!("nobody failed: {other:?}, log: {}", self.log()),
        }
    }

    /// The first player's log.
    pub(crate) fn log(&self) -> String {
        let log = self.events.iter().find_map(|event| match event {
            Event::Log {
                side: Side::First,
                text,
            } => Some(text.clone()),
            _ => None,
        });
        log.unwrap_or_default()
    }

    #[track_caller]
    pub(crate) fn was_ended_by_the_rules(&self) {
        let (ending, log) = (&self.ending, self.log());
        assert_eq!(ending.cause(), "rules", "{ending:?} {log}");
    }

    #[track_caller]
    pub(crate) fn was_ended_without_a_fault(&self) {
        let (ending, log) = (&self.ending, self.log());
        assert_ne!(ending.cause(), "fault", "{ending:?} {log}");
    }

    /// How many moves the first player made.
    pub(crate) fn moves(&self) -> usize {
        let own = |event: &&Event| matches!(event, Event::Move(mv) if mv.side == Side::First);
        self.events.iter().filter(own).count()
    }
}

pub(crate) fn options() -> Options {
    Options {
        sandbox: Sandbox {
            keeper: PathBuf::from(env!("CARGO_BIN_EXE_boyi-keeper")),
            ..Sandbox::default()
        },
        ..Options::default()
    }
}

/// Without bubblewrap, as on machines that have none.
pub(crate) fn plain_options() -> Options {
    let mut options = options();
    options.sandbox.without = vec![Layer::Bubblewrap];
    options
}

pub(crate) fn terms(control: &str) -> Terms {
    Terms {
        control: control.parse().expect("a control"),
        ..Terms::default()
    }
}

/// The same for engines that manage their own time, on a machine that may be busy with other things.
pub(crate) fn patient(control: &str) -> Terms {
    Terms {
        grace: Duration::from_secs(60),
        ..terms(control)
    }
}

/// The bot plays first, against somebody harmless.
pub(crate) fn play(name: &str, bot: &str, options: &Options, terms: &Terms) -> Played {
    let harmless = match name {
        "garlic" => "still",
        "xiangqi" => "pvs:depth=1",
        _ => "random:seed=3",
    };
    play_both(name, [bot, harmless], options, terms)
}

pub(crate) fn play_both(
    name: &str,
    players: [&str; 2],
    options: &Options,
    terms: &Terms,
) -> Played {
    let game = game(name).expect("built in");
    let [first, second] = players.map(|text| contestant(game, text, options).expect("a player"));
    let mut players: Contestants = PerSide::new(first, second);
    let mut events = Vec::new();
    let ending = Referee::new(game, terms)
        .play(&Opening::usual(), 1, &mut players, &mut |event| {
            events.push(event.clone());
        })
        .expect("the table can be laid");
    Played { ending, events }
}
