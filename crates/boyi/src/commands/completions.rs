//! `boyi completions`: tab completion for shells.

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::Boyi;
use crate::output::Output;

/// Print a completion script for your shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi completions bash > ~/.local/share/bash-completion/completions/boyi
  boyi completions zsh > ~/.zfunc/_boyi
  boyi completions fish > ~/.config/fish/completions/boyi.fish")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let mut script = Vec::new();
    generate(args.shell, &mut Boyi::command(), "boyi", &mut script);
    out.exact(&String::from_utf8(script)?)
}
