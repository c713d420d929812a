//! The stream of an experiment: the first message asks for it.

use axum::extract::State;
use axum::response::Response;
use boyi_search::Stop;
use tokio::sync::mpsc;

use super::experiment;
use crate::engine_pool::Purpose;
use crate::error::ApiError;
use crate::socket::{Incoming, Socket, StreamRequest};
use crate::state::App;

pub(crate) async fn live(
    State(state): State<App>,
    request: StreamRequest,
) -> Result<Response, ApiError> {
    request.open(state, LONGEST_MESSAGE, run)
}

/// The settings of any experiment are shorter.
const LONGEST_MESSAGE: usize = 16 << 10;

async fn run(mut socket: Socket, state: App) {
    let request = loop {
        match socket.recv().await {
            Incoming::Text(text) => break text,
            Incoming::Other => {}
            Incoming::Closed => return,
        }
    };
    let (sender, mut events) = mpsc::unbounded_channel();
    let work = move |stop: &Stop| {
        experiment(&request, stop, &|event| {
            let _ = sender.send(event);
        });
        Ok(())
    };
    // Dropping this future, which happens when the page is gone, ends the experiment.
    let working = state.engines.run(Purpose::Study, work);
    tokio::pin!(working);
    let mut is_done = false;
    loop {
        tokio::select! {
            _ = &mut working, if !is_done => is_done = true,
            event = events.recv() => {
                let Some(event) = event else { break };
                if !socket.send(&event).await {
                    break;
                }
                if event["news"] == "done" || event["news"] == "failed" {
                    socket.close().await;
                    break;
                }
            }
            () = socket.closed() => break,
        }
    }
}
