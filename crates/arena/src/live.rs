//! Games while they are being played: everything that happens, to whoever in this program listens.
//!
//! A listener that comes late asks for what has happened so far; one that is too slow misses events
//! and asks again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

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
    games: Arc<Mutex<BTreeMap<Arc<str>, Going>>>,
    notices: broadcast::Sender<Notice>,
    /// What happens in this program alone, for those who tell other servers.
    own: broadcast::Sender<Notice>,
    /// When somebody last looked at the games.
    looked: Arc<Mutex<Option<Instant>>>,
}

/// A game that is going on.
#[derive(Default)]
struct Going {
    events: Vec<Event>,
    /// It is played by another server, which tells us of it.
    elsewhere: bool,
}

impl Default for Live {
    fn default() -> Self {
        Self {
            games: Arc::default(),
            notices: broadcast::channel(BACKLOG).0,
            own: broadcast::channel(BACKLOG).0,
            looked: Arc::default(),
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
        self.look();
        let games = self.lock();
        let so_far = games.get(id).map(|game| game.events.clone());
        let so_far = so_far.unwrap_or_default();
        (so_far, self.notices.subscribe())
    }

    pub fn games(&self) -> Vec<Arc<str>> {
        self.look();
        self.lock().keys().cloned().collect()
    }

    /// Whether somebody watches, or has looked a moment ago: where nobody does, other servers need not tell.
    pub fn is_watched(&self) -> bool {
        const MOMENT: Duration = Duration::from_secs(10);
        let looked = *self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        self.notices.receiver_count() > 0 || looked.is_some_and(|when| when.elapsed() < MOMENT)
    }

    fn look(&self) {
        *self.looked.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// What happens in this program alone, without what other servers tell.
    pub fn own(&self) -> broadcast::Receiver<Notice> {
        self.own.subscribe()
    }

    /// The games of this program, with what has happened in them.
    pub fn own_games(&self) -> Vec<(Arc<str>, Vec<Event>)> {
        let games = self.lock();
        let own = games.iter().filter(|(_, game)| !game.elsewhere);
        own.map(|(id, game)| (Arc::clone(id), game.events.clone()))
            .collect()
    }

    pub fn tell(&self, id: &Arc<str>, event: &Event) {
        let mut games = self.lock();
        let number = add(&mut games, id, event, false);
        let notice = || Notice::Game {
            id: Arc::clone(id),
            number,
            event: event.clone(),
        };
        for listeners in [&self.notices, &self.own] {
            if listeners.receiver_count() > 0 {
                let _ = listeners.send(notice());
            }
        }
    }

    /// Another server tells what happened in a game of its own. `false` where it does not follow what is
    /// known of the game: then the whole of it has to be asked for.
    pub fn tell_from_elsewhere(&self, id: &Arc<str>, number: usize, event: &Event) -> bool {
        let mut games = self.lock();
        let known = games.get(id).map_or(0, |game| game.events.len());
        let begins = matches!(event, Event::Game(_));
        if number != known && !begins {
            let known = games.get(id).and_then(|game| game.events.get(number));
            return known == Some(event);
        }
        let number = add(&mut games, id, event, true);
        let _ = self.notices.send(Notice::Game {
            id: Arc::clone(id),
            number,
            event: event.clone(),
        });
        true
    }

    /// Another server tells a game of its own from its beginning; only what is new is passed on.
    pub fn tell_whole_from_elsewhere(&self, id: &Arc<str>, events: &[Event]) {
        let known = self.lock().get(id).map(|game| game.events.clone());
        let known = known.unwrap_or_default();
        let new = match events.strip_prefix(&known[..]) {
            Some(new) => new,
            None => events,
        };
        let first = events.len() - new.len();
        for (index, event) in new.iter().enumerate() {
            self.tell_from_elsewhere(id, first + index, event);
        }
    }

    /// A game is no longer played here, whether it has ended or not.
    pub fn forget(&self, id: &str) {
        self.lock().remove(id);
    }

    /// The standings of a match or tournament changed.
    pub fn standings_changed(&self, id: &str) {
        self.standings_changed_elsewhere(id);
        let _ = self.own.send(Notice::Contest { id: id.into() });
    }

    /// The standings of a match or tournament changed that another server plays.
    pub fn standings_changed_elsewhere(&self, id: &str) {
        let _ = self.notices.send(Notice::Contest { id: id.into() });
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Arc<str>, Going>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Adds an event to its game; its place there.
fn add(
    games: &mut BTreeMap<Arc<str>, Going>,
    id: &Arc<str>,
    event: &Event,
    elsewhere: bool,
) -> usize {
    let game = games.entry(Arc::clone(id)).or_default();
    game.elsewhere = elsewhere;
    if matches!(event, Event::Game(_)) {
        // A game that was broken off and begins again.
        game.events.clear();
    }
    let number = game.events.len();
    game.events.push(event.clone());
    if matches!(event, Event::End(_)) {
        games.remove(id);
    }
    number
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

    #[test]
    fn what_another_server_tells_is_heard_once_and_a_gap_is_seen() {
        let (here, there) = (Live::default(), Live::default());
        let id: Arc<str> = "g".into();
        let said = |text: &str| Event::Log {
            side: Side::First,
            text: text.into(),
        };
        for text in ["a", "b", "c"] {
            there.tell(&id, &said(text));
        }
        let mut own = here.own();
        let mut heard = here.subscribe();
        assert!(
            !here.tell_from_elsewhere(&id, 2, &said("c")),
            "b is missing"
        );
        let (_, events) = there.own_games().swap_remove(0);
        for _ in 0..2 {
            here.tell_whole_from_elsewhere(&id, &events);
        }
        assert_eq!(here.follow("g").0, events);
        assert!(here.own_games().is_empty() && own.try_recv().is_err());
        assert_eq!(std::iter::from_fn(|| heard.try_recv().ok()).count(), 3);
    }
}
