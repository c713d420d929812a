//! `boyi nboard`: Othello for graphical interfaces that speak `NBoard` 2.

use std::io;
use std::path::PathBuf;

use anyhow::Result;
use boyi_engine::PlayerSpec;
use boyi_engine::book::Book;
use boyi_engine::game;
use boyi_engine::protocol::nboard;

use crate::output::Output;

/// Speak `NBoard` 2 on standard input and output, for Othello interfaces
///
/// With a book, its moves are played and shown first, and `learn` writes the game down in it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi nboard
  boyi nboard --threads 2 --book reversi.book")]
pub(crate) struct Args {
    /// How many threads
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,

    /// The size of the table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=65536))]
    hash: u64,

    /// A book to play from and to learn into
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, _: &mut Output) -> Result<()> {
    let spec = PlayerSpec {
        threads: Some(args.threads as usize),
        hash: Some(args.hash as usize),
        ..PlayerSpec::named("strong")
    };
    let reversi = game("reversi")?;
    let book = args.book.as_ref().map(|file| Book::open(reversi, file));
    let book = book.transpose()?;
    Ok(nboard::serve(
        io::BufReader::new(io::stdin()),
        io::stdout(),
        &spec,
        book,
    )?)
}
