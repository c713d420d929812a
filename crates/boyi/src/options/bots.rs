//! How programs are run as players.

use boyi_arena::bot;
use boyi_arena::sandbox::{Allowance, Policy, Sandbox};

/// How programs are run as players.
#[derive(clap::Args)]
#[command(next_help_heading = "Bots")]
pub(crate) struct BotArgs {
    /// How much of the sandbox programs run in: off, auto (every layer there is here) or require (every
    /// layer, or nothing is run); `boyi doctor` lists the layers
    #[arg(long, value_name = "off|auto|require", default_value = "auto")]
    sandbox: Policy,

    /// The memory a program may use, all its processes together, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(16..=1_048_576))]
    bot_memory: u64,

    /// The processes a program may run at a time
    #[arg(long, value_name = "NUMBER", default_value_t = 32, value_parser = clap::value_parser!(u64).range(1..=4096))]
    bot_processes: u64,
}

impl BotArgs {
    pub(crate) fn sandbox(&self) -> Sandbox {
        Sandbox {
            policy: self.sandbox,
            allowance: Allowance {
                memory: self.bot_memory << 20,
                processes: self.bot_processes,
                ..Allowance::default()
            },
            ..Sandbox::default()
        }
    }

    pub(crate) fn options(&self) -> bot::Options {
        bot::Options {
            sandbox: self.sandbox(),
            ..bot::Options::default()
        }
    }
}
