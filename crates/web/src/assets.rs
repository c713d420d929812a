//! The page itself: files built by npm and kept inside the program, compressed.

use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// A file of the page.
struct Asset {
    path: &'static str,
    plain: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
    etag: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Whether the program was built with the page inside, and why not.
pub const MISSING: Option<&str> = NO_PAGE;

/// Answers everything that is no request to the API: a file, or the page, which finds its own way.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return ApiError::unknown_id("request").into_response();
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let find = |path: &str| ASSETS.iter().find(|asset| asset.path == path);
    match find(path) {
        Some(asset) => asset.response(&headers),
        None if path.contains('.') => StatusCode::NOT_FOUND.into_response(),
        None => match find("index.html") {
            Some(page) => page.response(&headers),
            None => no_page(),
        },
    }
}

impl Asset {
    fn response(&self, asked: &HeaderMap) -> Response {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind(self.path)));
        headers.insert(ETAG, HeaderValue::from_static(self.etag));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        // Names of built files change with their content; the page's own does not.
        let lasting = if self.path.starts_with("assets/") {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(lasting));
        if asked.get(IF_NONE_MATCH).is_some_and(|tag| tag == self.etag) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        let accepted = asked
            .get(ACCEPT_ENCODING)
            .and_then(|value| value.to_str().ok());
        let accepts = |name: &str| {
            let mut words = accepted.unwrap_or_default().split(',');
            words.any(|word| word.split(';').next().unwrap_or_default().trim() == name)
        };
        let (encoding, body) = match (self.brotli, self.gzip) {
            (Some(body), _) if accepts("br") => (Some("br"), body),
            (_, Some(body)) if accepts("gzip") => (Some("gzip"), body),
            _ => (None, self.plain),
        };
        if let Some(encoding) = encoding {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        (headers, body).into_response()
    }
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "webmanifest" => "application/json",
        "png" => "image/png",
        _ => "application/octet-stream",
    }
}

fn no_page() -> Response {
    let why = MISSING.unwrap_or("the page was not built");
    let text = format!(
        "boyi was built without its page: {why}\n\nInstall Node.js with npm (https://nodejs.org), then build again:\n\n    cargo run --release -- serve\n\nThe API under /api works.\n"
    );
    (StatusCode::SERVICE_UNAVAILABLE, text).into_response()
}
