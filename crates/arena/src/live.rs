//! Games while they are being played: everything that happens, to whoever in this program listens.
//!
//! A listener that comes late asks for what has happened so far; one that is too slow misses events
//! and asks again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::broadcast;

use crate::Event;

/// How many notices a slow listener may lag behind before it misses some.
const BACKLOG: usize = 4096;

#[derive(Clone, PartialEq, Debug)]
pub enum Notice {
    Game {
        id: Arc<str>,
        /// Its place in the record, counted from 0.
        number: usize,
        event: Event,
    },
    /// In a match or tournament: its standings have changed.
    Contest { id: Arc<str> },
}

/// The games being played; clones share them.
#[derive(Clone)]
pub struct Live {
    games: Arc<Mutex<BTreeMap<Arc<str>, Vec<Event>>>>,
    notices: broadcast::Sender<Notice>,
}

impl Default for Live {
    fn default() -> Self {
        Self {
            games: Arc::default(),
            notices: broadcast::channel(BACKLOG).0,
        }
    }
}

impl Live {
    /// Everything from now on. Can be received in async code and with `blocking_recv` elsewhere.
    pub fn subscribe(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }

    /// What has happened in a game that is going on, and everything from there on: no event is lost
    /// or told twice between the two.
    pub fn follow(&self, id: &str) -> (Vec<Event>, broadcast::Receiver<Notice>) {
        let games = self.lock();
        let so_far = games.get(id).cloned().unwrap_or_default();
        (so_far, self.notices.subscribe())
    }

    pub fn games(&self) -> Vec<Arc<str>> {
        self.lock().keys().cloned().collect()
    }

    pub fn tell(&self, id: &Arc<str>, event: &Event) {
        let mut games = self.lock();
        let record = games.entry(Arc::clone(id)).or_default();
        if matches!(event, Event::Game(_)) {
            // A game that was broken off and begins again.
            record.clear();
        }
        let number = record.len();
        record.push(event.clone());
        if matches!(event, Event::End(_)) {
            games.remove(id);
        }
        if self.notices.receiver_count() > 0 {
            let _ = self.notices.send(Notice::Game {
                id: Arc::clone(id),
                number,
                event: event.clone(),
            });
        }
    }

    /// A game is no longer played here, whether it has ended or not.
    pub fn forget(&self, id: &str) {
        self.lock().remove(id);
    }

    /// The standings of a match or tournament changed.
    pub fn standings_changed(&self, id: &str) {
        let _ = self.notices.send(Notice::Contest { id: id.into() });
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Arc<str>, Vec<Event>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use boyi_game::Side;

    use super::*;

    #[test]
    fn who_comes_late_hears_everything_once() {
        let live = Live::default();
        let id: Arc<str> = "g".into();
        let said = |text: &str| Event::Log {
            side: Side::First,
            text: text.into(),
        };
        live.tell(&id, &said("a"));
        live.tell(&id, &said("b"));
        let (so_far, mut rest) = live.follow("g");
        live.tell(&id, &said("c"));
        assert_eq!(so_far, [said("a"), said("b")]);
        let Ok(Notice::Game { number, event, .. }) = rest.try_recv() else {
            panic!("c was told")
        };
        assert_eq!((number, event), (2, said("c")));
        assert!(rest.try_recv().is_err(), "and nothing else");
        live.forget("g");
        assert!(live.games().is_empty());
    }
}
