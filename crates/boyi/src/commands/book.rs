//! `boyi book`: opening books of our own making.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use boyi_arena::store::{Filter, Store};
use boyi_arena::{Closing, GameRecord};
use boyi_engine::book::{Book, BookMove, Growth};
use boyi_engine::{Game, Go, PlayerSpec, Setup};
use boyi_game::Table;
use serde_json::json;

use crate::commands::contest::args::StoreArg;
use crate::commands::kept_file::KeptFile;
use crate::interrupt;
use crate::options::{LimitArgs, SetupArgs, read_file};
use crate::output::{Output, grouped};

/// Make, show and teach an opening book
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi book reversi extend --positions 5 --depth 6
  boyi book reversi show --moves f5
  boyi book reversi learn games.ggf --json
  boyi book xiangqi show --moves \"h2e2 h9g7\"")]
pub(crate) struct Args {
    #[command(flatten)]
    kept: KeptFile,

    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Show the moves the book knows here, and its best line
    Show {
        #[command(flatten)]
        setup: SetupArgs,
    },
    /// Let the strongest player judge new positions along the best lines
    Extend {
        /// Positions to add
        #[arg(long, value_name = "NUMBER", default_value_t = 100)]
        positions: u64,

        /// Moves to judge in each position
        #[arg(long, value_name = "NUMBER", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=64))]
        width: u64,

        /// How far below the best a move may be to be followed, in discs or pawns [default: half a
        /// lead that tells]
        #[arg(long, value_name = "POINTS")]
        spread: Option<f64>,

        /// The most plies from the start
        #[arg(long, value_name = "PLIES", default_value_t = 20)]
        plies: u64,

        /// Where detours come from
        #[arg(long, value_name = "NUMBER", default_value_t = 1)]
        seed: u64,

        /// How many threads
        #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
        threads: u64,

        #[command(flatten)]
        limits: LimitArgs,
    },
    /// Write down how finished games went
    Learn {
        /// Games: records as `boyi play --record` writes them, and for reversi GGF, one or many in a
        /// file
        #[arg(value_name = "FILE", required_unless_present = "contest")]
        games: Vec<PathBuf>,

        /// All games of this match or tournament
        #[arg(long, value_name = "NAME")]
        contest: Vec<String>,

        #[command(flatten)]
        store: StoreArg,
    },
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let (game, file) = args.kept.open("book")?;
    let mut book = Book::open(game, &file)?;
    match &args.what {
        What::Show { setup } => print(game, &book, game.lay(&setup.setup()?)?, 0, out),
        What::Learn {
            games,
            contest,
            store,
        } => {
            let mut learned = 0;
            for file in games {
                let added = learn_file(&mut book, game, &read_file(file)?);
                learned += added.with_context(|| file.display().to_string())?;
            }
            for contest in contest {
                learned += learn_contest(&mut book, game, contest, &store.open()?)?;
            }
            book.save()?;
            print(game, &book, game.lay(&Setup::default())?, learned, out)
        }
        What::Extend {
            positions,
            width,
            spread,
            plies,
            seed,
            threads,
            limits,
        } => {
            let growth = Growth {
                positions: *positions as usize,
                moves: *width as usize,
                spread: spread.unwrap_or(game.telling_lead() / 2.0),
                plies: *plies as usize,
                seed: *seed,
            };
            let spec = PlayerSpec {
                threads: Some(*threads as usize),
                ..PlayerSpec::named(game.best_player())
            };
            let mut player = game.player(&spec)?;
            let orders = Go {
                stop: interrupt::stops()?,
                ..limits.go_or_a_second(false)
            };
            let usual = Setup::default();
            let start = || game.lay(&usual).expect("a game can begin as usual");
            let mut watch = |added| out.progress(&format!("{added} / {positions}"));
            let added = book.extend(&start, &mut *player, &growth, &orders, &mut watch)?;
            out.progress_done();
            book.save()?;
            print(game, &book, start(), added, out)
        }
    }
}

/// Learns from the finished games of a file, and says how many they are.
fn learn_file(book: &mut Book, game: &dyn Game, text: &str) -> Result<usize> {
    if let Ok(record) = GameRecord::read(text) {
        return learn_record(book, game, &record);
    }
    if game.name() != "reversi" {
        bail!("it is no record of a game");
    }
    let games: Vec<&str> = text
        .split_inclusive(";)")
        .filter(|part| part.contains("(;"))
        .collect();
    if games.is_empty() {
        bail!("it is no record of a game, and no game in GGF is in it");
    }
    for text in &games {
        let setup = Setup {
            position: Some((*text).to_owned()),
            ..Setup::default()
        };
        book.learn_game(game.lay(&setup)?.record())?;
    }
    Ok(games.len())
}

/// Learns from the finished games of a match or tournament.
fn learn_contest(book: &mut Book, game: &dyn Game, name: &str, store: &Store) -> Result<usize> {
    let games = store.games(&Filter {
        contest: Some(name),
        finished: Some(true),
        after: Some(0),
        ..Filter::default()
    })?;
    if games.is_empty() {
        bail!("no finished game of a contest called `{name}` is kept");
    }
    let mut learned = 0;
    for summary in games {
        if let Some((_, record)) = store.game(&summary.id)? {
            let added = learn_record(book, game, &record);
            learned += added.with_context(|| summary.id.clone())?;
        }
    }
    Ok(learned)
}

/// Learns from a game that counts; one that was broken off teaches nothing.
fn learn_record(book: &mut Book, game: &dyn Game, record: &GameRecord) -> Result<usize> {
    if record.header.game != game.name() {
        bail!("it is a game of {}", record.header.game);
    }
    let Some(outcome) = record.closing().and_then(Closing::result) else {
        return Ok(0);
    };
    book.learn_outcome(&record.game(), outcome)?;
    Ok(1)
}

fn print(
    game: &dyn Game,
    book: &Book,
    table: Box<dyn Table>,
    added: usize,
    out: &mut Output,
) -> Result<()> {
    let moves = book.moves(&table.position());
    let line = best_line(book, table);
    if out.json {
        let reply = |mv: &BookMove| {
            let [won, drawn, lost] = mv.results;
            json!({
                "move": mv.mv,
                "value": mv.value,
                "depth": mv.depth,
                "games": mv.games,
                "won": won,
                "drawn": drawn,
                "lost": lost,
            })
        };
        return out.object(&json!({
            "game": game.name(),
            "positions": book.len(),
            "added": added,
            "moves": moves.iter().map(reply).collect::<Vec<_>>(),
            "line": line,
        }));
    }
    let known = out
        .language
        .pick("positions in the book", "个局面在开局库中");
    out.line(format!("{} {known}", grouped(book.len() as u64)))?;
    for BookMove {
        mv,
        value,
        depth,
        games,
        results: [won, drawn, lost],
    } in &moves
    {
        let depth = if *depth == 0 {
            "-".to_owned()
        } else {
            depth.to_string()
        };
        out.line(format!(
            "{mv:>5}  {value:>+7.2}  {depth:>3}  {games:>5}  +{won} ={drawn} -{lost}"
        ))?;
    }
    if line.is_empty() {
        Ok(())
    } else {
        out.line(line.join(" "))
    }
}

/// The best moves of both, as far as the book goes.
fn best_line(book: &Book, mut table: Box<dyn Table>) -> Vec<String> {
    let mut line = Vec::new();
    while let boyi_game::ToAct::One(side) = table.to_act() {
        let Some(best) = book.moves(&table.position()).into_iter().next() else {
            break;
        };
        if table.play(side, &best.mv).is_err() {
            break;
        }
        line.push(best.mv);
    }
    line
}
