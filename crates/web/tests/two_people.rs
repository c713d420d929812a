//! A game of two people at two browsers: only who has a seat plays, only for their own side, and what
//! concerns both is agreed on by both.

mod common;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use boyi_web::{Access, Options};
use common::{FullReply, TestApp};
use serde_json::{Value, json};

const FIRST: &str = "aaaaaaaaaaaaaaaaaaaaaaaa";
const SECOND: &str = "bbbbbbbbbbbbbbbbbbbbbbbb";
const NOBODY: &str = "cccccccccccccccccccccccc";

/// A game between two people, with what they were told when it began.
struct Pair<'a> {
    app: &'a TestApp,
    id: String,
    invitations: [String; 2],
}

fn request(method: Method, path: &str, seat: &str, body: &Value) -> Request<Body> {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("x-boyi-seat", seat);
    let body = Body::from(body.to_string());
    request.body(body).expect("a request")
}

impl<'a> Pair<'a> {
    /// Begins a game; nobody sits yet.
    async fn begin(app: &'a TestApp, game: &str, more: Value) -> Self {
        let mut new = json!({ "game": game, "seats": [{ "kind": "guest" }, { "kind": "guest" }] });
        let fields = more.as_object().expect("an object").clone();
        new.as_object_mut().expect("an object").extend(fields);
        let begun = app.post("/api/games", &new).await;
        assert_eq!(begun.status, StatusCode::CREATED, "{}", begun.body);
        let invitation = |index: usize| {
            let text = begun.body["invitations"][index].as_str();
            text.expect("an invitation").to_owned()
        };
        Self {
            app,
            id: begun.body["id"].as_str().expect("an id").to_owned(),
            invitations: [invitation(0), invitation(1)],
        }
    }

    /// Begins a game and lets both sit down.
    async fn seated(app: &'a TestApp, game: &str, more: Value) -> Self {
        let pair = Self::begin(app, game, more).await;
        for (index, key) in [FIRST, SECOND].into_iter().enumerate() {
            let sat = pair.sit(&pair.invitations[index], key).await;
            assert_eq!(sat.status, StatusCode::OK, "{}", sat.body);
        }
        pair
    }

    async fn sit(&self, invitation: &str, key: &str) -> FullReply {
        self.act(invitation, "sit", json!({ "key": key })).await
    }

    async fn act(&self, seat: &str, action: &str, body: Value) -> FullReply {
        let path = format!("/api/games/{}/{action}", self.id);
        self.app
            .send(request(Method::POST, &path, seat, &body))
            .await
    }

    async fn done(&self, seat: &str, action: &str, body: Value) -> Value {
        let reply = self.act(seat, action, body).await;
        assert_eq!(reply.status, StatusCode::OK, "{action}: {}", reply.body);
        reply.body
    }

    async fn refused(&self, seat: &str, action: &str, body: Value) -> (StatusCode, String) {
        let before = self.state().await;
        let reply = self.act(seat, action, body).await;
        assert!(reply.status.is_client_error(), "{action}: {}", reply.body);
        let after = self.state().await;
        assert_eq!(
            before["version"], after["version"],
            "{action} changed something"
        );
        let word = reply.body["error"].as_str().unwrap_or_default();
        (reply.status, word.to_owned())
    }

    async fn play(&self, moves: &[(&str, &str)]) {
        for (seat, text) in moves {
            self.done(seat, "moves", json!({ "text": text })).await;
        }
    }

    async fn state(&self) -> Value {
        self.app.get(&format!("/api/games/{}", self.id)).await.body
    }
}

fn played(state: &Value) -> Vec<&str> {
    let moves = state["moves"].as_array().expect("moves");
    moves.iter().filter_map(|mv| mv["text"].as_str()).collect()
}

fn no_seat() -> (StatusCode, String) {
    (StatusCode::FORBIDDEN, "no_seat".to_owned())
}

#[tokio::test]
async fn who_opens_the_link_first_gets_the_seat_and_all_later_visitors_watch() {
    let app = TestApp::new();
    let pair = Pair::begin(&app, "reversi", json!({})).await;
    let seated = |state: &Value| [0, 1].map(|side| state["seats"][side]["seated"] == true);
    assert_eq!(seated(&pair.state().await), [false, false]);
    let [first, second] = pair.invitations.each_ref().map(String::as_str);
    let sat = pair.sit(second, SECOND).await;
    assert_eq!(
        (sat.status, &sat.body["side"]),
        (StatusCode::OK, &json!("second"))
    );
    assert_eq!(seated(&pair.state().await), [false, true]);
    // An answer that got lost is asked for again.
    assert_eq!(pair.sit(second, SECOND).await.status, StatusCode::OK);
    let taken = pair.refused(second, "sit", json!({ "key": NOBODY })).await;
    assert_eq!(taken.0, StatusCode::CONFLICT);
    // Who sits on one side does not get the other, too.
    let both = pair.refused(first, "sit", json!({ "key": SECOND })).await;
    assert_eq!(both.0, StatusCode::CONFLICT);
    for guess in ["", "aaaa", SECOND, &second[1..]] {
        let key = json!({ "key": NOBODY });
        assert_eq!(pair.refused(guess, "sit", key).await, no_seat(), "{guess}");
    }
    for key in [
        "",
        "short",
        "with spaces in between it all",
        &"a".repeat(65),
    ] {
        let refused = pair.refused(first, "sit", json!({ "key": key })).await;
        assert_eq!(refused.0, StatusCode::UNPROCESSABLE_ENTITY, "{key}");
    }
    assert_eq!(pair.sit(first, FIRST).await.status, StatusCode::OK);

    // Nothing that anybody may read tells what opens a seat.
    pair.play(&[(FIRST, "f5")]).await;
    for path in [
        format!("/api/games/{}", pair.id),
        "/api/games".to_owned(),
        "/api/records".to_owned(),
        format!("/api/records/{}", pair.id),
        format!("/api/records/{}/export?format=record", pair.id),
        format!("/api/records/{}/export?format=ggf", pair.id),
    ] {
        let reply = app.get(&path).await;
        assert_eq!(reply.status, StatusCode::OK, "{path}");
        let text = reply.body.to_string();
        for secret in [first, second, FIRST, SECOND] {
            assert!(!text.contains(secret), "{path}: {text}");
        }
    }
}

#[tokio::test]
async fn nobody_plays_without_a_seat_or_for_the_other_side() {
    let app = TestApp::new();
    let pair = Pair::seated(&app, "reversi", json!({})).await;
    let mv = |text: &str| json!({ "text": text });
    let for_side = |side: &str| json!({ "side": side, "text": "f5" });
    for (seat, body) in [
        ("", mv("f5")),
        (NOBODY, mv("f5")),
        (&FIRST[1..], mv("f5")),
        (pair.invitations[0].as_str(), mv("f5")),
        (SECOND, for_side("first")),
        (FIRST, for_side("second")),
    ] {
        assert_eq!(pair.refused(seat, "moves", body).await, no_seat());
    }
    let early = pair.refused(SECOND, "moves", mv("f5")).await;
    assert_eq!(early, (StatusCode::CONFLICT, "not_your_turn".to_owned()));
    for action in ["take-back", "draw", "resign", "decline", "rematch"] {
        for seat in ["", NOBODY, pair.invitations[1].as_str()] {
            assert_eq!(pair.refused(seat, action, json!({})).await, no_seat());
        }
    }
    for action in ["draw", "resign"] {
        let other = json!({ "side": "second" });
        assert_eq!(pair.refused(FIRST, action, other).await, no_seat());
    }
    let hint = pair.refused(FIRST, "hint", json!({})).await;
    assert_eq!(
        hint.0,
        StatusCode::CONFLICT,
        "between people there are no hints"
    );
    let path = format!("/api/games/{}", pair.id);
    for seat in ["", NOBODY] {
        let removed = app
            .send(request(Method::DELETE, &path, seat, &Value::Null))
            .await;
        assert_eq!(removed.status, StatusCode::FORBIDDEN);
    }
    pair.play(&[(FIRST, "f5"), (SECOND, "d6")]).await;
    assert_eq!(played(&pair.state().await), ["f5", "d6"]);
    let removed = app
        .send(request(Method::DELETE, &path, FIRST, &Value::Null))
        .await;
    assert_eq!(removed.status, StatusCode::NO_CONTENT);

    // A game that is half by link has no sense.
    let person = json!({ "game": "reversi", "seats": [{ "kind": "guest" }, { "kind": "person" }] });
    let half = app.post("/api/games", &person).await;
    assert_eq!(half.status, StatusCode::UNPROCESSABLE_ENTITY);
    // A key means nothing in a game where everybody at the page may play.
    let open = json!({ "game": "reversi", "seats": [{ "kind": "person" }, { "kind": "person" }] });
    let open = app.post("/api/games", &open).await.body;
    assert_eq!(open.get("invitations"), None);
    let id = open["id"].as_str().expect("an id").to_owned();
    let open = Pair {
        app: &app,
        id,
        invitations: Default::default(),
    };
    open.done(NOBODY, "moves", mv("f5")).await;
    for action in ["sit", "decline", "rematch"] {
        let refused = open.refused(NOBODY, action, json!({ "key": NOBODY })).await;
        assert_eq!(refused.0, StatusCode::CONFLICT);
    }
}

#[tokio::test]
async fn a_move_is_taken_back_and_a_draw_made_only_when_both_want_it() {
    let app = TestApp::new();
    let pair = Pair::seated(&app, "reversi", json!({ "moves": ["f5", "d6"] })).await;
    // Moves that were given are nobody's to take back.
    let nothing = pair.refused(FIRST, "take-back", json!({})).await;
    assert_eq!(nothing.0, StatusCode::CONFLICT);
    pair.play(&[(FIRST, "c3"), (SECOND, "d3"), (FIRST, "c4")])
        .await;

    // Asking twice is no answer.
    for _ in 0..2 {
        let state = pair.done(FIRST, "take-back", json!({})).await;
        assert_eq!(state["take_back"], "first");
        assert_eq!(played(&state).len(), 5);
    }
    let state = pair.done(SECOND, "take-back", json!({})).await;
    assert_eq!(played(&state), ["f5", "d6", "c3", "d3"]);
    assert_eq!(state["take_back"], Value::Null);
    // Who is to move again takes back their last move and the answer to it.
    pair.done(FIRST, "take-back", json!({})).await;
    let state = pair.done(SECOND, "take-back", json!({})).await;
    assert_eq!(played(&state), ["f5", "d6"]);
    assert_eq!(state["scene"]["to_act"], json!(["first"]));

    pair.play(&[(FIRST, "c3")]).await;
    pair.done(FIRST, "take-back", json!({})).await;
    let state = pair.done(SECOND, "decline", json!({})).await;
    assert_eq!(
        (&state["take_back"], played(&state).len()),
        (&Value::Null, 3)
    );
    let again = pair.refused(FIRST, "take-back", json!({})).await;
    assert_eq!(again.0, StatusCode::CONFLICT, "nobody is asked twice");
    // A move answers what was asked before it.
    pair.play(&[(SECOND, "d3")]).await;
    pair.done(SECOND, "take-back", json!({})).await;
    pair.play(&[(FIRST, "c4")]).await;
    assert_eq!(pair.state().await["take_back"], Value::Null);

    for _ in 0..2 {
        let state = pair.done(FIRST, "draw", json!({})).await;
        assert_eq!(
            (&state["draw"], &state["scene"]["over"]),
            (&json!("by_first"), &Value::Null)
        );
    }
    let state = pair.done(FIRST, "decline", json!({})).await;
    assert_eq!(state["draw"], Value::Null, "an offer can be withdrawn");
    pair.done(FIRST, "draw", json!({})).await;
    let state = pair.done(SECOND, "decline", json!({})).await;
    assert_eq!(state["draw"], "declined");
    assert_eq!(
        pair.refused(FIRST, "draw", json!({})).await.0,
        StatusCode::CONFLICT
    );
    pair.done(SECOND, "draw", json!({})).await;
    let state = pair.done(FIRST, "draw", json!({})).await;
    assert_eq!(state["scene"]["over"]["winner"], Value::Null);
    assert_eq!(state["scene"]["over"]["reason"]["en"], "draw agreed");
}

#[tokio::test]
async fn after_the_end_only_another_game_can_be_agreed_on_and_sides_are_changed() {
    let app = TestApp::new();
    let clock = json!({ "seconds": 300.0, "increment": 2.0 });
    let pair = Pair::seated(
        &app,
        "gomoku",
        json!({ "clock": clock, "rules": "standard" }),
    )
    .await;
    let early = pair.refused(FIRST, "rematch", json!({})).await;
    assert_eq!(early.0, StatusCode::CONFLICT);
    pair.play(&[(FIRST, "h8")]).await;
    let state = pair.done(SECOND, "resign", json!({})).await;
    assert_eq!(state["scene"]["over"]["winner"], "first");
    for (seat, action) in [
        (SECOND, "moves"),
        (FIRST, "moves"),
        (SECOND, "take-back"),
        (FIRST, "draw"),
        (FIRST, "resign"),
    ] {
        let refused = pair.refused(seat, action, json!({ "text": "i9" })).await;
        assert_eq!(
            refused,
            (StatusCode::CONFLICT, "game_over".to_owned()),
            "{action}"
        );
    }

    for _ in 0..2 {
        let state = pair.done(FIRST, "rematch", json!({})).await;
        assert_eq!(
            (&state["rematch"], &state["next"]),
            (&json!("first"), &Value::Null)
        );
    }
    let state = pair.done(SECOND, "decline", json!({})).await;
    assert_eq!(state["rematch"], Value::Null);
    pair.done(SECOND, "rematch", json!({})).await;
    let state = pair.done(FIRST, "rematch", json!({})).await;
    let id = state["next"].as_str().expect("the next game").to_owned();
    // Whoever asks late is told of the game that has begun.
    assert_eq!(pair.done(SECOND, "rematch", json!({})).await["next"], *id);
    let next = Pair {
        app: &app,
        id,
        invitations: Default::default(),
    };
    let state = next.state().await;
    assert_eq!(
        (&state["rules"], &state["clock"]["rules"]),
        (&json!("standard"), &clock)
    );
    assert_eq!(played(&state).len(), 0);
    let swapped = next.refused(FIRST, "moves", json!({ "text": "h8" })).await;
    assert_eq!(swapped, (StatusCode::CONFLICT, "not_your_turn".to_owned()));
    next.play(&[(SECOND, "h8"), (FIRST, "i9")]).await;
    assert_eq!(played(&next.state().await), ["h8", "i9"]);
    // The link of the game before brings nobody in.
    let late = next
        .refused(&pair.invitations[0], "sit", json!({ "key": NOBODY }))
        .await;
    assert_eq!(late.0, StatusCode::CONFLICT);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_wait_for_both_people_and_a_fallen_one_loses() {
    let app = TestApp::new();
    let clock = json!({ "clock": { "seconds": 1.0 } });
    let pair = Pair::begin(&app, "gomoku", clock).await;
    pair.sit(&pair.invitations[0], FIRST).await;
    pair.play(&[(FIRST, "h8")]).await;
    assert_eq!(
        pair.state().await["clock"]["running"],
        json!([false, false])
    );
    pair.sit(&pair.invitations[1], SECOND).await;
    assert_eq!(pair.state().await["clock"]["running"], json!([false, true]));
    let over = loop {
        let state = pair.state().await;
        if state["scene"]["over"].is_object() {
            break state;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    assert_eq!(over["scene"]["over"]["winner"], "first");
    let late = pair.refused(SECOND, "moves", json!({ "text": "i9" })).await;
    assert_eq!(late.1, "game_over");
}

#[tokio::test]
async fn both_choices_of_a_round_come_from_their_own_seats_and_stay_hidden() {
    let app = TestApp::new();
    let pair = Pair::seated(&app, "garlic", json!({})).await;
    let legal = pair.state().await["scene"]["legal"].clone();
    let choice = |side: &str| {
        let all = legal.as_array().expect("moves");
        let found = all.iter().find(|mv| mv["side"] == side).expect("a move");
        found["text"].as_str().expect("a text").to_owned()
    };
    let (first, second) = (choice("first"), choice("second"));
    let body = |side: &str, text: &str| json!({ "side": side, "text": text });
    let stolen = pair.refused(SECOND, "moves", body("first", &first)).await;
    assert_eq!(stolen, no_seat());
    let state = pair.done(SECOND, "moves", body("second", &second)).await;
    assert_eq!(played(&state).len(), 0, "the other has not chosen yet");
    pair.done(FIRST, "moves", body("first", &first)).await;
    assert_eq!(played(&pair.state().await), [first, second]);
    pair.done(FIRST, "take-back", json!({})).await;
    let state = pair.done(SECOND, "take-back", json!({})).await;
    assert_eq!(played(&state).len(), 0);
}

#[tokio::test]
async fn seats_survive_a_restart_of_the_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = || {
        TestApp::with(Options {
            data: Some(folder.path().to_owned()),
            ..Options::default()
        })
    };
    let app = open();
    let pair = Pair::begin(&app, "xiangqi", json!({})).await;
    pair.sit(&pair.invitations[0], FIRST).await;
    pair.play(&[(FIRST, "h2e2")]).await;
    let (id, invitations) = (pair.id.clone(), pair.invitations.clone());
    drop(app);
    let app = open();
    let pair = Pair {
        app: &app,
        id: id.clone(),
        invitations,
    };
    let sat = pair.sit(&pair.invitations[1], SECOND).await;
    assert_eq!(sat.status, StatusCode::OK, "{}", sat.body);
    pair.play(&[(SECOND, "h9g7"), (FIRST, "h0g2")]).await;
    assert_eq!(
        pair.refused(NOBODY, "moves", json!({ "text": "i9h9" }))
            .await,
        no_seat()
    );
    pair.done(SECOND, "resign", json!({})).await;
    pair.done(FIRST, "rematch", json!({})).await;
    let next = pair.done(SECOND, "rematch", json!({})).await["next"].clone();
    drop(app);
    let app = open();
    let again = Pair {
        app: &app,
        id,
        invitations: Default::default(),
    };
    assert_eq!(again.state().await["next"], next);
    let id = next.as_str().expect("an id").to_owned();
    let next = Pair {
        app: &app,
        id,
        invitations: Default::default(),
    };
    next.play(&[(SECOND, "h2e2"), (FIRST, "h9g7")]).await;
}

#[tokio::test]
async fn an_invited_visitor_of_a_server_that_is_free_to_look_at_plays_without_its_token() {
    let app = TestApp::with(Options {
        access: Access {
            token: Some("secret".to_owned()),
            free_viewing: true,
            ..Access::default()
        },
        ..Options::default()
    });
    let guests = json!({ "game": "reversi", "seats": [{ "kind": "guest" }, { "kind": "guest" }] });
    let refused = app.post("/api/games", &guests).await;
    assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
    let mut new = common::post("/api/games", guests.to_string());
    let owner = "Bearer secret".parse().expect("a header");
    new.headers_mut().insert("authorization", owner);
    let begun = app.send(new).await.body;
    let invitation = |index: usize| {
        begun["invitations"][index]
            .as_str()
            .expect("one")
            .to_owned()
    };
    let pair = Pair {
        app: &app,
        id: begun["id"].as_str().expect("an id").to_owned(),
        invitations: [invitation(0), invitation(1)],
    };
    for (index, key) in [FIRST, SECOND].into_iter().enumerate() {
        let sat = pair.sit(&pair.invitations[index], key).await;
        assert_eq!(sat.status, StatusCode::OK, "{}", sat.body);
    }
    pair.play(&[(FIRST, "f5"), (SECOND, "d6")]).await;
    for seat in ["", NOBODY] {
        for action in ["moves", "resign", "sit", "hint"] {
            let body = json!({ "text": "c3", "key": NOBODY });
            let refused = pair.refused(seat, action, body).await;
            assert_eq!(refused.0, StatusCode::UNAUTHORIZED, "{action}");
        }
    }
    let path = format!("/api/games/{}", pair.id);
    let removed = app
        .send(request(Method::DELETE, &path, FIRST, &Value::Null))
        .await;
    assert_eq!(
        removed.status,
        StatusCode::UNAUTHORIZED,
        "a seat opens nothing else"
    );
}
