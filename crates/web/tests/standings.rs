//! A view of a large contest costs what is new in it, however many games were played.

mod common;

use std::path::Path;
use std::time::Instant;

use boyi_arena::contest::{ContestPlan, Entrant};
use boyi_arena::store::{NewGame, Store};
use boyi_arena::{Closing, Control, Event, GameRecord, Header};
use boyi_web::Options;
use common::TestApp;

const GAMES: u32 = 39_000;

fn entrant(name: &str) -> Entrant {
    Entrant {
        name: name.to_owned(),
        player: "random".to_owned(),
        files: None,
    }
}

/// A game that the first player won.
fn record(first: &str, second: &str) -> GameRecord {
    let game = boyi_engine::game("reversi").expect("a game");
    let table = game.lay(&boyi_engine::Setup::default()).expect("a board");
    let header = Header::new(
        table.record(),
        first.to_owned(),
        second.to_owned(),
        Control::default(),
    );
    let end = Closing {
        cause: "referee".to_owned(),
        outcome: Some("first".to_owned()),
        reason: "resigned".to_owned(),
        reason_zh: "认输".to_owned(),
        points: None,
    };
    GameRecord {
        header,
        events: vec![Event::End(end)],
    }
}

#[tokio::test]
async fn the_second_look_at_thirty_nine_thousand_games_reads_none_of_them_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut plan = ContestPlan::of_two("reversi", entrant("a"), entrant("b"));
    plan.games = GAMES;
    plan.name = "large".to_owned();
    let prepared = plan.prepare(&boyi_arena::bot::Options::default(), Path::new(""));
    prepared.expect("a plan");
    {
        let store = Store::open(&folder.path().join("games.sqlite")).expect("a store");
        let text = serde_json::to_string(&plan).expect("JSON");
        let put = store.put_contest("large", "match", "reversi", &text);
        put.expect("room");
        let (ab, ba) = (record("a", "b"), record("b", "a"));
        for number in 0..GAMES {
            let key = number.to_string();
            let id = format!("large.{key}");
            let record = if number % 3 == 0 { &ba } else { &ab };
            let game = NewGame {
                id: &id,
                of: Some(("large", &key)),
                record,
            };
            store.add_game(&game).expect("room");
        }
    }
    let app = TestApp::with(Options {
        data: Some(folder.path().to_owned()),
        ..Options::default()
    });
    let look = async || {
        let began = Instant::now();
        let view = app.get("/api/contests/large").await.body;
        let cell = view["cross"][0][1].clone();
        assert_eq!(view["recent"].as_array().map_or(0, Vec::len), 30);
        let total: u64 = ["won", "drawn", "lost"]
            .iter()
            .map(|name| cell[*name].as_u64().unwrap_or(0))
            .sum();
        assert_eq!(total, u64::from(GAMES), "{cell}");
        began.elapsed()
    };
    let first = look().await;
    let later = look().await.min(look().await);
    println!("the first look took {first:?}, a later one {later:?}");
    assert!(later * 4 < first, "{later:?} after {first:?}");
}
