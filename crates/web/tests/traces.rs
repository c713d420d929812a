//! Search made visible: films and trees are what the searches did, and rubbish is refused.

mod common;

use axum::http::StatusCode;
use common::TestApp;
use serde_json::{Value, json};

fn film(search: &str) -> Value {
    json!({
        "text": "1111111\n0000001\n1011101\n1000000\n1111111\n",
        "diagonal": false, "entry": null, "exit": null,
        "search": search,
    })
}

fn tree() -> Value {
    json!({
        "line": { "game": "reversi", "moves": ["f5"] },
        "search": "alpha-beta", "depth": 3, "evaluation": null,
        "quiescence": false, "deepen": false,
        "techniques": { "table": true, "promise": true, "killers": true, "history": true },
        "below": null,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn changing_maps_and_several_walkers_can_be_watched() {
    let app = TestApp::new();
    let asked = |search: &str, field: &str, value: u32| {
        let mut request = film(search);
        request[field] = json!(value);
        request["seed"] = json!(3);
        request
    };
    for (search, field) in [
        ("dstar-lite", "changes"),
        ("lpa", "changes"),
        ("astar", "changes"),
        ("cbs", "walkers"),
        ("cooperative", "walkers"),
    ] {
        let reply = app.post("/api/films", &asked(search, field, 2)).await;
        assert_eq!(reply.status, StatusCode::OK, "{search}: {}", reply.body);
    }
    let weighted = app.post("/api/films", &film("ara:weight=4")).await;
    assert_eq!(weighted.body["cost"], 8.0, "{}", weighted.body);
    for request in [
        asked("astar", "walkers", 2),
        asked("theta", "changes", 2),
        asked("cbs", "walkers", 200),
        film("weighted-astar:weight=0"),
    ] {
        let refused = app.post("/api/films", &request).await;
        assert_eq!(
            refused.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{request}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_path_search_can_be_watched() {
    let app = TestApp::new();
    let choices = app.get("/api/films/choices").await.body;
    for choice in choices["maze"].as_array().expect("searches") {
        let name = choice["name"].as_str().expect("a name");
        let reply = app.post("/api/films", &film(name)).await;
        assert_eq!(reply.status, StatusCode::OK, "{name}: {}", reply.body);
        assert_eq!(reply.body["cost"], 8.0, "{name}");
        let is_watched = reply.body["film"]["frames"].as_u64() > Some(0);
        assert_eq!(is_watched, name != "auto", "{name}");
        assert_eq!(
            reply.body["note"].is_null(),
            name != "auto",
            "auto says what is not shown"
        );
        assert_eq!(reply.body["film"]["frames"], reply.body["film"]["total"]);
    }
    for choice in choices["supply"].as_array().expect("searches") {
        let name = choice["name"].as_str().expect("a name");
        let mut request = film(name);
        request["text"] = json!("2 7 5\n3 0 0 0 0 0 4\n1 1 2 1 1 1 1\n");
        let reply = app.post("/api/films", &request).await;
        assert_eq!(
            (reply.status, &reply.body["cost"]),
            (StatusCode::OK, &json!(8.0)),
            "{name}"
        );
    }
    for choice in choices["roads"].as_array().expect("searches") {
        let name = choice["name"].as_str().expect("a name");
        let both = [name, "uniform-cost"];
        let request = json!({ "rows": 6, "cols": 7, "seed": 1, "best": 4, "searches": both });
        let reply = app.post("/api/films/roads/new", &request).await;
        assert_eq!(reply.status, StatusCode::OK, "{}", reply.body);
        let roads = reply.body["roads"].as_array().expect("roads");
        let costs: Vec<u64> = roads
            .iter()
            .filter_map(|road| road["cost"].as_u64())
            .collect();
        assert!(costs.len() == 4 && costs.is_sorted(), "{costs:?}");
        let films = reply.body["films"].as_array().expect("films");
        assert_eq!(films.len(), 2);
        assert!(films[0]["film"]["frames"].as_u64() > Some(0), "{name}");
        let cost = costs[0] as f64;
        assert!(films[0]["cost"].as_f64() >= Some(cost), "{name}");
        if films[0]["optimal"] == true {
            assert_eq!(films[0]["cost"], cost, "{name}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tree_is_counted_twice_and_a_part_of_it_can_be_had() {
    let app = TestApp::new();
    let whole = app.post("/api/trees", &tree()).await;
    assert_eq!(whole.status, StatusCode::OK, "{}", whole.body);
    assert_eq!(whole.body["counts"], whole.body["traced"]);
    assert_eq!(whole.body["kept"], whole.body["entered"]);
    assert!(!whole.body["cuts"].as_array().expect("cuts").is_empty());
    let mut below = tree();
    below["below"] = json!(1);
    let part = app.post("/api/trees", &below).await;
    assert_eq!(
        part.body["entered"].as_u64(),
        whole.body["below"][1].as_u64().map(|below| below + 1)
    );
    assert_eq!(part.body["line"].as_array().map(Vec::len), Some(1));
    let rows = app.post("/api/trees/compare", &tree()).await.body;
    let rows = rows.as_array().expect("rows");
    assert_eq!(rows[0]["nodes"], whole.body["counts"]["nodes"]);
    assert!(rows.last().expect("minimax")["nodes"].as_u64() > rows[0]["nodes"].as_u64());
}

/// What a search did within a time can be drawn: with as many positions, or playouts, it is the same search.
#[tokio::test(flavor = "multi_thread")]
async fn a_timed_search_is_drawn_as_it_was() {
    let app = TestApp::new();
    let line = json!({ "game": "reversi" });
    let timed =
        |search: &str| json!({ "line": line, "search": search, "milliseconds": 20, "seed": 4 });
    let classic = app.post("/api/trees/timed", &timed("alpha-beta")).await;
    assert_eq!(classic.status, StatusCode::OK, "{}", classic.body);
    assert!(classic.body["playouts"].is_null() && classic.body["depth"].as_u64() > Some(0));
    let mut drawn = tree();
    drawn["line"] = line.clone();
    drawn["depth"] = json!(12);
    drawn["deepen"] = json!(true);
    drawn["nodes"] = classic.body["nodes"].clone();
    let drawn = app.post("/api/trees", &drawn).await.body;
    let words = |reply: &Value| -> Vec<String> {
        let places = reply["best"].as_array().expect("a line").iter();
        let word = |place: &Value| {
            let place = place.as_u64().expect("a place") as usize;
            reply["moves"][place].as_str().expect("a move").to_owned()
        };
        places.map(word).collect()
    };
    assert_eq!(drawn["counts"]["nodes"], classic.body["nodes"]);
    assert_eq!(json!(words(&drawn)), classic.body["best"]);
    assert_eq!(drawn["result"], classic.body["value"]);

    let sampled = app.post("/api/trees/timed", &timed("uct")).await.body;
    assert!(sampled["playouts"].as_u64() > Some(0), "{sampled}");
    let drawn =
        json!({ "line": line, "search": "uct", "playouts": sampled["playouts"], "seed": 4 });
    let drawn = app.post("/api/trees/samples", &drawn).await.body;
    assert_eq!(json!(words(&drawn)), sampled["best"]);
    assert_eq!(drawn["value"], sampled["value"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_makes_no_sense_is_refused() {
    let app = TestApp::new();
    let unfit = StatusCode::UNPROCESSABLE_ENTITY;
    let mut wrong = Vec::new();
    wrong.push(("/api/films", film("magic"), unfit));
    let nowhere = json!({ "rows": 6, "cols": 7, "seed": 1, "best": 4, "searches": ["magic"] });
    wrong.push(("/api/films/roads/new", nowhere, unfit));
    let mut maze = film("astar");
    maze["text"] = json!("maze\n");
    wrong.push(("/api/films", maze, unfit));
    let mut outside = film("astar");
    outside["exit"] = json!([99, 99]);
    wrong.push(("/api/films", outside, unfit));
    for rows in [0, 1_000_000_000] {
        let request = json!({ "kind": "rooms", "rows": rows, "cols": 9, "seed": 1 });
        wrong.push(("/api/films/new", request, unfit));
    }
    for (key, value) in [
        ("depth", json!(0)),
        ("depth", json!(99)),
        ("search", json!("magic")),
        ("evaluation", json!("magic")),
    ] {
        let mut request = tree();
        request[key] = value;
        wrong.push(("/api/trees", request, unfit));
    }
    for (search, milliseconds) in [("uct", 0), ("uct", 60_000), ("magic", 10), ("random", 10)] {
        let line = json!({ "game": "reversi" });
        let request =
            json!({ "line": line, "search": search, "milliseconds": milliseconds, "seed": 1 });
        wrong.push(("/api/trees/timed", request, unfit));
    }
    let mut elsewhere = tree();
    elsewhere["line"]["game"] = json!("chess");
    wrong.push(("/api/trees", elsewhere, StatusCode::NOT_FOUND));
    let mut rounds = tree();
    rounds["line"] = json!({ "game": "garlic" });
    wrong.push(("/api/trees", rounds, unfit));
    for (path, body, status) in wrong {
        let reply = app.post(path, &body).await;
        assert_eq!(reply.status, status, "{path} {body}: {}", reply.body);
        assert!(reply.body["message"]["en"].is_string());
    }
}
