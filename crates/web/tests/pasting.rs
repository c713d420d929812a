//! Pasting: whatever the text, the game that was asked for is the game that is answered.

mod common;

use axum::http::StatusCode;
use boyi_game::Random;
use common::TestApp;
use serde_json::json;

/// Whole games and positions of all games, which the test then damages.
const TEXTS: &[&str] = &[
    "1. f5 d6 2. c3 d3",
    "f5d6c3d3c4",
    "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)",
    "---------------------------OX------XO--------------------------- X",
    "1. 炮二平五 马8进7 2. 马二进三",
    "1. C2=5 H8+7",
    "[Game \"Chinese Chess\"]\n[FEN \"4k4/4a4/4ba3/9/9/9/9/4B4/4A4/3AK3R w - - 0 60\"]\n\n1. I0-I9 (1. I0-I1 {slow}) *",
    "4k4/4a4/4ba3/9/9/9/9/4B4/4A4/3AK3R w - - 0 60",
    "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]",
    "1. h8 i9 2. i7",
    "a1b1",
    "(;GM[4]SZ[15];B[hh](;W[ii]C[main])(;W[gg]C[other]))",
    "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\na\nb\n-1\n",
    "9/9/9/4x4/3ox4/4o4/9/9/9 x e4",
];

fn damaged(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..random.below(3) {
        let at = random.below(letters.len().max(1) as u64) as usize;
        match random.below(3) {
            0 if at < letters.len() => drop(letters.remove(at)),
            1 => letters.truncate(at + 1),
            _ => letters.insert(
                at.min(letters.len()),
                ['a', '9', '(', '{', '/', '马'][random.below(6) as usize],
            ),
        }
    }
    letters.into_iter().collect()
}

#[tokio::test]
async fn a_thousand_texts_are_read_as_the_game_asked_for_or_refused() {
    let app = TestApp::new();
    let mut random = Random::new(1000);
    let mut asked_back = 0;
    for number in 0..1000 {
        let text = damaged(TEXTS[number % TEXTS.len()], &mut random);
        // Every text meets every game.
        let game = ["reversi", "xiangqi", "gomoku", "garlic"][number / TEXTS.len() % 4];
        let reply = app
            .post("/api/read", &json!({ "game": game, "text": text }))
            .await;
        match reply.status {
            StatusCode::OK => {
                assert_eq!(reply.body["game"], game, "{text}");
                assert_eq!(reply.body["study"]["game"], game, "{text}");
            }
            StatusCode::UNPROCESSABLE_ENTITY => {
                let words = &reply.body["message"];
                assert!(
                    words["en"].as_str().is_some_and(|words| !words.is_empty()),
                    "{text}"
                );
                let games = reply.body["games"].as_array();
                asked_back += usize::from(games.is_some());
                assert!(
                    !games.is_some_and(|games| games.contains(&json!(game))),
                    "{text}"
                );
            }
            other => panic!("{other} for {text}"),
        }
    }
    assert!(
        asked_back > 50,
        "texts of other games say which they fit: {asked_back}"
    );
}

#[tokio::test]
async fn a_text_of_another_game_asks_instead_of_changing_the_game() {
    let app = TestApp::new();
    let reply = app
        .post("/api/read", &json!({ "game": "reversi", "text": "a1b1" }))
        .await;
    assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(reply.body["games"], json!(["gomoku"]));
    let words = reply.body["message"]["en"].as_str().expect("words");
    assert!(words.starts_with("move 1, "), "{words}");
    assert!(words.contains("legal here: d3, c4, f5, e6"), "{words}");
    let anyone = app
        .post("/api/read", &json!({ "text": "1. 炮二平五" }))
        .await;
    assert_eq!(anyone.body["game"], "xiangqi");
}

#[tokio::test]
async fn branches_and_comments_are_read_and_written() {
    let app = TestApp::new();
    let text = "1. 炮二平五 马8进7 (1... 炮8平5 {mirror}) 2. 马二进三 *";
    let reply = app
        .post("/api/read", &json!({ "game": "xiangqi", "text": text }))
        .await;
    assert_eq!(reply.status, StatusCode::OK);
    let study = &reply.body["study"];
    assert_eq!(study["moves"][2]["label"]["zh"], "炮8平5");
    assert_eq!(study["moves"][2]["comment"], "mirror");
    let body = json!({ "line": reply.body["line"], "study": study, "format": "pgn" });
    let written = app.post("/api/export", &body).await;
    let written = written.body["text"].as_str().expect("a text");
    assert!(written.contains("(1. ... H7-E7\n{mirror})"), "{written}");
}
