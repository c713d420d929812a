//! The part of the parser that reads compound commands: `if`, `for`, `while`, `case`, functions, groups.

use std::rc::Rc;

use crate::parser::{Parser, Until, function_name, is_bare};
use crate::scanner::{Operator, Token};
use crate::substitution::ExpressionEnd;
use crate::syntax_error::{Mistake, SyntaxError};
use crate::tree::{Action, AfterArm, Arm, Command, List, Word};
use crate::words::is_name;

/// Words that begin a compound command.
const BEGINS: [&str; 7] = ["{", "if", "while", "until", "for", "case", "function"];

impl Parser<'_, '_> {
    /// A compound command, if one begins here.
    pub(crate) fn compound(&mut self) -> Result<Option<Action>, SyntaxError> {
        let (start, token) = self.peek()?;
        let begin = match token {
            Token::Operator(Operator::Open) => "(",
            Token::Word(word) => match BEGINS.into_iter().find(|begin| is_bare(word, begin)) {
                Some(begin) => begin,
                None => {
                    let ends = ["then", "elif", "else", "fi", "do", "done", "esac", "}"];
                    return match ends.into_iter().find(|end| is_bare(word, end)) {
                        Some(end) => Err(self.scanner.error(start, Mistake::CommandBefore(end))),
                        None => Ok(None),
                    };
                }
            },
            _ => return Ok(None),
        };
        self.take()?;
        self.scanner.go_deeper(start)?;
        let action = match begin {
            "(" => self.parenthesis(start),
            "{" => self
                .block("{", start, &["}"])
                .map(|(list, _)| Action::Group(list)),
            "if" => self.conditional(start),
            "for" => self.for_loop(start),
            "case" => self.case(start),
            "function" => self.function(start),
            begin => self.condition_loop(begin, start),
        };
        self.scanner.depth -= 1;
        action.map(Some)
    }

    /// `name()` was read up to the `(`.
    pub(crate) fn definition(&mut self, name: String) -> Result<Command, SyntaxError> {
        let (start, _) = self.take()?;
        if !self.eat(Operator::Close)? {
            return Err(self.scanner.error(start, Mistake::OperatorExpected));
        }
        self.scanner.go_deeper(start)?;
        let action = self.body_of(name, start);
        self.scanner.depth -= 1;
        Ok(Command {
            action: action?,
            redirections: Vec::new(),
        })
    }

    /// A list that is not empty and the word that ends it, which must be one of these.
    fn block(
        &mut self,
        begin: &'static str,
        start: usize,
        ends: &'static [&'static str],
    ) -> Result<(List, &'static str), SyntaxError> {
        let list = self.list(&Until::words(ends))?;
        let (at, token) = self.peek()?;
        let found = match token {
            Token::Word(word) => ends.iter().find(|end| is_bare(word, end)),
            _ => None,
        };
        let Some(&end) = found else {
            return Err(self.scanner.error(start, Mistake::Open(begin)));
        };
        if list.items.is_empty() {
            return Err(self.scanner.error(at, Mistake::CommandBefore(end)));
        }
        self.take()?;
        Ok((list, end))
    }

    /// A subshell or `((…))`, after the first parenthesis.
    fn parenthesis(&mut self, start: usize) -> Result<Action, SyntaxError> {
        let at = self.scanner.at;
        if self.scanner.rest().starts_with('(') && self.scanner.is_expression(at + 1) {
            self.scanner.at += 1;
            let end = ExpressionEnd::Parentheses;
            let expression = self.scanner.expression("((", start, end)?;
            self.end = self.scanner.at;
            return Ok(Action::Arithmetic(expression));
        }
        let list = Parser::new(self.scanner).until_close("(", start)?;
        self.end = self.scanner.at;
        if list.items.is_empty() {
            let at = self.end.saturating_sub(1);
            return Err(self.scanner.error(at, Mistake::CommandBefore(")")));
        }
        Ok(Action::Subshell(list))
    }

    fn conditional(&mut self, start: usize) -> Result<Action, SyntaxError> {
        let mut branches = Vec::new();
        let mut otherwise = None;
        loop {
            let (condition, _) = self.block("if", start, &["then"])?;
            let (body, end) = self.block("if", start, &["elif", "else", "fi"])?;
            branches.push((condition, body));
            if end == "else" {
                otherwise = Some(self.block("if", start, &["fi"])?.0);
            }
            if end != "elif" {
                return Ok(Action::If {
                    branches,
                    otherwise,
                });
            }
        }
    }

    fn condition_loop(&mut self, begin: &'static str, start: usize) -> Result<Action, SyntaxError> {
        let (condition, _) = self.block(begin, start, &["do"])?;
        let (body, _) = self.block(begin, start, &["done"])?;
        Ok(Action::Loop {
            until: begin == "until",
            condition,
            body,
        })
    }

    fn for_loop(&mut self, start: usize) -> Result<Action, SyntaxError> {
        if let (_, Token::Operator(Operator::Open)) = self.peek()?
            && self.scanner.rest().starts_with('(')
        {
            return self.counting_loop(start);
        }
        let (at, token) = self.peek()?;
        if *token == Token::End {
            return Err(self.scanner.error(start, Mistake::Open("for")));
        }
        let name = self.take_word()?.map(|word| word.plain_text());
        let Some(name) = name.filter(|name| is_name(name)) else {
            let mistake = Mistake::ExpectedAfter("the name of a variable", "for");
            return Err(self.scanner.error(at, mistake));
        };
        self.eat_newlines()?;
        let mut words = None;
        if self.eat_word("in")? {
            let mut list = Vec::new();
            while let Some(word) = self.take_word()? {
                list.push(word);
            }
            words = Some(list);
        }
        let body = self.loop_body("for", start)?;
        Ok(Action::For { name, words, body })
    }

    fn counting_loop(&mut self, start: usize) -> Result<Action, SyntaxError> {
        self.take()?;
        self.scanner.at += 1;
        let mut part = |end| self.scanner.expression("for ((", start, end);
        let first = part(ExpressionEnd::Semicolon)?;
        let condition = part(ExpressionEnd::Semicolon)?;
        let step = part(ExpressionEnd::Parentheses)?;
        self.end = self.scanner.at;
        let body = self.loop_body("for", start)?;
        Ok(Action::Count {
            first,
            condition,
            step,
            body,
        })
    }

    /// `; do … done`; in place of `do` and `done` there may be braces, as in other shells.
    fn loop_body(&mut self, begin: &'static str, start: usize) -> Result<List, SyntaxError> {
        self.eat(Operator::Semicolon)?;
        self.eat_newlines()?;
        if self.eat_word("do")? {
            return Ok(self.block(begin, start, &["done"])?.0);
        }
        if self.eat_word("{")? {
            return Ok(self.block(begin, start, &["}"])?.0);
        }
        let (at, token) = self.peek()?;
        let mistake = match token {
            Token::End => return Err(self.scanner.error(start, Mistake::Open(begin))),
            _ => Mistake::ExpectedAfter("`do`", begin),
        };
        Err(self.scanner.error(at, mistake))
    }

    fn case(&mut self, start: usize) -> Result<Action, SyntaxError> {
        let (at, token) = self.peek()?;
        if *token == Token::End {
            return Err(self.scanner.error(start, Mistake::Open("case")));
        }
        let Some(word) = self.take_word()? else {
            let mistake = Mistake::ExpectedAfter("a word", "case");
            return Err(self.scanner.error(at, mistake));
        };
        self.eat_newlines()?;
        if !self.eat_word("in")? {
            let (at, token) = self.peek()?;
            return Err(match token {
                Token::End => self.scanner.error(start, Mistake::Open("case")),
                _ => self
                    .scanner
                    .error(at, Mistake::ExpectedAfter("`in`", "case")),
            });
        }
        let mut arms = Vec::new();
        loop {
            self.eat_newlines()?;
            if self.eat_word("esac")? {
                return Ok(Action::Case { word, arms });
            }
            let patterns = self.patterns(start)?;
            let body = self.list(&Until::ARM_END)?;
            let mut then = AfterArm::Leave;
            if let (_, Token::Operator(Operator::ArmEnd(after))) = self.peek()? {
                then = *after;
                self.take()?;
            }
            arms.push(Arm {
                patterns,
                body,
                then,
            });
        }
    }

    /// `pattern | pattern)`, perhaps with a parenthesis before it.
    fn patterns(&mut self, start: usize) -> Result<Vec<Word>, SyntaxError> {
        self.eat(Operator::Open)?;
        let mut patterns = Vec::new();
        loop {
            let (at, token) = self.peek()?;
            if *token == Token::End {
                return Err(self.scanner.error(start, Mistake::Open("case")));
            }
            let Some(pattern) = self.take_word()? else {
                let mistake = Mistake::ExpectedAfter("a pattern", "case … in");
                return Err(self.scanner.error(at, mistake));
            };
            patterns.push(pattern);
            if self.eat(Operator::Close)? {
                return Ok(patterns);
            }
            let (at, token) = self.peek()?;
            if *token == Token::End {
                return Err(self.scanner.error(start, Mistake::Open("case")));
            }
            if !self.eat(Operator::Pipe)? {
                let mistake = Mistake::ExpectedAfter("`)` or `|`", "case … in");
                return Err(self.scanner.error(at, mistake));
            }
        }
    }

    /// `function name` or `function name()`, and its body.
    fn function(&mut self, start: usize) -> Result<Action, SyntaxError> {
        let name = self.take_word()?.and_then(|word| function_name(&word));
        let Some(name) = name else {
            let mistake = Mistake::ExpectedAfter("a name", "function");
            return Err(self.scanner.error(start, mistake));
        };
        if let (_, Token::Operator(Operator::Open)) = self.peek()?
            && self.scanner.rest().trim_start().starts_with(')')
        {
            self.take()?;
            self.take()?;
        }
        self.body_of(name, start)
    }

    /// The compound command that a function is, with its redirections.
    fn body_of(&mut self, name: String, start: usize) -> Result<Action, SyntaxError> {
        self.eat_newlines()?;
        let (at, token) = self.peek()?;
        if *token == Token::End {
            return Err(self.scanner.error(start, Mistake::Open("()")));
        }
        let Some(action) = self.compound()? else {
            let mistake = Mistake::ExpectedAfter("`{`", "()");
            return Err(self.scanner.error(at, mistake));
        };
        let body = Rc::new(self.redirected(action)?);
        Ok(Action::Define { name, body })
    }
}
