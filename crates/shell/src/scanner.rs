//! The lexer: cuts commands into words and operators.

use crate::syntax_error::{Mistake, SyntaxError};
use crate::tree::{AfterArm, Part, RedirectionKind, Word};

/// How deep substitutions, subshells and groups may stand inside each other. The parser calls itself
/// for each level, so this is what keeps a megabyte of `$($($(` from overflowing the stack.
pub const MAX_NESTING: usize = 64;

/// What the parser sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    Word(Word),
    /// Digits right before `<` or `>`.
    Descriptor(i32),
    Operator(Operator),
    End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Semicolon,
    /// `;;`, `;&` and `;;&`, which end an arm of a `case`.
    ArmEnd(AfterArm),
    Newline,
    Ampersand,
    And,
    Or,
    Pipe,
    Open,
    Close,
    /// The kind, the descriptor it means when none is written, and its text.
    Redirect(RedirectionKind, i32, &'static str),
    /// `<<`; with `<<-` tabs at the beginning of its lines are left out.
    HereDocument {
        without_tabs: bool,
    },
}

impl Operator {
    pub(crate) fn text(self) -> &'static str {
        let known = OPERATORS.iter().find(|(_, known)| *known == self);
        let text = known.map_or("", |(text, _)| *text);
        if text == "\n" { "newline" } else { text }
    }
}

/// Longer operators first, so that the first that fits is the right one.
const OPERATORS: &[(&str, Operator)] = {
    use AfterArm::{Leave, NextBody, NextMatch};
    use Operator::{
        Ampersand, And, ArmEnd, Close, HereDocument, Newline, Open, Or, Pipe, Redirect, Semicolon,
    };
    use RedirectionKind::{
        Append, AppendBoth, Copy, HereString, Overwrite, Read, ReadWrite, Write, WriteBoth,
    };
    &[
        ("&>>", Redirect(AppendBoth, 1, "&>>")),
        ("<<<", Redirect(HereString, 0, "<<<")),
        ("&>", Redirect(WriteBoth, 1, "&>")),
        ("&&", And),
        ("||", Or),
        ("<<-", HereDocument { without_tabs: true }),
        (
            "<<",
            HereDocument {
                without_tabs: false,
            },
        ),
        (";;&", ArmEnd(NextMatch)),
        (";;", ArmEnd(Leave)),
        (";&", ArmEnd(NextBody)),
        ("<&", Redirect(Copy, 0, "<&")),
        ("<>", Redirect(ReadWrite, 0, "<>")),
        (">>", Redirect(Append, 1, ">>")),
        (">&", Redirect(Copy, 1, ">&")),
        (">|", Redirect(Overwrite, 1, ">|")),
        ("<", Redirect(Read, 0, "<")),
        (">", Redirect(Write, 1, ">")),
        (";", Semicolon),
        ("\n", Newline),
        ("&", Ampersand),
        ("|", Pipe),
        ("(", Open),
        (")", Close),
    ]
};

/// A place in a text of commands.
pub(crate) struct Scanner<'s> {
    pub(crate) source: &'s str,
    pub(crate) at: usize,
    pub(crate) depth: usize,
    /// Texts of `<<` that were read ahead: the newline after which they stand, and where they end.
    read_ahead: Option<(usize, usize)>,
}

impl<'s> Scanner<'s> {
    pub(crate) fn new(source: &'s str, depth: usize) -> Self {
        Self {
            source,
            at: 0,
            depth,
            read_ahead: None,
        }
    }

    /// The next token and the byte at which it starts.
    pub(crate) fn next(&mut self) -> Result<(usize, Token), SyntaxError> {
        self.skip_blanks();
        let start = self.at;
        let rest = self.rest();
        if rest.is_empty() {
            return Ok((start, Token::End));
        }
        if let Some(number) = self.descriptor()? {
            return Ok((start, Token::Descriptor(number)));
        }
        let known = OPERATORS.iter().find(|(text, _)| rest.starts_with(text));
        if let Some((text, operator)) = known {
            self.at += text.len();
            if *operator == Operator::Newline
                && let Some((_, end)) = self.read_ahead.take_if(|(newline, _)| *newline == start)
            {
                self.at = end;
            }
            return Ok((start, Token::Operator(*operator)));
        }
        let word = self.word()?;
        Ok((start, Token::Word(word)))
    }

    /// The text of a `<<` that stands at `start`, after its delimiter was read: the lines after this
    /// one, up to the delimiter. Where the delimiter was quoted nothing in them is expanded.
    pub(crate) fn here_document(
        &mut self,
        start: usize,
        delimiter: &Word,
        without_tabs: bool,
    ) -> Result<Word, SyntaxError> {
        let quoted = !matches!(&delimiter.parts[..], [Part::Bare(_)]);
        let delimiter = delimiter.plain_text();
        let open = |scanner: &Self| scanner.error(start, Mistake::OpenText(delimiter.clone()));
        let source = self.source;
        let newline = match self.read_ahead {
            Some((newline, _)) if newline >= self.at => newline,
            _ => self.at + self.rest().find('\n').ok_or_else(|| open(self))?,
        };
        let begin = match self.read_ahead {
            Some((known, end)) if known == newline => end,
            _ => newline + 1,
        };
        let mut text = String::new();
        let mut at = begin;
        loop {
            if at >= source.len() {
                return Err(open(self));
            }
            let end = source[at..].find('\n').map_or(source.len(), |end| at + end);
            let line = &source[at..end];
            let line = if without_tabs {
                line.trim_start_matches('\t')
            } else {
                line
            };
            at = (end + 1).min(source.len());
            if line.strip_suffix('\r').unwrap_or(line) == delimiter {
                break;
            }
            text.push_str(line);
            text.push('\n');
        }
        self.read_ahead = Some((newline, at));
        if quoted {
            let parts = vec![Part::Quoted(text)];
            return Ok(Word { parts });
        }
        // Tabs were taken off, so columns no longer fit: mistakes are shown at the `<<`.
        let parts = self.deeper(|scanner| Ok(Scanner::new(&text, scanner.depth).text_parts()))?;
        let parts = parts.map_err(|error| self.error(start, error.mistake))?;
        Ok(Word { parts })
    }

    pub(crate) fn rest(&self) -> &'s str {
        &self.source[self.at..]
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(crate) fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    pub(crate) fn error(&self, offset: usize, mistake: Mistake) -> SyntaxError {
        SyntaxError::at(self.source, offset, mistake)
    }

    /// One level deeper; whoever asks for it takes it off the depth again.
    pub(crate) fn go_deeper(&mut self, at: usize) -> Result<(), SyntaxError> {
        if self.depth >= MAX_NESTING {
            return Err(self.error(at, Mistake::TooDeep(MAX_NESTING)));
        }
        self.depth += 1;
        Ok(())
    }

    pub(crate) fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, SyntaxError>,
    ) -> Result<T, SyntaxError> {
        self.go_deeper(self.at)?;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Blanks, joined lines and comments.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            if rest.starts_with([' ', '\t', '\r']) {
                self.at += 1;
            } else if rest.starts_with("\\\n") {
                self.at += 2;
            } else if rest.starts_with('#') {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else {
                return;
            }
        }
    }

    fn descriptor(&mut self) -> Result<Option<i32>, SyntaxError> {
        let rest = self.rest();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 || !rest[digits..].starts_with(['<', '>']) {
            return Ok(None);
        }
        let text = &rest[..digits];
        // Saved copies of the shell's own descriptors live above these.
        let number = text.parse().ok().filter(|number| *number < 10);
        let Some(number) = number else {
            let short = text.chars().take(12).collect();
            return Err(self.error(self.at, Mistake::BadDescriptor(short)));
        };
        self.at += digits;
        Ok(Some(number))
    }
}
