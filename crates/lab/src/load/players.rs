//! People who play against the computer, one game after another.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use boyi_engine::Setup;
use boyi_game::{Random, Side, Table};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use super::http::{self, Http, home};
use super::latency::Latencies;

/// An answer that takes longer counts as none.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long to wait after something went wrong.
const RETRY: Duration = Duration::from_millis(500);

pub(super) struct Players {
    shared: Arc<Shared>,
    /// Everybody leaves when this is dropped.
    _tasks: JoinSet<()>,
}

#[derive(Default)]
struct Shared {
    latencies: Arc<Latencies>,
    unanswered: AtomicU64,
    lost_by_fault: AtomicU64,
    moves: AtomicU64,
}

pub(super) struct Answered {
    pub(super) answers: u64,
    pub(super) unanswered: u64,
    pub(super) lost_by_fault: u64,
    pub(super) latencies: Arc<Latencies>,
}

impl Players {
    pub(super) fn begin(address: SocketAddr, games: usize, level: &str, pause: Duration) -> Self {
        let shared = Arc::new(Shared::default());
        let mut tasks = JoinSet::new();
        for number in 0..games {
            let (shared, level) = (Arc::clone(&shared), level.to_owned());
            tasks.spawn(async move {
                let mut random = Random::new(number as u64 + 1);
                let from = home(64, number);
                // They do not all begin at the same instant.
                let late = random.below(pause.as_millis().max(1) as u64);
                tokio::time::sleep(Duration::from_millis(late)).await;
                loop {
                    let played = game(from, address, &level, pause, &mut random, &shared).await;
                    if played.is_err() {
                        shared.unanswered.fetch_add(1, Ordering::Relaxed);
                        tokio::time::sleep(RETRY).await;
                    }
                }
            });
        }
        Self {
            shared,
            _tasks: tasks,
        }
    }

    pub(super) fn begin_period(&self) {
        self.shared.latencies.clear();
        self.shared.unanswered.store(0, Ordering::Relaxed);
        self.shared.lost_by_fault.store(0, Ordering::Relaxed);
    }

    /// Moves of both sides since the beginning.
    pub(super) fn moves(&self) -> u64 {
        self.shared.moves.load(Ordering::Relaxed)
    }

    pub(super) fn found(&self) -> Answered {
        let latencies = Arc::clone(&self.shared.latencies);
        Answered {
            answers: latencies.count(),
            unanswered: self.shared.unanswered.load(Ordering::Relaxed),
            lost_by_fault: self.shared.lost_by_fault.load(Ordering::Relaxed),
            latencies,
        }
    }
}

/// Plays a game to its end.
async fn game(
    from: Ipv4Addr,
    address: SocketAddr,
    level: &str,
    pause: Duration,
    random: &mut Random,
    shared: &Shared,
) -> io::Result<()> {
    let mut http = Http::connect(from, address).await?;
    let new = json!({ "game": "reversi", "seats": [{ "kind": "person" }, { "kind": "level", "level": level }] });
    let state = http.ask("POST", "/api/games", &new.to_string()).await?;
    let id = state["id"].as_str().unwrap_or_default().to_owned();
    let path = format!("/api/games/{id}");
    let mut live = http::stream(from, address, &format!("{path}/live")).await?;
    let reversi = boyi_engine::game("reversi").map_err(io::Error::other)?;
    let mut board = reversi.lay(&Setup::default()).map_err(io::Error::other)?;
    while board.to_act().includes(Side::First) {
        tokio::time::sleep(pause).await;
        let legal = board.legal_moves(Side::First);
        let text = &legal[random.below(legal.len() as u64) as usize].text;
        let body = json!({ "text": text }).to_string();
        let plies = board.record().moves.len();
        let sent = Instant::now();
        http.ask("POST", &format!("{path}/moves"), &body).await?;
        shared.moves.fetch_add(1, Ordering::Relaxed);
        let answered = async {
            // The computer's answer, unless the game is over with our move.
            loop {
                follow(&mut live, &mut board).await?;
                let moves = board.record().moves.len();
                if moves > plies && !board.to_act().includes(Side::Second) {
                    return io::Result::Ok(moves);
                }
            }
        };
        let late = || io::Error::new(io::ErrorKind::TimedOut, "no answer");
        let moves = tokio::time::timeout(PATIENCE, answered).await;
        let moves = moves.map_err(|_| late())??;
        if moves > plies + 1 {
            shared.latencies.add(sent.elapsed());
            shared
                .moves
                .fetch_add((moves - plies - 1) as u64, Ordering::Relaxed);
        }
    }
    let record = http.ask("GET", &format!("/api/records/{id}"), "").await?;
    if record["cause"] == "fault" {
        shared.lost_by_fault.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// Plays the moves of the next message on the board.
async fn follow(
    live: &mut WebSocketStream<TcpStream>,
    board: &mut Box<dyn Table>,
) -> io::Result<()> {
    let gone = || io::Error::other("the stream is gone");
    let message = live.next().await.ok_or_else(gone)?;
    let Message::Text(text) = message.map_err(io::Error::other)? else {
        return Ok(());
    };
    let message: Value = serde_json::from_str(&text).map_err(io::Error::other)?;
    // A list in a delta is a splice (place, number, items) or new as a whole.
    let (from, new) = match message.get("delta").map(|delta| &delta["moves"]) {
        None => (0, &message["moves"]),
        Some(moves) if moves[2].is_array() => (moves[0].as_u64().unwrap_or(0), &moves[2]),
        Some(moves) => (0, &moves[0]),
    };
    if !message["scene"]["over"].is_null() {
        return Err(io::Error::other("it is over before its end"));
    }
    let known = board.record().moves.len().saturating_sub(from as usize);
    for mv in new.as_array().into_iter().flatten().skip(known) {
        let side = if mv["side"] == "first" {
            Side::First
        } else {
            Side::Second
        };
        let text = mv["text"].as_str().unwrap_or_default();
        board.play(side, text).map_err(io::Error::other)?;
    }
    Ok(())
}
