#![doc = include_str!("../README.md")]
// Forks, signals and job control are POSIX; other systems do not have this crate.
#![cfg(unix)]

mod log;
mod tree;
mod syntax_error;
mod escapes;
mod scanner;
mod words;
mod substitution;
mod parser;
mod compound;
mod variables;
mod options;
mod pattern;
mod glob;
mod braces;
mod arithmetic;
mod expand;
mod descriptors;
mod signals;
mod process;
mod terminal;
mod jobs;
mod host;
mod shell;
mod reading;
mod execute;
mod control;
mod traps;
mod launch;
mod redirect;
mod lookup;
mod builtins;
mod input;
mod editor;

pub use host::HostCommand;
pub use input::Input;
pub use log::CommandLog;
pub use parser::parse;
pub use pattern::matches;
pub use scanner::MAX_NESTING;
pub use shell::{Manners, Shell};
pub use syntax_error::{Mistake, SyntaxError};
pub use tree::{
    Action, AfterArm, Arm, Assignment, Command, Connective, End, IfSet, Item, List, Operation,
    Parameter, Part, Pipeline, Redirection, RedirectionKind, Word,
};
