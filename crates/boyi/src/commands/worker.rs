//! `boyi worker`: plays games of tournaments that run elsewhere.

use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use boyi_arena::contest::nats::{Broker, Queue, Relay};
use boyi_arena::contest::{Job, Lease, Source, WorkError, Worker, work};
use boyi_arena::live::Live;
use boyi_search::Stop;
use boyi_web::Joining;
use serde_json::json;

use super::contest::args::LeaseArg;
use crate::options::{BotArgs, read_seconds};
use crate::output::{Output, complain};
use crate::{interrupt, machine};

/// Play games of contests that run elsewhere: of a server, or handed out with --nats
///
/// Any number of workers on any number of machines. A worker that is lost costs the games it was
/// playing, which another plays again. Ctrl-C gives the games in hand back at once. A worker that starts
/// before its NATS server waits for it.
///
/// With --server it calls `boyi serve` over HTTP and takes as many games as it plays in some twenty
/// seconds. Some of its games are played again by the server; a worker whose game comes out differently
/// is blocked. With --nats it plays what `boyi match`, `sprt`, `tournament` and `serve` hand out there.
///
/// Programs are not run unless --programs is given: whoever can reach the NATS server can name any
/// program of this machine.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi worker --server https://games.example.org --token-file token.txt -j 4
  boyi worker --server http://127.0.0.1:7878 --until-idle 10
  boyi worker --nats nats://127.0.0.1:4222 -j 4
  boyi worker --nats nats://127.0.0.1:4222 --until-idle 10 --json")]
pub(crate) struct Args {
    /// The address of a server's page
    #[arg(
        long,
        value_name = "URL",
        conflicts_with = "nats",
        required_unless_present = "nats"
    )]
    server: Option<String>,

    /// The access token of the server
    #[arg(
        long,
        value_name = "TOKEN",
        env = "BOYI_TOKEN",
        hide_env_values = true,
        requires = "server"
    )]
    token: Option<String>,

    /// The access token is the first line of this file
    #[arg(
        long,
        value_name = "FILE",
        requires = "server",
        conflicts_with = "token"
    )]
    token_file: Option<PathBuf>,

    /// The NATS server, started with --jetstream
    #[arg(long, value_name = "URL", env = "BOYI_NATS", hide_env_values = true)]
    nats: Option<String>,

    /// Games at the same time
    #[arg(long, short = 'j', value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    /// Run programs that jobs name
    #[arg(long)]
    programs: bool,

    /// Quit when there was nothing to play for so long
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds)]
    until_idle: Option<Duration>,

    /// What this worker goes by [default: host and process]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    #[command(flatten)]
    lease: LeaseArg,

    #[command(flatten)]
    bots: BotArgs,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let stop = interrupt::stops()?;
    let name = args.name.clone().unwrap_or_else(own_name);
    let (told, hear) = std::sync::mpsc::channel();
    let joined = match (&args.server, &args.nats) {
        (Some(server), _) => join_server(args, server, &name, &stop, told, out)?,
        (None, Some(url)) => join_broker(args, url, &name, &stop, told, out)?,
        (None, None) => bail!("say --server URL or --nats URL"),
    };
    let waits = out.language.pick("waiting for games", "等待对局");
    let at = args.server.as_ref().or(args.nats.as_ref());
    complain(format!(
        "{name}: {waits} ({})",
        at.map_or("", String::as_str)
    ));
    for (job, error) in hear {
        report(&job, error, out)?;
    }
    for thread in joined {
        if let Ok(worked) = thread.join() {
            worked?;
        }
    }
    Ok(())
}

/// A game that was played, or why it could not be.
type Told = Sender<(Job, Option<String>)>;

/// The threads that play; an error ends them all.
type Threads = Vec<JoinHandle<Result<(), WorkError>>>;

fn join_server(
    args: &Args,
    server: &str,
    name: &str,
    stop: &Stop,
    told: Told,
    out: &Output,
) -> Result<Threads> {
    const PATIENCE: Duration = Duration::from_secs(600);
    let token = match &args.token_file {
        Some(file) => Some(super::serve::read_token(file)?),
        None => args.token.clone(),
    };
    let joining = Joining {
        server: server.to_owned(),
        token,
        name: name.to_owned(),
        threads: usize::from(args.concurrency),
        until_idle: args.until_idle,
        patience: PATIENCE,
    };
    let worker = worker(args, name.to_owned(), None, stop);
    let waits = out.language.pick("waiting for it", "等待中");
    let url = server.to_owned();
    let play = move || {
        let away = |why: &str| complain(format!("{url}: {why}; {waits} (Ctrl-C)"));
        let tell = |job: &Job, error: Option<&WorkError>| {
            let _ = told.send((job.clone(), error.map(ToString::to_string)));
        };
        boyi_web::join(&joining, &worker, &tell, &away).map(drop)
    };
    Ok(vec![std::thread::spawn(play)])
}

fn join_broker(
    args: &Args,
    url: &str,
    name: &str,
    stop: &Stop,
    told: Told,
    out: &Output,
) -> Result<Threads> {
    let until = args.until_idle.map(|time| Instant::now() + time);
    let mut waits = false;
    let broker = Broker::await_broker(url, args.lease.time(), stop, until, &mut |error| {
        if !std::mem::replace(&mut waits, true) {
            let on = out.language.pick("waiting for it", "等待中");
            complain(format!("{error}; {on} (Ctrl-C)"));
        }
    })?;
    let Some(broker) = broker else {
        return Ok(Vec::new());
    };
    // Who watches at a server sees the games of its workers, too.
    let live = Live::default();
    let relay = Relay::join(&broker, &live, name, |_| ());
    let mut threads = Vec::new();
    for number in 0..args.concurrency {
        let name = format!("{name}/{}", number + 1);
        let worker = worker(args, name, Some(live.clone()), stop);
        let mut source = Patient {
            queue: Queue::new(&broker)?,
            until_idle: args.until_idle,
        };
        let (told, relay) = (told.clone(), relay.clone());
        threads.push(std::thread::spawn(move || {
            let _relay = relay;
            work(&worker, &mut source, &mut |job, error| {
                let _ = told.send((job.clone(), error.map(ToString::to_string)));
            })
        }));
    }
    // Who listens hears the end when the last thread has ended.
    drop(told);
    Ok(threads)
}

fn worker(args: &Args, name: String, live: Option<Live>, stop: &Stop) -> Worker {
    Worker {
        name,
        options: args.bots.options(),
        programs: args.programs,
        live,
        stop: stop.clone(),
    }
}

fn report(job: &Job, error: Option<String>, out: &mut Output) -> Result<()> {
    if out.json {
        return out.object(&json!({
            "contest": &job.contest,
            "job": &job.key,
            "game": &job.game,
            "first": &job.players[0].name,
            "second": &job.players[1].name,
            "error": error,
        }));
    }
    let [first, second] = &job.players;
    let what = format!(
        "{} {}: {} - {}",
        job.contest, job.game, first.name, second.name
    );
    match error {
        None => out.line(what),
        Some(error) => {
            complain(format!("{what}: {error}"));
            Ok(())
        }
    }
}

/// A queue that is left when nothing comes for long.
struct Patient {
    queue: Queue,
    until_idle: Option<Duration>,
}

impl Source for Patient {
    fn take(&mut self, stop: &Stop) -> Result<Option<Box<dyn Lease>>, WorkError> {
        let until = self.until_idle.map(|time| Instant::now() + time);
        self.queue.take_until(stop, until)
    }
}

fn own_name() -> String {
    format!("{}-{}", machine::host(), std::process::id())
}
