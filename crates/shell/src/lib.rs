#![doc = include_str!("../README.md")]

mod log;
mod tree;
mod syntax_error;
mod scanner;
mod words;
mod parser;
mod variables;
mod pattern;
mod glob;
mod expand;
mod descriptors;
mod signals;
mod process;
mod terminal;
mod jobs;
mod host;
mod shell;
mod execute;
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
pub use shell::Shell;
pub use syntax_error::{Mistake, SyntaxError};
pub use tree::{
    Action, Assignment, Command, Connective, End, IfSet, Item, List, Operation, Parameter, Part,
    Pipeline, Redirection, RedirectionKind, Word,
};
