//! `boyi serve`: the page.

use std::fs;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use boyi_arena::contest::nats::Broker;
use boyi_arena::sandbox::{ISOLATES, Policy, Sandbox};
use boyi_arena::store::{data_folder, without_password};
use boyi_web::{Access, AppState, GradingOptions, Limits, LogForm, Options};
use serde_json::json;
use tokio::net::TcpListener;

use super::contest::args::LeaseArg;
use crate::interrupt;
use crate::output::{Output, complain};

/// Open the page: play, watch and analyse every game in the browser
///
/// Prints an address and serves it until Ctrl-C. Only this machine can reach it, unless --listen says
/// otherwise; then whoever wants to do anything needs the access token.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi serve
  boyi serve --port 8080 --data games
  boyi serve --listen 0.0.0.0:8080 --viewing free
  boyi serve --listen 0.0.0.0:8080 --token-file token.txt --name games.example.org
  boyi serve --listen 0.0.0.0:8080 --trusted-proxy 10.0.0.2 --log json
  boyi serve --nats nats://127.0.0.1:4222
  boyi serve --database postgresql://boyi@localhost/boyi
  boyi serve --allow-bots --sandbox require
  boyi serve --embed https://course.example.org
  boyi serve --read-only")]
pub(crate) struct Args {
    /// The port; 0 takes any that is free [default: 7878, or any where that is taken]
    #[arg(long, value_name = "PORT", conflicts_with = "listen")]
    port: Option<u16>,

    /// Listen beyond this machine, on this address and port; needs an access token
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,

    /// The access token is the first line of this file [default: a random one, printed once]
    #[arg(long, value_name = "FILE", requires = "listen")]
    token_file: Option<PathBuf>,

    /// Whether looking needs the token too: token or free
    #[arg(long, value_name = "HOW", default_value = "token", value_parser = ["token", "free"], requires = "listen")]
    viewing: String,

    /// A name this server is reached by, beside its addresses
    #[arg(long = "name", value_name = "HOST", requires = "listen")]
    names: Vec<String>,

    /// A site that may show boards and searches of this server: its pages below /embed
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    embed: Vec<String>,

    /// Nobody may change anything
    #[arg(long)]
    read_only: bool,

    /// Where games are kept [default: boyi in the user's data folder]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,

    /// Keep games in this PostgreSQL database, which several servers may share, in place of a file in
    /// the folder
    #[arg(
        long,
        value_name = "URL",
        env = "BOYI_DATABASE",
        hide_env_values = true
    )]
    database: Option<String>,

    /// What this server goes by among the others of the database [default: host and port]
    #[arg(long, value_name = "NAME", requires = "database")]
    node: Option<String>,

    /// Visitors may bring bots; programs of others are run, in the sandbox
    #[arg(long)]
    allow_bots: bool,

    /// How much of the sandbox programs run in: auto (every layer there is here) or require (every layer,
    /// or nothing is run) [default: require for bots of visitors, auto for those of `boyi bot add`]
    #[arg(long, value_name = "auto|require")]
    sandbox: Option<Policy>,

    /// Hand the games of matches and tournaments out to workers (`boyi worker`) through this NATS server
    #[arg(long, value_name = "URL", env = "BOYI_NATS", hide_env_values = true)]
    nats: Option<String>,

    /// Submissions to courses that are graded here at the same time; 0 leaves them to `boyi course grade`
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=64))]
    graders: u16,

    #[command(flatten)]
    lease: LeaseArg,

    /// Start, say where the page is, and end at once
    #[arg(long)]
    check: bool,

    /// Searches at once [default: as many as there are cores]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// A proxy that says in X-Forwarded-For whom it speaks for; limits count by that address then
    #[arg(long = "trusted-proxy", value_name = "ADDRESS")]
    trusted_proxies: Vec<IpAddr>,

    /// Live streams at once, of all clients together [default: 12000]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    streams: Option<u32>,

    /// Live streams at once of one address [default: 256]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    streams_each: Option<u32>,

    /// Games of the page that are kept; the oldest finished ones make room [default: 10000]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,

    /// Write a line about every request to standard error: text or json
    #[arg(long, value_name = "FORM", value_parser = ["text", "json"])]
    log: Option<String>,
}

/// Where the page is found unless another port is asked for.
const DEFAULT_PORT: u16 = 7878;

/// An origin such as `https://course.example.org`: nothing that would say something else in a header.
fn origin(text: &str) -> Result<String, String> {
    let wanted =
        "an origin is a scheme, a name and maybe a port, such as https://course.example.org";
    let host = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"))
        .ok_or(wanted)?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    if host.is_empty() || !host.bytes().all(is_plain) {
        return Err(wanted.to_owned());
    }
    Ok(text.to_ascii_lowercase())
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let data = match &args.data {
        Some(folder) => folder.clone(),
        None => data_folder().context("no home folder: say --data FOLDER")?,
    };
    let token = match (&args.listen, &args.token_file) {
        (None, _) => None,
        (Some(_), Some(file)) => Some(read_token(file)?),
        (Some(_), None) => Some(boyi_web::new_token()),
    };
    let access = Access {
        free_viewing: args.viewing == "free",
        read_only: args.read_only,
        names: args.names.clone(),
        beyond_loopback: args.listen.is_some(),
        token: token.clone(),
        trusted_proxies: args.trusted_proxies.clone(),
        embed: args.embed.clone(),
    };
    boyi_platform::files::raise_limit();
    let usual = Limits::default();
    let limits = Limits {
        streams: args.streams.map_or(usual.streams, |n| n as usize),
        streams_each: args.streams_each.map_or(usual.streams_each, |n| n as usize),
        games: args.games.map_or(usual.games, u64::from),
    };
    let connect = |url: &String| Broker::connect(url, args.lease.time());
    let mut options = Options {
        data: Some(data.clone()),
        database: args.database.clone(),
        node: None,
        access,
        threads: args.threads.map(usize::from),
        allow_bots: args.allow_bots,
        sandbox: args.sandbox,
        nats: args.nats.as_ref().map(connect).transpose()?,
        grading: (args.graders > 0).then(|| GradingOptions {
            workers: usize::from(args.graders),
            sandbox: Sandbox {
                policy: args.sandbox.unwrap_or_default(),
                ..Sandbox::default()
            },
            name: format!("{}-{}", crate::machine::host(), std::process::id()),
        }),
        limits,
        log: match args.log.as_deref() {
            None => LogForm::Off,
            Some("json") => LogForm::Json,
            Some(_) => LogForm::Text,
        },
        lease: Some(args.lease.time()),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // Requests that wait for the store need no more threads than this to keep it busy.
        .max_blocking_threads(64)
        .enable_all()
        .build()
        .context("cannot start")?;
    let result = runtime.block_on(async {
        let listener = listen(args).await?;
        if args.database.is_some() {
            let port = listener.local_addr()?.port();
            let default = || format!("{}:{port}", crate::machine::host());
            options.node = Some(args.node.clone().unwrap_or_else(default));
        }
        let kept_in = match &args.database {
            Some(address) => without_password(address),
            None => data.display().to_string(),
        };
        let state =
            AppState::open(options).with_context(|| format!("cannot keep games in {kept_in}"))?;
        for phrase in state.words() {
            complain(phrase.in_language(out.language));
        }
        let address = format!("http://{}/", listener.local_addr()?);
        // A token from a file is known to whoever wrote the file.
        let token = token.filter(|_| args.token_file.is_none());
        say_what_is_off(args, &state, out);
        announce(args, &address, token.as_deref(), &data, &kept_in, out)?;
        if args.check {
            tokio::task::block_in_place(|| state.rest());
            return Ok(());
        }
        let served = boyi_web::serve(listener, state.clone(), end_signal()?).await;
        tokio::task::block_in_place(|| state.rest());
        served.context("serving")
    });
    // Searches still running end by themselves; nobody waits for them.
    runtime.shutdown_background();
    result
}

/// Resolves when somebody wants the server to end: Ctrl-C, or whatever else the system has for that. A second
/// time ends it at once.
fn end_signal() -> Result<impl Future<Output = ()> + Send> {
    let mut wishes = interrupt::EndWishes::new().context("cannot wait for signals")?;
    Ok(async move {
        wishes.next().await;
        tokio::spawn(async move {
            wishes.next().await;
            std::process::exit(1);
        });
    })
}

/// What the page will not do by itself, and why.
fn say_what_is_off(args: &Args, state: &AppState, out: &Output) {
    if let Some(why) = state.why_no_uploads().filter(|_| args.allow_bots) {
        complain(format!("boyi: {}", why.in_language(out.language)));
    }
    if args.allow_bots && state.why_no_uploads().is_none() && !ISOLATES {
        complain(out.language.pick(
            "boyi: nothing isolates programs on this system: bots of visitors can read your files and use the network",
            "boyi：本系统不提供隔离：访客的程序可以读取你的文件并使用网络",
        ));
    }
    for contest in state.contests_held_back() {
        complain(out.language.pick(
            format!("boyi: the server died twice while `{contest}` was played; it does not go on by itself, the page offers to"),
            format!("boyi：比赛“{contest}”进行时服务器两次异常结束，因此不自动继续；可在页面上继续"),
        ));
    }
}

fn announce(
    args: &Args,
    address: &str,
    token: Option<&str>,
    data: &Path,
    kept_in: &str,
    out: &mut Output,
) -> Result<()> {
    if out.json {
        return out.object(&json!({
            "address": address,
            "token": token,
            "data": data.display().to_string(),
            "database": args.database.as_deref().map(without_password),
            "page": boyi_web::MISSING.is_none(),
            "nats": args.nats,
        }));
    }
    if let Some(why) = boyi_web::MISSING {
        eprintln!("boyi: built without the page: {why}");
    }
    let query = token.map_or_else(String::new, |token| format!("?token={token}"));
    let at = out.language.pick("The page is at", "页面地址：");
    out.line(format!("{at} {address}{query}"))?;
    if let Some(url) = &args.nats {
        out.say(
            format!("Matches and tournaments are played by: boyi worker --nats {url}"),
            format!("比赛由以下命令启动的工作进程进行：boyi worker --nats {url}"),
        )?;
    }
    let kept = out.language.pick("Games are kept in", "对局保存在");
    out.line(format!("{kept} {kept_in}"))?;
    out.say("Ctrl-C ends the server.", "按 Ctrl-C 结束服务。")
}

async fn listen(args: &Args) -> Result<TcpListener> {
    let loopback = |port| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
    let address = match (args.listen, args.port) {
        (Some(address), _) => address,
        (None, Some(port)) => loopback(port),
        (None, None) => match TcpListener::bind(loopback(DEFAULT_PORT)).await {
            Ok(listener) => return Ok(listener),
            Err(_) => loopback(0),
        },
    };
    let bound = TcpListener::bind(address).await;
    bound.with_context(|| format!("cannot listen on {address}"))
}

pub(super) fn read_token(file: &Path) -> Result<String> {
    const MIN_TOKEN_LENGTH: usize = 16;
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let token = text.lines().next().unwrap_or_default().trim();
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.~".contains(c);
    if token.len() < MIN_TOKEN_LENGTH || !token.chars().all(fits) {
        bail!(
            "{}: a token is at least {MIN_TOKEN_LENGTH} letters, digits, or any of -_.~",
            file.display()
        );
    }
    Ok(token.to_owned())
}
