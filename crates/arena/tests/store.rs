//! The store: games, jobs, what is kept when the program is killed.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use boyi_arena::contest::Row;
use boyi_arena::live::Notice;
use boyi_arena::store::{ContestState, Filter, NewGame, Store, StoreError};
use boyi_arena::{
    Closing, Contestants, Control, Ending, Event, GameRecord, Opening, Referee, Terms, bot,
    contestant,
};
use boyi_game::PerSide;

/// A file of its own for a test, gone when it is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("boyi-store-{}-{number}.sqlite", std::process::id());
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{end}", self.0.display()));
        }
    }
}

fn record(seed: u64) -> GameRecord {
    let game = boyi_engine::game("reversi").expect("built in");
    let terms = Terms {
        control: Control::nodes(20),
        ..Terms::default()
    };
    let player = |text| contestant(game, text, &bot::Options::default()).expect("a player");
    let mut players: Contestants = PerSide::new(player("pvs"), player("random"));
    players[boyi_game::Side::Second].reseed(seed);
    let mut events = Vec::new();
    Referee::new(game, &terms)
        .play(&Opening::usual(), seed, &mut players, &mut |event| {
            events.push(event.clone());
        })
        .expect("the usual table");
    GameRecord::new(events).expect("a header first")
}

#[test]
fn a_game_comes_back_as_it_was_and_is_listed() {
    let file = Scratch::new();
    let store = Store::open(&file.0).expect("a new file");
    let records: Vec<GameRecord> = (0..5).map(record).collect();
    for (index, record) in records.iter().enumerate() {
        let id = format!("g{index}");
        let game = NewGame {
            id: &id,
            of: None,
            record,
        };
        assert!(store.add_game(&game).expect("room"));
        assert!(!store.add_game(&game).expect("no error"), "once is enough");
    }
    drop(store);
    let store = Store::open(&file.0).expect("the file again");
    for (index, record) in records.iter().enumerate() {
        let (summary, found) = store
            .game(&format!("g{index}"))
            .expect("no error")
            .expect("it was added");
        assert_eq!(found, *record);
        assert_eq!(summary.closing.as_ref(), record.closing());
        assert_eq!(summary.plies, record.moves().count() as u64);
    }
    let ids = |filter: &Filter| -> Vec<String> {
        let games = store.games(filter).expect("no error");
        games.into_iter().map(|game| game.id).collect()
    };
    let two = Filter {
        limit: Some(2),
        ..Filter::default()
    };
    assert_eq!(ids(&two), ["g4", "g3"]);
    let next = Filter {
        before: Some(4),
        ..two.clone()
    };
    assert_eq!(ids(&next), ["g2", "g1"]);
    let new = Filter {
        after: Some(3),
        ..Filter::default()
    };
    assert_eq!(ids(&new), ["g3", "g4"]);
    let of = |player| Filter {
        player: Some(player),
        ..Filter::default()
    };
    assert_eq!(ids(&of("random")).len(), 5);
    assert!(ids(&of("nobody")).is_empty());
}

#[test]
fn a_game_is_written_as_it_is_played_and_listeners_hear_of_it() {
    let store = Store::in_memory().expect("memory");
    let whole = record(1);
    let mut listener = store.live().subscribe();
    store
        .append("g", &Event::Game(whole.header.clone()))
        .expect("a header");
    let (most, end) = whole.events.split_at(whole.events.len() - 1);
    for event in most {
        store.append("g", event).expect("it goes on");
    }
    let going = Filter {
        finished: Some(false),
        ..Filter::default()
    };
    assert_eq!(store.count_games(&going).expect("no error"), 1);
    let (_, so_far) = store.game("g").expect("no error").expect("it is there");
    assert_eq!(so_far.events, most);
    assert_eq!(store.live().games().len(), 1);
    store.append("g", &end[0]).expect("the end");
    assert_eq!(store.count_games(&going).expect("no error"), 0);
    let late = store.append("g", &end[0]).expect_err("it is over");
    assert!(matches!(late, StoreError::OutOfPlace { .. }), "{late}");
    assert!(store.live().games().is_empty());

    let mut heard = Vec::new();
    while let Ok(Notice::Game { event, .. }) = listener.try_recv() {
        heard.push(event);
    }
    assert_eq!(GameRecord::new(heard), Ok(whole));
}

#[test]
fn a_move_taken_back_is_gone_from_a_game_that_goes_on() {
    let store = Store::in_memory().expect("memory");
    let mut shorter = record(2);
    let header = Event::Game(shorter.header.clone());
    store.append("g", &header).expect("a header");
    for event in &shorter.events[..4] {
        store.append("g", event).expect("it goes on");
    }
    shorter.events.truncate(2);
    store.rewrite("g", &shorter).expect("it goes on");
    let (summary, found) = store.game("g").expect("no error").expect("it is there");
    assert_eq!((summary.plies, found), (2, shorter));
}

#[test]
fn a_game_that_was_over_goes_on_when_a_move_is_taken_back_unless_it_is_of_a_contest() {
    let store = Store::in_memory().expect("memory");
    let whole = record(2);
    let (id, of, record) = ("g", None, &whole);
    let new = store.add_game(&NewGame { id, of, record });
    assert!(new.expect("room"));
    let mut shorter = whole.clone();
    shorter.events.truncate(3);
    let mut listener = store.live().subscribe();
    store.rewrite("g", &shorter).expect("it goes on again");
    let (summary, found) = store.game("g").expect("no error").expect("it is there");
    assert_eq!((summary.ended, summary.closing), (None, None));
    assert_eq!(found, shorter);
    let mut heard = Vec::new();
    while let Ok(Notice::Game { event, .. }) = listener.try_recv() {
        heard.push(event);
    }
    assert_eq!(GameRecord::new(heard), Ok(shorter.clone()));
    store.rewrite("g", &whole).expect("and is over again");
    let (summary, _) = store.game("g").expect("no error").expect("it is there");
    assert_eq!(summary.closing.as_ref(), whole.closing());
    assert!(summary.ended.is_some());

    store
        .put_contest("t", "match", "reversi", "{}")
        .expect("room");
    let (id, of) = ("t.1", Some(("t", "1")));
    let new = store.add_game(&NewGame { id, of, record });
    assert!(new.expect("room"));
    assert!(store.rewrite("t.1", &shorter).is_err());
    let alone = Filter {
        alone: true,
        ..Filter::default()
    };
    assert_eq!(store.count_games(&alone).expect("no error"), 1);
}

#[test]
fn a_job_counts_once_whoever_finishes_it() {
    let store = Store::in_memory().expect("memory");
    store
        .put_contest("t", "tournament", "reversi", "{}")
        .expect("room");
    let jobs = || [("k1", "one".to_owned()), ("k2", "two".to_owned())];
    store.put_jobs("t", jobs()).expect("room");
    let first = store.take_jobs("t", 1).expect("no error").swap_remove(0);
    assert_eq!((first.key.as_str(), first.attempt), ("k1", 1));
    let record = record(3);
    let game = NewGame {
        id: "t.k1",
        of: Some(("t", "k1")),
        record: &record,
    };
    assert!(store.finish_job(&game).expect("no error"));
    assert!(!store.finish_job(&game).expect("no error"), "a second time");
    let other_id = NewGame { id: "x", ..game };
    assert!(!store.finish_job(&other_id).expect("no error"));
    // The program dies with the second job in hand, and starts again.
    assert_eq!(store.take_jobs("t", 5).expect("no error").len(), 1);
    assert_eq!(store.take_jobs("t", 5).expect("no error"), []);
    store.put_jobs("t", jobs()).expect("room");
    let left = store.take_jobs("t", 5).expect("no error");
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].key, "k2");
    store
        .set_contest_state("t", ContestState::Done)
        .expect("no error");
    let contest = store.contest("t").expect("no error").expect("it is there");
    assert_eq!(contest.state, ContestState::Done);
}

#[test]
fn the_latest_ratings_are_kept() {
    let file = Scratch::new();
    let store = Store::open(&file.0).expect("a new file");
    store
        .put_contest("t", "match", "reversi", "{}")
        .expect("room");
    let row = |name: &str, elo| Row {
        name: name.into(),
        elo,
        error: None,
        score: 1.0,
        results: [1, 0, 1],
        faults: 0,
    };
    store.set_ratings("t", &[row("a", 7.0)]).expect("room");
    let rows = [row("a", -5.0), row("b", 5.0)];
    store.set_ratings("t", &rows).expect("room");
    let raw = rusqlite::Connection::open(&file.0).expect("the file");
    let sql = "SELECT group_concat(player || ' ' || elo || ' ' || games) FROM rating";
    let kept: String = raw.query_row(sql, [], |row| row.get(0)).expect("rows");
    assert_eq!(kept, "a -5.0 2,b 5.0 2");
}

#[test]
fn a_file_of_a_newer_program_is_left_alone() {
    let file = Scratch::new();
    drop(Store::open(&file.0).expect("a new file"));
    let raw = rusqlite::Connection::open(&file.0).expect("the file");
    raw.pragma_update(None, "user_version", 99).expect("room");
    drop(raw);
    let error = Store::open(&file.0).err().expect("too new").to_string();
    assert!(error.contains("has format 99"), "{error}");
    std::fs::write(
        &file.0,
        "rubbish, and long enough to be no header of SQLite",
    )
    .expect("room");
    let error = Store::open(&file.0).err().expect("no database").to_string();
    assert!(error.contains("cannot open"), "{error}");
}

#[test]
fn a_closing_says_the_same_in_both_languages() {
    let closing = Closing::of(&Ending::Stopped, None);
    assert_eq!(
        (closing.result(), closing.cause.as_str()),
        (None, "stopped")
    );
    assert_ne!(closing.reason, closing.reason_zh);
}
