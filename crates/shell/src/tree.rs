//! The typed tree that a command line is parsed into.

/// Commands one after the other: `a; b & c`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct List {
    pub items: Vec<Item>,
}

/// One element of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub first: Pipeline,
    /// What runs after it, depending on how it ended.
    pub rest: Vec<(Connective, Pipeline)>,
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
    pub negated: bool,
    pub stages: Vec<Command>,
    /// As it was written, for the list of jobs.
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    pub action: Action,
    pub redirections: Vec<Redirection>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// `NAME=value program argument`: all parts are optional.
    Simple {
        /// Variables for this program, or for the shell where there is none.
        assignments: Vec<Assignment>,
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
    pub name: String,
    pub value: Word,
}

/// `2> file` and its relatives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirection {
    pub descriptor: i32,
    pub kind: RedirectionKind,
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
    pub operation: Operation,
}

/// What is done with the value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operation {
    /// `${x}`: nothing.
    Value,
    /// `${#x}`: its length in characters.
    Length,
    /// `${x-w}`, `${x=w}`, `${x+w}`, `${x?w}`: depends on whether it is set.
    IfSet {
        action: IfSet,
        /// With a colon: an empty value counts as not set.
        or_empty: bool,
        word: Word,
    },
    /// `${x#w}`, `${x##w}`, `${x%w}`, `${x%%w}`: without what matches a pattern.
    Trim {
        end: End,
        /// Doubled: as much as possible.
        greedy: bool,
        pattern: Word,
    },
}

/// What is done with the word of `${x-word}` and its relatives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IfSet {
    /// `-`: the word in place of a missing value.
    Default,
    /// `=`: like the default, and the variable keeps it.
    Assign,
    /// `+`: the word in place of a value that is there.
    Alternative,
    /// `?`: the word is the message of an error where the value is missing.
    Demand,
}

/// An end of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// `#`.
    Front,
    /// `%`.
    Back,
}
