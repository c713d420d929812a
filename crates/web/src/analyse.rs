//! Analysis over a stream: the page sends a position, lines come back as they are found; a new
//! request or the end of the stream ends the one before.

mod review;
mod thought;

use axum::extract::ws::WebSocket;
use axum::extract::{State, WebSocketUpgrade};
use axum::response::Response;
use boyi_search::Stop;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::hall::App;
use crate::live::{Heard, Line as Wire, Place};
use crate::look::Line;
use crate::thinkers::StopOnDrop;
use crate::words::{SideName, Words};
use review::Reviewed;
use thought::Found;
pub(crate) use thought::continued;

/// What the page asks for.
#[derive(Clone, Deserialize, ToSchema, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum AnalysisRequest {
    /// The best moves of a position.
    Analyse {
        /// Comes back with every answer.
        tag: u32,
        /// The game up to the position.
        line: Line,
        /// How many of the best moves.
        #[serde(default)]
        lines: usize,
        /// How long at most.
        #[serde(default)]
        seconds: f64,
        /// The player that thinks; the strongest unless said.
        #[serde(default)]
        player: Option<String>,
        /// For whom, in a game of rounds.
        #[serde(default)]
        side: Option<SideName>,
    },
    /// Every move of a game.
    Review {
        /// Comes back with every answer.
        tag: u32,
        /// The game.
        line: Line,
        /// How long a position.
        #[serde(default)]
        milliseconds: u32,
    },
    /// Nothing more.
    Stop,
}

/// What the page is told.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum AnalysisNews {
    /// A depth was completed.
    Thought {
        /// Of the request.
        tag: u32,
        /// What was found.
        #[serde(flatten)]
        found: Found,
    },
    /// A position of a game was judged.
    Reviewed {
        /// Of the request.
        tag: u32,
        /// What was found.
        #[serde(flatten)]
        reviewed: Reviewed,
    },
    /// The request is done.
    Done {
        /// Of the request.
        tag: u32,
    },
    /// The request makes no sense.
    Failed {
        /// Of the request.
        tag: u32,
        /// Why.
        message: Words,
    },
}

/// The stream: requests come in, answers go out.
pub(crate) async fn live(
    State(hall): State<App>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let place = hall.streams.enter()?;
    let upgrade = upgrade.max_message_size(crate::LARGEST_BODY);
    Ok(upgrade.on_upgrade(move |socket| follow(socket, place, hall)))
}

async fn follow(socket: WebSocket, place: Place, hall: App) {
    let mut wire = Wire::new(socket);
    let (tell, mut told) = mpsc::unbounded_channel();
    // Replacing it stops the work before; so does leaving.
    let mut running: Option<StopOnDrop> = None;
    loop {
        tokio::select! {
            heard = wire.hear() => match heard {
                Heard::Text(text) => {
                    drop(running.take());
                    running = take_up(&text, &hall, &tell);
                }
                Heard::Alive => {}
                Heard::Gone => break,
            },
            Some(news) = told.recv() => {
                if !wire.send(&news).await {
                    break;
                }
            }
        }
    }
    drop((running, place));
}

/// Begins what was asked for.
fn take_up(
    text: &str,
    hall: &App,
    tell: &mpsc::UnboundedSender<AnalysisNews>,
) -> Option<StopOnDrop> {
    let request = match serde_json::from_str(text) {
        Ok(AnalysisRequest::Stop) => return None,
        Ok(request) => request,
        Err(error) => {
            let message = Words::same(&error.to_string());
            let _ = tell.send(AnalysisNews::Failed { tag: 0, message });
            return None;
        }
    };
    let stop = Stop::default();
    let guard = StopOnDrop(stop.clone());
    let (thinkers, tell) = (hall.thinkers.clone(), tell.clone());
    tokio::spawn(async move {
        let tag = match request {
            AnalysisRequest::Analyse { tag, .. } | AnalysisRequest::Review { tag, .. } => tag,
            AnalysisRequest::Stop => 0,
        };
        let (inside, out) = (stop.clone(), tell.clone());
        let work = move || match request {
            AnalysisRequest::Analyse { .. } => thought::analyse(request, &inside, &out),
            AnalysisRequest::Review { .. } => review::review(request, &inside, &out),
            AnalysisRequest::Stop => Ok(()),
        };
        let waited = tokio::select! {
            done = thinkers.run(stop.clone(), work) => done.and_then(|done| done),
            // Whoever waits in the queue for a stream that is gone need not wait.
            () = stopped(&stop) => Ok(()),
        };
        // Nobody listening is no failure.
        let _ = tell.send(match waited {
            Ok(()) => AnalysisNews::Done { tag },
            Err(error) => AnalysisNews::Failed {
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
