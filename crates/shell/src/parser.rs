//! The parser: from tokens to the tree.
//!
//! ```text
//! list     = [ item { (";" | "&" | newline) item } ]
//! item     = pipeline { ("&&" | "||") pipeline }
//! pipeline = ["!"] command { "|" command }
//! command  = ( "(" list ")" | "{" list "}" ) { redirection }
//!          | { assignment | redirection } { word | redirection }
//! ```

use crate::scanner::{Operator, Scanner, Token};
use crate::syntax_error::{Mistake, SyntaxError};
use crate::tree::{
    Action, Assignment, Command, Connective, Item, List, Part, Pipeline, Redirection, Word,
};
use crate::words::is_name;

/// Parses one command line.
///
/// ```
/// let list = boyi_shell::parse("ls *.txt | wc -l && echo done")?;
/// assert_eq!(list.items[0].first.stages.len(), 2);
///
/// let error = boyi_shell::parse("echo 'open").unwrap_err();
/// assert_eq!(error.to_string(), "column 6: this quote ' is never closed");
/// # Ok::<(), boyi_shell::SyntaxError>(())
/// ```
pub fn parse(line: &str) -> Result<List, SyntaxError> {
    Parser::new(&mut Scanner::new(line, 0)).until_end()
}

/// One token of lookahead over a scanner.
pub(crate) struct Parser<'p, 's> {
    scanner: &'p mut Scanner<'s>,
    /// The next token and where it starts, once looked at.
    ahead: Option<(usize, Token)>,
    /// Where the last token that was taken ended.
    end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Closer {
    End,
    Parenthesis,
    Brace,
}

impl<'p, 's> Parser<'p, 's> {
    pub(crate) fn new(scanner: &'p mut Scanner<'s>) -> Self {
        let end = scanner.at;
        Self {
            scanner,
            ahead: None,
            end,
        }
    }

    pub(crate) fn until_end(mut self) -> Result<List, SyntaxError> {
        self.list(Closer::End)
    }

    /// Up to and with the `)` that belongs to `open`, which stands at `start`.
    pub(crate) fn until_close(
        mut self,
        open: &'static str,
        start: usize,
    ) -> Result<List, SyntaxError> {
        let list = self.list(Closer::Parenthesis)?;
        match self.take()? {
            (_, Token::Operator(Operator::Close)) => Ok(list),
            _ => Err(self.scanner.error(start, Mistake::Open(open))),
        }
    }

    fn list(&mut self, closer: Closer) -> Result<List, SyntaxError> {
        let mut items = Vec::new();
        loop {
            while self.eat(Operator::Newline)? {}
            if self.at_closer(closer)? {
                return Ok(List { items });
            }
            let mut item = self.item()?;
            let (at, token) = self.peek()?;
            match token {
                Token::Operator(Operator::Semicolon | Operator::Newline) => {
                    self.take()?;
                }
                Token::Operator(Operator::Ampersand) => {
                    self.take()?;
                    item.background = true;
                }
                Token::Operator(Operator::Close) if closer == Closer::Parenthesis => {}
                Token::End => {}
                Token::Operator(Operator::Close) => {
                    return Err(self.scanner.error(at, Mistake::ClosesNothing(")")));
                }
                _ => return Err(self.scanner.error(at, Mistake::OperatorExpected)),
            }
            items.push(item);
        }
    }

    fn at_closer(&mut self, closer: Closer) -> Result<bool, SyntaxError> {
        let (at, token) = self.peek()?;
        match token {
            Token::End => Ok(true),
            Token::Operator(Operator::Close) if closer == Closer::Parenthesis => Ok(true),
            Token::Operator(Operator::Close) => {
                Err(self.scanner.error(at, Mistake::ClosesNothing(")")))
            }
            Token::Word(word) if is_bare(word, "}") => {
                if closer == Closer::Brace {
                    return Ok(true);
                }
                Err(self.scanner.error(at, Mistake::ClosesNothing("}")))
            }
            _ => Ok(false),
        }
    }

    fn item(&mut self) -> Result<Item, SyntaxError> {
        let start = self.peek()?.0;
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        loop {
            let connective = match self.peek()?.1 {
                Token::Operator(Operator::And) => Connective::And,
                Token::Operator(Operator::Or) => Connective::Or,
                _ => break,
            };
            self.take()?;
            while self.eat(Operator::Newline)? {}
            rest.push((connective, self.pipeline()?));
        }
        Ok(Item {
            first,
            rest,
            background: false,
            text: self.text_from(start),
        })
    }

    fn pipeline(&mut self) -> Result<Pipeline, SyntaxError> {
        let start = self.peek()?.0;
        let mut negated = false;
        while matches!(self.peek()?.1, Token::Word(word) if is_bare(word, "!")) {
            self.take()?;
            negated = !negated;
        }
        let mut stages = vec![self.command()?];
        while self.eat(Operator::Pipe)? {
            while self.eat(Operator::Newline)? {}
            stages.push(self.command()?);
        }
        Ok(Pipeline {
            negated,
            stages,
            text: self.text_from(start),
        })
    }

    fn command(&mut self) -> Result<Command, SyntaxError> {
        let (start, token) = self.peek()?;
        let action = match token {
            Token::Operator(Operator::Open) => {
                self.take()?;
                let list = self
                    .scanner
                    .deeper(|scanner| Parser::new(scanner).until_close("(", start))?;
                self.end = self.scanner.at;
                self.not_empty(&list, ")")?;
                Action::Subshell(list)
            }
            Token::Word(word) if is_bare(word, "{") => {
                self.take()?;
                let list = self.group(start)?;
                self.not_empty(&list, "}")?;
                Action::Group(list)
            }
            Token::Operator(Operator::Redirect(..)) | Token::Word(_) | Token::Descriptor(_) => {
                return self.simple();
            }
            Token::Operator(Operator::HereDocument) => {
                return Err(self.scanner.error(start, Mistake::HereDocument));
            }
            Token::Operator(operator) => {
                let mistake = Mistake::CommandBefore(operator.text());
                return Err(self.scanner.error(start, mistake));
            }
            Token::End => return Err(self.scanner.error(start, Mistake::CommandExpected)),
        };
        let mut redirections = Vec::new();
        while let Some(redirection) = self.redirection()? {
            redirections.push(redirection);
        }
        Ok(Command {
            action,
            redirections,
        })
    }

    fn group(&mut self, start: usize) -> Result<List, SyntaxError> {
        self.scanner.go_deeper(start)?;
        let list = self.list(Closer::Brace);
        self.scanner.depth -= 1;
        let list = list?;
        match self.take()? {
            (_, Token::Word(_)) => Ok(list),
            _ => Err(self.scanner.error(start, Mistake::Open("{"))),
        }
    }

    fn not_empty(&self, list: &List, closer: &'static str) -> Result<(), SyntaxError> {
        if list.items.is_empty() {
            let at = self.end.saturating_sub(1);
            return Err(self.scanner.error(at, Mistake::CommandBefore(closer)));
        }
        Ok(())
    }

    fn simple(&mut self) -> Result<Command, SyntaxError> {
        let mut assignments = Vec::new();
        let mut words = Vec::new();
        let mut redirections = Vec::new();
        loop {
            if let Some(redirection) = self.redirection()? {
                redirections.push(redirection);
                continue;
            }
            if !matches!(self.peek()?.1, Token::Word(_)) {
                break;
            }
            let (_, Token::Word(word)) = self.take()? else {
                break;
            };
            // After the program's name, `NAME=value` is an argument like any other.
            match if words.is_empty() {
                assignment(word)
            } else {
                Err(word)
            } {
                Ok(assignment) => assignments.push(assignment),
                Err(word) => words.push(word),
            }
        }
        if let (start, Token::Operator(Operator::Open)) = self.peek()? {
            return Err(self.scanner.error(start, Mistake::OperatorExpected));
        }
        Ok(Command {
            action: Action::Simple { assignments, words },
            redirections,
        })
    }

    fn redirection(&mut self) -> Result<Option<Redirection>, SyntaxError> {
        let mut written = None;
        if let Token::Descriptor(number) = *self.peek()?.1 {
            written = Some(number);
            self.take()?;
        }
        let (start, token) = self.peek()?;
        match *token {
            Token::Operator(Operator::Redirect(kind, usual, text)) => {
                self.take()?;
                if !matches!(self.peek()?.1, Token::Word(_)) {
                    return Err(self.scanner.error(start, Mistake::FileExpected(text)));
                }
                let (_, Token::Word(target)) = self.take()? else {
                    return Ok(None);
                };
                Ok(Some(Redirection {
                    descriptor: written.unwrap_or(usual),
                    kind,
                    target,
                }))
            }
            Token::Operator(Operator::HereDocument) => {
                Err(self.scanner.error(start, Mistake::HereDocument))
            }
            _ => Ok(None),
        }
    }

    fn peek(&mut self) -> Result<(usize, &Token), SyntaxError> {
        let token = match self.ahead.take() {
            Some(token) => token,
            None => self.scanner.next()?,
        };
        let (start, token) = self.ahead.insert(token);
        Ok((*start, token))
    }

    fn take(&mut self) -> Result<(usize, Token), SyntaxError> {
        self.peek()?;
        self.end = self.scanner.at;
        Ok(self.ahead.take().expect("peek has put a token there"))
    }

    fn eat(&mut self, wanted: Operator) -> Result<bool, SyntaxError> {
        let found = *self.peek()?.1 == Token::Operator(wanted);
        if found {
            self.take()?;
        }
        Ok(found)
    }

    fn text_from(&self, start: usize) -> String {
        self.scanner
            .source
            .get(start..self.end)
            .unwrap_or_default()
            .to_owned()
    }
}

fn is_bare(word: &Word, text: &str) -> bool {
    matches!(&word.parts[..], [Part::Bare(bare)] if bare == text)
}

/// Takes `NAME=value` apart, or gives the word back.
fn assignment(mut word: Word) -> Result<Assignment, Word> {
    let Some(Part::Bare(text)) = word.parts.first() else {
        return Err(word);
    };
    let Some((name, value)) = text.split_once('=').filter(|(name, _)| is_name(name)) else {
        return Err(word);
    };
    let (name, value) = (name.to_owned(), value.to_owned());
    if value.is_empty() {
        word.parts.remove(0);
    } else {
        word.parts[0] = Part::Bare(value);
    }
    Ok(Assignment { name, value: word })
}
