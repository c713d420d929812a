//! How much the server takes on at once.

/// How many streams and games there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Live streams, of all clients together.
    pub streams: usize,
    /// Live streams of one client.
    pub streams_each: usize,
    /// Games of the page in the store; finished ones make room.
    pub games: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            streams: 12_000,
            streams_each: 256,
            games: 10_000,
        }
    }
}

/// Files that are kept for the store, the page and programs.
const OTHER_FILES: u64 = 128;

impl Limits {
    /// Connections at once: as many as the system has files for, but no more than twice the streams.
    pub(crate) fn connections(&self) -> usize {
        let files = boyi_platform::files::limit().unwrap_or(u64::MAX);
        let files = usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX);
        files.clamp(16, 2 * self.streams.max(512))
    }

    /// Connections of one client: its streams, and as many again for requests.
    pub(crate) fn connections_each(&self) -> usize {
        let all = self.connections();
        (2 * self.streams_each).min(all - all / 8)
    }
}
