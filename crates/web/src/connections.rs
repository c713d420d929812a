//! The open connections, in all and by client. One that waits for a request, or never finishes one,
//! makes room for a new one; those being answered and the streams stay.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::client::Client;
use crate::metrics::Metrics;

pub(crate) struct Connections(Arc<Shared>);

struct Shared {
    limit: usize,
    limit_each: usize,
    metrics: Arc<Metrics>,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    count: usize,
    /// The oldest first.
    of: HashMap<Client, VecDeque<Arc<Slot>>>,
}

/// What the list knows of a connection.
#[derive(Default)]
struct Slot {
    /// Requests being answered; a stream is one for as long as it lasts.
    requests: AtomicUsize,
    evicted: Notify,
}

/// An open connection; it is taken off the list when the last clone is dropped.
pub(crate) struct Connection {
    shared: Arc<Shared>,
    client: Client,
    slot: Arc<Slot>,
}

impl Connections {
    pub(crate) fn new(limit: usize, limit_each: usize, metrics: Arc<Metrics>) -> Self {
        Self(Arc::new(Shared {
            limit: limit.max(1),
            limit_each: limit_each.clamp(1, limit.max(1)),
            metrics,
            open: Mutex::default(),
        }))
    }

    pub(crate) fn open(&self) -> usize {
        self.0.lock().count
    }

    /// Lets a connection in; `None` where neither it nor an idle one can have its place. A proxy speaks
    /// for many clients and has no limit of its own.
    pub(crate) fn admit(&self, client: Client, is_proxy: bool) -> Option<Arc<Connection>> {
        let mut open = self.0.lock();
        let own = open.of.get(&client).map_or(0, VecDeque::len);
        let room = if own >= self.0.limit_each && !is_proxy {
            self.0.evict(&mut open, client)
        } else {
            open.count < self.0.limit || self.0.evict_anybody(&mut open)
        };
        if !room {
            self.0.metrics.refused_connections.add(1);
            return None;
        }
        let slot = Arc::new(Slot::default());
        open.of
            .entry(client)
            .or_default()
            .push_back(Arc::clone(&slot));
        open.count += 1;
        Some(Arc::new(Connection {
            shared: Arc::clone(&self.0),
            client,
            slot,
        }))
    }

    /// Closes an idle connection, because the system has no room for more.
    pub(crate) fn make_room(&self) -> bool {
        self.0.evict_anybody(&mut self.0.lock())
    }
}

impl Shared {
    /// Closes the oldest idle connection of a client.
    fn evict(&self, open: &mut Open, client: Client) -> bool {
        let Some(own) = open.of.get_mut(&client) else {
            return false;
        };
        let idle = |slot: &Arc<Slot>| slot.requests.load(Ordering::Relaxed) == 0;
        let Some(slot) = own.iter().position(idle).and_then(|at| own.remove(at)) else {
            return false;
        };
        if own.is_empty() {
            open.of.remove(&client);
        }
        open.count -= 1;
        slot.evicted.notify_one();
        self.metrics.evicted_connections.add(1);
        true
    }

    /// Closes an idle connection of the client with the most of all that have one.
    fn evict_anybody(&self, open: &mut Open) -> bool {
        let mut clients: Vec<(usize, Client)> = open
            .of
            .iter()
            .map(|(&client, own)| (own.len(), client))
            .collect();
        clients.sort_unstable_by(|a, b| b.cmp(a));
        clients
            .into_iter()
            .any(|(_, client)| self.evict(open, client))
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    /// Resolves when the connection must make room.
    pub(crate) async fn evicted(&self) {
        self.slot.evicted.notified().await;
    }

    /// A request has come whole.
    pub(crate) fn begin_request(&self) {
        self.slot.requests.fetch_add(1, Ordering::Relaxed);
    }

    /// A request was answered. That of a stream never is.
    pub(crate) fn end_request(&self) {
        self.slot.requests.fetch_sub(1, Ordering::Relaxed);
    }

    /// Waits in the middle of a request, ready to make room.
    pub(crate) async fn while_idle(&self, wait: impl Future<Output = ()>) {
        self.end_request();
        wait.await;
        self.begin_request();
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut open = self.shared.lock();
        let Some(own) = open.of.get_mut(&self.client) else {
            return;
        };
        // One that was evicted is off the list already.
        let Some(at) = own.iter().position(|slot| Arc::ptr_eq(slot, &self.slot)) else {
            return;
        };
        own.remove(at);
        if own.is_empty() {
            open.of.remove(&self.client);
        }
        open.count -= 1;
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn client(number: u8) -> Client {
        IpAddr::from([10, 0, 0, number]).into()
    }

    #[test]
    fn the_oldest_idle_connection_of_the_same_client_makes_room_and_a_busy_one_stays() {
        let connections = Connections::new(10, 3, Arc::default());
        let admit = || connections.admit(client(1), false);
        let (first, second, _third) = (admit().expect("room"), admit().expect("room"), admit());
        first.begin_request();
        let fourth = admit().expect("an idle one makes room");
        assert_eq!(connections.open(), 3);
        let evicted = |connection: &Connection| {
            use std::task::{Context, Poll, Waker};
            let waiting = std::pin::pin!(connection.evicted());
            waiting.poll(&mut Context::from_waker(Waker::noop())) == Poll::Ready(())
        };
        assert!(evicted(&second) && !evicted(&first) && !evicted(&fourth));
        drop(second);
        assert_eq!(connections.open(), 3);
        fourth.begin_request();
        admit().expect("the third makes room").begin_request();
    }

    #[test]
    fn a_client_that_fills_the_house_gives_way_to_others_unless_it_is_being_served() {
        let connections = Connections::new(4, 4, Arc::default());
        let greedy: Vec<_> = (0..4)
            .map(|_| connections.admit(client(1), false))
            .collect();
        let modest = connections.admit(client(2), false);
        let modest = modest.expect("one of the four idle ones goes");
        assert_eq!(connections.open(), 4);
        greedy.iter().flatten().for_each(|one| one.begin_request());
        modest.begin_request();
        assert!(connections.admit(client(3), false).is_none());
    }
}
