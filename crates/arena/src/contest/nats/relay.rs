//! What happens live, between the servers that share a database: who watches at one of them sees the games
//! that another plays.
//!
//! Servers and workers tell each other what happens in their games as long as somebody watches somewhere,
//! and every second that they are there and which contests they run. Nobody waits for these messages and
//! none is kept: who missed one asks for the whole game, and what is finished is in the database.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::Client;
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinHandle;

use super::{Broker, token};
use crate::Event;
use crate::live::{Live, Notice};

const SUBJECT: &str = "boyi.live";

/// Messages that wait while the broker is away.
const OUTBOX: usize = 4096;

/// How often a server says that it is there.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// A server that is silent for so long is gone, and its games with it.
const SILENCE: Duration = Duration::from_secs(5);

/// How long to wait for the reply to a request that was handed over; a hint takes seconds.
const REPLY: Duration = Duration::from_secs(30);

/// The other servers; clones share them. Ends when the last clone is dropped.
#[derive(Clone)]
pub struct Relay(Arc<Ends>);

impl std::fmt::Debug for Relay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Relay")
    }
}

struct Ends {
    shared: Arc<Shared>,
    client: Client,
    runtime: Handle,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl Drop for Ends {
    fn drop(&mut self) {
        locked(&self.tasks).iter().for_each(JoinHandle::abort);
    }
}

struct Shared {
    node: String,
    /// What is to be told; more than it holds is left out, and asked for again by those who miss it.
    outbox: Sender<Said>,
    live: Live,
    /// The contests that this server runs.
    running: Mutex<Vec<String>>,
    others: Mutex<HashMap<String, Other>>,
}

/// Another server.
struct Other {
    heard: Instant,
    watched: bool,
    contests: Vec<String>,
    games: BTreeSet<Arc<str>>,
}

#[derive(Serialize, Deserialize)]
struct Message {
    node: String,
    said: Said,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Said {
    Here {
        contests: Vec<String>,
        /// Somebody watches there: only then are games told.
        watched: bool,
    },
    Event {
        game: String,
        number: usize,
        event: Event,
    },
    /// All that has happened in a game, for those who missed some of it.
    Whole {
        game: String,
        events: Vec<Event>,
    },
    Standings {
        contest: String,
    },
    /// Somebody missed something of this game, or of all.
    Missed {
        game: Option<String>,
    },
    /// Whoever runs this contest is to stop it.
    Stop {
        contest: String,
    },
}

impl Relay {
    /// Joins the servers of this broker under a name of its own. `stop` hears of contests of this server
    /// that somebody wants stopped.
    pub fn join(
        broker: &Broker,
        live: &Live,
        node: &str,
        stop: impl Fn(&str) + Send + Sync + 'static,
    ) -> Self {
        let (outbox, letters) = channel(OUTBOX);
        let shared = Arc::new(Shared {
            node: node.to_owned(),
            outbox,
            live: live.clone(),
            running: Mutex::default(),
            others: Mutex::default(),
        });
        let client = broker.context.client();
        let own = live.own();
        let tasks = vec![
            broker
                .runtime
                .spawn(send(shared.node.clone(), client.clone(), letters)),
            broker.runtime.spawn(tell(shared.clone(), own)),
            broker
                .runtime
                .spawn(hear(shared.clone(), client.clone(), stop)),
            broker.runtime.spawn(beat(shared.clone())),
        ];
        Self(Arc::new(Ends {
            shared,
            client,
            runtime: broker.runtime.handle().clone(),
            tasks: Mutex::new(tasks),
        }))
    }

    /// Tells the others which contests this server runs.
    pub fn set_running(&self, contests: Vec<String>) {
        *locked(&self.0.shared.running) = contests;
        self.0.shared.say_here();
    }

    /// Which of the other servers runs a contest.
    pub fn runs(&self, contest: &str) -> Option<String> {
        let others = locked(&self.0.shared.others);
        let running = |other: &Other| other.contests.iter().any(|id| id == contest);
        let found = others.iter().find(|(_, other)| running(other));
        found.map(|(node, _)| node.clone())
    }

    /// Asks whoever runs a contest to stop it, and waits until that has happened, but not for ever.
    pub fn stop(&self, contest: &str) -> bool {
        const PATIENCE: Duration = Duration::from_secs(20);
        const LOOK_AGAIN: Duration = Duration::from_millis(20);
        let began = Instant::now();
        self.0.shared.say(Said::Stop {
            contest: contest.to_owned(),
        });
        while self.runs(contest).is_some() && began.elapsed() < PATIENCE {
            std::thread::sleep(LOOK_AGAIN);
        }
        self.runs(contest).is_none()
    }

    /// Hands a request over to another server, and waits for its reply; `None` where none comes.
    pub async fn ask(&self, node: &str, request: Vec<u8>) -> Option<Vec<u8>> {
        let asked = self.0.client.request(subject_of(node), request.into());
        let reply = tokio::time::timeout(REPLY, asked).await;
        Some(reply.ok()?.ok()?.payload.to_vec())
    }

    /// Answers what others hand over to this server, for as long as it is there.
    pub fn answer<F: Future<Output = Vec<u8>> + Send>(
        &self,
        reply: impl Fn(Vec<u8>) -> F + Send + Sync + 'static,
    ) {
        let (client, node) = (self.0.client.clone(), self.0.shared.node.clone());
        let reply = Arc::new(reply);
        let answer = async move {
            let Ok(mut requests) = client.subscribe(subject_of(&node)).await else {
                return;
            };
            while let Some(request) = requests.next().await {
                let (client, reply) = (client.clone(), reply.clone());
                tokio::spawn(async move {
                    if let Some(back) = request.reply.clone() {
                        let said = reply(request.payload.to_vec()).await;
                        let _ = client.publish(back, said.into()).await;
                    }
                });
            }
        };
        let task = self.0.runtime.spawn(answer);
        locked(&self.0.tasks).push(task);
    }

    /// The other servers that are there.
    pub fn others(&self) -> Vec<String> {
        let mut names: Vec<String> = locked(&self.0.shared.others).keys().cloned().collect();
        names.sort();
        names
    }
}

impl Shared {
    fn say(&self, said: Said) {
        let _ = self.outbox.try_send(said);
    }

    fn say_here(&self) {
        let contests = locked(&self.running).clone();
        let watched = self.live.is_watched();
        self.say(Said::Here { contests, watched });
    }

    /// Whether somebody watches at another server.
    fn is_watched(&self) -> bool {
        locked(&self.others).values().any(|other| other.watched)
    }

    /// Tells the games of this server from their beginning: one of them, or all.
    fn say_whole(&self, wanted: Option<&str>) {
        for (game, events) in self.live.own_games() {
            if wanted.is_none_or(|wanted| *wanted == *game) {
                let game = game.to_string();
                self.say(Said::Whole { game, events });
            }
        }
    }

    fn heard(&self, message: Message, stop: &(dyn Fn(&str) + Send + Sync)) {
        let Message { node, said } = message;
        if node == self.node {
            return;
        }
        let mut others = locked(&self.others);
        let other = others.entry(node).or_insert_with(Other::new);
        other.heard = Instant::now();
        match said {
            Said::Here { contests, watched } => {
                other.watched = watched;
                let changed = other.contests != contests;
                let before = std::mem::replace(&mut other.contests, contests.clone());
                drop(others);
                for contest in before.iter().chain(&contests).filter(|_| changed) {
                    self.live.standings_changed_elsewhere(contest);
                }
            }
            Said::Event {
                game,
                number,
                event,
            } => {
                let id: Arc<str> = game.as_str().into();
                note(other, &id, &event);
                drop(others);
                if !self.live.tell_from_elsewhere(&id, number, &event) {
                    self.say(Said::Missed { game: Some(game) });
                }
            }
            Said::Whole { game, events } => {
                let id: Arc<str> = game.into();
                other.games.insert(Arc::clone(&id));
                drop(others);
                self.live.tell_whole_from_elsewhere(&id, &events);
            }
            Said::Standings { contest } => {
                drop(others);
                self.live.standings_changed_elsewhere(&contest);
            }
            Said::Missed { game } => {
                drop(others);
                self.say_here();
                self.say_whole(game.as_deref());
            }
            Said::Stop { contest } => {
                drop(others);
                if locked(&self.running).contains(&contest) {
                    stop(&contest);
                }
            }
        }
    }

    /// Forgets the servers that have fallen silent, with their games.
    fn forget_silent(&self) {
        let mut gone = Vec::new();
        locked(&self.others).retain(|_, other| {
            let silent = other.heard.elapsed() > SILENCE;
            if silent {
                gone.append(&mut other.games.iter().cloned().collect());
            }
            !silent
        });
        for game in gone {
            self.live.forget(&game);
        }
    }
}

impl Other {
    fn new() -> Self {
        Self {
            heard: Instant::now(),
            watched: false,
            contests: Vec::new(),
            games: BTreeSet::new(),
        }
    }
}

fn note(other: &mut Other, game: &Arc<str>, event: &Event) {
    if matches!(event, Event::End(_)) {
        other.games.remove(game);
    } else {
        other.games.insert(game.clone());
    }
}

async fn send(node: String, client: Client, mut letters: Receiver<Said>) {
    while let Some(said) = letters.recv().await {
        let node = node.clone();
        let text = serde_json::to_string(&Message { node, said }).expect("messages are plain data");
        // Where the broker is away the others will ask for what they missed.
        let _ = client.publish(SUBJECT, text.into()).await;
    }
}

/// Tells the others what happens here.
async fn tell(shared: Arc<Shared>, mut own: broadcast::Receiver<Notice>) {
    loop {
        match own.recv().await {
            // Who begins to watch in the middle asks for what came before.
            Ok(Notice::Game { .. }) if !shared.is_watched() => {}
            Ok(Notice::Game { id, number, event }) => shared.say(Said::Event {
                game: id.to_string(),
                number,
                event,
            }),
            Ok(Notice::Contest { id }) => shared.say(Said::Standings {
                contest: id.to_string(),
            }),
            Err(RecvError::Lagged(_)) => shared.say_whole(None),
            Err(RecvError::Closed) => break,
        }
    }
}

async fn hear(shared: Arc<Shared>, client: Client, stop: impl Fn(&str) + Send + Sync + 'static) {
    // The client subscribes again by itself when the broker comes back.
    let Ok(mut messages) = client.subscribe(SUBJECT).await else {
        return;
    };
    shared.say(Said::Missed { game: None });
    while let Some(message) = messages.next().await {
        // What is not ours is not for us.
        if let Ok(message) = serde_json::from_slice(&message.payload) {
            shared.heard(message, &stop);
        }
    }
}

async fn beat(shared: Arc<Shared>) {
    let mut tick = tokio::time::interval(HEARTBEAT);
    loop {
        tick.tick().await;
        shared.say_here();
        shared.forget_silent();
    }
}

/// Names of servers are anything; subjects are not.
fn subject_of(node: &str) -> String {
    format!("boyi.node.{}", token(node))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
