//! The shell itself: its table of commands, its completion.

use anyhow::{Context, Result};
use boyi_shell::{HostCommand, Input, Manners, Shell};
use clap::{Arg, ArgAction, Command, CommandFactory};

use super::Args;
use crate::Boyi;
use crate::output::Output;

/// Commands of boyi that other programs, or the shell itself, are better known for under that name.
/// All of them still run as `boyi NAME`.
const NOT_BUILT_IN: [&str; 4] = ["completions", "help", "man", "shell"];

/// Runs until the user leaves; unlike other commands, the exit status is the user's.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<u8> {
    if out.json {
        eprintln!("boyi: the shell prints what its commands print; give --json to those");
        return Ok(2);
    }
    let mut words = args.words.iter().cloned();
    let first = words.next();
    let arguments = words.collect();
    let (shell, file) = (Shell::new(host_commands()), first.clone());
    let (shell, input) = match (&args.command, first) {
        (Some(text), name) => (
            shell.with_arguments(name, arguments),
            Input::Text(text.clone()),
        ),
        (None, Some(file)) => (
            shell
                .with_arguments(Some(file.clone()), arguments)
                .with_manners(Manners::Course),
            Input::File(file.into()),
        ),
        (None, None) => (shell, Input::Standard),
    };
    let mut shell = if args.course {
        shell.with_manners(Manners::Course)
    } else {
        shell
    };
    let file = file.filter(|_| args.command.is_none());
    let file = file.unwrap_or_else(|| "standard input".into());
    let status = shell.run(input);
    let status = status.with_context(|| format!("cannot read {}", file.display()))?;
    Ok(status as u8)
}

/// The table the shell lives by: one row a command, read from the definitions of the command line.
fn host_commands() -> Vec<HostCommand> {
    let boyi = Boyi::command();
    let commands = boyi
        .get_subcommands()
        .map(|command| (command.get_name(), command.get_about()));
    let itself = std::iter::once((boyi.get_name(), boyi.get_about()));
    commands
        .filter(|(name, _)| !NOT_BUILT_IN.contains(name))
        .chain(itself)
        .map(|(name, about)| HostCommand {
            name: name.to_owned(),
            help: about.map(ToString::to_string).unwrap_or_default(),
            complete,
            run: run_words,
        })
        .collect()
}

/// `solve reversi` and `boyi solve reversi` mean the same.
fn run_words(words: &[String]) -> i32 {
    let prefix = (words[0] != "boyi").then(|| "boyi".to_owned());
    i32::from(crate::run(prefix.into_iter().chain(words.iter().cloned())))
}

/// What could stand in place of the last word: commands, options, the values of an option, games.
fn complete(words: &[String]) -> Vec<String> {
    let mut boyi = Boyi::command();
    // Until then the options of a command are not worked out.
    boyi.build();
    let Some((typed, before)) = words.split_last() else {
        return Vec::new();
    };
    let mut found: &Command = &boyi;
    let mut previous = None;
    for word in before {
        if let Some(inner) = found.find_subcommand(word) {
            found = inner;
        }
        previous = word.strip_prefix("--");
    }
    let options = || found.get_arguments();
    if let Some(option) =
        previous.and_then(|name| options().find(|arg| arg.get_long() == Some(name)))
        && takes_value(option)
    {
        return values(option);
    }
    if typed.starts_with('-') {
        let long = options()
            .filter_map(Arg::get_long)
            .map(|name| format!("--{name}"));
        return long.collect();
    }
    let subcommands = found
        .get_subcommands()
        .map(|command| command.get_name().to_owned());
    let positional = found.get_positionals().flat_map(values);
    subcommands.chain(positional).collect()
}

fn takes_value(option: &Arg) -> bool {
    matches!(option.get_action(), ArgAction::Set | ArgAction::Append)
}

/// The words that an argument may be, where they can be listed.
fn values(argument: &Arg) -> Vec<String> {
    let is_game = argument
        .get_value_names()
        .is_some_and(|names| names.iter().any(|name| name == "GAME"));
    if is_game {
        return boyi_engine::games()
            .iter()
            .map(|game| game.name().to_owned())
            .collect();
    }
    let possible = argument.get_possible_values();
    possible
        .iter()
        .map(|value| value.get_name().to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(line: &str) -> Vec<String> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        complete(&words)
    }

    #[test]
    fn options_values_and_games_come_from_the_definitions() {
        assert!(offered("solve reversi --").contains(&"--size".to_owned()));
        assert!(
            offered("solve reversi --").contains(&"--json".to_owned()),
            "options of all commands"
        );
        assert_eq!(offered("solve reversi --lang "), ["en", "zh"]);
        assert_eq!(offered("solve rev")[0], "reversi");
        assert!(offered("play ").contains(&"reversi".to_owned()));
        assert!(offered("boyi so").contains(&"solve".to_owned()));
        assert!(offered("boyi solve reversi --").contains(&"--size".to_owned()));
    }

    #[test]
    fn every_command_but_the_shadowing_ones_is_built_in() {
        let names: Vec<String> = host_commands()
            .into_iter()
            .map(|command| command.name)
            .collect();
        for name in ["solve", "play", "lab", "boyi"] {
            assert!(names.iter().any(|known| known == name), "{name}");
        }
        for name in NOT_BUILT_IN {
            assert!(!names.iter().any(|known| known == name), "{name}");
        }
    }
}
