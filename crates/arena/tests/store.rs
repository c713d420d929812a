//! The store: games, jobs, what is kept. The same tests for `SQLite` and for `PostgreSQL`.

mod postgres;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use boyi_arena::contest::Row;
use boyi_arena::live::Notice;
use boyi_arena::store::{self, ContestState, Filter, NewGame, Store, StoreError};
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

/// Where a store is made for a test: a file, or a database of a server of its own.
enum Place {
    File(Scratch),
    Database(postgres::Postgres, String),
}

impl Place {
    fn file() -> Self {
        Self::File(Scratch::new())
    }

    fn database() -> Option<Self> {
        let server = postgres::Postgres::start("store")?;
        let address = server.database();
        Some(Self::Database(server, address))
    }

    fn address(&self) -> String {
        match self {
            Self::File(scratch) => scratch.0.display().to_string(),
            Self::Database(_, address) => address.clone(),
        }
    }

    fn open(&self) -> Store {
        Store::at(&self.address()).expect("a store")
    }
}

/// Every test twice: with a file of `SQLite` and with a database of `PostgreSQL`.
macro_rules! for_both {
    ($($name:ident)*) => {
        mod sqlite {
            $(#[test] fn $name() { super::$name(&super::Place::file()); })*
        }
        mod on_postgres {
            $(#[test] fn $name() {
                if let Some(place) = super::Place::database() {
                    super::$name(&place);
                }
            })*
        }
    };
}

for_both! {
    a_game_comes_back_as_it_was_and_is_listed
    a_game_is_written_as_it_is_played_and_listeners_hear_of_it
    a_move_taken_back_is_gone_from_a_game_that_goes_on
    a_game_that_was_over_goes_on_when_a_move_is_taken_back_unless_it_is_of_a_contest
    a_job_counts_once_whoever_finishes_it
    many_threads_take_every_job_once
    the_latest_ratings_are_kept
    the_latest_study_counts_and_the_oldest_makes_room
    games_of_a_player_are_found_in_pages_whatever_side_they_played
    a_copy_is_exact_and_goes_on_with_the_next_number
    a_copy_into_a_store_that_is_not_empty_is_refused
    odd_texts_come_back_as_they_were
    one_server_at_a_time_plays_a_game
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

fn a_game_comes_back_as_it_was_and_is_listed(place: &Place) {
    let store = place.open();
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
    let store = place.open();
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
    let number = |id: &str| -> i64 {
        let found = store.game(id).expect("no error").expect("it was added");
        found.0.number
    };
    let next = Filter {
        before: Some(number("g3")),
        ..two.clone()
    };
    assert_eq!(ids(&next), ["g2", "g1"]);
    let new = Filter {
        after: Some(number("g2")),
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

fn a_game_is_written_as_it_is_played_and_listeners_hear_of_it(place: &Place) {
    let store = place.open();
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

fn a_move_taken_back_is_gone_from_a_game_that_goes_on(place: &Place) {
    let store = place.open();
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

fn a_game_that_was_over_goes_on_when_a_move_is_taken_back_unless_it_is_of_a_contest(place: &Place) {
    let store = place.open();
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

fn a_job_counts_once_whoever_finishes_it(place: &Place) {
    let store = place.open();
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

fn the_latest_ratings_are_kept(place: &Place) {
    let store = place.open();
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
    let kept = match place {
        Place::File(file) => {
            let raw = rusqlite::Connection::open(&file.0).expect("the file");
            let sql = "SELECT group_concat(player || ' ' || CAST(elo AS INT) || ' ' || games) \
                       FROM rating";
            raw.query_row(sql, [], |row| row.get(0)).expect("rows")
        }
        Place::Database(server, _) => server.sql(
            "test0",
            "SELECT string_agg(player || ' ' || elo || ' ' || games, ',' ORDER BY player) \
             FROM rating",
        ),
    };
    let kept: String = kept;
    assert_eq!(kept, "a -5 2,b 5 2");
}

fn the_latest_study_counts_and_the_oldest_makes_room(place: &Place) {
    const MOST: u32 = 2000;
    let store = place.open();
    store.put_study("a", "first").expect("room");
    store.put_study("b", "other").expect("room");
    store.put_study("a", "second").expect("room");
    let found = |id| store.study(id).expect("no error");
    assert_eq!(found("a").as_deref(), Some("second"));
    for number in 1..MOST {
        store.put_study(&number.to_string(), "").expect("room");
    }
    assert_eq!((found("b"), found("a").as_deref()), (None, Some("second")));
    assert!(store.remove_study("a").expect("no error"));
    assert!(!store.remove_study("a").expect("no error"));
}

fn many_threads_take_every_job_once(place: &Place) {
    const JOBS: usize = 300;
    let store = place.open();
    store
        .put_contest("t", "tournament", "reversi", "{}")
        .expect("room");
    let keys: Vec<String> = (0..JOBS).map(|number| format!("k{number}")).collect();
    let jobs = keys.iter().map(|key| (key.as_str(), key.clone()));
    store.put_jobs("t", jobs).expect("room");
    // Two programs on one store, with two threads each.
    let other = place.open();
    let take = |store: &Store| {
        let mut taken = Vec::new();
        loop {
            let jobs = store.take_jobs("t", 7).expect("no error");
            if jobs.is_empty() {
                break taken;
            }
            taken.extend(jobs.into_iter().map(|job| job.key));
        }
    };
    let mut taken: Vec<String> = std::thread::scope(|scope| {
        let stores = [&store, &store, &other, &other];
        let threads = stores.map(|store| scope.spawn(|| take(store)));
        threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("no panic"))
            .collect()
    });
    taken.sort();
    let mut keys = keys;
    keys.sort();
    assert_eq!(taken, keys);
}

/// The same short game under other names.
fn named(first: &str, second: &str) -> GameRecord {
    let mut named = record(1);
    first.clone_into(&mut named.header.first);
    second.clone_into(&mut named.header.second);
    named
}

fn games_of_a_player_are_found_in_pages_whatever_side_they_played(place: &Place) {
    let store = place.open();
    let sides = [("a", "b"), ("b", "a"), ("b", "c"), ("a", "a"), ("c", "a")];
    for (number, (first, second)) in sides.iter().cycle().take(20).enumerate() {
        let (record, id) = (named(first, second), format!("g{number:02}"));
        let new = NewGame {
            id: &id,
            of: None,
            record: &record,
        };
        assert!(store.add_game(&new).expect("room"));
    }
    let mut filter = Filter {
        player: Some("a"),
        limit: Some(3),
        ..Filter::default()
    };
    let mut found: Vec<String> = Vec::new();
    loop {
        let page = store.games(&filter).expect("no error");
        assert!(page.len() <= 3);
        let Some(last) = page.last() else { break };
        filter.before = Some(last.number);
        found.extend(page.into_iter().map(|game| game.id));
    }
    let of_a = (0..20).rev().filter(|number| number % 5 != 2);
    let wanted: Vec<String> = of_a.map(|number| format!("g{number:02}")).collect();
    assert_eq!(found, wanted);
    let all = Filter {
        before: None,
        limit: None,
        ..filter
    };
    assert_eq!(store.games(&all).expect("no error").len(), 16);
    assert_eq!(store.count_games(&all).expect("no error"), 16);
    let other = Filter {
        game: Some("gomoku"),
        ..all
    };
    assert_eq!(store.games(&other).expect("no error"), []);
}

/// A store with something in every table.
fn filled(store: &Store) {
    store
        .put_contest("t", "tournament", "reversi", "{}")
        .expect("room");
    let jobs = ["k1", "k2", "k3"].map(|key| (key, format!("spec of {key}")));
    store.put_jobs("t", jobs).expect("room");
    store.take_jobs("t", 1).expect("no error");
    let done = record(3);
    let (id, of) = ("t.k1", Some(("t", "k1")));
    let game = NewGame {
        id,
        of,
        record: &done,
    };
    assert!(store.finish_job(&game).expect("room"));
    let header = Event::Game(done.header.clone());
    store.append("going", &header).expect("room");
    store.put_study("s", "对局研究").expect("room");
    let row = Row {
        name: "pvs".into(),
        elo: 1.0 / 3.0,
        error: Some(0.1),
        score: 1.0,
        results: [1, 0, 1],
        faults: 0,
    };
    store.set_ratings("t", &[row]).expect("room");
}

fn a_copy_is_exact_and_goes_on_with_the_next_number(place: &Place) {
    let from = place.open();
    filled(&from);
    for number in 0..1203 {
        let (record, id) = (named("a", "b"), format!("many{number}"));
        let new = NewGame {
            id: &id,
            of: None,
            record: &record,
        };
        assert!(from.add_game(&new).expect("room"));
    }
    // Into a file, and from the file into a new place of the same kind.
    let (file, back) = (Scratch::new(), Scratch::new());
    let to = Store::open(&file.0).expect("a new file");
    let back = match place {
        Place::File(_) => back.0.display().to_string(),
        Place::Database(server, _) => server.database(),
    };
    let back = Store::at(&back).expect("a new store");
    for (from, to) in [(&from, &to), (&to, &back)] {
        let copied = store::copy(from, to, &mut |_, _| ()).expect("room");
        let rows = |name: &str| {
            let found = copied.tables.iter().find(|(table, _)| *table == name);
            found.expect("a table").1
        };
        assert_eq!((rows("game"), rows("job"), rows("study")), (1205, 2, 1));
    }
    let everything = |store: &Store| {
        let games = store.games(&Filter::default()).expect("no error");
        let contests = store.contests().expect("no error");
        let record = store.game("t.k1").expect("no error").expect("it is there");
        (games, contests, record, store.study("s").expect("no error"))
    };
    assert_eq!(everything(&from), everything(&back));
    let taken = back.take_jobs("t", 9).expect("no error");
    assert_eq!(taken, from.take_jobs("t", 9).expect("no error"));
    let record = named("a", "b");
    let new = NewGame {
        id: "next",
        of: None,
        record: &record,
    };
    assert!(back.add_game(&new).expect("a number that is free"));
    let first = Filter {
        limit: Some(1),
        ..Filter::default()
    };
    let latest = back.games(&first).expect("no error");
    assert_eq!(latest[0].id, "next");
}

fn a_copy_into_a_store_that_is_not_empty_is_refused(place: &Place) {
    let from = Store::in_memory().expect("memory");
    filled(&from);
    let to = place.open();
    to.put_study("mine", "stays").expect("room");
    let refused = store::copy(&from, &to, &mut |_, _| ());
    let error = refused.expect_err("not empty").to_string();
    assert!(error.contains("not empty"), "{error}");
    assert_eq!(to.contests().expect("no error"), []);
    assert_eq!(
        to.study("mine").expect("no error").as_deref(),
        Some("stays")
    );
}

fn one_server_at_a_time_plays_a_game(place: &Place) {
    let (store, other) = (place.open(), place.open());
    let hold = |store: &Store, node: &str, seconds| store.hold_game("g", node, seconds);
    assert_eq!(hold(&store, "a", 60).expect("no error"), None);
    assert_eq!(hold(&store, "a", 60).expect("no error"), None, "again");
    let held = hold(&other, "b", 60).expect("no error");
    assert_eq!(held.as_deref(), Some("a"));
    let elsewhere = |node| other.held_elsewhere("g", node).expect("no error");
    assert_eq!(
        (elsewhere("a"), elsewhere("b").as_deref()),
        (None, Some("a"))
    );
    store.release_games("a").expect("no error");
    assert_eq!(hold(&other, "b", 60).expect("no error"), None);
    assert_eq!(elsewhere("a").as_deref(), Some("b"));
}

fn odd_texts_come_back_as_they_were(place: &Place) {
    let store = place.open();
    for (number, text) in [
        "",
        "'; DROP TABLE game; --",
        "?1 $1 %s \\",
        "棋 ♟ \u{7}\r\n",
    ]
    .into_iter()
    .enumerate()
    {
        let id = format!("{number} {text}");
        store.put_study(&id, text).expect("room");
        assert_eq!(store.study(&id).expect("no error").as_deref(), Some(text));
    }
    let player = Filter {
        player: Some("' OR TRUE --"),
        ..Filter::default()
    };
    assert_eq!(store.games(&player).expect("no error"), []);
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
