//! What happens, line by line on standard error: for people, or as JSON for programs.

use std::io::Write as _;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use serde_json::{Value, json};

use crate::state::App;

/// How the log is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogForm {
    #[default]
    Off,
    Text,
    Json,
}

#[derive(Default)]
pub(crate) struct Log(pub(crate) LogForm);

impl Log {
    /// Writes a line about an event, with the fields of an object.
    pub(crate) fn event(&self, event: &str, fields: Value) {
        if let Some(line) = self.line(event, fields) {
            // A log that nobody reads must not end the server.
            let _ = writeln!(std::io::stderr(), "{line}");
        }
    }

    fn line(&self, event: &str, fields: Value) -> Option<String> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let time = since.map_or(0.0, |since| since.as_millis() as f64 / 1000.0);
        let fields = match fields {
            Value::Object(fields) => fields,
            _ => serde_json::Map::new(),
        };
        match self.0 {
            LogForm::Off => None,
            LogForm::Text => {
                let words = fields
                    .iter()
                    .map(|(name, value)| format!(" {name}={value}"));
                Some(format!("{time:.3} {event}{}", words.collect::<String>()))
            }
            LogForm::Json => {
                let mut line = json!({ "time": time, "event": event });
                if let Value::Object(line) = &mut line {
                    line.extend(fields);
                }
                Some(line.to_string())
            }
        }
    }
}

/// The middleware that counts requests and writes a line about each. Tokens stand in queries and headers,
/// so neither is written.
pub(crate) async fn observe(State(state): State<App>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let said = (state.log.0 != LogForm::Off).then(|| {
        (
            request.method().to_string(),
            request.uri().path().to_owned(),
        )
    });
    let peer = request.extensions().get::<crate::server::Peer>().copied();
    let response = next.run(request).await;
    let (status, took) = (response.status().as_u16(), began.elapsed());
    state.metrics.requests.observe(took);
    if let Some(counter) = state.metrics.statuses.get(usize::from(status / 100)) {
        counter.add(1);
    }
    if let Some((method, path)) = said {
        let peer = peer.map(|peer| peer.0.to_string());
        let milliseconds = took.as_micros() as f64 / 1000.0;
        let fields = json!({ "method": method, "path": path, "status": status, "ms": milliseconds, "peer": peer });
        state.log.event("request", fields);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_json_is_one_object_whatever_the_client_sent() {
        let hostile = "/a\n{\"event\":\"forged\"}\u{1b}[31m";
        let fields = || json!({ "path": hostile, "status": 404 });
        let line = Log(LogForm::Json)
            .line("request", fields())
            .expect("a line");
        assert_eq!(line.lines().count(), 1);
        let read: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(
            (&read["event"], &read["path"]),
            (&json!("request"), &json!(hostile))
        );
        let text = Log(LogForm::Text)
            .line("request", fields())
            .expect("a line");
        assert!(!text.contains('\n') && !text.contains('\u{1b}'), "{text}");
        assert_eq!(Log(LogForm::Off).line("request", fields()), None);
    }
}
