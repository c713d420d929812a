//! What the server counts about itself, in the text form that Prometheus reads.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use boyi_platform::usage;

use crate::engine_pool::Purpose;
use crate::state::{App, AppState};

#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Upper ends of the buckets of a [`Histogram`], in milliseconds.
const BUCKETS: [u64; 12] = [1, 2, 5, 10, 25, 50, 100, 300, 1_000, 3_000, 10_000, 60_000];

/// How long something took, counted by buckets.
#[derive(Default)]
pub(crate) struct Histogram {
    counts: [AtomicU64; BUCKETS.len() + 1],
    microseconds: AtomicU64,
}

impl Histogram {
    pub(crate) fn observe(&self, time: Duration) {
        let bucket = BUCKETS.partition_point(|&end| time > Duration::from_millis(end));
        self.counts[bucket].fetch_add(1, Ordering::Relaxed);
        let micros = time.as_micros().try_into().unwrap_or(u64::MAX);
        self.microseconds.fetch_add(micros, Ordering::Relaxed);
    }

    fn write(&self, page: &mut Page, name: &str, labels: &str) {
        let comma = if labels.is_empty() { "" } else { "," };
        let mut below = 0;
        for (index, count) in self.counts.iter().enumerate() {
            below += count.load(Ordering::Relaxed);
            let end = BUCKETS.get(index).map_or_else(
                || "+Inf".to_owned(),
                |&end| (end as f64 / 1000.0).to_string(),
            );
            page.line(&format!(
                "{name}_bucket{{{labels}{comma}le=\"{end}\"}} {below}"
            ));
        }
        let seconds = self.microseconds.load(Ordering::Relaxed) as f64 / 1e6;
        let braces = if labels.is_empty() {
            String::new()
        } else {
            format!("{{{labels}}}")
        };
        page.line(&format!("{name}_sum{braces} {seconds}"));
        page.line(&format!("{name}_count{braces} {below}"));
    }
}

/// Everything that is counted where it happens; the rest is looked up when somebody asks.
#[derive(Default)]
pub(crate) struct Metrics {
    pub(crate) requests: Histogram,
    /// By the first digit of the status.
    pub(crate) statuses: [Counter; 6],
    pub(crate) moves_of_people: Counter,
    pub(crate) moves_of_engines: Counter,
    /// From the turn's beginning to the computer's move, waiting for a place included.
    pub(crate) answers: Histogram,
    pub(crate) whole_messages: Counter,
    pub(crate) delta_messages: Counter,
    /// Streams that were closed because their reader took nothing.
    pub(crate) stalled_streams: Counter,
    pub(crate) refused_streams: Counter,
    pub(crate) refused_connections: Counter,
    pub(crate) evicted_connections: Counter,
    pub(crate) accept_errors: Counter,
    pub(crate) wrong_tokens: Counter,
}

/// `GET /metrics`.
pub(crate) async fn metrics(State(state): State<App>) -> impl IntoResponse {
    let content = "text/plain; version=0.0.4; charset=utf-8";
    ([(CONTENT_TYPE, content)], state.exposition())
}

impl AppState {
    fn exposition(&self) -> String {
        let mut page = Page::default();
        let counted = &self.metrics;
        page.gauge(
            "boyi_games",
            "Games of the page at hand.",
            self.games.at_hand() as f64,
        );
        page.gauge(
            "boyi_streams",
            "Open live streams.",
            self.streams.open() as f64,
        );
        let connections = self.connections.open() as f64;
        page.gauge("boyi_connections", "Open connections.", connections);
        self.write_engines(&mut page);
        page.head("boyi_moves_total", "counter", "Moves played at the page.");
        for (by, count) in [
            ("person", &counted.moves_of_people),
            ("engine", &counted.moves_of_engines),
        ] {
            page.line(&format!("boyi_moves_total{{by=\"{by}\"}} {}", count.get()));
        }
        let name = "boyi_answer_seconds";
        page.head(
            name,
            "histogram",
            "Time until the computer has moved, waiting included.",
        );
        counted.answers.write(&mut page, name, "");
        let name = "boyi_http_request_seconds";
        page.head(name, "histogram", "Time until a request was answered.");
        counted.requests.write(&mut page, name, "");
        page.head("boyi_http_responses_total", "counter", "Answers by status.");
        for (digit, count) in counted.statuses.iter().enumerate().skip(1) {
            page.line(&format!(
                "boyi_http_responses_total{{status=\"{digit}xx\"}} {}",
                count.get()
            ));
        }
        page.head(
            "boyi_stream_messages_total",
            "counter",
            "Messages to those who watch.",
        );
        for (kind, count) in [
            ("whole", &counted.whole_messages),
            ("delta", &counted.delta_messages),
        ] {
            page.line(&format!(
                "boyi_stream_messages_total{{kind=\"{kind}\"}} {}",
                count.get()
            ));
        }
        counted.write_refusals(&mut page);
        process(&mut page);
        page.0
    }

    fn write_engines(&self, page: &mut Page) {
        page.head("boyi_engine_running", "gauge", "Searches that run.");
        for purpose in Purpose::ALL {
            let (running, _) = self.engines.load(purpose);
            page.line(&format!(
                "boyi_engine_running{{for=\"{}\"}} {running}",
                purpose.name()
            ));
        }
        page.head(
            "boyi_engine_waiting",
            "gauge",
            "Searches that wait for a place.",
        );
        for purpose in Purpose::ALL {
            let (_, waiting) = self.engines.load(purpose);
            page.line(&format!(
                "boyi_engine_waiting{{for=\"{}\"}} {waiting}",
                purpose.name()
            ));
        }
        let name = "boyi_engine_wait_seconds";
        page.head(name, "histogram", "How long searches waited for a place.");
        for purpose in Purpose::ALL {
            let labels = format!("for=\"{}\"", purpose.name());
            self.engines.waits(purpose).write(page, name, &labels);
        }
    }
}

impl Metrics {
    fn write_refusals(&self, page: &mut Page) {
        for (name, about, count) in [
            (
                "boyi_streams_stalled_total",
                "Streams closed because their reader took nothing.",
                &self.stalled_streams,
            ),
            (
                "boyi_streams_refused_total",
                "Streams refused for the limits.",
                &self.refused_streams,
            ),
            (
                "boyi_connections_refused_total",
                "Connections refused for the limits.",
                &self.refused_connections,
            ),
            (
                "boyi_connections_evicted_total",
                "Idle connections closed to make room.",
                &self.evicted_connections,
            ),
            (
                "boyi_accept_errors_total",
                "Errors while accepting connections.",
                &self.accept_errors,
            ),
            (
                "boyi_wrong_tokens_total",
                "Requests with a wrong access token.",
                &self.wrong_tokens,
            ),
        ] {
            page.head(name, "counter", about);
            page.line(&format!("{name} {}", count.get()));
        }
    }
}

/// What the system says about this process; nothing where it does not.
fn process(page: &mut Page) {
    let own = std::process::id();
    if let Some(bytes) = usage::resident_bytes(own) {
        page.gauge(
            "process_resident_memory_bytes",
            "Memory in use.",
            bytes as f64,
        );
    }
    if let Some(files) = usage::open_files(own) {
        page.gauge("process_open_fds", "Open files and sockets.", files as f64);
    }
    if let Some(threads) = usage::threads(own) {
        page.gauge("process_threads", "Threads.", threads as f64);
    }
}

#[derive(Default)]
struct Page(String);

impl Page {
    fn head(&mut self, name: &str, kind: &str, about: &str) {
        let _ = writeln!(self.0, "# HELP {name} {about}\n# TYPE {name} {kind}");
    }

    fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }

    fn gauge(&mut self, name: &str, about: &str, value: f64) {
        self.head(name, "gauge", about);
        self.line(&format!("{name} {value}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_counts_in_its_bucket_and_in_all_above() {
        let times = Histogram::default();
        for milliseconds in [0, 1, 2, 70_000] {
            times.observe(Duration::from_millis(milliseconds));
        }
        let mut page = Page::default();
        times.write(&mut page, "t", "for=\"x\"");
        for line in [
            "t_bucket{for=\"x\",le=\"0.001\"} 2",
            "t_bucket{for=\"x\",le=\"0.002\"} 3",
            "t_bucket{for=\"x\",le=\"60\"} 3",
            "t_bucket{for=\"x\",le=\"+Inf\"} 4",
            "t_sum{for=\"x\"} 70.003",
            "t_count{for=\"x\"} 4",
        ] {
            assert!(page.0.lines().any(|found| found == line), "{}", page.0);
        }
    }
}
