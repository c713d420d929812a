//! Analysis over a stream: the page sends a position, lines come back as they are found; a new
//! request or the end of the stream ends the one before.

mod review;
mod search;

use axum::extract::{State, WebSocketUpgrade};
use axum::response::Response;
use boyi_search::Stop;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use utoipa::ToSchema;

use crate::engine_pool::StopOnDrop;
use crate::error::ApiError;
use crate::socket::{self, Incoming, Socket};
use crate::state::App;
use crate::text::Localized;
use review::{ReviewRequest, ReviewedPosition};
pub(crate) use search::variation_texts;
use search::{AnalyseRequest, AnalysisUpdate};

/// Messages from the page.
#[derive(Clone, Deserialize, ToSchema, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum AnalysisRequest {
    Analyse(AnalyseRequest),
    Review(ReviewRequest),
    Stop,
}

/// Messages to the page; `tag` is that of the request.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum AnalysisEvent {
    /// A depth was completed.
    Thought {
        tag: u32,
        #[serde(flatten)]
        found: AnalysisUpdate,
    },
    Reviewed {
        tag: u32,
        #[serde(flatten)]
        reviewed: ReviewedPosition,
    },
    Done {
        tag: u32,
    },
    Failed {
        tag: u32,
        message: Localized,
    },
}

/// The stream: requests come in, answers go out.
pub(crate) async fn live(
    State(state): State<App>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    socket::upgrade(state, upgrade, follow)
}

async fn follow(mut socket: Socket, state: App) {
    let (tell, mut told) = mpsc::unbounded_channel();
    // Dropping the guard stops the work.
    let mut running: Option<StopOnDrop> = None;
    loop {
        tokio::select! {
            message = socket.recv() => match message {
                Incoming::Text(text) => {
                    drop(running.take());
                    running = start(&text, &state, &tell);
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
        let tag = match &request {
            AnalysisRequest::Analyse(request) => request.tag,
            AnalysisRequest::Review(request) => request.tag,
            AnalysisRequest::Stop => 0,
        };
        let (inside, out) = (stop.clone(), tell.clone());
        let work = move || match request {
            AnalysisRequest::Analyse(request) => search::analyse(&request, &inside, &out),
            AnalysisRequest::Review(request) => review::review(&request, &inside, &out),
            AnalysisRequest::Stop => Ok(()),
        };
        let waited = tokio::select! {
            done = engines.run_with(stop.clone(), work) => done,
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
