//! `boyi shell`: the shell, with boyi's own commands as built-ins.

#[cfg(unix)]
mod posix;

use std::ffi::OsString;

#[cfg(unix)]
pub(crate) use posix::run;

/// A shell in which boyi's commands need no prefix
///
/// Pipes, redirections, variables, arithmetic, globs, conditions, loops, functions and jobs work as in
/// other shells; `help` lists the built-in commands. `!#` prints the log of this run, `!PREFIX` runs the
/// newest command in it that starts so. A file of the current folder runs as `./name` only; `--course`,
/// and a FILE of commands, look there first.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi shell
  boyi shell commands.txt
  boyi shell -c 'solve reversi --size 4x4 --json | head -c 60'
  boyi shell -c 'for size in 4 5; do solve reversi --size ${size}x4 --json; done'

Exit status: that of the last command.")]
pub(crate) struct Args {
    /// Look for programs in the current folder first, as the course does
    #[arg(long)]
    course: bool,

    /// Run these commands, without a prompt; the arguments are $0, $1 and so on
    #[arg(short = 'c', value_name = "COMMANDS", allow_hyphen_values = true)]
    command: Option<String>,

    /// Read commands from this file, with $1 and so on; the prompt is still printed
    #[arg(value_names = ["FILE", "ARGUMENT"], num_args = 0.., trailing_var_arg = true)]
    words: Vec<OsString>,
}

/// Says that there is none.
#[cfg(not(unix))]
pub(crate) fn run(args: &Args, _: &mut crate::output::Output) -> anyhow::Result<u8> {
    let Args { .. } = args;
    anyhow::bail!(
        "the shell needs a POSIX system (Linux, macOS); on Windows it runs under WSL, and every other \
         command runs as it is: boyi solve reversi --size 4x4"
    )
}
