//! The typed tree that commands are parsed into.

use std::rc::Rc;

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
    /// `if … then … elif … then … else … fi`.
    If {
        /// Conditions and what runs for the first that holds; at least one.
        branches: Vec<(List, List)>,
        otherwise: Option<List>,
    },
    /// `while … do … done`, or `until`.
    Loop {
        /// Goes on for as long as the condition fails.
        until: bool,
        condition: List,
        body: List,
    },
    /// `for name in words; do … done`.
    For {
        name: String,
        /// `None`: the arguments, as `"$@"`.
        words: Option<Vec<Word>>,
        body: List,
    },
    /// `for ((first; condition; step)) do … done`.
    Count {
        first: Word,
        condition: Word,
        step: Word,
        body: List,
    },
    /// `case word in pattern | pattern) … ;; esac`.
    Case { word: Word, arms: Vec<Arm> },
    /// `((expression))`: succeeds where it is not 0.
    Arithmetic(Word),
    /// `name() command`. Shared, since a function may be redefined while it runs.
    Define { name: String, body: Rc<Command> },
}

/// One arm of a `case`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arm {
    pub patterns: Vec<Word>,
    pub body: List,
    pub then: AfterArm,
}

/// What comes after an arm that was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterArm {
    /// `;;`: the end of the `case`.
    Leave,
    /// `;&`: the next arm, whatever its patterns.
    NextBody,
    /// `;;&`: the arms after it, if their patterns match.
    NextMatch,
}

/// `NAME=value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    pub name: String,
    /// `NAME+=value`: after what is there.
    pub appends: bool,
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
    /// `>`: an emptied file.
    Write,
    /// `>|`: the same, even where `set -C` keeps files.
    Overwrite,
    /// `>>`: the end of a file.
    Append,
    /// `<>`: a file, for both.
    ReadWrite,
    /// `>&` and `<&`: a copy of another descriptor, or nothing for `-`.
    Copy,
    /// `<<<`: the text itself and a newline.
    HereString,
    /// `<<`: the lines that follow, as one text.
    HereDocument,
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

impl Word {
    /// The text without its quotes, where nothing is to be expanded.
    pub(crate) fn plain_text(&self) -> String {
        fn add(text: &mut String, parts: &[Part]) {
            for part in parts {
                match part {
                    Part::Bare(piece) | Part::Quoted(piece) => text.push_str(piece),
                    Part::Double(parts) => add(text, parts),
                    Part::Home(user) => text.push_str(&format!("~{user}")),
                    Part::Parameter(parameter) => text.push_str(&format!("${}", parameter.name)),
                    Part::Output(_) | Part::Arithmetic(_) => text.push('$'),
                }
            }
        }
        let mut text = String::new();
        add(&mut text, &self.parts);
        text
    }
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
    /// `$((…))`: the value of an expression, in which everything else was expanded before.
    Arithmetic(Word),
}

/// A variable or special parameter and what is done with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// `HOME`, a number, or one of `?`, `$`, `!`, `#`, `@`, `*`, `-`.
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
    /// `${x/pattern/text}`, `${x//pattern/text}`: with another text for what matches.
    Replace {
        pattern: Word,
        text: Word,
        /// Doubled: all matches, not only the first.
        all: bool,
    },
    /// `${x:from:count}`: some of its characters.
    Slice { from: Word, count: Option<Word> },
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
