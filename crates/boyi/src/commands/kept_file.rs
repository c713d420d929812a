//! The file that a command keeps for a game.

use std::path::PathBuf;

use anyhow::Result;
use boyi_engine::Game;

use crate::options::GameArg;

/// A game and where what is known of it is kept.
#[derive(clap::Args)]
pub(crate) struct KeptFile {
    #[command(flatten)]
    game: GameArg,

    /// The file [default: one named after the game, in this folder]
    #[arg(long, value_name = "FILE", global = true)]
    file: Option<PathBuf>,
}

impl KeptFile {
    /// The game, and the file that was named or the usual one with this ending.
    pub(crate) fn open(&self, ending: &str) -> Result<(&'static dyn Game, PathBuf)> {
        let game = self.game.game()?;
        let usual = || format!("{}.{ending}", game.name()).into();
        Ok((game, self.file.clone().unwrap_or_else(usual)))
    }
}
