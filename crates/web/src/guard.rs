//! Access control: requests must be meant for this server, come from its own page, and carry the access
//! token where the server listens beyond this machine.

use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CONTENT_SECURITY_POLICY, COOKIE, HOST, LOCATION, ORIGIN, REFERRER_POLICY,
    SET_COOKIE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;
use crate::state::App;
use crate::text::Localized;

/// What clients may do.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// Needed for everything that changes something; none on loopback.
    pub token: Option<String>,
    /// Reading needs no token.
    pub free_viewing: bool,
    pub read_only: bool,
    /// Host names of this server, beside loopback and numeric addresses.
    pub names: Vec<String>,
    /// Whether numeric addresses other than loopback are this server's.
    pub beyond_loopback: bool,
}

const COOKIE_NAME: &str = "boyi_token";

/// The middleware that checks every request.
pub(crate) async fn guard(State(state): State<App>, request: Request, next: Next) -> Response {
    let access = &state.access;
    let headers = request.headers();
    if let Err(error) = access.check_origin(headers) {
        return with_security_headers(error.into_response());
    }
    if let Some(answer) = access.token_login(&request) {
        return with_security_headers(answer);
    }
    if let Err(error) = access.authorize(request.method(), request.uri().path(), headers) {
        return with_security_headers(error.into_response());
    }
    with_security_headers(next.run(request).await)
}

impl Access {
    /// A page from elsewhere can send requests here, but its browser says where it comes from; and a
    /// name that somebody else points at this machine is not ours.
    fn check_origin(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let text = |name: HeaderName| headers.get(name).map(HeaderValue::to_str);
        let refuse = |english: &str, chinese: &str| {
            let words = Localized::new(english, chinese);
            Err(ApiError::localized(StatusCode::FORBIDDEN, "foreign", words))
        };
        let Some(Ok(host)) = text(HOST) else {
            return refuse(
                "the request does not say whom it is for",
                "请求没有说明发给谁",
            );
        };
        if !self.is_own_host(host) {
            return refuse("this server goes by another name", "本服务器不叫这个名字");
        }
        match text(ORIGIN) {
            None => {}
            Some(Ok(origin)) => {
                let same = ["http://", "https://"]
                    .iter()
                    .any(|scheme| origin.strip_prefix(scheme) == Some(host));
                if !same {
                    return refuse("a foreign page may not ask here", "外来网页无权请求");
                }
            }
            Some(Err(_)) => return refuse("a strange origin", "来源无法识别"),
        }
        // Browsers say this on their own; a page cannot forge it.
        match headers.get("sec-fetch-site").map(HeaderValue::as_bytes) {
            Some(b"cross-site" | b"same-site")
                if headers.get("sec-fetch-mode") != Some(&HeaderValue::from_static("navigate")) =>
            {
                refuse("a foreign page may not ask here", "外来网页无权请求")
            }
            _ => Ok(()),
        }
    }

    fn is_own_host(&self, host: &str) -> bool {
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.split_once(']').map_or("", |(name, _)| name),
            None => host.split_once(':').map_or(host, |(name, _)| name),
        };
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        match name.parse::<std::net::IpAddr>() {
            // A numeric address cannot be pointed elsewhere by a name server.
            Ok(address) => address.is_loopback() || self.beyond_loopback,
            Err(_) => self
                .names
                .iter()
                .any(|ours| ours.eq_ignore_ascii_case(name)),
        }
    }

    fn authorize(&self, method: &Method, path: &str, headers: &HeaderMap) -> Result<(), ApiError> {
        let looks = matches!(*method, Method::GET | Method::HEAD) || is_read_only_post(path);
        if self.read_only && !looks {
            let words = Localized::new("this server only shows", "本服务器只供观看");
            return Err(ApiError::localized(
                StatusCode::FORBIDDEN,
                "read_only",
                words,
            ));
        }
        let Some(token) = &self.token else {
            return Ok(());
        };
        if (self.free_viewing && looks && !is_expensive(path)) || has_token(headers, token) {
            return Ok(());
        }
        let words = Localized::new(
            "this needs the access token that was printed when the server started",
            "需要服务器启动时显示的访问令牌",
        );
        Err(ApiError::localized(
            StatusCode::UNAUTHORIZED,
            "token",
            words,
        ))
    }

    /// `?token=…` becomes a cookie, so that the address can be shared without it afterwards.
    fn token_login(&self, request: &Request) -> Option<Response> {
        let token = self.token.as_deref()?;
        let uri = request.uri();
        let mut words = uri.query()?.split('&');
        let brought = words.find_map(|word| word.strip_prefix("token="))?;
        if uri.path().starts_with("/api/") || !constant_time_eq(brought, token) {
            return None;
        }
        let cookie = format!("{COOKIE_NAME}={token}; HttpOnly; SameSite=Strict; Path=/");
        let rest: Vec<&str> = uri
            .query()?
            .split('&')
            .filter(|word| !word.starts_with("token="))
            .collect();
        let place = match rest.as_slice() {
            [] => uri.path().to_owned(),
            rest => format!("{}?{}", uri.path(), rest.join("&")),
        };
        let headers = [(SET_COOKIE, cookie), (LOCATION, place)];
        Some((StatusCode::SEE_OTHER, headers).into_response())
    }
}

/// Requests that change nothing although they are no GET.
fn is_read_only_post(path: &str) -> bool {
    matches!(
        path,
        "/api/look" | "/api/read" | "/api/export" | "/api/arrange" | "/api/ways/make"
    ) || matches!(path, "/api/films/new" | "/api/films/read")
}

/// Requests that set the engine to work although they are a GET.
fn is_expensive(path: &str) -> bool {
    matches!(path, "/api/analyse/live" | "/api/lab/live")
}

fn has_token(headers: &HeaderMap, token: &str) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let bearer = text(AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let cookies = text(COOKIE).unwrap_or_default();
    let cookie = cookies
        .split("; ")
        .find_map(|cookie| cookie.strip_prefix(COOKIE_NAME)?.strip_prefix('='));
    bearer
        .into_iter()
        .chain(cookie)
        .any(|brought| constant_time_eq(brought, token))
}

/// Compares in a time that does not depend on how much is right.
fn constant_time_eq(brought: &str, token: &str) -> bool {
    let (brought, token) = (brought.as_bytes(), token.as_bytes());
    let differs = brought
        .iter()
        .zip(token)
        .fold(0, |sum, (a, b)| sum | (a ^ b));
    brought.len() == token.len() && differs == 0
}

/// Headers against clickjacking, sniffing and foreign scripts.
fn with_security_headers(mut response: Response) -> Response {
    const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
    let headers = response.headers_mut();
    let fixed = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
