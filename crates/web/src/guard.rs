//! Access control: requests must be meant for this server, come from its own page, and carry the access
//! token where the server listens beyond this machine.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CONTENT_SECURITY_POLICY, COOKIE, HOST, LOCATION, ORIGIN, REFERRER_POLICY,
    SET_COOKIE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::client::Client;
use crate::connections::Connection;
use crate::course;
use crate::error::ApiError;
use crate::games::SeatKey;
use crate::server::Peer;
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
    /// Proxies that say in `X-Forwarded-For` whom they speak for.
    pub trusted_proxies: Vec<IpAddr>,
    /// Sites that may show the pages below `/embed`; without any there are none.
    pub embed: Vec<String>,
}

const COOKIE_NAME: &str = "boyi_token";

/// The middleware that checks every request.
pub(crate) async fn guard(State(state): State<App>, request: Request, next: Next) -> Response {
    let client = state.access.client(&request);
    client.scope(checked(state, client, request, next)).await
}

async fn checked(state: App, client: Client, request: Request, next: Next) -> Response {
    let access = &state.access;
    // Whether the server lives is no secret, and those who ask call it what they like.
    if request.uri().path() == "/healthz" {
        return next.run(request).await;
    }
    if let Err(error) = access.check_origin(&request) {
        return with_security_headers(error.into_response());
    }
    if let Some(answer) = access.token_login(&request) {
        return with_security_headers(answer);
    }
    let mut request = request;
    if access.is_secure(&request) {
        request.extensions_mut().insert(course::Secure);
    }
    let headers = request.headers();
    let allowed = access.authorize(request.method(), request.uri().path(), headers);
    let key = key_to_play(access, &request);
    let pass = allowed
        .as_ref()
        .err()
        .map(|_| course::pass(access, &request));
    if let Err(error) = allowed
        && !opens(&state, key).await
        && !course::admits(&state, pass.unwrap_or_default()).await
    {
        if access.is_guess(&request) {
            let connection = request.extensions().get::<Arc<Connection>>().cloned();
            slow_down(&state, client, connection, "wrong token").await;
        }
        return with_security_headers(error.into_response());
    }
    let is_embedded = is_embedded(request.uri().path());
    if is_embedded && access.embed.is_empty() {
        return with_security_headers(ApiError::unknown_id("page").into_response());
    }
    let response = with_security_headers(next.run(request).await);
    if is_embedded {
        embeddable(response, &access.embed)
    } else {
        response
    }
}

/// Keeps whoever brought a wrong token or code waiting, longer every time.
pub(crate) async fn slow_down(
    state: &App,
    client: Client,
    connection: Option<Arc<Connection>>,
    what: &str,
) {
    state.metrics.wrong_tokens.add(1);
    let delay = state.guesses.wrong(client);
    let seconds = delay.as_secs_f64();
    let about = json!({ "client": client.to_string(), "delay": seconds });
    state.log.event(what, about);
    let wait = tokio::time::sleep(delay);
    // Whoever waits for a refusal makes room for others.
    match connection {
        Some(connection) => connection.while_idle(wait).await,
        None => wait.await,
    }
}

/// Pages that other sites may show, where that is switched on.
fn is_embedded(path: &str) -> bool {
    path == "/embed" || path.starts_with("/embed/")
}

/// The game and the key, where somebody who may only look brings one to play with.
fn key_to_play(access: &Access, request: &Request) -> Option<(String, SeatKey)> {
    if !access.free_viewing || access.read_only || request.method() != Method::POST {
        return None;
    }
    let path = request.uri().path().strip_prefix("/api/games/")?;
    let (id, action) = path.split_once('/')?;
    let key = SeatKey::of(request.headers());
    SEATED_ACTIONS
        .contains(&action)
        .then(|| (id.to_owned(), key))
}

/// Whether the key is one of a seat in the game.
async fn opens(state: &App, key: Option<(String, SeatKey)>) -> bool {
    let Some((id, key)) = key else { return false };
    let state = Arc::clone(state);
    let opens = tokio::task::spawn_blocking(move || state.games.opens(&id, &key));
    opens.await.unwrap_or_default()
}

/// What the two people of a game may do in it.
const SEATED_ACTIONS: [&str; 7] = [
    "sit",
    "moves",
    "take-back",
    "draw",
    "resign",
    "decline",
    "rematch",
];

impl Access {
    /// A page from elsewhere can send requests here, but its browser says where it comes from; and a
    /// name that somebody else points at this machine is not ours.
    fn check_origin(&self, request: &Request) -> Result<(), ApiError> {
        let headers = request.headers();
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
        let named_twice = headers.get_all(HOST).iter().count() > 1;
        let elsewhere = request
            .uri()
            .authority()
            .is_some_and(|authority| !authority.as_str().eq_ignore_ascii_case(host));
        if named_twice || elsewhere || !self.is_own_host(host) {
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
        let Some(name) = host_name(host) else {
            return false;
        };
        let known = self
            .names
            .iter()
            .any(|ours| ours.eq_ignore_ascii_case(name));
        if known || name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        // A numeric address cannot be pointed elsewhere by a name server.
        let address = name.parse::<IpAddr>();
        address.is_ok_and(|address| address.is_loopback() || self.beyond_loopback)
    }

    pub(crate) fn is_trusted_proxy(&self, peer: IpAddr) -> bool {
        self.trusted_proxies.contains(&peer.to_canonical())
    }

    /// Who asks: the other end of the connection, or whom a trusted proxy speaks for.
    fn client(&self, request: &Request) -> Client {
        let Some(Peer(peer)) = request.extensions().get() else {
            return Client::default();
        };
        let peer = peer.ip();
        if !self.is_trusted_proxy(peer) {
            return peer.into();
        }
        // The proxy appends; what stands before its own word anybody could have written.
        let said = request
            .headers()
            .get_all("x-forwarded-for")
            .iter()
            .next_back();
        let last = said
            .and_then(|value| value.to_str().ok()?.rsplit(',').next())
            .and_then(|word| word.trim().parse::<IpAddr>().ok());
        last.unwrap_or(peer).into()
    }

    /// Whether the request came by https: a proxy says so that is trusted, for this server speaks http alone.
    fn is_secure(&self, request: &Request) -> bool {
        let peer = request.extensions().get::<Peer>();
        let trusted = peer.is_some_and(|Peer(peer)| self.is_trusted_proxy(peer.ip()));
        // The proxy appends; what stands before its own word anybody could have written.
        let mut said = request.headers().get_all("x-forwarded-proto").iter();
        let last = said
            .next_back()
            .and_then(|value| value.to_str().ok()?.rsplit(',').next());
        trusted && last.is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https"))
    }

    /// Whether the server belongs to whoever asks: they have its token, or sit at its machine where it has
    /// none.
    pub(crate) fn is_owner(&self, client: Client, headers: &HeaderMap) -> bool {
        match &self.token {
            Some(token) => has_token(headers, token),
            None => client.is_here(),
        }
    }

    /// Whether a refused request brought a token.
    pub(crate) fn is_guess(&self, request: &Request) -> bool {
        let in_query = query_token(request).is_some();
        self.token.is_some() && (in_query || tokens(request.headers()).next().is_some())
    }

    fn authorize(&self, method: &Method, path: &str, headers: &HeaderMap) -> Result<(), ApiError> {
        let looks = is_look(method, path);
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
        let brought = query_token(request)?;
        if uri.path().starts_with("/api/") || !constant_time_eq(brought, token) {
            return None;
        }
        let cookie = format!("{COOKIE_NAME}={token}; HttpOnly; SameSite=Strict; Path=/");
        let rest: Vec<&str> = uri
            .query()?
            .split('&')
            .filter(|word| !word.starts_with("token="))
            .collect();
        // A path with two slashes in front would be the name of another server.
        let path = uri.path().trim_start_matches(['/', '\\']);
        let place = match rest.as_slice() {
            [] => format!("/{path}"),
            rest => format!("/{path}?{}", rest.join("&")),
        };
        let headers = [(SET_COOKIE, cookie), (LOCATION, place)];
        Some((StatusCode::SEE_OTHER, headers).into_response())
    }
}

/// Whether a request changes nothing and costs little.
pub(crate) fn looks(request: &Request) -> bool {
    let path = request.uri().path();
    is_look(request.method(), path) && !is_expensive(path)
}

fn is_look(method: &Method, path: &str) -> bool {
    matches!(*method, Method::GET | Method::HEAD) || is_read_only_post(path)
}

/// Requests that change nothing although they are no GET.
fn is_read_only_post(path: &str) -> bool {
    matches!(
        path,
        "/api/look" | "/api/read" | "/api/export" | "/api/arrange" | "/api/explore" | "/api/likes"
    ) || matches!(path, "/api/films/new" | "/api/films/read")
}

/// Requests that set the engine to work although they are a GET.
fn is_expensive(path: &str) -> bool {
    matches!(path, "/api/analyse/live" | "/api/lab/live")
}

/// The name in a `Host` header: `name`, `name:port`, `[address]` or `[address]:port`, and nothing else.
fn host_name(host: &str) -> Option<&str> {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => {
            let (name, port) = rest.split_once(']')?;
            name.parse::<Ipv6Addr>().ok()?;
            (name, port)
        }
        None => {
            let end = host.find(':').unwrap_or(host.len());
            host.split_at(end)
        }
    };
    let digits = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    let fits = match port.strip_prefix(':') {
        Some(port) => digits(port) && port.parse::<u16>().is_ok(),
        None => port.is_empty(),
    };
    fits.then_some(name)
}

fn has_token(headers: &HeaderMap, token: &str) -> bool {
    tokens(headers).any(|brought| constant_time_eq(brought, token))
}

/// The tokens that a request brings in its headers.
fn tokens(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let bearer = text(AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let cookies = text(COOKIE).unwrap_or_default();
    let cookie = cookies
        .split("; ")
        .find_map(|cookie| cookie.strip_prefix(COOKIE_NAME)?.strip_prefix('='));
    bearer.into_iter().chain(cookie)
}

/// The token in the address.
fn query_token(request: &Request) -> Option<&str> {
    let mut words = request.uri().query()?.split('&');
    words.find_map(|word| word.strip_prefix("token="))
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

/// Where everything of the page comes from: here. The engines are WebAssembly, in workers of the page.
macro_rules! policy {
    () => {
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
    };
}

/// What is shown within another site: the same, but for who may show it.
fn embeddable(mut response: Response, sites: &[String]) -> Response {
    let policy = format!(concat!(policy!(), "; frame-ancestors {}"), sites.join(" "));
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
        headers.remove(X_FRAME_OPTIONS);
    }
    response
}

/// Headers against clickjacking, sniffing and foreign scripts.
fn with_security_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let fixed = [
        (
            CONTENT_SECURITY_POLICY,
            concat!(policy!(), "; frame-ancestors 'none'"),
        ),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_name_and_a_port_and_nothing_else() {
        for (host, name) in [
            ("localhost", "localhost"),
            ("localhost:7878", "localhost"),
            ("[::1]", "::1"),
            ("[::1]:80", "::1"),
        ] {
            assert_eq!(host_name(host), Some(name));
        }
        for host in [
            "[::1]evil.example",
            "[::1]:",
            "[::1]:80:80",
            "[evil.example]",
            "[::1",
            "localhost:evil.example",
            "localhost:80:evil",
            "localhost:",
            "localhost:99999",
            "localhost:+80",
            "localhost:80@evil.example",
        ] {
            assert_eq!(host_name(host), None, "{host}");
        }
    }
}
