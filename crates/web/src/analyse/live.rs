//! The stream of analyses: a new request ends the one before.

use axum::extract::State;
use axum::response::Response;
use boyi_search::Stop;
use tokio::sync::mpsc;

use super::{AnalysisEvent, AnalysisRequest};
use crate::client::Client;
use crate::engine_pool::{Entry, Purpose, StopOnDrop};
use crate::error::ApiError;
use crate::socket::{Incoming, Socket, StreamRequest};
use crate::state::App;
use crate::text::Localized;

/// The stream: requests come in, answers go out.
pub(crate) async fn live(
    State(state): State<App>,
    request: StreamRequest,
) -> Result<Response, ApiError> {
    request.open(state, LONGEST_MESSAGE, follow)
}

/// Room for the moves of the longest game.
const LONGEST_MESSAGE: usize = 64 << 10;

async fn follow(mut socket: Socket, state: App) {
    let (tell, mut told) = mpsc::unbounded_channel();
    // Dropping the guard stops the work.
    let mut running: Option<StopOnDrop> = None;
    loop {
        tokio::select! {
            message = socket.recv() => match message {
                Incoming::Text(text) => {
                    drop(running.take());
                    running = start(&text, socket.client, &state, &tell);
                }
                Incoming::Other => {}
                Incoming::Closed => break,
            },
            Some(news) = told.recv() => {
                if !socket.send(&news).await {
                    break;
                }
            }
        }
    }
}

/// Starts the work of a message; dropping the guard stops it.
fn start(
    text: &str,
    client: Client,
    state: &App,
    tell: &mpsc::UnboundedSender<AnalysisEvent>,
) -> Option<StopOnDrop> {
    let request = match serde_json::from_str(text) {
        Ok(AnalysisRequest::Stop) => return None,
        Ok(request) => request,
        Err(error) => {
            let message = Localized::same(error.to_string());
            let _ = tell.send(AnalysisEvent::Failed { tag: 0, message });
            return None;
        }
    };
    let stop = Stop::default();
    let guard = StopOnDrop(stop.clone());
    let (engines, tell) = (state.engines.clone(), tell.clone());
    tokio::spawn(async move {
        let tag = request.tag();
        let (inside, out) = (stop.clone(), tell.clone());
        let entry = engines.enter(Purpose::Analysis, client, &stop);
        if let Ok(Entry::Later(waiting)) = &entry {
            let ahead = waiting.ahead;
            let _ = tell.send(AnalysisEvent::Waiting { tag, ahead });
        }
        let work = async {
            let place = entry?.place().await;
            let table = engines.analysis_table();
            let work = move || {
                let tell = |event| {
                    // The stream may be closed by now.
                    let _ = out.send(event);
                };
                request.answer(table, &inside, &tell)
            };
            let purpose = Purpose::Analysis;
            engines.run_in(place, purpose, stop.clone(), work).await
        };
        let waited = tokio::select! {
            done = work => done,
            // A request whose stream is gone leaves the queue.
            () = stopped(&stop) => Ok(()),
        };
        // The stream may be closed by now.
        let _ = tell.send(match waited {
            Ok(()) => AnalysisEvent::Done { tag },
            Err(error) => AnalysisEvent::Failed {
                tag,
                message: error.message().clone(),
            },
        });
    });
    Some(guard)
}

/// Resolves soon after the switch is pressed.
async fn stopped(stop: &Stop) {
    while !stop.is_stopped() {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}
