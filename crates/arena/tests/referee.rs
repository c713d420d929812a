//! The referee with players that win, stall, crash, cheat and give up.

mod scripted;

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use boyi_arena::{
    Adjudication, Agreement, Answer, Choice, Contestants, Control, Ending, Event, Fault,
    GameRecord, Opening, Referee, Ruling, Terms, bot, contestant,
};
use boyi_engine::game;
use boyi_game::{Outcome, PerSide, Score, Side};
use boyi_search::Stop;
use scripted::{Act, Heard, Scripted, dawdles, first_legal};

struct Played {
    ending: Ending,
    record: GameRecord,
    heard: PerSide<Vec<Heard>>,
}

fn seat(act: Act) -> (Box<Scripted>, Receiver<Heard>) {
    let (heard, listen) = channel();
    let player = Scripted {
        act,
        asked: 0,
        heard,
    };
    (Box::new(player), listen)
}

fn play_from(name: &str, opening: &Opening, terms: &Terms, first: Act, second: Act) -> Played {
    let ((first, heard_first), (second, heard_second)) = (seat(first), seat(second));
    let mut players: Contestants = PerSide::new(first, second);
    let mut events = Vec::new();
    let ending = Referee::new(game(name).expect("built in"), terms)
        .play(opening, 5, &mut players, &mut |event: &Event| {
            events.push(event.clone());
        })
        .expect("the table can be laid");
    drop(players);
    let record = GameRecord::new(events).expect("a header first");
    let text = record.write();
    assert_eq!(GameRecord::read(&text).as_ref(), Ok(&record), "{text}");
    Played {
        ending,
        record,
        heard: PerSide::new(heard_first.iter().collect(), heard_second.iter().collect()),
    }
}

fn play(name: &str, terms: &Terms, first: Act, second: Act) -> Played {
    play_from(name, &Opening::usual(), terms, first, second)
}

#[test]
fn the_rules_end_a_game_and_everybody_hears_of_it() {
    let played = play("reversi", &Terms::default(), first_legal, first_legal);
    assert_eq!(played.ending.cause(), "rules");
    let table = played.record.replay().expect("only legal moves");
    let closing = played.record.closing().expect("the last line");
    let points = table.points().expect("reversi counts");
    assert_eq!(
        closing.points,
        Some([points[Side::First], points[Side::Second]])
    );
    assert_eq!(closing.result(), played.ending.outcome());
    for (side, heard) in played.heard.iter() {
        let moves = played.record.moves().filter(|mv| mv.side == side).count();
        let asked = heard.iter().filter(|&heard| *heard == Heard::Asked).count();
        assert_eq!(asked, moves);
        assert_eq!(heard.first(), Some(&Heard::Begin));
        assert_eq!(heard.last(), Some(&Heard::End("rules")));
    }
}

#[test]
fn an_illegal_move_loses_and_is_written_down() {
    let cheat: Act = |_, _, _| Ok(Answer::bare("a1"));
    let played = play("reversi", &Terms::default(), first_legal, cheat);
    assert_eq!(played.ending.outcome(), Some(Outcome::Win(Side::First)));
    let fault = match &played.ending {
        Ending::Failed { faults } => faults[Side::Second].clone().expect("its fault"),
        other => panic!("{other:?}"),
    };
    assert!(matches!(fault, Fault::IllegalMove { .. }), "{fault}");
    let side = Side::Second;
    assert!(played.record.events.contains(&Event::Fault { side, fault }));
    let closing = played.record.closing().expect("an end");
    assert_eq!(closing.points.map(|points| points[1]), Some(-100));
}

#[test]
fn a_crash_is_a_loss_for_the_one_who_crashed() {
    let crash: Act = |n, game, ask| match n {
        3 => Err(Fault::Crashed {
            how: "signal 11".into(),
        }),
        _ => first_legal(n, game, ask),
    };
    let played = play("xiangqi", &Terms::default(), crash, first_legal);
    assert_eq!(played.ending.outcome(), Some(Outcome::Win(Side::Second)));
    assert_eq!(played.ending.cause(), "fault");
    assert_eq!(played.record.moves().count(), 6);
}

#[test]
fn a_clock_that_runs_out_is_a_loss() {
    let terms = |control: &str| Terms {
        control: control.parse().expect("a control"),
        grace: Duration::from_millis(1),
        ..Terms::default()
    };
    for control in ["move=2ms", "2ms", "2ms+1ms"] {
        let played = play("reversi", &terms(control), dawdles, first_legal);
        assert_eq!(played.ending.outcome(), Some(Outcome::Win(Side::Second)));
        let Ending::Failed { faults } = &played.ending else {
            panic!("{:?}", played.ending)
        };
        let fault = &faults[Side::First];
        assert!(
            matches!(fault, Some(Fault::OutOfTime { .. })),
            "{control}: {fault:?}"
        );
    }
}

#[test]
fn a_clock_counts_what_was_used_and_adds_the_increment() {
    let terms = Terms {
        control: "10m+1s".parse().expect("a control"),
        ..Terms::default()
    };
    let played = play("reversi", &terms, first_legal, first_legal);
    let mut clocks = PerSide::new(600.0, 600.0);
    for mv in played.record.moves() {
        clocks[mv.side] += 1.0 - mv.seconds.expect("timed");
        let shown = mv.clock.expect("on a clock");
        assert!((shown - clocks[mv.side]).abs() < 1e-6, "{mv:?}");
    }
}

#[test]
fn in_a_game_of_rounds_who_is_late_stays_in_place_and_who_crashed_stays_for_good() {
    let late_once: Act = |n, game, ask| match n {
        2 => Err(Fault::OutOfTime {
            allowed: Duration::ZERO,
            waited: Duration::ZERO,
        }),
        _ => first_legal(n, game, ask),
    };
    let crash: Act = |n, game, ask| match n {
        4 => Err(Fault::ExitedEarly),
        _ => first_legal(n, game, ask),
    };
    let stay: Act = |_, game, ask| {
        let idle = (ask.legal_moves)().pop().expect("something to do").text;
        let _ = game;
        Ok(Answer::bare(idle))
    };
    let played = play("garlic", &Terms::default(), late_once, stay);
    assert_eq!(played.ending.cause(), "rules");
    let idle: Vec<usize> = played
        .record
        .moves()
        .filter(|mv| mv.idle)
        .map(|mv| mv.ply)
        .collect();
    assert_eq!(idle, [5], "the third round, and only its first player");

    let played = play("garlic", &Terms::default(), stay, crash);
    assert_eq!(played.ending.cause(), "rules");
    let asked = |heard: &[Heard]| heard.iter().filter(|&h| *h == Heard::Asked).count();
    assert_eq!(asked(&played.heard[Side::Second]), 5, "then no more");
    let idle = played.record.moves().filter(|mv| mv.idle).count();
    let rounds = played.record.moves().count() / 2;
    assert_eq!(idle, rounds - 4);
    played.record.replay().expect("the record plays again");
}

#[test]
fn the_referee_ends_games_the_players_agree_about() {
    let sure: Act = |n, game, ask| {
        let mut answer = first_legal(n, game, ask)?;
        let ahead = if game.moves.len().is_multiple_of(2) {
            500
        } else {
            -500
        };
        answer.score = Some(Score::heuristic(ahead));
        Ok(answer)
    };
    let even: Act = |n, game, ask| {
        let mut answer = first_legal(n, game, ask)?;
        answer.score = Some(Score::heuristic(-3));
        Ok(answer)
    };
    let agreement = |score| {
        Some(Agreement {
            score,
            moves: 3,
            from_ply: 10,
        })
    };
    let terms = Terms {
        adjudication: Adjudication {
            win: agreement(400),
            draw: agreement(5),
            plies: Some(30),
        },
        ..Terms::default()
    };
    let played = play("reversi", &terms, sure, sure);
    let (first, draw) = (Outcome::Win(Side::First), Outcome::Draw);
    let ruled = |outcome, ruling| Ending::Referee { outcome, ruling };
    assert_eq!(played.ending, ruled(first, Ruling::WinAgreed));
    assert_eq!(played.record.moves().count(), 10);
    let played = play("reversi", &terms, even, even);
    assert_eq!(played.ending, ruled(draw, Ruling::DrawAgreed));
    let played = play("reversi", &terms, sure, even);
    assert_eq!(
        played.ending,
        ruled(draw, Ruling::MoveLimit),
        "they do not agree"
    );
    assert_eq!(played.record.moves().count(), 30);
}

#[test]
fn resigning_loses_and_offering_a_draw_needs_two() {
    let resign: Act = |n, game, ask| match n {
        2 => Ok(Answer {
            choice: Choice::Resign,
            ..Answer::bare("")
        }),
        _ => first_legal(n, game, ask),
    };
    let offer: Act = |n, game, ask| {
        Ok(Answer {
            offers_draw: n >= 2,
            ..first_legal(n, game, ask)?
        })
    };
    let played = play("reversi", &Terms::default(), first_legal, resign);
    assert_eq!(
        played.ending,
        Ending::Referee {
            outcome: Outcome::Win(Side::First),
            ruling: Ruling::Resigned(Side::Second)
        }
    );
    let played = play("reversi", &Terms::default(), offer, offer);
    assert_eq!(
        played.ending,
        Ending::Referee {
            outcome: Outcome::Draw,
            ruling: Ruling::DrawOffered
        }
    );
    let limit = Terms {
        adjudication: Adjudication {
            plies: Some(20),
            ..Adjudication::default()
        },
        ..Terms::default()
    };
    let played = play("reversi", &limit, offer, first_legal);
    assert_eq!(played.record.moves().count(), 20, "one offer is no draw");
}

#[test]
fn moves_of_an_opening_are_nobodys() {
    let opening = Opening {
        moves: Some("f5d6c3".into()),
        ..Opening::usual()
    };
    let played = play_from(
        "reversi",
        &opening,
        &Terms::default(),
        first_legal,
        first_legal,
    );
    let moves: Vec<_> = played.record.moves().collect();
    assert!(moves[..3].iter().all(|mv| mv.opening) && moves[3..].iter().all(|mv| !mv.opening));
}

#[test]
fn a_game_that_is_called_off_does_not_count() {
    let stop = Stop::default();
    let mut players: Contestants = PerSide::new(seat(first_legal).0, seat(first_legal).0);
    let mut told = 0;
    let terms = Terms::default();
    let ending = Referee::new(game("reversi").expect("built in"), &terms)
        .stopped_by(&stop)
        .play(&Opening::usual(), 0, &mut players, &mut |_| {
            told += 1;
            if told == 5 {
                stop.stop();
            }
        })
        .expect("the table can be laid");
    assert_eq!((ending.cause(), ending.outcome()), ("stopped", None));
}

#[test]
fn built_in_players_with_the_same_seeds_play_the_same_game() {
    let options = bot::Options::default();
    let terms = Terms {
        control: Control::nodes(300),
        ..Terms::default()
    };
    for (name, a, b) in [
        ("reversi", "pvs", "random"),
        ("xiangqi", "mtdf", "pvs"),
        ("garlic", "greedy", "random-safe"),
    ] {
        let game = game(name).expect("built in");
        let mut players: Contestants = PerSide::new(
            contestant(game, a, &options).expect("a player"),
            contestant(game, b, &options).expect("a player"),
        );
        let mut moves = |seed: u64| {
            let mut events = Vec::new();
            players[Side::First].reseed(seed);
            players[Side::Second].reseed(seed + 1);
            Referee::new(game, &terms)
                .play(&Opening::usual(), seed, &mut players, &mut |event| {
                    events.push(event.clone());
                })
                .expect("the usual table");
            GameRecord::new(events).expect("a header").game().moves
        };
        let (once, other, again) = (moves(1), moves(8), moves(1));
        assert_eq!(once, again, "{name}");
        if name != "xiangqi" {
            assert_ne!(once, other, "{name} has luck in it");
        }
    }
}
