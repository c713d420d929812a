//! Courses over the API: who enters, who may do what, and what is refused.

mod common;

use std::net::IpAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use boyi_arena::store::Store;
use boyi_course::register::Register;
use boyi_course::{Alarm, Assignment, CaseReport, Files, QuestionReport, Report, Words};
use boyi_web::{Access, Options};
use common::{FullReply, Server, TestApp, app_state};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const ROSTER: &str = "id,name,role\nt1,Teacher,teacher\na1,Helper,assistant\ns1,Wu Min,\ns2,Lee,\n";

/// A lab whose hidden cases lie in a file.
const SUMS: &str = include_str!("sums.toml");

/// A course with four people on a server that keeps it in a folder.
struct Class {
    app: TestApp,
    folder: tempfile::TempDir,
    codes: Value,
}

fn options(folder: &Path) -> Options {
    Options {
        data: Some(folder.to_owned()),
        ..Options::default()
    }
}

impl Class {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let app = TestApp::with(options(folder.path()));
        let new = json!({ "id": "ai", "title": "AI", "roster": ROSTER });
        let made = app.post("/api/courses", &new).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.body);
        let class = Self {
            app,
            folder,
            codes: made.body,
        };
        let files = [
            ("assignment.toml", SUMS),
            ("cases/hidden/small/secret.in", "40 2"),
            ("cases/hidden/small/secret.out", "42"),
        ];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_owned()));
        let lab = Assignment::new(Files::new(files).expect("small")).expect("a lab");
        class.register().hand_out("ai", &lab).expect("there");
        class
    }

    fn register(&self) -> Register {
        let store = Store::open(&self.folder.path().join("games.sqlite"));
        Register::new(&store.expect("the server's store"))
    }

    fn code(&self, id: &str) -> String {
        code(&self.codes, id)
    }

    /// Enters; the cookie.
    async fn enter(&self, id: &str) -> String {
        let reply = self
            .send("POST", "/enter", "", &json!({ "code": self.code(id) }))
            .await;
        assert_eq!(reply.status, StatusCode::OK, "{}", reply.body);
        assert_eq!(reply.body["me"]["id"], id);
        cookie(&reply)
    }

    async fn send(&self, method: &str, path: &str, cookie: &str, body: &Value) -> FullReply {
        let request = Request::builder()
            .method(method)
            .uri(format!("/api/courses/ai{path}"))
            .header("host", "localhost:7878")
            .header("cookie", cookie)
            .header("content-type", "application/json");
        let body = if body.is_null() {
            Body::empty()
        } else {
            Body::from(body.to_string())
        };
        self.app.send(request.body(body).expect("a request")).await
    }

    async fn get(&self, path: &str, cookie: &str) -> FullReply {
        self.send("GET", path, cookie, &Value::Null).await
    }

    /// Hands in one file; the reply.
    async fn hand_in(&self, cookie: &str, text: &str) -> FullReply {
        let file = json!({ "name": "bot.py", "content": base64(text.as_bytes()) });
        self.send(
            "POST",
            "/labs/sums/submissions",
            cookie,
            &json!({ "files": [file] }),
        )
        .await
    }
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

fn code(codes: &Value, id: &str) -> String {
    let codes = codes["codes"].as_array().expect("a list");
    let found = codes.iter().find(|one| one["id"] == id);
    found.expect("new")["code"]
        .as_str()
        .expect("a code")
        .to_owned()
}

fn cookie(reply: &FullReply) -> String {
    let set = reply.headers("set-cookie");
    set.split(';').next().expect("a cookie").to_owned()
}

/// What grading found: a hidden case wrong, something to look at.
fn report() -> Report {
    let case = CaseReport {
        case: "secret".to_owned(),
        hidden: true,
        asked: Some("40 2".to_owned()),
        came: Some("41".to_owned()),
        expected: Some("42".to_owned()),
        ..CaseReport::default()
    };
    Report {
        points: 4.0,
        of: 10.0,
        questions: vec![QuestionReport {
            question: "small".to_owned(),
            points: 4.0,
            of: 10.0,
            cases: vec![case],
            ..QuestionReport::default()
        }],
        alarms: vec![Alarm {
            kind: "source".to_owned(),
            what: Words::new("looks into /proc", "查看 /proc"),
        }],
        ..Report::default()
    }
}

fn grade(register: &Register) {
    let taken = register.take_grading(None, "test", 60, boyi_course::now());
    let taken = taken.expect("the store").expect("something waits");
    let finished = register.finish_grading(&taken, &report(), boyi_course::now());
    assert!(finished.expect("the store"));
}

#[tokio::test]
async fn a_code_opens_once_and_wrong_ones_wait_longer_and_longer() {
    let class = Class::new().await;
    let code = class.code("s1");
    let enter = async |code: &str| {
        let began = Instant::now();
        let reply = class
            .send("POST", "/enter", "", &json!({ "code": code }))
            .await;
        (reply, began.elapsed())
    };
    let (reply, _) = enter(&code.to_lowercase()).await;
    assert_eq!(reply.status, StatusCode::OK);
    let set = reply.headers("set-cookie");
    for attribute in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age="] {
        assert!(set.contains(attribute), "{set}");
    }
    assert!(!set.contains("Secure"), "this was plain http: {set}");
    assert!(set.starts_with("boyi-visit-ai="), "{set}");
    let (again, first) = enter(&code).await;
    assert_eq!(again.status, StatusCode::UNAUTHORIZED);
    assert_eq!(again.headers("set-cookie"), "");
    let (_, second) = enter("AAAA-BBBB-CCCC").await;
    let (_, third) = enter("").await;
    assert!(first >= Duration::from_millis(100), "{first:?}");
    assert!(second >= Duration::from_millis(200), "{second:?}");
    assert!(third >= Duration::from_millis(400), "{third:?}");
    // Whoever leaves is out, and so is their cookie.
    let cookie = cookie(&reply);
    assert_eq!(class.get("", &cookie).await.body["me"]["id"], "s1");
    let left = class.send("POST", "/leave", &cookie, &json!({})).await;
    assert!(left.headers("set-cookie").contains("Max-Age=0"));
    assert_eq!(class.get("", &cookie).await.body["me"], Value::Null);
    assert_eq!(
        class.get("/labs/sums", &cookie).await.status,
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test]
async fn everybody_does_what_their_role_allows_and_nothing_more() {
    let class = Class::new().await;
    let teacher = class.enter("t1").await;
    let assistant = class.enter("a1").await;
    let student = class.enter("s1").await;
    let other = class.enter("s2").await;
    assert_eq!(
        class.hand_in(&student, "x = 1").await.status,
        StatusCode::CREATED
    );
    grade(&class.register());
    let roster = json!({ "roster": "id\ns3\n" });
    let due = json!({ "student": "s1", "due": 4_000_000_000_u64 });
    let maze = json!({ "lab": "maze", "due": 4_000_000_000_u64 });
    let (ok, no, gone) = (StatusCode::OK, StatusCode::FORBIDDEN, StatusCode::NOT_FOUND);
    let nothing = Value::Null;
    // What is asked, and what a student, another student, an assistant and a teacher are told.
    let requests: [(&str, &str, &Value, [StatusCode; 4]); 17] = [
        ("GET", "/labs/sums", &nothing, [ok, ok, ok, ok]),
        (
            "GET",
            "/labs/sums/starter?language=python",
            &nothing,
            [ok, ok, ok, ok],
        ),
        ("GET", "/submissions/1", &nothing, [ok, gone, ok, ok]),
        ("GET", "/submissions/1/files", &nothing, [ok, gone, ok, ok]),
        ("GET", "/submissions/2", &nothing, [gone, gone, gone, gone]),
        ("GET", "/matrix", &nothing, [no, no, ok, ok]),
        ("GET", "/queue", &nothing, [no, no, ok, ok]),
        ("GET", "/people", &nothing, [no, no, ok, ok]),
        ("GET", "/export?form=csv", &nothing, [no, no, ok, ok]),
        ("GET", "/export?form=course", &nothing, [no, no, no, ok]),
        ("GET", "/labs/sums/similar", &nothing, [no, no, ok, ok]),
        ("POST", "/labs/sums/extensions", &due, [no, no, ok, ok]),
        ("POST", "/people", &roster, [no, no, no, ok]),
        ("POST", "/labs", &maze, [no, no, no, ok]),
        ("POST", "/people/s2/code", &nothing, [no, no, no, ok]),
        ("DELETE", "/people/s3", &nothing, [no, no, no, ok]),
        (
            "DELETE",
            "/people/t1",
            &nothing,
            [no, no, no, StatusCode::CONFLICT],
        ),
    ];
    for (method, path, body, told) in requests {
        for (who, expected) in [&student, &other, &assistant, &teacher]
            .into_iter()
            .zip(told)
        {
            // Another code has ended this one's visit.
            let is_out = who == &other && class.get("", &other).await.body["me"].is_null();
            let reply = class.send(method, path, who, body).await;
            let expected = if is_out {
                StatusCode::UNAUTHORIZED
            } else {
                expected
            };
            assert_eq!(reply.status, expected, "{method} {path}: {}", reply.body);
        }
        let stranger = class.send(method, path, "", body).await;
        assert_eq!(stranger.status, StatusCode::UNAUTHORIZED, "{method} {path}");
    }
    for (who, expected) in [
        (&student, no),
        (&assistant, ok),
        (&assistant, StatusCode::CONFLICT),
    ] {
        let asked = class
            .send("POST", "/submissions/1/regrade", who, &nothing)
            .await;
        assert_eq!(asked.status, expected, "{}", asked.body);
    }
    // Nobody becomes more than they are by a cookie of their own making.
    for forged in ["boyi-visit-ai=", "boyi-visit-ai=0000", "boyi-visit-other=1"] {
        assert_eq!(
            class.get("/matrix", forged).await.status,
            StatusCode::UNAUTHORIZED
        );
    }
}

#[tokio::test]
async fn a_student_sees_neither_hidden_cases_nor_alarms_nor_names() {
    let class = Class::new().await;
    let (student, teacher) = (class.enter("s1").await, class.enter("t1").await);
    for who in ["s1", "s2"] {
        let cookie = if who == "s1" {
            student.clone()
        } else {
            class.enter(who).await
        };
        assert_eq!(
            class.hand_in(&cookie, &format!("# {who}")).await.status,
            StatusCode::CREATED
        );
        grade(&class.register());
    }
    let seen = class.get("/submissions/1", &student).await.body.to_string();
    for secret in ["40 2", "\"42\"", "/proc", "secret.in"] {
        assert!(!seen.contains(secret), "{secret}: {seen}");
    }
    let lab = class.get("/labs/sums", &student).await.body;
    assert_eq!(lab["board"].as_array().map(Vec::len), Some(2));
    assert!(
        !lab.to_string().contains("Lee") && !lab.to_string().contains("s2"),
        "{lab}"
    );
    let starter = class
        .get("/labs/sums/starter?language=python", &student)
        .await;
    assert_eq!(starter.headers("content-type"), "application/zip");
    let teachers = class.get("/submissions/1", &teacher).await.body;
    assert_eq!(teachers["report"]["alarms"][0]["kind"], "source");
    assert_eq!(
        teachers["report"]["questions"][0]["cases"][0]["expected"],
        "42"
    );
    let matrix = class.get("/matrix", &teacher).await.body;
    assert_eq!(matrix["students"][0]["grades"][0]["alarms"], 1, "{matrix}");
    assert_eq!(
        matrix["students"][0]["grades"][0]["questions"],
        json!([4.0])
    );
    assert_eq!(matrix["students"][1]["total"], 4.0);
}

#[tokio::test]
async fn what_is_too_much_too_often_or_no_submission_is_refused_in_words() {
    let class = Class::new().await;
    let student = class.enter("s1").await;
    let hand_in = async |files: Value| {
        class
            .send(
                "POST",
                "/labs/sums/submissions",
                &student,
                &json!({ "files": files }),
            )
            .await
    };
    let large = json!([{ "name": "a", "content": base64(&vec![b'x'; 1_100_000]) }]);
    assert_eq!(
        hand_in(large).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    let larger = json!([{ "name": "a", "content": base64(&vec![b'x'; 2_000_000]) }]);
    assert_eq!(hand_in(larger).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    let many: Vec<Value> = (0..65)
        .map(|number| json!({ "name": format!("f{number}"), "content": "" }))
        .collect();
    for files in [
        json!(many),
        json!([]),
        json!([{ "name": "../../etc/passwd", "content": "" }]),
        json!([{ "name": "/etc/passwd", "content": "" }]),
    ] {
        let refused = hand_in(files).await;
        assert_eq!(
            refused.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{}",
            refused.body
        );
    }
    let odd = json!([{ "name": "a", "content": "%" }]);
    assert_eq!(hand_in(odd).await.status, StatusCode::BAD_REQUEST);
    let archive = Request::post("/api/courses/ai/labs/sums/submissions")
        .header("host", "localhost:7878")
        .header("cookie", &student)
        .header("content-type", "application/zip")
        .body(Body::from("no archive"))
        .expect("a request");
    let refused = class.app.send(archive).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    for number in 0..3 {
        let kept = class.hand_in(&student, &format!("x = {number}")).await;
        assert_eq!(
            (kept.status, &kept.body["version"]),
            (StatusCode::CREATED, &json!(number + 1))
        );
    }
    let same = class.hand_in(&student, "x = 2").await;
    assert_eq!(
        (same.status, &same.body["error"]),
        (StatusCode::CONFLICT, &json!("same"))
    );
    let often = class.hand_in(&student, "x = 9").await;
    assert_eq!(often.status, StatusCode::TOO_MANY_REQUESTS);
    let said = often.body["message"]["en"].as_str().expect("words");
    assert!(said.contains("at most 3 submissions an hour"), "{said}");
    let card = class.get("/labs/sums", &student).await.body["card"].clone();
    assert_eq!((&card["used"], &card["left"]), (&json!(3), &json!(1)));
    assert!(
        card["wait"].as_u64().is_some_and(|wait| wait > 3500),
        "{card}"
    );
}

#[tokio::test]
async fn a_course_is_made_by_whoever_the_server_belongs_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let token = "a token of more than sixteen letters".replace(' ', "-");
    let app = TestApp::with(Options {
        access: Access {
            token: Some(token.clone()),
            ..Access::default()
        },
        ..options(folder.path())
    });
    let send = async |method: &str, path: &str, cookie: &str, body: Value| {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", "localhost:7878")
            .header("cookie", cookie)
            .header("content-type", "application/json");
        app.send(
            request
                .body(Body::from(body.to_string()))
                .expect("a request"),
        )
        .await
    };
    let new = json!({ "id": "ai", "title": "AI", "roster": ROSTER });
    let refused = send("POST", "/api/courses", "", new.clone()).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN, "{}", refused.body);
    let owner = format!("boyi_token={token}");
    let nobody = json!({ "id": "ai", "title": "AI", "roster": "id\ns1\n" });
    let refused = send("POST", "/api/courses", &owner, nobody).await;
    assert_eq!(
        refused.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "no teacher"
    );
    let made = send("POST", "/api/courses", &owner, new.clone()).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.body);
    assert_eq!(
        send("POST", "/api/courses", &owner, new).await.status,
        StatusCode::CONFLICT
    );
    // A wrong token learns nothing here, and waits as elsewhere.
    let guessed = send("GET", "/api/courses", "boyi_token=wrong", Value::Null).await;
    assert_eq!(guessed.status, StatusCode::UNAUTHORIZED);
    // Whoever has a code needs no token: the page, the course, and to look at games once inside.
    let public = send("GET", "/api/courses", "", Value::Null).await;
    assert_eq!(
        (public.status, &public.body["owner"]),
        (StatusCode::OK, &json!(false))
    );
    assert_ne!(
        send("GET", "/course/ai", "", Value::Null).await.status,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        send("GET", "/api/contests", "", Value::Null).await.status,
        StatusCode::UNAUTHORIZED
    );
    let code = json!({ "code": code(&made.body, "s1") });
    let entered = send("POST", "/api/courses/ai/enter", "", code).await;
    assert_eq!(entered.status, StatusCode::OK, "{}", entered.body);
    let visit = cookie(&entered);
    assert_eq!(
        send("GET", "/api/contests", &visit, Value::Null)
            .await
            .status,
        StatusCode::OK
    );
    let game = json!({ "game": "reversi", "seats": [{ "kind": "person" }, { "kind": "person" }] });
    assert_eq!(
        send("POST", "/api/games", &visit, game).await.status,
        StatusCode::UNAUTHORIZED
    );
    let forged = "boyi-visit-ai=0123";
    assert_eq!(
        send("GET", "/api/contests", forged, Value::Null)
            .await
            .status,
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test]
async fn a_foreign_page_asks_nothing_of_a_course() {
    let class = Class::new().await;
    let teacher = class.enter("t1").await;
    for (name, value) in [
        ("origin", "https://evil.example"),
        ("sec-fetch-site", "cross-site"),
    ] {
        let request = Request::post("/api/courses/ai/people")
            .header("host", "localhost:7878")
            .header("cookie", &teacher)
            .header(name, value)
            .header("content-type", "application/json")
            .body(Body::from(json!({ "roster": "id\nx\n" }).to_string()));
        let reply = class.app.send(request.expect("a request")).await;
        assert_eq!(
            (reply.status, &reply.body["error"]),
            (StatusCode::FORBIDDEN, &json!("foreign"))
        );
    }
}

/// What a server says to a request on a connection of its own.
async fn raw(server: &Server, head: &str, body: &str) -> String {
    let mut socket = TcpStream::connect(server.address)
        .await
        .expect("a connection");
    let length = body.len();
    let request = format!(
        "{head}\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    socket.write_all(request.as_bytes()).await.expect("sent");
    let mut said = String::new();
    socket.read_to_string(&mut said).await.expect("text");
    said
}

#[tokio::test]
async fn a_cookie_is_secure_where_a_trusted_proxy_speaks_https() {
    for (trusted, secure) in [(true, true), (false, false)] {
        let folder = tempfile::tempdir().expect("a folder");
        let here: Vec<IpAddr> = vec![[127, 0, 0, 1].into()];
        let state = app_state(Options {
            access: Access {
                trusted_proxies: if trusted { here } else { Vec::new() },
                ..Access::default()
            },
            ..options(folder.path())
        });
        let server = Server::start(state).await;
        let new = json!({ "id": "ai", "title": "AI", "roster": ROSTER }).to_string();
        let forwarded = "x-forwarded-for: 203.0.113.5\r\nx-forwarded-proto: https";
        if trusted {
            // Somebody far away is not the owner, whoever speaks for them.
            let head = format!("POST /api/courses HTTP/1.1\r\n{forwarded}");
            assert!(raw(&server, &head, &new).await.starts_with("HTTP/1.1 403"));
        }
        let made = raw(&server, "POST /api/courses HTTP/1.1", &new).await;
        let (_, body) = made.split_once("\r\n\r\n").expect("a body");
        let codes: Value = serde_json::from_str(body).expect("JSON");
        let code = json!({ "code": code(&codes, "s1") }).to_string();
        let head = format!("POST /api/courses/ai/enter HTTP/1.1\r\n{forwarded}");
        let entered = raw(&server, &head, &code).await;
        assert!(entered.starts_with("HTTP/1.1 200"), "{entered}");
        assert_eq!(entered.contains("; Secure"), secure, "{entered}");
    }
}

#[tokio::test]
async fn a_tournament_needs_a_lab_with_games_and_two_who_play() {
    let class = Class::new().await;
    let teacher = class.enter("t1").await;
    let begin = async |lab: &str| {
        let path = format!("/labs/{lab}/tournament");
        class.send("POST", &path, &teacher, &json!({})).await
    };
    assert_eq!(begin("sums").await.status, StatusCode::CONFLICT);
    let othello = json!({ "lab": "othello" });
    class.send("POST", "/labs", &teacher, &othello).await;
    let begun = begin("othello").await;
    assert_eq!(begun.status, StatusCode::OK, "{}", begun.body);
    let began = Instant::now();
    loop {
        let view = class.get("/labs/othello", &teacher).await.body["tournament"].clone();
        if !view["failure"].is_null() {
            assert!(
                view["failure"]["en"]
                    .as_str()
                    .is_some_and(|why| why.contains("two")),
                "{view}"
            );
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{view}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // Nobody brings a player of that kind over the page of contests.
    let contest = json!({
        "kind": "tournament", "game": "reversi", "games": 2,
        "players": [{ "player": "submission:1" }, { "player": "random" }],
    });
    let refused = class.app.post("/api/contests", &contest).await;
    assert_eq!(
        refused.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "{}",
        refused.body
    );
}
