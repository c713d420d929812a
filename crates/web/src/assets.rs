//! The page itself: files built by npm, embedded in the program.

use std::borrow::Cow;

use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use boyi_engine::evaluation_file;

use crate::error::ApiError;

/// The built page: every file, and beside it `FILE.br` and `FILE.gz` where compressing pays.
#[derive(rust_embed::Embed)]
#[folder = "$OUT_DIR/ui/dist"]
#[allow_missing = true]
struct Files;

/// Why the program was built without the page; `None` where the page is inside.
pub const MISSING: Option<&str> = option_env!("BOYI_NO_PAGE");

/// The names of all files of the page.
pub(crate) fn names() -> impl Iterator<Item = Cow<'static, str>> {
    Files::iter()
}

/// A file of the page.
pub(crate) fn embedded(name: &str) -> Option<Cow<'static, [u8]>> {
    Some(Files::get(name)?.data)
}

/// Whether this is the address of a file of the page.
pub(crate) fn is_file(path: &str) -> bool {
    Files::get(path.trim_start_matches('/')).is_some()
}

/// Answers everything outside the API: a file, or the page itself, which does its own routing.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return ApiError::unknown_id("request").into_response();
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    match file(path, &headers).or_else(|| weights(path, &headers)) {
        Some(response) => response,
        None if path.contains('.') => StatusCode::NOT_FOUND.into_response(),
        None => file("index.html", &headers).unwrap_or_else(no_page),
    }
}

fn file(path: &str, asked: &HeaderMap) -> Option<Response> {
    let plain = Files::get(path)?;
    // Names of built files change with their content; the name of the page itself does not.
    let cache = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let hash = plain.metadata.sha256_hash();
    let etag: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let etag = HeaderValue::from_str(&format!("\"{etag}\"")).ok()?;
    let is_cached = asked.get(IF_NONE_MATCH) == Some(&etag);
    let mut headers = HeaderMap::from_iter([
        (CONTENT_TYPE, HeaderValue::from_static(kind(path))),
        (ETAG, etag),
        (VARY, HeaderValue::from_static("accept-encoding")),
        (CACHE_CONTROL, HeaderValue::from_static(cache)),
    ]);
    if is_cached {
        return Some((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    let accepted = asked
        .get(ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok());
    let accepted = accepted.unwrap_or_default().split(',');
    let accepts = |name: &str| {
        let mut words = accepted.clone();
        words.any(|word| word.split(';').next().unwrap_or_default().trim() == name)
    };
    for (encoding, ending) in [("br", "br"), ("gzip", "gz")] {
        if accepts(encoding)
            && let Some(packed) = Files::get(&format!("{path}.{ending}"))
        {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
            return Some((headers, packed.data).into_response());
        }
    }
    Some((headers, plain.data).into_response())
}

/// An evaluation file, for the engines of a browser: part of the program already, so not of the page.
fn weights(path: &str, asked: &HeaderMap) -> Option<Response> {
    let name = path.strip_prefix("engine/")?.strip_suffix(".eval")?;
    let bytes = evaluation_file(name)?;
    // It ends with a hash of itself.
    let hash = &bytes[bytes.len().saturating_sub(8)..];
    let etag: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let etag = HeaderValue::from_str(&format!("\"{etag}\"")).ok()?;
    let is_cached = asked.get(IF_NONE_MATCH) == Some(&etag);
    let headers = HeaderMap::from_iter([
        (CONTENT_TYPE, HeaderValue::from_static(kind(path))),
        (ETAG, etag),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ]);
    Some(if is_cached {
        (StatusCode::NOT_MODIFIED, headers).into_response()
    } else {
        (headers, bytes).into_response()
    })
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "webmanifest" => "application/json",
        "png" => "image/png",
        "wasm" => "application/wasm",
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
