//! Colours for the line being typed: a command that exists is green, one that does not is red.

use std::borrow::Cow;

use rustyline::highlight::{CmdKind, Highlighter};

use super::complete::{Assistant, begins_command, goes_before_command, is_grammar, pieces};
use crate::scanner::Token;

const COMMAND: &str = "32";
const UNKNOWN: &str = "31";
const OPERATOR: &str = "35";
const QUOTED: &str = "33";
const VARIABLE: &str = "36";
const FAINT: &str = "2";

impl Assistant {
    fn coloured(&self, line: &str) -> String {
        let mut text = String::new();
        let mut written = 0;
        let mut command_follows = true;
        for piece in pieces(line) {
            let source = &line[piece.start..piece.end];
            let colour = match &piece.token {
                Token::Word(_) if command_follows && source.contains('=') => None,
                Token::Word(_) if command_follows && is_grammar(source) => {
                    command_follows = goes_before_command(source);
                    Some(OPERATOR)
                }
                Token::Word(_) if command_follows => {
                    command_follows = false;
                    Some(if self.is_command(source) {
                        COMMAND
                    } else {
                        UNKNOWN
                    })
                }
                Token::Word(_) if source.contains(['\'', '"']) => Some(QUOTED),
                Token::Word(_) if source.contains(['$', '`']) => Some(VARIABLE),
                Token::Word(_) => None,
                token => {
                    command_follows = command_follows || begins_command(token);
                    Some(OPERATOR)
                }
            };
            text.push_str(&line[written..piece.start]);
            match colour {
                Some(colour) => text.push_str(&format!("\x1b[{colour}m{source}\x1b[0m")),
                None => text.push_str(source),
            }
            written = piece.end;
        }
        let rest = &line[written..];
        if rest.trim_start().starts_with('#') {
            text.push_str(&format!("\x1b[{FAINT}m{rest}\x1b[0m"));
        } else {
            // Quotes that are still open.
            text.push_str(rest);
        }
        text
    }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        // A reference into the log, or more than anyone reads in colour.
        if !self.colours || line.starts_with('!') || line.len() > 4096 {
            return Cow::Borrowed(line);
        }
        Cow::Owned(self.coloured(line))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if !self.colours {
            return Cow::Borrowed(hint);
        }
        Cow::Owned(format!("\x1b[{FAINT}m{hint}\x1b[0m"))
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        self.colours && kind != CmdKind::MoveCursor
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::Shell;

    #[test]
    fn colours_take_nothing_away() {
        let assistant = Assistant::new(&Shell::new(Vec::new()));
        for line in [
            "cd 'a b' | nosuch $X > y # z",
            "echo 'open",
            "a=1 echo",
            "$(",
            "  ",
            "echo 棋 &",
        ] {
            let coloured = assistant.coloured(line);
            let mut plain = String::new();
            let mut chars = coloured.chars();
            while let Some(c) = chars.next() {
                if c == '\x1b' {
                    let _ = chars.by_ref().find(|c| *c == 'm');
                } else {
                    plain.push(c);
                }
            }
            assert_eq!(plain, line);
        }
        assert!(assistant.coloured("cd x").starts_with("\x1b[32mcd"));
        assert!(assistant.coloured("if cd x").contains("\x1b[32mcd"));
        assert!(assistant.coloured("nosuch x").starts_with("\x1b[31mnosuch"));
    }
}
