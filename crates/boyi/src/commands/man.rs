//! `boyi man`: the manual pages.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_mangen::Man;

use crate::Boyi;
use crate::output::Output;

/// Print the manual page, or write one for each command
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi man | man -l -
  boyi man --out ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// Write boyi.1, boyi-play.1 and so on into this folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let mut command = Boyi::command();
    command.build();
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(command, folder))
            .with_context(|| format!("cannot write manual pages into {}", folder.display()))?;
        return Ok(());
    }
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    out.exact(&String::from_utf8(page)?)
}
