//! People who watch one game, and the one who plays it.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use boyi_game::Random;
use futures_util::StreamExt;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;

use super::http::{self, Http, home};
use super::latency::Latencies;

/// How many take their seats at the same time.
const SEATED_AT_ONCE: usize = 64;
/// More changes than anybody waits for.
const MAX_CHANGES: usize = 1 << 20;
/// How long the last change of a period may take to arrive.
const SETTLE: Duration = Duration::from_secs(5);

pub(super) struct Spectators {
    shared: Arc<Shared>,
    count: usize,
    /// Everybody leaves when this is dropped.
    _tasks: JoinSet<()>,
}

struct Shared {
    began: Instant,
    /// The version before the first change; each change makes one more.
    first: AtomicU64,
    /// When each change was sent, in microseconds since the beginning, 0 before.
    sent: Vec<AtomicU64>,
    changes: AtomicU64,
    /// Changes that were made before this period.
    before: AtomicU64,
    latencies: Arc<Latencies>,
    pausing: std::sync::atomic::AtomicBool,
}

pub(super) struct Watched {
    pub(super) moves: u64,
    /// Which part of what everybody should have seen was seen.
    pub(super) delivered: Option<f64>,
    pub(super) latencies: Arc<Latencies>,
}

impl Spectators {
    /// Begins a game between two people, and comes back when everybody sees it.
    pub(super) async fn seat(address: SocketAddr, count: usize, pace: f64) -> io::Result<Self> {
        let mut tasks = JoinSet::new();
        let shared = Arc::new(Shared {
            began: Instant::now(),
            first: AtomicU64::new(0),
            sent: (0..MAX_CHANGES).map(|_| AtomicU64::new(0)).collect(),
            changes: AtomicU64::new(0),
            before: AtomicU64::new(0),
            latencies: Arc::default(),
            pausing: true.into(),
        });
        if count > 0 {
            let mut player = Http::connect(home(1, 1), address).await?;
            let new = r#"{"game":"xiangqi","seats":[{"kind":"person"},{"kind":"person"}]}"#;
            let state = player.ask("POST", "/api/games", new).await?;
            let game = format!("/api/games/{}", state["id"].as_str().unwrap_or_default());
            let version = state["version"].as_u64().unwrap_or_default();
            shared.first.store(version, Ordering::Relaxed);
            let door = Arc::new(Semaphore::new(SEATED_AT_ONCE));
            let mut seated = JoinSet::new();
            for number in 0..count {
                let (door, path) = (Arc::clone(&door), format!("{game}/live"));
                seated.spawn(async move {
                    let _turn = door.acquire_owned().await;
                    http::stream(home(16, number), address, &path).await
                });
            }
            while let Some(stream) = seated.join_next().await {
                let (mut stream, shared) =
                    (stream.map_err(io::Error::other)??, Arc::clone(&shared));
                tasks.spawn(async move {
                    let mut seen = version;
                    while let Some(Ok(message)) = stream.next().await {
                        if let Message::Text(text) = message
                            && let Some(now) = version_in(&text)
                        {
                            shared.arrived(seen, now);
                            seen = now.max(seen);
                        }
                    }
                });
            }
            let playing = Arc::clone(&shared);
            tasks.spawn(async move {
                let _ = play(player, &game, state, pace, &playing).await;
            });
        }
        Ok(Self {
            shared,
            count,
            _tasks: tasks,
        })
    }

    pub(super) fn begin_period(&self) {
        self.shared.latencies.clear();
        let changes = self.shared.changes.load(Ordering::Relaxed);
        self.shared.before.store(changes, Ordering::Relaxed);
        self.shared.pausing.store(false, Ordering::Relaxed);
    }

    /// Stops the game and waits until everybody has seen its last change, but not for ever.
    pub(super) async fn settle(&self) {
        self.shared.pausing.store(true, Ordering::Relaxed);
        let began = Instant::now();
        while began.elapsed() < SETTLE && self.found().delivered.is_some_and(|part| part < 1.0) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub(super) fn found(&self) -> Watched {
        let shared = &self.shared;
        let before = shared.before.load(Ordering::Relaxed);
        let moves = shared.changes.load(Ordering::Relaxed) - before;
        let wanted = moves * self.count as u64;
        let latencies = Arc::clone(&shared.latencies);
        Watched {
            moves,
            delivered: (wanted > 0).then(|| latencies.count() as f64 / wanted as f64),
            latencies,
        }
    }
}

impl Shared {
    /// Somebody who had seen one version sees another: whatever was in between is out of date.
    fn arrived(&self, seen: u64, now: u64) {
        let first = self.first.load(Ordering::Relaxed);
        let clock = self.began.elapsed();
        for version in seen + 1..=now {
            let sent = self.sent.get((version - first) as usize);
            let sent = sent.map_or(0, |sent| sent.load(Ordering::Relaxed));
            if sent > 0 {
                let took = clock.saturating_sub(Duration::from_micros(sent));
                self.latencies.add(took);
            }
        }
    }
}

/// Changes the game at a steady pace: any legal move, or one taken back where there is none.
async fn play(
    mut player: Http,
    game: &str,
    mut state: serde_json::Value,
    pace: f64,
    shared: &Shared,
) -> io::Result<()> {
    let mut random = Random::new(1);
    let mut tick = tokio::time::interval(Duration::from_secs_f64(1.0 / pace));
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    for change in 1..MAX_CHANGES {
        loop {
            tick.tick().await;
            if !shared.pausing.load(Ordering::Relaxed) {
                break;
            }
        }
        let micros = shared.began.elapsed().as_micros().max(1) as u64;
        shared.sent[change].store(micros, Ordering::Relaxed);
        let legal = state["scene"]["legal"]
            .as_array()
            .map_or(&[][..], Vec::as_slice);
        state = if legal.is_empty() {
            player
                .ask("POST", &format!("{game}/take-back"), "{}")
                .await?
        } else {
            let choice = &legal[random.below(legal.len() as u64) as usize];
            let body = serde_json::json!({ "text": choice["text"] }).to_string();
            player.ask("POST", &format!("{game}/moves"), &body).await?
        };
        shared.changes.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// The version in a state or in a delta, which stands near its beginning.
fn version_in(text: &str) -> Option<u64> {
    let (_, rest) = text.split_once("\"version\":")?;
    let digits = rest.trim_start_matches('[');
    let end = digits.find(|c: char| !c.is_ascii_digit())?;
    digits[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_found_in_states_and_in_deltas() {
        assert_eq!(
            version_in(r#"{"id":"x","version":17,"game":"reversi"}"#),
            Some(17)
        );
        assert_eq!(
            version_in(r#"{"delta":{"version":[18],"moves":[0,0,[]]}}"#),
            Some(18)
        );
        assert_eq!(version_in(r#"{"delta":{}}"#), None);
    }
}
