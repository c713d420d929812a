//! `boyi train tune gomoku`: the weights of patterns.

use std::time::Instant;

use anyhow::{Result, bail};
use boyi_train::gomoku::{Settings, Step, tune};

use super::{Args, Reply, report};
use crate::interrupt;
use crate::options::ResultFile;
use crate::output::Output;

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    if args.generations > 1 {
        bail!("gomoku's weights are built in: learn once, build with the new file, learn again");
    }
    let file = ResultFile::new(args.out.as_deref())?;
    let settings = Settings {
        games: args.games as usize,
        nodes: args.nodes,
        iterations: args.iterations as usize,
        seed: args.seed,
        threads: args.threads as usize,
        ..Settings::default()
    };
    let stop = interrupt::stops()?;
    let began = Instant::now();
    let games = args.games;
    let screen = &*out;
    let tuned = tune(&settings, &stop, &mut |step| match step {
        Step::Game(played) => screen.progress(&format!("game {played} of {games}")),
        Step::Descent { step, loss } => screen.progress(&format!("step {step}: loss {loss:.5}")),
    })?;
    out.progress_done();
    file.write(tuned.file())?;
    let reply = Reply {
        game: "gomoku",
        games: tuned.games,
        positions: tuned.positions,
        weights: tuned.weights.len(),
        scale: tuned.scale,
        loss_before: tuned.held_out[0],
        loss_after: tuned.held_out[1],
        seconds: began.elapsed().as_secs_f64(),
    };
    report(&reply, out)
}
