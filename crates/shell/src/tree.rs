//! The typed tree that a command line is parsed into.

/// Commands one after the other: `a; b & c`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct List {
    /// In the order in which they run.
    pub items: Vec<Item>,
}

/// One element of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// What runs first.
    pub first: Pipeline,
    /// What runs after it, depending on how it ended.
    pub rest: Vec<(Connective, Pipeline)>,
    /// Whether it was followed by `&`.
    pub background: bool,
    /// As it was written, for the list of jobs.
    pub text: String,
}

/// What stands between two pipelines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Connective {
    /// `&&`: only after success.
    And,
    /// `||`: only after failure.
    Or,
}

/// Commands joined by `|`, at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pipeline {
    /// Whether `!` turns success into failure and back.
    pub negated: bool,
    /// The commands, in the direction of the data.
    pub stages: Vec<Command>,
    /// As it was written, for the list of jobs.
    pub text: String,
}

/// One command with its redirections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// What it does.
    pub action: Action,
    /// In the order in which they apply.
    pub redirections: Vec<Redirection>,
}

/// What a command does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// `NAME=value program argument`: all parts are optional.
    Simple {
        /// Variables for this program, or for the shell where there is none.
        assignments: Vec<Assignment>,
        /// The program and its arguments.
        words: Vec<Word>,
    },
    /// `( list )`: a copy of the shell runs it.
    Subshell(List),
    /// `{ list; }`: the shell itself runs it.
    Group(List),
}

/// `NAME=value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// The variable.
    pub name: String,
    /// Its value, which may be empty.
    pub value: Word,
}

/// `2> file` and its relatives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirection {
    /// The descriptor that is replaced.
    pub descriptor: i32,
    /// By what.
    pub kind: RedirectionKind,
    /// The file, descriptor or text.
    pub target: Word,
}

/// What a descriptor is replaced by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedirectionKind {
    /// `<`: a file, for reading.
    Read,
    /// `>` and `>|`: an emptied file.
    Write,
    /// `>>`: the end of a file.
    Append,
    /// `<>`: a file, for both.
    ReadWrite,
    /// `>&` and `<&`: a copy of another descriptor, or nothing for `-`.
    Copy,
    /// `<<<`: the text itself and a newline.
    HereString,
    /// `&>`: an emptied file, for output and errors.
    WriteBoth,
    /// `&>>`: the end of a file, for output and errors.
    AppendBoth,
}

/// One word as written, before expansion.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Word {
    /// Its parts, joined without space.
    pub parts: Vec<Part>,
}

/// A piece of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Bare text, in which `*`, `?` and `[` are patterns.
    Bare(String),
    /// Text that means itself: `'…'` or after a backslash.
    Quoted(String),
    /// `"…"`: expanded, but never split and never a pattern.
    Double(Vec<Part>),
    /// `~` or `~name` at the beginning; the name may be empty.
    Home(String),
    /// `$NAME` or `${…}`.
    Parameter(Parameter),
    /// `$(…)` or `` `…` ``: what those commands print.
    Output(List),
}

/// A variable or special parameter and what is done with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// `HOME`, or one of `?`, `$`, `!`, `0`.
    pub name: String,
    /// What is done with it.
    pub operation: Operation,
}

/// What is done with the value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operation {
    /// `${x}`: nothing.
    Value,
    /// `${#x}`: its length in characters.
    Length,
    /// `${x-w}`, `${x:-w}`: another word where it is missing.
    Default {
        /// With a colon: also where it is empty.
        or_empty: bool,
        /// The other word.
        word: Word,
    },
    /// `${x=w}`, `${x:=w}`: like default, and the variable keeps it.
    Assign {
        /// With a colon: also where it is empty.
        or_empty: bool,
        /// The other word.
        word: Word,
    },
    /// `${x+w}`, `${x:+w}`: another word where it is there.
    Alternative {
        /// With a colon: not where it is empty.
        or_empty: bool,
        /// The other word.
        word: Word,
    },
    /// `${x?w}`, `${x:?w}`: an error where it is missing.
    Demand {
        /// With a colon: also where it is empty.
        or_empty: bool,
        /// The message.
        word: Word,
    },
    /// `${x#w}`, `${x##w}`, `${x%w}`, `${x%%w}`: without what matches a pattern.
    Trim {
        /// Which end.
        end: End,
        /// Doubled: as much as possible.
        greedy: bool,
        /// The pattern.
        pattern: Word,
    },
}

/// An end of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// `#`.
    Front,
    /// `%`.
    Back,
}
