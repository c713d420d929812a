//! What those who watch one thing are sent: rendered once a change and shared by all of them, as a delta
//! to who has seen the state before, whole to everybody else. Only the newest state is kept, so a slow
//! reader skips what came in between.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use boyi_arena::live::Notice;
use boyi_arena::store::Store;
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::delta::delta;
use crate::metrics::Metrics;
use crate::socket::Socket;

/// A state as it is sent.
pub(crate) struct Frame {
    /// Counts the frames of a feed from 1.
    number: u64,
    whole: Utf8Bytes,
    /// What has changed since the frame before.
    delta: Utf8Bytes,
}

/// How often a game is looked at that another server plays.
const LOOK_ELSEWHERE: Duration = Duration::from_secs(1);

type Frames = watch::Sender<Option<Arc<Frame>>>;
pub(crate) type Receiver = watch::Receiver<Option<Arc<Frame>>>;

/// The feeds that somebody watches; clones share them.
#[derive(Clone, Default)]
pub(crate) struct Feeds(Arc<Mutex<HashMap<String, Arc<Frames>>>>);

/// What says that a state may have changed.
pub(crate) enum Source {
    /// A game of the page.
    Session(watch::Receiver<u64>),
    /// A game of the page that another server plays: its moves are told at once, other changes are looked
    /// for now and then.
    Elsewhere {
        notices: broadcast::Receiver<Notice>,
        game: String,
        look: Interval,
    },
    /// A game or a contest of the store.
    Store {
        notices: broadcast::Receiver<Notice>,
        game: Option<String>,
        contest: Option<String>,
    },
}

impl Feeds {
    /// Watches something. `render` looks at it, at most once a `pace` however many watch; `None` says
    /// that there is nothing to be seen yet.
    pub(crate) fn watch(
        &self,
        name: String,
        pace: Duration,
        source: impl FnOnce() -> Source,
        render: impl Fn() -> Option<Value> + Clone + Send + 'static,
    ) -> Receiver {
        let mut feeds = self.lock();
        if let Some(frames) = feeds.get(&name) {
            return frames.subscribe();
        }
        let frames = Arc::new(Frames::new(None));
        feeds.insert(name.clone(), Arc::clone(&frames));
        let receiver = frames.subscribe();
        drop(feeds);
        tokio::spawn(self.clone().publish(name, frames, pace, source(), render));
        receiver
    }

    /// Renders and publishes until nobody watches.
    async fn publish(
        self,
        name: String,
        frames: Arc<Frames>,
        pace: Duration,
        mut source: Source,
        render: impl Fn() -> Option<Value> + Clone + Send + 'static,
    ) {
        let mut tick = interval(pace);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut last = None;
        let mut number = 0;
        loop {
            tick.tick().await;
            let (before, render) = (last.take(), render.clone());
            let rendered = tokio::task::spawn_blocking(move || next(before, render()));
            let Ok((state, texts)) = rendered.await else {
                break;
            };
            last = state;
            if let Some([whole, delta]) = texts {
                number += 1;
                frames.send_replace(Some(Arc::new(Frame {
                    number,
                    whole: whole.into(),
                    delta: delta.into(),
                })));
            }
            tokio::select! {
                more = source.changed() => if !more { break },
                () = frames.closed() => if self.forget(&name, &frames) { return },
            }
        }
        self.lock().remove(&name);
    }

    /// Ends a feed, unless somebody has come to watch it meanwhile.
    fn forget(&self, name: &str, frames: &Frames) -> bool {
        let mut feeds = self.lock();
        let unwatched = frames.receiver_count() == 0;
        if unwatched {
            feeds.remove(name);
        }
        unwatched
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Frames>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The state to remember, and the whole and the delta as texts where it is a new one.
fn next(before: Option<Value>, now: Option<Value>) -> (Option<Value>, Option<[String; 2]>) {
    let Some(now) = now else {
        return (before, None);
    };
    let changed = match &before {
        None => Some(json!([now])),
        Some(before) => delta(before, &now),
    };
    let texts = changed.map(|delta| [now.to_string(), json!({ "delta": delta }).to_string()]);
    (Some(now), texts)
}

impl Source {
    pub(crate) fn elsewhere(store: &Store, game: &str) -> Self {
        Self::Elsewhere {
            notices: store.live().subscribe(),
            game: game.to_owned(),
            look: interval(LOOK_ELSEWHERE),
        }
    }

    /// Waits for a change; `false` when there will be no more.
    async fn changed(&mut self) -> bool {
        match self {
            Self::Session(changes) => changes.changed().await.is_ok(),
            Self::Elsewhere {
                notices,
                game,
                look,
            } => loop {
                tokio::select! {
                    notice = notices.recv() => match notice {
                        Ok(Notice::Game { id, .. }) if *id == **game => return true,
                        Ok(_) => {}
                        Err(RecvError::Lagged(_)) => return true,
                        Err(RecvError::Closed) => return false,
                    },
                    _ = look.tick() => return true,
                }
            },
            Self::Store {
                notices,
                game,
                contest,
            } => loop {
                match notices.recv().await {
                    Ok(Notice::Game { id, .. }) => {
                        let of_contest = contest.as_ref().is_some_and(|contest| {
                            let rest = id.strip_prefix(contest.as_str());
                            rest.is_some_and(|rest| rest.starts_with('.'))
                        });
                        if of_contest || game.as_deref() == Some(&*id) {
                            return true;
                        }
                    }
                    Ok(Notice::Contest { id }) => {
                        if contest.as_deref() == Some(&*id) {
                            return true;
                        }
                    }
                    // Notices were lost: look again.
                    Err(RecvError::Lagged(_)) => return true,
                    Err(RecvError::Closed) => return false,
                }
            },
        }
    }
}

/// Sends a feed to one who watches, from now on and until either end is gone.
pub(crate) async fn follow(mut socket: Socket, mut frames: Receiver, metrics: Arc<Metrics>) {
    let mut seen = 0;
    frames.mark_changed();
    loop {
        tokio::select! {
            changed = frames.changed() => {
                if changed.is_err() {
                    break;
                }
                let frame = frames.borrow_and_update().clone();
                let Some(frame) = frame else { continue };
                let (text, counter) = if seen > 0 && frame.number == seen + 1 {
                    (&frame.delta, &metrics.delta_messages)
                } else {
                    (&frame.whole, &metrics.whole_messages)
                };
                if !socket.send_text(text.clone()).await {
                    break;
                }
                counter.add(1);
                seen = frame.number;
            }
            () = socket.closed() => break,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_change_is_rendered_once_for_all_and_the_feed_ends_with_its_last_reader() {
        let feeds = Feeds::default();
        let (change, changes) = watch::channel(0);
        let rendered = Arc::new(Mutex::new(0));
        let watch = || {
            let (rendered, changes) = (Arc::clone(&rendered), changes.clone());
            let render = move || {
                let mut count = rendered.lock().expect("no panic");
                *count += 1;
                Some(json!({ "count": *count, "same": "as ever, and long enough to matter" }))
            };
            let source = || Source::Session(changes);
            feeds.watch("it".to_owned(), Duration::from_millis(1), source, render)
        };
        let mut readers: Vec<Receiver> = (0..100).map(|_| watch()).collect();
        let text = async |reader: &mut Receiver| {
            let frame = reader.wait_for(Option::is_some).await.expect("it goes on");
            let frame = Arc::clone(frame.as_ref().expect("a frame"));
            (frame.whole.to_string(), frame.delta.to_string())
        };
        for reader in &mut readers {
            let (whole, _) = text(reader).await;
            assert!(whole.contains("\"count\":1"), "{whole}");
            reader.borrow_and_update();
        }
        change.send_replace(1);
        for reader in &mut readers {
            reader.changed().await.expect("it goes on");
            let (_, delta) = text(reader).await;
            assert_eq!(delta, r#"{"delta":{"count":[2]}}"#);
        }
        assert_eq!(*rendered.lock().expect("no panic"), 2);
        drop(readers);
        while !feeds.lock().is_empty() {
            tokio::task::yield_now().await;
        }
        assert_eq!(change.receiver_count(), 1, "only the one of this test");
    }
}
