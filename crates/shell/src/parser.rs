//! The parser: from tokens to the tree.
//!
//! ```text
//! list     = [ item { (";" | "&" | newline) item } ]
//! item     = pipeline { ("&&" | "||") pipeline }
//! pipeline = ["!"] command { "|" command }
//! command  = compound { redirection }
//!          | name "(" ")" compound { redirection }
//!          | { assignment | redirection } { word | redirection }
//! compound = "(" list ")" | "{" list "}" | if | for | while | until | case | "((" expression "))"
//! ```
//!
//! What `if` and the other words begin is read in `compound.rs`.

use crate::scanner::{Operator, Scanner, Token};
use crate::syntax_error::{Mistake, SyntaxError};
use crate::tree::{
    Action, Assignment, Command, Connective, Item, List, Part, Pipeline, Redirection,
    RedirectionKind, Word,
};
use crate::words::is_name;

/// Words that end a list, where they stand in place of a command.
const ENDS: [&str; 8] = ["}", "then", "elif", "else", "fi", "do", "done", "esac"];

/// Parses commands.
///
/// ```
/// let list = boyi_shell::parse("ls *.txt | wc -l && echo done")?;
/// assert_eq!(list.items[0].first.stages.len(), 2);
///
/// let error = boyi_shell::parse("echo 'open").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 6: this quote ' is never closed");
/// assert!(error.is_unfinished());
/// # Ok::<(), boyi_shell::SyntaxError>(())
/// ```
pub fn parse(text: &str) -> Result<List, SyntaxError> {
    Parser::new(&mut Scanner::new(text, 0)).until_end()
}

/// Parses the commands of the first line and of the lines that belong to them; how many bytes those
/// lines have.
pub(crate) fn parse_first(text: &str) -> Result<(List, usize), SyntaxError> {
    let mut scanner = Scanner::new(text, 0);
    let list = Parser::new(&mut scanner).list(&Until::NEWLINE)?;
    Ok((list, scanner.at))
}

/// One token of lookahead over a scanner.
pub(crate) struct Parser<'p, 's> {
    pub(crate) scanner: &'p mut Scanner<'s>,
    /// The next token and where it starts, once looked at.
    ahead: Option<(usize, Token)>,
    /// Where the last token that was taken ended.
    pub(crate) end: usize,
}

/// Where a list ends, apart from the end of the text.
#[derive(Clone, Copy)]
pub(crate) struct Until {
    /// Words in place of a command.
    words: &'static [&'static str],
    parenthesis: bool,
    newline: bool,
    /// `;;` and its relatives.
    arm_end: bool,
}

impl Until {
    const END: Self = Self {
        words: &[],
        parenthesis: false,
        newline: false,
        arm_end: false,
    };
    const NEWLINE: Self = Self {
        newline: true,
        ..Self::END
    };
    const PARENTHESIS: Self = Self {
        parenthesis: true,
        ..Self::END
    };
    pub(crate) const ARM_END: Self = Self {
        words: &["esac"],
        arm_end: true,
        ..Self::END
    };

    pub(crate) const fn words(words: &'static [&'static str]) -> Self {
        Self { words, ..Self::END }
    }
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
        self.list(&Until::END)
    }

    /// Up to and with the `)` that belongs to `open`, which stands at `start`.
    pub(crate) fn until_close(
        mut self,
        open: &'static str,
        start: usize,
    ) -> Result<List, SyntaxError> {
        let list = self.list(&Until::PARENTHESIS)?;
        match self.take()? {
            (_, Token::Operator(Operator::Close)) => Ok(list),
            _ => Err(self.scanner.error(start, Mistake::Open(open))),
        }
    }

    pub(crate) fn list(&mut self, until: &Until) -> Result<List, SyntaxError> {
        let mut items = Vec::new();
        loop {
            while self.eat(Operator::Newline)? {
                if until.newline {
                    return Ok(List { items });
                }
            }
            if self.is_at_end(until)? {
                return Ok(List { items });
            }
            let mut item = self.item()?;
            let (at, token) = self.peek()?;
            match token {
                Token::Operator(Operator::Semicolon) => {
                    self.take()?;
                }
                Token::Operator(Operator::Ampersand) => {
                    self.take()?;
                    item.background = true;
                }
                Token::Operator(Operator::ArmEnd(_)) if until.arm_end => {}
                Token::Operator(Operator::Close) if until.parenthesis => {}
                Token::Operator(Operator::Newline) | Token::End => {}
                Token::Operator(Operator::Close) => {
                    return Err(self.scanner.error(at, Mistake::ClosesNothing(")")));
                }
                _ => return Err(self.scanner.error(at, Mistake::OperatorExpected)),
            }
            items.push(item);
        }
    }

    fn is_at_end(&mut self, until: &Until) -> Result<bool, SyntaxError> {
        let (at, token) = self.peek()?;
        let wrong = match token {
            Token::End => return Ok(true),
            Token::Operator(Operator::Close) if until.parenthesis => return Ok(true),
            Token::Operator(Operator::Close) => ")",
            Token::Operator(Operator::ArmEnd(_)) if until.arm_end => return Ok(true),
            Token::Word(word) => match ENDS.into_iter().find(|end| is_bare(word, end)) {
                None => return Ok(false),
                Some(end) if until.words.contains(&end) => return Ok(true),
                Some(end) => end,
            },
            _ => return Ok(false),
        };
        Err(self.scanner.error(at, Mistake::ClosesNothing(wrong)))
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
            self.eat_newlines()?;
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
            self.eat_newlines()?;
            stages.push(self.command()?);
        }
        Ok(Pipeline {
            negated,
            stages,
            text: self.text_from(start),
        })
    }

    pub(crate) fn command(&mut self) -> Result<Command, SyntaxError> {
        let (start, token) = self.peek()?;
        match token {
            Token::Operator(
                Operator::Open | Operator::Redirect(..) | Operator::HereDocument { .. },
            )
            | Token::Word(_)
            | Token::Descriptor(_) => {}
            Token::Operator(operator) => {
                let mistake = Mistake::CommandBefore(operator.text());
                return Err(self.scanner.error(start, mistake));
            }
            Token::End => return Err(self.scanner.error(start, Mistake::CommandExpected)),
        }
        match self.compound()? {
            Some(action) => self.redirected(action),
            None => self.simple(),
        }
    }

    /// A command and the redirections that follow it.
    pub(crate) fn redirected(&mut self, action: Action) -> Result<Command, SyntaxError> {
        let mut redirections = Vec::new();
        while let Some(redirection) = self.redirection()? {
            redirections.push(redirection);
        }
        Ok(Command {
            action,
            redirections,
        })
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
            let Some(word) = self.take_word()? else {
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
            if let ([], [name], []) = (&assignments[..], &words[..], &redirections[..])
                && let Some(name) = function_name(name)
            {
                return self.definition(name);
            }
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
                let Some(target) = self.take_word()? else {
                    let mistake = Mistake::ExpectedAfter("a file", text);
                    return Err(self.scanner.error(start, mistake));
                };
                Ok(Some(Redirection {
                    descriptor: written.unwrap_or(usual),
                    kind,
                    target,
                }))
            }
            Token::Operator(Operator::HereDocument { without_tabs }) => {
                self.take()?;
                let Some(delimiter) = self.take_word()? else {
                    let mistake = Mistake::ExpectedAfter("a word that ends the text", "<<");
                    return Err(self.scanner.error(start, mistake));
                };
                let target = self
                    .scanner
                    .here_document(start, &delimiter, without_tabs)?;
                Ok(Some(Redirection {
                    descriptor: written.unwrap_or(0),
                    kind: RedirectionKind::HereDocument,
                    target,
                }))
            }
            _ => Ok(None),
        }
    }

    /// The next token, if it is a word.
    pub(crate) fn take_word(&mut self) -> Result<Option<Word>, SyntaxError> {
        if !matches!(self.peek()?.1, Token::Word(_)) {
            return Ok(None);
        }
        Ok(match self.take()? {
            (_, Token::Word(word)) => Some(word),
            _ => None,
        })
    }

    /// Takes the next token if it is this word without quotes.
    pub(crate) fn eat_word(&mut self, text: &str) -> Result<bool, SyntaxError> {
        let found = matches!(self.peek()?.1, Token::Word(word) if is_bare(word, text));
        if found {
            self.take()?;
        }
        Ok(found)
    }

    pub(crate) fn eat_newlines(&mut self) -> Result<(), SyntaxError> {
        while self.eat(Operator::Newline)? {}
        Ok(())
    }

    pub(crate) fn peek(&mut self) -> Result<(usize, &Token), SyntaxError> {
        let token = match self.ahead.take() {
            Some(token) => token,
            None => self.scanner.next()?,
        };
        let (start, token) = self.ahead.insert(token);
        Ok((*start, token))
    }

    pub(crate) fn take(&mut self) -> Result<(usize, Token), SyntaxError> {
        self.peek()?;
        self.end = self.scanner.at;
        Ok(self.ahead.take().expect("peek has put a token there"))
    }

    pub(crate) fn eat(&mut self, wanted: Operator) -> Result<bool, SyntaxError> {
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

pub(crate) fn is_bare(word: &Word, text: &str) -> bool {
    matches!(&word.parts[..], [Part::Bare(bare)] if bare == text)
}

/// The name of a function that may be defined so: any bare word that assigns nothing.
pub(crate) fn function_name(word: &Word) -> Option<String> {
    match &word.parts[..] {
        [Part::Bare(name)] if !name.contains(['=', '*', '?', '[', '{', '}', '/']) => {
            Some(name.clone())
        }
        _ => None,
    }
}

/// Takes `NAME=value` apart, or gives the word back.
fn assignment(mut word: Word) -> Result<Assignment, Word> {
    let Some(Part::Bare(text)) = word.parts.first() else {
        return Err(word);
    };
    let Some((name, value)) = text.split_once('=') else {
        return Err(word);
    };
    let (name, appends) = match name.strip_suffix('+') {
        Some(name) => (name, true),
        None => (name, false),
    };
    if !is_name(name) {
        return Err(word);
    }
    let (name, value) = (name.to_owned(), value.to_owned());
    if value.is_empty() {
        word.parts.remove(0);
    } else {
        word.parts[0] = Part::Bare(value);
    }
    Ok(Assignment {
        name,
        appends,
        value: word,
    })
}
