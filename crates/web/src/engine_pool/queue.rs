//! A queue for places: whoever comes gets a free place at once, otherwise clients take turns, however
//! many requests each of them has.

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use boyi_search::Stop;
use tokio::sync::oneshot;

use crate::client::Client;
use crate::metrics::Histogram;

/// How places are given out.
pub(super) struct Rules {
    pub(super) places: usize,
    /// Places that one client may hold.
    pub(super) each: usize,
    /// Requests of one client that may wait.
    pub(super) waiting_each: usize,
    /// Who has had a place for so long is stopped when others wait for it.
    pub(super) slice: Option<Duration>,
}

/// Places and those who wait for one; clones share them.
#[derive(Clone)]
pub(super) struct Queue(Arc<Shared>);

struct Shared {
    rules: Rules,
    state: Mutex<State>,
    waits: Histogram,
}

#[derive(Default)]
struct State {
    holders: Vec<Holder>,
    /// Clients with waiting requests, the one whose turn it is first.
    turns: VecDeque<Client>,
    waiting: HashMap<Client, VecDeque<Ticket>>,
    /// Names the next holder.
    next: u64,
}

struct Holder {
    name: u64,
    client: Client,
    since: Instant,
    stop: Stop,
}

struct Ticket {
    give: oneshot::Sender<Place>,
    stop: Stop,
    since: Instant,
}

/// A place; dropping it lets the next one in.
pub(crate) struct Place {
    queue: Queue,
    name: u64,
}

/// Too many requests of this client are waiting.
#[derive(Debug)]
pub(super) struct Full;

/// What somebody who comes gets.
pub(crate) enum Entry {
    Now(Place),
    Later(Waiting),
}

/// A ticket for a place. Dropping it leaves the queue.
pub(crate) struct Waiting {
    pub(crate) ahead: usize,
    given: oneshot::Receiver<Place>,
}

impl Entry {
    /// The place, once it is there.
    pub(crate) async fn place(self) -> Place {
        match self {
            Self::Now(place) => place,
            Self::Later(waiting) => waiting.place().await,
        }
    }
}

impl Waiting {
    pub(crate) async fn place(self) -> Place {
        match self.given.await {
            Ok(place) => place,
            // The pool lives as long as the server.
            Err(_) => std::future::pending().await,
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.queue.release(self.name);
    }
}

impl Queue {
    pub(super) fn new(rules: Rules) -> Self {
        Self(Arc::new(Shared {
            rules,
            state: Mutex::default(),
            waits: Histogram::default(),
        }))
    }

    pub(super) fn load(&self) -> (usize, usize) {
        let mut state = self.lock();
        state.sweep();
        let waiting = state.waiting.values().map(VecDeque::len).sum();
        (state.holders.len(), waiting)
    }

    pub(super) fn waits(&self) -> &Histogram {
        &self.0.waits
    }

    pub(super) fn enter(&self, client: Client, stop: &Stop) -> Result<Entry, Full> {
        let rules = &self.0.rules;
        let mut state = self.lock();
        state.sweep();
        let free = state.holders.len() < rules.places && state.held_by(client) < rules.each;
        if free && !state.waiting.contains_key(&client) {
            self.0.waits.observe(Duration::ZERO);
            return Ok(Entry::Now(self.hold(&mut state, client, stop.clone())));
        }
        let own = state.waiting.entry(client).or_default();
        if own.len() >= rules.waiting_each {
            return Err(Full);
        }
        let (give, given) = oneshot::channel();
        own.push_back(Ticket {
            give,
            stop: stop.clone(),
            since: Instant::now(),
        });
        if own.len() == 1 {
            state.turns.push_back(client);
        }
        let waiting: usize = state.waiting.values().map(VecDeque::len).sum();
        self.make_room(&state);
        drop(state);
        self.watch_slices();
        Ok(Entry::Later(Waiting {
            ahead: waiting - 1,
            given,
        }))
    }

    /// Stops the one who has had its slice, of the client with the most places first.
    fn make_room(&self, state: &State) {
        let Some(slice) = self.0.rules.slice else {
            return;
        };
        let served = state
            .holders
            .iter()
            .filter(|holder| holder.since.elapsed() >= slice && !holder.stop.is_stopped());
        let longest =
            served.max_by_key(|holder| (state.held_by(holder.client), Reverse(holder.name)));
        if let Some(holder) = longest {
            holder.stop.stop();
        }
    }

    /// Looks again when the next slice is over, as long as somebody waits.
    fn watch_slices(&self) {
        let Some(slice) = self.0.rules.slice else {
            return;
        };
        let queue = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(slice).await;
            let mut state = queue.lock();
            state.sweep();
            if !state.turns.is_empty() {
                queue.make_room(&state);
                drop(state);
                queue.watch_slices();
            }
        });
    }

    fn hold(&self, state: &mut State, client: Client, stop: Stop) -> Place {
        state.next += 1;
        let name = state.next;
        state.holders.push(Holder {
            name,
            client,
            since: Instant::now(),
            stop,
        });
        Place {
            queue: self.clone(),
            name,
        }
    }

    fn release(&self, name: u64) {
        // A place that nobody took is dropped outside of the lock, and released in turn.
        let mut refused = Vec::new();
        let mut state = self.lock();
        state.holders.retain(|holder| holder.name != name);
        while state.holders.len() < self.0.rules.places {
            let Some((client, ticket)) = state.next_ticket(self.0.rules.each) else {
                break;
            };
            self.0.waits.observe(ticket.since.elapsed());
            let place = self.hold(&mut state, client, ticket.stop);
            refused.extend(ticket.give.send(place).err());
        }
        drop(state);
        drop(refused);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        let state = &self.0.state;
        state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn held_by(&self, client: Client) -> usize {
        let held = self.holders.iter().filter(|holder| holder.client == client);
        held.count()
    }

    /// The oldest ticket of the client whose turn it is, of those who hold fewer than `each` places.
    fn next_ticket(&mut self, each: usize) -> Option<(Client, Ticket)> {
        let turn = (0..self.turns.len()).find(|&at| self.held_by(self.turns[at]) < each)?;
        let client = self.turns.remove(turn)?;
        let own = self.waiting.get_mut(&client)?;
        let ticket = own.pop_front()?;
        if own.is_empty() {
            self.waiting.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        Some((client, ticket))
    }

    /// Forgets those who have left the queue.
    fn sweep(&mut self) {
        for own in self.waiting.values_mut() {
            own.retain(|ticket| !ticket.give.is_closed());
        }
        self.waiting.retain(|_, own| !own.is_empty());
        self.turns
            .retain(|client| self.waiting.contains_key(client));
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn client(number: u8) -> Client {
        IpAddr::from([10, 0, 0, number]).into()
    }

    fn queue(places: usize, each: usize) -> Queue {
        Queue::new(Rules {
            places,
            each,
            waiting_each: 3,
            slice: None,
        })
    }

    fn now(entry: Result<Entry, Full>) -> Option<Place> {
        match entry {
            Ok(Entry::Now(place)) => Some(place),
            _ => None,
        }
    }

    fn later(entry: Result<Entry, Full>) -> Option<Waiting> {
        match entry {
            Ok(Entry::Later(waiting)) => Some(waiting),
            _ => None,
        }
    }

    #[test]
    fn clients_take_turns_however_many_requests_each_has() {
        let queue = queue(1, 1);
        let stop = Stop::default();
        let held = now(queue.enter(client(1), &stop)).expect("a place is free");
        let mut greedy: Vec<Waiting> = (0..3)
            .map(|_| later(queue.enter(client(1), &stop)).expect("it waits"))
            .collect();
        assert!(queue.enter(client(1), &stop).is_err(), "three may wait");
        let mut modest = later(queue.enter(client(2), &stop)).expect("it waits");
        assert_eq!(modest.ahead, 3);
        drop(held);
        let second = greedy[0].given.try_recv().expect("it was first in line");
        drop(second);
        assert!(greedy[1].given.try_recv().is_err(), "not twice in a row");
        assert!(modest.given.try_recv().is_ok(), "the other's turn");
    }

    #[test]
    fn one_client_does_not_get_all_places_and_who_leaves_is_passed_over() {
        let queue = queue(4, 3);
        let stop = Stop::default();
        let mut held: Vec<Place> = (0..3)
            .map(|_| now(queue.enter(client(1), &stop)).expect("a place is free"))
            .collect();
        let gone = later(queue.enter(client(1), &stop)).expect("three are its share");
        let mut left = later(queue.enter(client(1), &stop)).expect("three are its share");
        let _other = now(queue.enter(client(2), &stop)).expect("the fourth is for others");
        drop(gone);
        drop(held.pop());
        let _fourth = left.given.try_recv().expect("who left is passed over");
        assert_eq!(queue.load(), (4, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_had_its_slice_makes_room_when_somebody_waits() {
        let queue = Queue::new(Rules {
            places: 2,
            each: 2,
            waiting_each: 3,
            slice: Some(Duration::ZERO),
        });
        let (first, second, third) = (Stop::default(), Stop::default(), Stop::default());
        let _held = now(queue.enter(client(1), &first)).expect("a place is free");
        let _held_too = now(queue.enter(client(1), &second)).expect("a place is free");
        assert!(!first.is_stopped() && !second.is_stopped());
        let _waits = later(queue.enter(client(2), &third)).expect("it waits");
        assert!(first.is_stopped() && !second.is_stopped(), "the older one");
    }
}
