//! Who asks: the address that caps, queues and delays are counted by.

use std::cell::Cell;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// One client. A home or a class behind one address is one client; so is everybody who holds a whole
/// IPv6 network of 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Client(IpAddr);

impl Default for Client {
    /// This machine.
    fn default() -> Self {
        Self(Ipv4Addr::LOCALHOST.into())
    }
}

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) if !address.is_loopback() => {
                let network = u128::from(address) >> 64 << 64;
                Ipv6Addr::from(network).into()
            }
            address => address,
        })
    }
}

impl std::fmt::Display for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

tokio::task_local! {
    static REQUEST: Client;
}

thread_local! {
    static BLOCKING: Cell<Option<Client>> = const { Cell::new(None) };
}

impl Client {
    /// Whether it sits at this machine.
    pub(crate) fn is_here(self) -> bool {
        self.0.is_loopback()
    }

    /// Who sent the request that is being answered; `None` outside of requests.
    pub(crate) fn current() -> Option<Self> {
        REQUEST
            .try_with(|client| *client)
            .ok()
            .or_else(|| BLOCKING.get())
    }

    /// Answers a request of this client.
    pub(crate) fn scope<F: Future>(self, answer: F) -> impl Future<Output = F::Output> {
        REQUEST.scope(self, answer)
    }
}

/// Runs work for `client` on a thread that may block.
pub(crate) fn on_blocking_thread<T>(client: Option<Client>, work: impl FnOnce() -> T) -> T {
    struct Reset;
    impl Drop for Reset {
        fn drop(&mut self) {
            BLOCKING.set(None);
        }
    }
    BLOCKING.set(client);
    let _reset = Reset;
    work()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_network_is_one_client_and_a_mapped_address_the_one_it_maps() {
        let client = |text: &str| Client::from(text.parse::<IpAddr>().expect("an address"));
        assert_eq!(client("2001:db8::1"), client("2001:db8::ffff:2"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
        assert_eq!(client("::ffff:10.0.0.1"), client("10.0.0.1"));
        assert_ne!(client("10.0.0.1"), client("10.0.0.2"));
    }
}
