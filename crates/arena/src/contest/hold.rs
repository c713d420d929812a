//! One coordinator a contest: whoever hands out its games holds a lease on it in the store.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use boyi_platform::{machine, process};

use crate::store::{Store, StoreError};

/// How long a coordinator of another machine may be silent before its contest goes to the next. One of
/// this machine is seen to be gone at once.
const LEASE: Duration = Duration::from_secs(30);
const RENEW: Duration = Duration::from_secs(5);

/// Whoever hands out the games of a contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holder(String);

impl Holder {
    /// Machine, process, and what tells them from others of the same names.
    fn of_this_process() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let pid = std::process::id();
        let begun = process::began(pid).unwrap_or_default();
        Self(format!("{} {pid} {begun} {number}", this_machine()))
    }

    /// Whether it is known to be gone: a process of this machine that has ended.
    fn is_gone(&self) -> bool {
        let mut words = self.0.splitn(3, ' ');
        let (Some(machine), Some(pid), Some(rest)) = (words.next(), words.next(), words.next())
        else {
            return false;
        };
        let begun = rest.split(' ').next().unwrap_or_default();
        let here = machine == this_machine();
        here && pid
            .parse()
            .is_ok_and(|pid| process::began(pid).as_deref() != Some(begun))
    }
}

/// For people: which machine, which process.
impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = self.0.split(' ');
        let machine = words.next().unwrap_or_default();
        let host = machine.split('/').next().unwrap_or_default();
        write!(f, "{host}, process {}", words.next().unwrap_or_default())
    }
}

/// The host, and within it the space of process numbers: containers may share the name and not those.
fn this_machine() -> String {
    let host: String = machine::name()
        .chars()
        .filter(|c| !" /".contains(*c))
        .collect();
    format!("{host}/{}", machine::process_space())
}

/// Who hands out the games of a contest, unless nobody does.
pub fn holder(store: &Store, contest: &str) -> Result<Option<Holder>, StoreError> {
    let found = store.contest_holder(contest)?.map(Holder);
    Ok(found.filter(|holder| !holder.is_gone()))
}

/// A contest that is ours. Dropping it lets go of it.
pub(super) struct Hold<'a> {
    store: &'a Store,
    contest: &'a str,
    holder: Holder,
    renewed: Instant,
}

impl<'a> Hold<'a> {
    /// `None` while somebody else holds it.
    pub(super) fn take(store: &'a Store, contest: &'a str) -> Result<Option<Self>, StoreError> {
        let hold = Self {
            store,
            contest,
            holder: Holder::of_this_process(),
            renewed: Instant::now(),
        };
        let other = store.contest_holder(contest)?.map(Holder);
        let gone = other.filter(Holder::is_gone);
        let gone = gone.as_ref().map(|holder| holder.0.as_str());
        let ours = store.hold_contest(contest, &hold.holder.0, LEASE.as_secs(), gone)?;
        Ok(ours.then_some(hold))
    }

    /// Whether it is still ours; asks only now and then.
    pub(super) fn renew(&mut self) -> Result<bool, StoreError> {
        if self.renewed.elapsed() < RENEW {
            return Ok(true);
        }
        self.renewed = Instant::now();
        let seconds = LEASE.as_secs();
        self.store
            .hold_contest(self.contest, &self.holder.0, seconds, None)
    }
}

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        let _ = self.store.release_contest(self.contest, &self.holder.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_holds_it_until_it_lets_go_or_is_gone() {
        let store = Store::in_memory().expect("memory");
        store
            .put_contest("t", "match", "reversi", "{}")
            .expect("new");
        let first = Hold::take(&store, "t").expect("no error").expect("free");
        assert!(Hold::take(&store, "t").expect("no error").is_none());
        let who = holder(&store, "t").expect("no error").expect("held");
        let own = format!("process {}", std::process::id());
        assert!(who.to_string().ends_with(&own), "{who}");
        drop(first);
        assert_eq!(holder(&store, "t").expect("no error"), None);
        // One that was killed on this machine is not waited for.
        let killed = format!("{} 4294967295 1 0", this_machine());
        assert!(store.hold_contest("t", &killed, 60, None).expect("free"));
        assert_eq!(holder(&store, "t").expect("no error"), None);
        assert!(Hold::take(&store, "t").expect("no error").is_some());
        // One of another machine is, until its time is over.
        let far = "far/away 1 1 0";
        assert!(store.hold_contest("t", far, 60, None).expect("free"));
        assert!(Hold::take(&store, "t").expect("no error").is_none());
    }
}
