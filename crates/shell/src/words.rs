//! Reading one word: quotes and escapes. What `$` begins is read in `substitution.rs`.

use crate::scanner::Scanner;
use crate::syntax_error::{Mistake, SyntaxError};
use crate::tree::{Part, Word};

/// Where bare text ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    WordEnd,
    /// The `}` of `${…}`.
    Brace,
    /// The same inside double quotes, where single quotes mean themselves.
    QuotedBrace,
    /// `:` or the `}`.
    Colon,
    /// `/` or the `}`.
    Slash,
}

impl Until {
    fn ends(self, c: char) -> bool {
        match self {
            Self::WordEnd => matches!(
                c,
                ' ' | '\t' | '\r' | '\n' | ';' | '&' | '|' | '<' | '>' | '(' | ')'
            ),
            Self::Brace | Self::QuotedBrace => c == '}',
            Self::Colon => matches!(c, ':' | '}'),
            Self::Slash => matches!(c, '/' | '}'),
        }
    }
}

/// Parts of a word that were read, and the plain text since the last of them.
#[derive(Default)]
pub(crate) struct Parts {
    done: Vec<Part>,
    pub(crate) text: String,
}

impl Parts {
    /// Adds a part; the text before it becomes one of the kind `plain`.
    pub(crate) fn add(&mut self, part: Part, plain: fn(String) -> Part) {
        if !self.text.is_empty() {
            self.done.push(plain(std::mem::take(&mut self.text)));
        }
        self.done.push(part);
    }

    pub(crate) fn finish(mut self, plain: fn(String) -> Part) -> Vec<Part> {
        if !self.text.is_empty() {
            self.done.push(plain(self.text));
        }
        self.done
    }
}

/// Whether a text may name a variable.
pub(crate) fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && chars.all(is_name_char)
}

pub(crate) fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

impl Scanner<'_> {
    /// Adds what was read between quotes, or the next character where it means nothing else.
    pub(crate) fn add_quoted(&mut self, parts: &mut Parts, part: Option<Part>) {
        match part {
            Some(part) => parts.add(part, Part::Quoted),
            None => parts.text.extend(self.bump()),
        }
    }

    /// Reads a word; there is one, since the caller saw neither a blank nor an operator.
    pub(crate) fn word(&mut self) -> Result<Word, SyntaxError> {
        let parts = self.parts(Until::WordEnd)?;
        Ok(Word { parts })
    }

    pub(crate) fn parts(&mut self, until: Until) -> Result<Vec<Part>, SyntaxError> {
        let mut parts = Parts::default();
        loop {
            let (done, bare) = (&parts.done, &parts.text);
            let home_may_stand_here = done.is_empty()
                && (bare.is_empty()
                    || until == Until::WordEnd && bare.strip_suffix('=').is_some_and(is_name));
            let start = self.at;
            let Some(c) = self.peek().filter(|c| !until.ends(*c)) else {
                return Ok(parts.finish(Part::Bare));
            };
            let part = match c {
                '\0' => return Err(self.error(start, Mistake::Nul)),
                '~' if home_may_stand_here && until != Until::QuotedBrace => self.home(until),
                '\'' if until != Until::QuotedBrace => Some(self.single_quotes()?),
                '"' => Some(self.double_quotes()?),
                '\\' => self.escape(),
                '$' => self.dollar(until == Until::QuotedBrace)?,
                '`' => Some(Part::Output(self.backquotes()?)),
                _ => None,
            };
            match part {
                Some(part) => parts.add(part, Part::Bare),
                // Either a plain character, or a special one that turned out to mean itself.
                None if self.at == start => parts.text.extend(self.bump()),
                None => {}
            }
        }
    }

    fn home(&mut self, until: Until) -> Option<Part> {
        let rest = &self.rest()[1..];
        let end = rest
            .find(|c: char| !(is_name_char(c) || c == '-' || c == '.'))
            .unwrap_or(rest.len());
        let next = rest[end..].chars().next();
        if next.is_none_or(|c| c == '/' || until.ends(c)) {
            let user = rest[..end].to_owned();
            self.at += 1 + end;
            return Some(Part::Home(user));
        }
        None
    }

    fn single_quotes(&mut self) -> Result<Part, SyntaxError> {
        let start = self.at;
        let inside = &self.rest()[1..];
        let Some(end) = inside.find('\'') else {
            return Err(self.error(start, Mistake::OpenQuote('\'')));
        };
        if let Some(nul) = inside[..end].find('\0') {
            return Err(self.error(start + 1 + nul, Mistake::Nul));
        }
        self.at += end + 2;
        Ok(Part::Quoted(inside[..end].to_owned()))
    }

    /// A backslash and what it quotes; nothing where it joins two lines.
    fn escape(&mut self) -> Option<Part> {
        let rest = self.rest();
        if rest.starts_with("\\\n") {
            self.at += 2;
            return None;
        }
        let quoted = rest[1..].chars().next().filter(|c| *c != '\0');
        // At the very end there is nothing to quote: the backslash means itself.
        let quoted = quoted.unwrap_or('\\');
        self.at += if rest.len() == 1 {
            1
        } else {
            1 + quoted.len_utf8()
        };
        Some(Part::Quoted(quoted.to_string()))
    }

    fn double_quotes(&mut self) -> Result<Part, SyntaxError> {
        let start = self.at;
        self.at += 1;
        let parts = self.quoted_parts(Some('"'))?;
        if self.bump().is_none() {
            return Err(self.error(start, Mistake::OpenQuote('"')));
        }
        Ok(Part::Double(parts))
    }

    /// All of the text of a `<<`: expanded as in double quotes, which mean themselves here.
    pub(crate) fn text_parts(&mut self) -> Result<Vec<Part>, SyntaxError> {
        let parts = self.quoted_parts(None)?;
        Ok(vec![Part::Double(parts)])
    }

    /// Parts up to `end`, as they are read in double quotes.
    fn quoted_parts(&mut self, end: Option<char>) -> Result<Vec<Part>, SyntaxError> {
        let mut parts = Parts::default();
        loop {
            let at = self.at;
            let Some(c) = self.peek().filter(|c| Some(*c) != end) else {
                return Ok(parts.finish(Part::Quoted));
            };
            let part = match c {
                '\0' => return Err(self.error(at, Mistake::Nul)),
                '\\' => {
                    self.at += 1;
                    match self.peek() {
                        Some('\n') => self.at += 1,
                        Some(c @ ('$' | '`' | '\\')) => {
                            parts.text.push(c);
                            self.at += 1;
                        }
                        Some(c) if Some(c) == end => {
                            parts.text.push(c);
                            self.at += 1;
                        }
                        _ => parts.text.push('\\'),
                    }
                    continue;
                }
                '$' => self.dollar(true)?,
                '`' => Some(Part::Output(self.backquotes()?)),
                _ => None,
            };
            self.add_quoted(&mut parts, part);
        }
    }
}
