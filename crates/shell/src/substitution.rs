//! Reading what `$` and backquotes begin inside a word: parameters, commands, expressions.

use crate::escapes::unescaped;
use crate::parser::Parser;
use crate::scanner::Scanner;
use crate::syntax_error::{Mistake, SyntaxError};
use crate::tree::{End, IfSet, List, Operation, Parameter, Part, Word};
use crate::words::{Parts, Until, is_name_char};

/// What ends an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExpressionEnd {
    Parentheses,
    Semicolon,
}

impl Scanner<'_> {
    /// Whether the parentheses of a `((` before `at` are closed by `))`: those of commands are not. What
    /// is never closed is taken for an expression.
    pub(crate) fn is_expression(&self, at: usize) -> bool {
        let mut rest = self.source[at..].bytes();
        let mut open = 0_usize;
        let mut quote = None;
        while let Some(c) = rest.next() {
            match c {
                b'\\' => drop(rest.next()),
                c if quote == Some(c) => quote = None,
                _ if quote.is_some() => {}
                b'\'' | b'"' => quote = Some(c),
                b'(' => open += 1,
                b')' if open == 0 => return rest.next() == Some(b')'),
                b')' => open -= 1,
                _ => {}
            }
        }
        true
    }

    /// An expression up to and with `))`, or up to and with `;`. `start` is where it was opened.
    pub(crate) fn expression(
        &mut self,
        open: &'static str,
        start: usize,
        end: ExpressionEnd,
    ) -> Result<Word, SyntaxError> {
        let mut parts = Parts::default();
        let mut parentheses = 0_usize;
        loop {
            let at = self.at;
            let Some(c) = self.peek() else {
                return Err(self.error(start, Mistake::Open(open)));
            };
            let part = match c {
                '\0' => return Err(self.error(at, Mistake::Nul)),
                ')' if parentheses == 0 => {
                    if end == ExpressionEnd::Parentheses && self.rest().starts_with("))") {
                        self.at += 2;
                        break;
                    }
                    return Err(self.error(at, Mistake::ClosesNothing(")")));
                }
                ';' if parentheses == 0 && end == ExpressionEnd::Semicolon => {
                    self.at += 1;
                    break;
                }
                '(' | ')' => {
                    parentheses = if c == '(' {
                        parentheses + 1
                    } else {
                        parentheses - 1
                    };
                    None
                }
                '"' => {
                    self.at += 1;
                    continue;
                }
                '$' => self.dollar(true)?,
                '`' => Some(Part::Output(self.backquotes()?)),
                _ => None,
            };
            self.add_quoted(&mut parts, part);
        }
        let parts = parts.finish(Part::Quoted);
        Ok(Word { parts })
    }

    /// What `$` begins; `None`, without moving, where it means itself.
    pub(crate) fn dollar(&mut self, quoted: bool) -> Result<Option<Part>, SyntaxError> {
        let start = self.at;
        let rest = &self.rest()[1..];
        let Some(c) = rest.chars().next() else {
            return Ok(None);
        };
        match c {
            '(' => {
                if rest.starts_with("((") && self.is_expression(start + 3) {
                    self.at += 3;
                    let end = ExpressionEnd::Parentheses;
                    let read = self.deeper(|scanner| scanner.expression("$((", start, end))?;
                    return Ok(Some(Part::Arithmetic(read)));
                }
                self.at += 2;
                let list = self.deeper(|scanner| Parser::new(scanner).until_close("$(", start))?;
                Ok(Some(Part::Output(list)))
            }
            '{' => {
                self.at += 2;
                self.deeper(|scanner| scanner.braces(start, quoted))
                    .map(Some)
            }
            '\'' if !quoted => self.dollar_quotes().map(Some),
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
    fn braces(&mut self, start: usize, quoted: bool) -> Result<Part, SyntaxError> {
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
            self.operation(start, quoted)?
        };
        match self.bump() {
            Some('}') => Ok(Part::Parameter(Parameter { name, operation })),
            Some(_) => Err(bad(self)),
            None => Err(self.error(start, Mistake::Open("${"))),
        }
    }

    /// What stands between the name and `}`; `start` is where the `${` stands.
    fn operation(&mut self, start: usize, quoted: bool) -> Result<Operation, SyntaxError> {
        let rest = self.rest();
        if rest.is_empty() || rest.starts_with('}') {
            return Ok(Operation::Value);
        }
        let colon = rest.starts_with(':');
        if colon && !rest[1..].starts_with(['-', '=', '+', '?']) {
            self.at += 1;
            return self.slice();
        }
        if rest.starts_with('/') {
            self.at += 1;
            return self.replacement();
        }
        let rest = rest.strip_prefix(':').unwrap_or(rest);
        let signs = if colon { "-=+?" } else { "-=+?#%" };
        let Some(sign) = rest.chars().next().filter(|c| signs.contains(*c)) else {
            return Err(self.error(start, Mistake::BadSubstitution));
        };
        let doubled = matches!(sign, '#' | '%') && rest[1..].starts_with(sign);
        self.at += usize::from(colon) + 1 + usize::from(doubled);
        let until = if quoted && !matches!(sign, '#' | '%') {
            Until::QuotedBrace
        } else {
            Until::Brace
        };
        let parts = self.parts(until)?;
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

    /// `${x:from:count}`, after the first colon.
    fn slice(&mut self) -> Result<Operation, SyntaxError> {
        let from = self.parts(Until::Colon)?;
        let count = if self.rest().starts_with(':') {
            self.at += 1;
            let parts = self.parts(Until::Brace)?;
            Some(Word { parts })
        } else {
            None
        };
        Ok(Operation::Slice {
            from: Word { parts: from },
            count,
        })
    }

    /// `${x/pattern/text}`, after the first slash.
    fn replacement(&mut self) -> Result<Operation, SyntaxError> {
        let all = self.rest().starts_with('/');
        self.at += usize::from(all);
        let pattern = self.parts(Until::Slash)?;
        let text = if self.rest().starts_with('/') {
            self.at += 1;
            self.parts(Until::Brace)?
        } else {
            Vec::new()
        };
        Ok(Operation::Replace {
            pattern: Word { parts: pattern },
            text: Word { parts: text },
            all,
        })
    }

    /// `$'…'`, in which backslashes mean what they mean to `echo -e`.
    fn dollar_quotes(&mut self) -> Result<Part, SyntaxError> {
        let start = self.at;
        self.at += 2;
        let mut text = String::new();
        loop {
            match self.bump() {
                None => return Err(self.error(start, Mistake::OpenQuote('\''))),
                Some('\0') => return Err(self.error(self.at - 1, Mistake::Nul)),
                Some('\'') => break,
                Some('\\') => match self.bump() {
                    None => {}
                    Some(c @ ('\'' | '"' | '?')) => text.push(c),
                    // To `echo -e` the number begins with a 0.
                    Some(c @ '1'..='7') => text.extend(['\\', '0', c]),
                    Some(c) => text.extend(['\\', c]),
                },
                Some(c) => text.push(c),
            }
        }
        let (bytes, _) = unescaped(text.as_bytes());
        let mut text = String::from_utf8_lossy(&bytes).into_owned();
        text.retain(|c| c != '\0');
        Ok(Part::Quoted(text))
    }

    /// The commands between backquotes. Mistakes in them are shown at the first backquote: the
    /// backslashes inside were taken off, so columns no longer fit.
    pub(crate) fn backquotes(&mut self) -> Result<List, SyntaxError> {
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
