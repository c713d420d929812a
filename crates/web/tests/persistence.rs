//! Games of the page are records of the arena's store: saved after every move, gone on with after a
//! restart, listed and replayed like any other; studies are kept beside them.

mod common;

use std::path::{Path, PathBuf};

use axum::http::{Method, StatusCode};
use boyi_arena::GameRecord;
use boyi_arena::store::Store;
use common::{TestApp, post};
use serde_json::{Value, json};

/// A folder of its own, gone with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("boyi-web-{name}-{}", std::process::id()));
        // The server makes it.
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn app(folder: &Path) -> TestApp {
    TestApp::with(boyi_web::Options {
        data: Some(folder.to_owned()),
        ..boyi_web::Options::default()
    })
}

async fn done(app: &TestApp, path: &str, body: &Value) -> Value {
    let reply = app.post(path, body).await;
    assert!(reply.status.is_success(), "{path}: {:?}", reply.body);
    reply.body
}

fn texts(state: &Value) -> Vec<&str> {
    let moves = state["moves"].as_array().expect("moves");
    moves
        .iter()
        .map(|mv| mv["text"].as_str().expect("a text"))
        .collect()
}

/// The record as another program finds it in the file.
fn on_disk(folder: &Path, id: &str) -> GameRecord {
    let store = Store::open(&folder.join("games.sqlite")).expect("the server's file");
    let (summary, record) = store
        .game(id)
        .expect("it can be read")
        .expect("it is there");
    assert_eq!(summary.plies as usize, record.moves().count());
    record.replay().expect("it plays again");
    record
}

#[tokio::test]
async fn every_move_is_in_the_store_before_the_answer_comes_and_survives_a_restart() {
    let folder = Folder::new("kept");
    let first = app(&folder.0);
    let new = json!({
        "game": "reversi", "moves": ["f5"], "clock": { "seconds": 600, "increment": 5 },
        "seats": [{ "kind": "person" }, { "kind": "person" }],
    });
    let state = done(&first, "/api/games", &new).await;
    let id = state["id"].as_str().expect("an id").to_owned();
    let path = format!("/api/games/{id}");
    for text in ["d6", "c3", "d3"] {
        done(&first, &format!("{path}/moves"), &json!({ "text": text })).await;
        let record = on_disk(&folder.0, &id);
        let last = record.moves().last().expect("a move");
        assert_eq!(last.text, text);
        assert!(last.clock.is_some_and(|left| left > 590.0) && last.seconds.is_some());
    }
    assert!(on_disk(&folder.0, &id).moves().next().expect("f5").opening);
    done(&first, &format!("{path}/take-back"), &json!({})).await;
    assert_eq!(on_disk(&folder.0, &id).moves().count(), 3);
    let before = first.get(&path).await.body;
    drop(first);

    let second = app(&folder.0);
    let after = second.get(&path).await.body;
    assert_eq!(texts(&after), texts(&before));
    assert_eq!(after["seats"], before["seats"]);
    assert_eq!(after["clock"]["rules"], before["clock"]["rules"]);
    // It is listed beside the games of contests, as going on, and replayed from there.
    let listed = second.get("/api/records").await.body;
    assert_eq!(listed[0]["id"], *id);
    assert_eq!(
        (&listed[0]["cause"], &listed[0]["plies"]),
        (&json!(""), &json!(3))
    );
    assert_eq!(listed[0]["titles"][0]["en"], "You");
    let at = second.get(&format!("/api/records/{id}/at/1")).await.body;
    assert_eq!(texts(&at), ["f5"]);

    done(&second, &format!("{path}/resign"), &json!({})).await;
    let record = on_disk(&folder.0, &id);
    let closing = record.closing().expect("an end");
    assert_eq!(
        (closing.cause.as_str(), closing.outcome.as_deref()),
        ("referee", Some("first"))
    );
    let view = second.get(&format!("/api/records/{id}")).await.body;
    assert_eq!(view["scene"]["over"]["winner"], "first");
    let export = |format: &str| format!("/api/records/{id}/export?format={format}");
    let text = second.get(&export("record")).await.body;
    let text = text["text"].as_str().expect("lines of JSON");
    assert_eq!(GameRecord::read(text), Ok(record));
    let ggf = second.get(&export("ggf")).await.body;
    let ggf = ggf["text"].as_str().expect("a text");
    assert!(ggf.contains("PB[person]") && ggf.contains("B[F5"), "{ggf}");

    // A finished game is found again after a restart, and taking back goes on with it.
    drop(second);
    let third = app(&folder.0);
    assert_eq!(
        third.get(&path).await.body["scene"]["over"]["winner"],
        "first"
    );
    done(&third, &format!("{path}/take-back"), &json!({})).await;
    assert_eq!(on_disk(&folder.0, &id).closing(), None);
    let mut forget = post(&path, String::new());
    *forget.method_mut() = Method::DELETE;
    assert_eq!(third.send(forget).await.status, StatusCode::NO_CONTENT);
    assert_eq!(third.get(&path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(third.get("/api/records").await.body, json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_engine_thought_is_in_the_record_and_both_choices_of_a_round_are_told_apart() {
    let folder = Folder::new("thoughts");
    let app = app(&folder.0);
    for (game, player) in [("xiangqi", "pvs:depth=2"), ("garlic", "greedy")] {
        let new = json!({ "game": game, "seats": [{ "kind": "person" }, { "kind": "player", "player": player }] });
        let mut state = done(&app, "/api/games", &new).await;
        let id = state["id"].as_str().expect("an id").to_owned();
        let legal = state["scene"]["legal"].as_array().expect("moves");
        let mine = legal.iter().find(|mv| mv["side"] == "first");
        let mine = mine.expect("a move")["text"].clone();
        let mv = json!({ "side": "first", "text": mine });
        done(&app, &format!("/api/games/{id}/moves"), &mv).await;
        while texts(&state).len() < 2 {
            tokio::task::yield_now().await;
            state = app.get(&format!("/api/games/{id}")).await.body;
        }
        let record = on_disk(&folder.0, &id);
        let moves: Vec<_> = record.moves().collect();
        assert_eq!(moves[0].text, mine.as_str().expect("a text"));
        assert_eq!(moves[0].score, None, "a person does not say what it thinks");
        assert_eq!(moves[1].score.is_some(), game == "xiangqi");
        assert_eq!(state["moves"][1]["worth"].is_object(), game == "xiangqi");
        let first = &record.header.first;
        assert_eq!(
            (first.as_str(), record.header.second.as_str()),
            ("person", player)
        );
    }
}

#[tokio::test]
async fn a_study_is_kept_for_everybody_and_over_a_restart() {
    let folder = Folder::new("study");
    let first = app(&folder.0);
    let label = |text: &str| json!({ "en": text, "zh": text });
    let mv = |parent: Value, side: &str, text: &str, comment: &str| json!({ "parent": parent, "side": side, "text": text, "label": label(text), "comment": comment });
    let study = json!({
        "game": "reversi", "rules": "othello", "start": "…", "comment": "where it starts",
        "moves": [mv(Value::Null, "first", "f5", ""), mv(json!(0), "second", "d6", "usual"), mv(json!(0), "second", "f6", "另一种")],
    });
    let nothing = first.get("/api/studies/mine").await;
    assert_eq!(
        (nothing.status, &nothing.body["study"]),
        (StatusCode::OK, &Value::Null)
    );
    let mut request = post("/api/studies/mine", study.to_string());
    *request.method_mut() = Method::PUT;
    assert_eq!(first.send(request).await.status, StatusCode::NO_CONTENT);
    drop(first);
    let second = app(&folder.0);
    assert_eq!(second.get("/api/studies/mine").await.body["study"], study);
}
