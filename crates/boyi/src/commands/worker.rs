//! `boyi worker`: plays games of tournaments that run elsewhere.

use std::time::{Duration, Instant};

use anyhow::Result;
use boyi_arena::contest::nats::{Broker, Queue};
use boyi_arena::contest::{Lease, Source, WorkError, Worker, work};
use boyi_search::Stop;
use serde_json::json;

use super::contest::args::LeaseArg;
use crate::interrupt;
use crate::options::{BotArgs, read_seconds};
use crate::output::{Output, complain};

/// Play games that `boyi match`, `sprt`, `tournament` and `serve` hand out with --nats
///
/// Any number of workers on any number of machines. A worker that is lost costs the game it was
/// playing, which another plays again. Ctrl-C gives the games in hand back at once. A worker that starts
/// before its NATS server waits for it.
///
/// Programs are not run unless --programs is given: whoever can reach the NATS server can name any
/// program of this machine.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi worker --nats nats://127.0.0.1:4222 -j 4
  boyi worker --nats nats://127.0.0.1:4222 --until-idle 10 --json")]
pub(crate) struct Args {
    /// The NATS server, started with --jetstream
    #[arg(long, value_name = "URL", env = "BOYI_NATS", hide_env_values = true)]
    nats: String,

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
    let until = args.until_idle.map(|time| Instant::now() + time);
    let mut waits = false;
    let broker = Broker::await_broker(&args.nats, args.lease.time(), &stop, until, &mut |error| {
        if !std::mem::replace(&mut waits, true) {
            let on = out.language.pick("waiting for it", "等待中");
            complain(format!("{error}; {on} (Ctrl-C)"));
        }
    })?;
    let Some(broker) = broker else {
        return Ok(());
    };
    let name = args.name.clone().unwrap_or_else(own_name);
    let (told, hear) = std::sync::mpsc::channel();
    let mut threads = Vec::new();
    for number in 0..args.concurrency {
        let worker = Worker {
            name: format!("{name}/{}", number + 1),
            options: args.bots.options(),
            programs: args.programs,
            live: None,
            stop: stop.clone(),
        };
        let mut source = Patient {
            queue: Queue::new(&broker)?,
            until_idle: args.until_idle,
        };
        let told = told.clone();
        threads.push(std::thread::spawn(move || {
            work(&worker, &mut source, &mut |job, error| {
                let _ = told.send((job.clone(), error.map(ToString::to_string)));
            })
        }));
    }
    drop(told);
    let waits = out.language.pick("waiting for games", "等待对局");
    complain(format!("{name}: {waits} ({})", args.nats));
    for (job, error) in hear {
        if out.json {
            out.object(&json!({
                "contest": &job.contest,
                "job": &job.key,
                "game": &job.game,
                "first": &job.players[0].name,
                "second": &job.players[1].name,
                "error": error,
            }))?;
        } else {
            let [first, second] = &job.players;
            let what = format!(
                "{} {}: {} - {}",
                job.contest, job.game, first.name, second.name
            );
            match error {
                None => out.line(what)?,
                Some(error) => complain(format!("{what}: {error}")),
            }
        }
    }
    for thread in threads {
        if let Ok(worked) = thread.join() {
            worked?;
        }
    }
    Ok(())
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
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = host.trim();
    let host = if host.is_empty() { "worker" } else { host };
    format!("{host}-{}", std::process::id())
}
