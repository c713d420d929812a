//! Reading one word: quotes, escapes, and what `$` begins.

use crate::parser::Parser;
use crate::scanner::Scanner;
use crate::syntax_error::{Mistake, SyntaxError};
use crate::tree::{End, IfSet, List, Operation, Parameter, Part, Word};

/// Where bare text ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    WordEnd,
    /// The `}` of `${…}`.
    Brace,
}

impl Until {
    fn ends(self, c: char) -> bool {
        match self {
            Self::WordEnd => matches!(
                c,
                ' ' | '\t' | '\r' | '\n' | ';' | '&' | '|' | '<' | '>' | '(' | ')'
            ),
            Self::Brace => c == '}',
        }
    }
}

/// Parts of a word that were read, and the plain text since the last of them.
#[derive(Default)]
struct Parts {
    done: Vec<Part>,
    text: String,
}

impl Parts {
    /// Adds a part; the text before it becomes one of the kind `plain`.
    fn add(&mut self, part: Part, plain: fn(String) -> Part) {
        if !self.text.is_empty() {
            self.done.push(plain(std::mem::take(&mut self.text)));
        }
        self.done.push(part);
    }

    fn finish(mut self, plain: fn(String) -> Part) -> Vec<Part> {
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

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

impl Scanner<'_> {
    /// Reads a word; there is one, since the caller saw neither a blank nor an operator.
    pub(crate) fn word(&mut self) -> Result<Word, SyntaxError> {
        let parts = self.parts(Until::WordEnd)?;
        Ok(Word { parts })
    }

    fn parts(&mut self, until: Until) -> Result<Vec<Part>, SyntaxError> {
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
                '~' if home_may_stand_here => self.home(until),
                '\'' => Some(self.single_quotes()?),
                '"' => Some(self.double_quotes()?),
                '\\' => self.escape(),
                '$' => self.dollar()?,
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
        let mut parts = Parts::default();
        loop {
            let at = self.at;
            let Some(c) = self.peek() else {
                return Err(self.error(start, Mistake::OpenQuote('"')));
            };
            let part = match c {
                '\0' => return Err(self.error(at, Mistake::Nul)),
                '"' => break,
                '\\' => {
                    self.at += 1;
                    match self.peek() {
                        Some('\n') => self.at += 1,
                        Some('$' | '`' | '"' | '\\') => parts.text.extend(self.bump()),
                        _ => parts.text.push('\\'),
                    }
                    continue;
                }
                '$' => self.dollar()?,
                '`' => Some(Part::Output(self.backquotes()?)),
                _ => None,
            };
            match part {
                Some(part) => parts.add(part, Part::Quoted),
                None => parts.text.extend(self.bump()),
            }
        }
        self.at += 1;
        Ok(Part::Double(parts.finish(Part::Quoted)))
    }

    /// What `$` begins; `None`, without moving, where it means itself.
    fn dollar(&mut self) -> Result<Option<Part>, SyntaxError> {
        let start = self.at;
        let rest = &self.rest()[1..];
        let Some(c) = rest.chars().next() else {
            return Ok(None);
        };
        match c {
            '(' => {
                self.at += 2;
                let list = self.deeper(|scanner| Parser::new(scanner).until_close("$(", start))?;
                Ok(Some(Part::Output(list)))
            }
            '{' => {
                self.at += 2;
                self.deeper(|scanner| scanner.braces(start)).map(Some)
            }
            _ => {
                let length = name_length(rest);
                if length == 0 {
                    return Ok(None);
                }
                self.at += 1 + length;
                Ok(Some(Part::Parameter(Parameter {
                    name: rest[..length].to_owned(),
                    operation: Operation::Value,
                })))
            }
        }
    }

    /// The inside of `${…}`, and its end.
    fn braces(&mut self, start: usize) -> Result<Part, SyntaxError> {
        let bad = |scanner: &Self| scanner.error(start, Mistake::BadSubstitution);
        let measured = self
            .rest()
            .strip_prefix('#')
            .is_some_and(|rest| name_length(rest) > 0 && !rest.starts_with('#'));
        if measured {
            self.at += 1;
        }
        let length = match name_length(self.rest()) {
            // In braces, all digits belong together.
            1 if self.rest().starts_with(|c: char| c.is_ascii_digit()) => {
                let rest = self.rest();
                rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len()
            }
            0 => return Err(bad(self)),
            length => length,
        };
        let name = self.rest()[..length].to_owned();
        self.at += length;
        let operation = if measured {
            Operation::Length
        } else {
            self.operation(start)?
        };
        match self.bump() {
            Some('}') => Ok(Part::Parameter(Parameter { name, operation })),
            Some(_) => Err(bad(self)),
            None => Err(self.error(start, Mistake::Open("${"))),
        }
    }

    /// What stands between the name and `}`; `start` is where the `${` stands.
    fn operation(&mut self, start: usize) -> Result<Operation, SyntaxError> {
        let rest = self.rest();
        if rest.is_empty() || rest.starts_with('}') {
            return Ok(Operation::Value);
        }
        let colon = rest.starts_with(':');
        let rest = rest.strip_prefix(':').unwrap_or(rest);
        let signs = if colon { "-=+?" } else { "-=+?#%" };
        let Some(sign) = rest.chars().next().filter(|c| signs.contains(*c)) else {
            return Err(self.error(start, Mistake::BadSubstitution));
        };
        let doubled = matches!(sign, '#' | '%') && rest[1..].starts_with(sign);
        self.at += usize::from(colon) + 1 + usize::from(doubled);
        let parts = self.parts(Until::Brace)?;
        let action = match sign {
            '-' => IfSet::Default,
            '=' => IfSet::Assign,
            '+' => IfSet::Alternative,
            '?' => IfSet::Demand,
            sign => {
                return Ok(Operation::Trim {
                    end: if sign == '#' { End::Front } else { End::Back },
                    greedy: doubled,
                    pattern: Word { parts },
                });
            }
        };
        Ok(Operation::IfSet {
            action,
            or_empty: colon,
            word: Word { parts },
        })
    }

    /// The commands between backquotes. Mistakes in them are shown at the first backquote: the
    /// backslashes inside were taken off, so columns no longer fit.
    fn backquotes(&mut self) -> Result<List, SyntaxError> {
        let start = self.at;
        self.at += 1;
        let mut inside = String::new();
        loop {
            match self.bump() {
                None => return Err(self.error(start, Mistake::OpenQuote('`'))),
                Some('`') => break,
                Some('\\') => {
                    if let Some(quoted @ ('`' | '\\' | '$')) = self.peek() {
                        inside.push(quoted);
                        self.at += 1;
                    } else {
                        inside.push('\\');
                    }
                }
                Some(c) => inside.push(c),
            }
        }
        let parsed = self.deeper(|scanner| {
            let mut inner = Scanner::new(&inside, scanner.depth);
            Ok(Parser::new(&mut inner).until_end())
        })?;
        parsed.map_err(|error| self.error(start, error.mistake))
    }
}

/// How many bytes at the beginning name a parameter.
fn name_length(text: &str) -> usize {
    match text.chars().next() {
        Some('?' | '$' | '!' | '#' | '@' | '*' | '-' | '0'..='9') => 1,
        Some(c) if c.is_ascii_alphabetic() || c == '_' => {
            text.find(|c| !is_name_char(c)).unwrap_or(text.len())
        }
        _ => 0,
    }
}
