//! A store of a million games: opening it, listing and searching it page by page. Run with
//! `cargo bench -p boyi-arena --bench million`; prints a table. `BOYI_GAMES` asks for another number, and
//! `BOYI_STORE_COPY` names an empty PostgreSQL database that the store is copied into and measured in, too.

use std::time::{Duration, Instant};

use boyi_arena::store::{Filter, NewGame, Store, copy};
use boyi_arena::{Contestants, Control, GameRecord, Opening, Referee, Terms, bot, contestant};
use boyi_game::PerSide;

const GAMES: usize = 1_000_000;
/// Games written in one transaction.
const BATCH: usize = 10_000;
/// How often each list is asked for.
const TURNS: usize = 15;

fn main() {
    // The test harness only wants to see that it runs.
    let quick = std::env::args().any(|word| word == "--test");
    let asked = std::env::var("BOYI_GAMES").ok();
    let asked = asked.and_then(|text| text.parse().ok());
    let games = if quick { 2000 } else { asked.unwrap_or(GAMES) };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    let began = Instant::now();
    fill(&Store::open(&file).expect("a new file"), games);
    println!("{games} games were written in {:.1?}", began.elapsed());
    println!("| | median | longest |");
    println!("|---|---|---|");
    let place = file.display().to_string();
    measure(&place, games);
    let Ok(database) = std::env::var("BOYI_STORE_COPY") else {
        return;
    };
    let began = Instant::now();
    let (from, to) = (Store::open(&file), Store::at(&database));
    let (from, to) = (from.expect("sound"), to.expect("a database"));
    copy(&from, &to, &mut |_, _| ()).expect("an empty database");
    drop((from, to));
    println!("| copied into PostgreSQL | {:.1?} | |", began.elapsed());
    measure(&database, games);
}

/// Games of a contest and games alone, by a few players and by many, of four games.
fn fill(store: &Store, games: usize) {
    store
        .put_contest("t", "tournament", "reversi", "{}")
        .expect("room");
    let mut record = played();
    for start in (0..games).step_by(BATCH) {
        let batch: Vec<(String, String, GameRecord)> = (start..games.min(start + BATCH))
            .map(|number| {
                let kinds = ["reversi", "reversi", "gomoku", "xiangqi"];
                kinds[number % 4].clone_into(&mut record.header.game);
                record.header.first = format!("p{}", number % 7);
                record.header.second = format!("q{}", number % 5003);
                (format!("g{number}"), format!("{number}"), record.clone())
            })
            .collect();
        let new: Vec<NewGame> = batch
            .iter()
            .enumerate()
            .map(|(index, (id, job, record))| NewGame {
                id,
                of: (index % 10 != 0).then_some(("t", job.as_str())),
                record,
            })
            .collect();
        store.add_games(&new).expect("room");
    }
}

/// A short game, so that a million of them fit on a small disk.
fn played() -> GameRecord {
    let game = boyi_engine::game("reversi").expect("built in");
    let mut terms = Terms {
        control: Control::nodes(1),
        ..Terms::default()
    };
    terms.adjudication.plies = Some(6);
    let player = || contestant(game, "random", &bot::Options::default()).expect("a player");
    let mut players: Contestants = PerSide::new(player(), player());
    let mut events = Vec::new();
    Referee::new(game, &terms)
        .play(&Opening::usual(), 1, &mut players, &mut |event| {
            events.push(event.clone());
        })
        .expect("the usual table");
    GameRecord::new(events).expect("a header first")
}

fn measure(place: &str, games: usize) {
    row("opened", || drop(Store::at(place).expect("sound")));
    let store = Store::at(place).expect("sound");
    let middle = Some(games as i64 / 2);
    let page = Filter {
        limit: Some(50),
        ..Filter::default()
    };
    let contest = Filter {
        contest: Some("t"),
        finished: Some(true),
        ..page.clone()
    };
    let lists = [
        ("the latest 50", page.clone()),
        (
            "50 from the middle",
            Filter {
                before: middle,
                ..page.clone()
            },
        ),
        (
            "50 of a game",
            Filter {
                game: Some("gomoku"),
                ..page.clone()
            },
        ),
        (
            "50 of a player with a seventh of all games",
            Filter {
                player: Some("p3"),
                ..page.clone()
            },
        ),
        (
            "50 of that player from the middle",
            Filter {
                player: Some("p3"),
                before: middle,
                ..page.clone()
            },
        ),
        (
            "50 of a player with few games",
            Filter {
                player: Some("q77"),
                ..page.clone()
            },
        ),
        (
            "nobody's games",
            Filter {
                player: Some("nobody"),
                ..page.clone()
            },
        ),
        ("50 of a contest", contest.clone()),
        (
            "50 of a contest from the middle",
            Filter {
                before: middle,
                ..contest
            },
        ),
        (
            "50 of no contest",
            Filter {
                alone: true,
                ..page
            },
        ),
    ];
    for (what, filter) in lists {
        row(what, || drop(store.games(&filter).expect("a list")));
    }
    row("one game by its id", || {
        drop(store.game("g1234").expect("a game"));
    });
}

fn row(what: &str, mut work: impl FnMut()) {
    let mut times: Vec<Duration> = (0..TURNS)
        .map(|_| {
            let began = Instant::now();
            work();
            began.elapsed()
        })
        .collect();
    times.sort_unstable();
    let (median, longest) = (times[TURNS / 2], times[TURNS - 1]);
    println!("| {what} | {median:.1?} | {longest:.1?} |");
}
