//! The API in a browser: a request is answered by the handler that answers it on a server, on the spot. What
//! takes long runs until it is done: the page asks in a worker, and stops it by ending the worker.

pub(crate) mod engine_pool;
pub(crate) mod games;
mod search;
pub(crate) mod state;

use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, Waker};

use axum::Router;
use axum::body::Body;
use axum::http::{Request, header};
use axum::routing::post;
use boyi_search::Stop;
use http_body_util::BodyExt;
use serde_json::Value;
use tower::util::ServiceExt;

use crate::analyse::{AnalysisEvent, AnalysisRequest};
use crate::text::Localized;
use state::AppState;

/// The table of an analysis, in mebibytes.
const ANALYSIS_TABLE: usize = 32;

/// Answers a request: a status and a body.
pub fn answer(method: &str, path: &str, body: Vec<u8>) -> (u16, Vec<u8>) {
    static ROUTER: OnceLock<Router> = OnceLock::new();
    let router = ROUTER.get_or_init(|| {
        let (router, _) = crate::stateless().split_for_parts();
        router
            .route("/api/local/turn", post(games::turn))
            .with_state(Arc::<AppState>::default())
    });
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body));
    let Ok(request) = request else {
        return (400, Vec::new());
    };
    at_once(async move {
        let Ok(response) = router.clone().oneshot(request).await;
        let status = response.status().as_u16();
        let body = response.into_body().collect().await;
        (
            status,
            body.map(|body| body.to_bytes().to_vec())
                .unwrap_or_default(),
        )
    })
}

/// Serves a stream: does what the message asks, and tells what comes of it. `false` where there is no such
/// stream.
pub fn stream(path: &str, message: &str, tell: &dyn Fn(Value)) -> bool {
    match path {
        "/api/analyse/live" => analyse(message, &|event| {
            tell(serde_json::to_value(event).unwrap_or_default());
        }),
        "/api/local/search" => tell(search::search(message)),
        "/api/lab/live" => crate::lab::experiment(message, &Stop::default(), tell),
        _ => return false,
    }
    true
}

fn analyse(message: &str, tell: &dyn Fn(AnalysisEvent)) {
    let request: AnalysisRequest = match serde_json::from_str(message) {
        Ok(request) => request,
        Err(error) => {
            let message = Localized::same(error.to_string());
            return tell(AnalysisEvent::Failed { tag: 0, message });
        }
    };
    let tag = request.tag();
    tell(
        match request.answer(ANALYSIS_TABLE, &Stop::default(), tell) {
            Ok(()) => AnalysisEvent::Done { tag },
            Err(error) => AnalysisEvent::Failed {
                tag,
                message: error.message().clone(),
            },
        },
    );
}

/// The result of a future that waits for nothing.
fn at_once<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    loop {
        if let Poll::Ready(done) = future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            return done;
        }
    }
}
