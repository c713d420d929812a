//! Wrong tokens: every further one of a client is answered later, one after the other. A right token is
//! never kept waiting.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::client::Client;

/// How long the first wrong token waits for its answer; every one after it waits twice as long.
const FIRST_DELAY: Duration = Duration::from_millis(100);
const MAX_DELAY: Duration = Duration::from_secs(4);
/// No answer waits longer, however many tokens were sent at once.
const MAX_WAIT: Duration = Duration::from_secs(30);
/// A client that has brought no wrong token for so long begins anew.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(600);
/// More clients than this are not remembered for longer than needed.
const MAX_CLIENTS: usize = 10_000;

#[derive(Default)]
pub(crate) struct Guesses(Mutex<HashMap<Client, Guess>>);

struct Guess {
    wrong: u32,
    /// When the last of its answers is sent.
    answered: Instant,
}

impl Guesses {
    /// A client has brought a wrong token: how long it waits for the answer.
    pub(crate) fn wrong(&self, client: Client) -> Duration {
        let now = Instant::now();
        let mut clients = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_recent = |guess: &Guess| now < guess.answered + FORGOTTEN_AFTER;
        if clients.len() >= MAX_CLIENTS {
            clients.retain(|_, guess| is_recent(guess));
        }
        let guess = clients.entry(client).or_insert(Guess {
            wrong: 0,
            answered: now,
        });
        if !is_recent(guess) {
            guess.wrong = 0;
        }
        let delay = FIRST_DELAY * 2_u32.saturating_pow(guess.wrong.min(16));
        guess.wrong += 1;
        guess.answered = guess.answered.max(now) + delay.min(MAX_DELAY);
        guess.answered = guess.answered.min(now + MAX_WAIT);
        guess.answered - now
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn guesses_of_one_client_wait_longer_and_longer_and_others_do_not() {
        let guesses = Guesses::default();
        let client = |number: u8| Client::from(IpAddr::from([10, 0, 0, number]));
        let mut before = Duration::ZERO;
        for _ in 0..8 {
            let delay = guesses.wrong(client(1));
            assert!(delay > before, "{delay:?} after {before:?}");
            before = delay;
        }
        assert!(before > Duration::from_secs(10));
        for _ in 0..100 {
            assert!(guesses.wrong(client(1)) <= MAX_WAIT);
        }
        assert!(guesses.wrong(client(2)) <= FIRST_DELAY);
    }
}
