//! Bots that crash, stall, flood, cheat and try to break out: each loses in the right way, nothing is
//! left running, and the log says what happened.

mod locked;
mod played;

use boyi_arena::Fault;
use boyi_arena::bot::Options;

use played::{PLAY, Played, options, plain_options, play, python, script_in, terms};

/// Plays a bot behind all layers and without bubblewrap, and sees to it that nothing is left.
fn loses(on_turn: &str, control: &str, options: impl Fn(&mut Options)) -> Vec<Played> {
    let bot = python(on_turn);
    let mut games = Vec::new();
    for mut chosen in [self::options(), plain_options()] {
        options(&mut chosen);
        games.push(play("reversi", bot.text(), &chosen, &terms(control)));
        assert!(locked::nobody_in(bot.path()), "nothing is left running");
    }
    games
}

#[test]
fn a_legal_bot_plays_to_the_end() {
    for played in loses(PLAY, "move=20s", |_| ()) {
        played.was_ended_by_the_rules();
        assert!(played.moves() >= 20);
        assert_eq!(played.log(), "");
    }
}

#[test]
fn a_crash_is_a_crash() {
    for played in loses("raise SystemError('ouch')", "move=20s", |_| ()) {
        assert_eq!(
            *played.fault(),
            Fault::Crashed {
                how: "exit status 1".into()
            }
        );
        let log = played.log();
        assert!(
            log.contains("SystemError: ouch") && log.contains("[boyi] crashed: exit status 1"),
            "{log}"
        );
    }
    for played in loses("os.abort()", "move=20s", |_| ()) {
        assert_eq!(
            *played.fault(),
            Fault::Crashed {
                how: "signal 6 (SIGABRT)".into()
            }
        );
    }
}

#[test]
fn a_stall_is_out_of_time() {
    for played in loses("time.sleep(600)", "move=100ms", |_| ()) {
        assert!(
            matches!(played.fault(), Fault::OutOfTime { .. }),
            "{:?}",
            played.fault()
        );
        assert!(played.log().contains("out of time"), "{}", played.log());
    }
}

#[test]
fn a_flood_without_end_is_a_flood() {
    for played in loses(
        "while True: sys.stdout.write('x' * 65536)",
        "move=20s",
        |_| (),
    ) {
        assert!(
            matches!(played.fault(), Fault::Flood { bytes } if *bytes < 1 << 20),
            "{:?}",
            played.fault()
        );
        assert!(
            played.log().contains("bytes without a move"),
            "{}",
            played.log()
        );
    }
    // Line by line, in the protocol's own form.
    let chatter = "while True: print('{\"type\": \"info\"}')";
    for played in loses(chatter, "move=60s", |_| ()) {
        assert!(
            matches!(played.fault(), Fault::Flood { .. }),
            "{:?}",
            played.fault()
        );
    }
}

#[test]
fn a_flood_in_the_log_does_not_fill_memory() {
    let words = format!("sys.stderr.write('y' * 10_000_000)\n{PLAY}");
    for played in loses(&words, "move=20s", |_| ()) {
        // Either it is stopped, or its log is cut.
        assert!(played.log().len() < 64 << 10, "{}", played.log().len());
    }
}

#[test]
fn rubbish_is_quoted() {
    for played in loses("print('my move is f5', flush=True)", "move=20s", |_| ()) {
        let Fault::Rubbish { said, why } = played.fault() else {
            panic!("{:?}", played.fault());
        };
        assert_eq!(said, "my move is f5");
        assert!(why.contains("not one JSON object"), "{why}");
        assert!(played.log().contains("my move is f5"), "{}", played.log());
    }
    for (on_turn, why) in [
        ("say({'move': legal[0]})", "must carry the id"),
        (
            "say({'id': said['id'] + 7, 'move': legal[0]})",
            "the question has the id 1",
        ),
        ("say({'id': said['id']})", "must have a \"move\""),
        ("say({'id': said['id'], 'move': 7})", "wrong type"),
        (
            "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()",
            "not UTF-8",
        ),
        ("say([1, 2])", "wrong type"),
    ] {
        for played in loses(on_turn, "move=20s", |_| ()) {
            let Fault::Rubbish { why: told, .. } = played.fault() else {
                panic!("{on_turn}: {:?}", played.fault());
            };
            assert!(told.contains(why), "{on_turn}: {told}");
        }
    }
}

#[test]
fn an_illegal_move_is_illegal() {
    for played in loses("say({'id': said['id'], 'move': 'a1'})", "move=20s", |_| ()) {
        let Fault::IllegalMove { text, why } = played.fault() else {
            panic!("{:?}", played.fault());
        };
        assert_eq!(text, "a1");
        assert!(why.contains("flips nothing"), "{why}");
        assert!(
            played.log().contains("illegal move `a1`"),
            "{}",
            played.log()
        );
    }
}

#[test]
fn leaving_early_is_leaving_early() {
    for played in loses("sys.exit(0)", "move=20s", |_| ()) {
        assert_eq!(*played.fault(), Fault::ExitedEarly);
        assert!(
            played.log().contains("exited in the middle of the game"),
            "{}",
            played.log()
        );
    }
}

#[test]
fn forking_without_end_is_too_many_processes() {
    let bomb = "while True:\n    try:\n        os.fork()\n    except OSError:\n        pass";
    for played in loses(bomb, "move=60s", |_| ()) {
        let (fault, log) = (played.fault(), played.log());
        assert!(matches!(fault, Fault::Processes { .. }), "{fault:?}");
        assert!(log.contains("processes"), "{log}");
    }
}

#[test]
fn allocating_without_end_is_too_much_memory() {
    let hoard = "hoard = []\nwhile True:\n    hoard.append(bytearray(1 << 20))";
    let games = loses(hoard, "move=60s", |options| {
        options.sandbox.allowance.memory = 200 << 20;
    });
    for played in games {
        let Fault::Memory { used, allowed } = played.fault() else {
            panic!("{:?}", played.fault());
        };
        assert!(used > allowed && *allowed == 200 << 20, "{used} {allowed}");
        assert!(played.log().contains("bytes of memory"), "{}", played.log());
    }
}

#[test]
fn the_list_of_accounts_and_homes_are_closed() {
    for path in ["/etc/passwd", "/root/.bashrc", "/home"] {
        let on_turn = format!(
            "print(os.listdir('{path}') if os.path.isdir('{path}') else open('{path}').read())"
        );
        for played in loses(&on_turn, "move=20s", |_| ()) {
            assert_eq!(
                *played.fault(),
                Fault::Crashed {
                    how: "exit status 1".into()
                },
                "{path}"
            );
            let log = played.log();
            let refused = log.contains("PermissionError") || log.contains("FileNotFoundError");
            assert!(refused && log.contains(path), "{log}");
        }
    }
}

#[test]
fn loopback_cannot_be_reached() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port of ours");
    let port = listener.local_addr().expect("bound").port();
    let on_turn = format!("socket.create_connection(('127.0.0.1', {port}))\n{PLAY}");
    for played in loses(&on_turn, "move=20s", |_| ()) {
        let Fault::Sandbox { what } = played.fault() else {
            panic!("{:?}", played.fault());
        };
        assert!(what.contains("network"), "{what}");
        assert!(played.log().contains("network"), "{}", played.log());
    }
    listener.set_nonblocking(true).expect("ours");
    assert!(listener.accept().is_err(), "nobody came");
}

#[test]
fn who_does_not_shake_hands_does_not_start() {
    let mute = script_in("sh", "exec sleep 600");
    let hasty = boyi_arena::Terms {
        patience: std::time::Duration::from_millis(300),
        ..terms("move=20s")
    };
    let played = play("reversi", mute.text(), &options(), &hasty);
    let Fault::NotStarted { why } = played.fault() else {
        panic!("{:?}", played.fault());
    };
    assert!(why.starts_with("no answer in the protocol boyi"), "{why}");
    let future = script_in(
        "sh",
        r#"echo '{"type":"ready","version":9}'; exec sleep 600"#,
    );
    // Whoever does answer has all the time a busy machine takes.
    let terms = terms("move=20s");
    let played = play("reversi", future.text(), &options(), &terms);
    let why = played.fault().to_string();
    assert!(why.contains("speaks version 9"), "{why}");
    let absent = played::Folder::with(&[("bot.json", r#"{"name": "x", "command": ["./bot"]}"#)]);
    let why = play("reversi", absent.text(), &options(), &terms)
        .fault()
        .to_string();
    assert_eq!(why, "did not start: there is no program `./bot`");
    assert!(locked::nobody_in(mute.path()) && locked::nobody_in(future.path()));
}

#[test]
fn a_late_answer_is_thrown_away_in_a_game_of_rounds() {
    // Too slow for the first two rounds, then in time: the old answers must not be taken for new ones.
    let on_turn = "
if said['id'] <= 2:
    time.sleep(0.4)
say({'id': said['id'], 'move': legal[0], 'note': 'ignored'})";
    let bot = python(on_turn);
    let played = play("garlic", bot.text(), &options(), &terms("move=150ms"));
    assert_eq!(played.ending.cause(), "rules", "{:?}", played.ending);
    let log = played.log();
    assert!(
        log.contains("too late, thrown away") && log.contains("out of time"),
        "{log}"
    );
    let idle = played
        .events
        .iter()
        .filter(|event| matches!(event, boyi_arena::Event::Move(mv) if mv.idle))
        .count();
    assert!(idle >= 1, "the rules moved for it");
    assert!(played.moves() > idle, "and it came back into the game");
}

#[test]
fn a_bot_may_resign_offer_draws_and_explain_itself() {
    let on_turn = "
say({'type': 'info', 'text': 'thinking'})
if len(said['moves']) > 6:
    say({'id': said['id'], 'resign': True})
else:
    say({'id': said['id'], 'move': legal[0], 'score': 12.5, 'depth': 3, 'nodes': 99, 'draw': True})";
    for played in loses(on_turn, "1m+1s", |_| ()) {
        assert_eq!(played.ending.words().english, "the first player resigned");
        let boyi_arena::Event::Move(mv) = &played.events[1] else {
            panic!("{:?}", played.events[1]);
        };
        assert_eq!((mv.depth, mv.nodes), (Some(3), Some(99)));
        assert!(mv.score.is_some() && mv.clock.is_some());
    }
}

#[test]
fn a_bot_that_does_not_read_is_out_of_time() {
    // Its pipe runs full before anything is answered.
    let deaf = script_in(
        "sh",
        r#"echo '{"type":"ready","version":1}'; exec sleep 600"#,
    );
    let played = play("garlic", deaf.text(), &options(), &terms("move=1ms"));
    assert_eq!(played.ending.cause(), "rules", "{:?}", played.ending);
    assert!(played.log().contains("out of time"));
    assert!(locked::nobody_in(deaf.path()));
}

/// Jobs handed over one by one.
struct Jobs(Vec<boyi_arena::contest::Job>);

struct Taken(boyi_arena::contest::Job);

impl boyi_arena::contest::Source for Jobs {
    fn take(
        &mut self,
        _stop: &boyi_search::Stop,
    ) -> Result<Option<Box<dyn boyi_arena::contest::Lease>>, boyi_arena::contest::WorkError> {
        Ok(self.0.pop().map(|job| Box::new(Taken(job)) as Box<_>))
    }
}

impl boyi_arena::contest::Lease for Taken {
    fn job(&self) -> &boyi_arena::contest::Job {
        &self.0
    }

    fn attempt(&self) -> u64 {
        1
    }

    fn finish(
        self: Box<Self>,
        finished: boyi_arena::contest::Finished,
    ) -> Result<(), boyi_arena::contest::WorkError> {
        assert!(String::from(finished.record).contains("no answer in the protocol"));
        Ok(())
    }

    fn give_back(self: Box<Self>) -> Result<(), boyi_arena::contest::WorkError> {
        Ok(())
    }
}

#[test]
fn who_does_not_shake_hands_is_waited_for_once_a_match() {
    use boyi_arena::contest::{Job, Worker, work};
    const GAMES: u64 = 10;
    let mute = script_in("sh", "exec sleep 600");
    let patience = std::time::Duration::from_secs(1);
    let job = |seed: u64| Job {
        contest: "match".into(),
        key: seed.to_string(),
        game: "reversi".into(),
        players: [mute.text().into(), "random".into()],
        opening: boyi_arena::Opening::usual(),
        seed,
        terms: boyi_arena::Terms {
            patience,
            ..terms("move=20s")
        },
        pair: (0, 1, seed),
        swapped: false,
        not_by: None,
    };
    let worker = Worker {
        name: "test".into(),
        options: options(),
        programs: true,
        live: None,
        stop: boyi_search::Stop::default(),
    };
    let begun = std::time::Instant::now();
    let mut lost = 0;
    work(
        &worker,
        &mut Jobs((0..GAMES).map(job).collect()),
        &mut |_, error| {
            assert!(error.is_none(), "{error:?}");
            lost += 1;
        },
    )
    .expect("all are played");
    assert_eq!(lost, GAMES);
    assert!(begun.elapsed() < 6 * patience, "{:?}", begun.elapsed());
}
