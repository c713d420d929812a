//! Arithmetic of `$((…))`: whole numbers of 64 bits with the operators of C, variables and assignments.

use std::ffi::OsString;

use thiserror::Error;

use crate::shell::Shell;
use crate::words::is_name;

/// How deep parentheses and variables whose values are expressions may stand inside each other.
const MAX_DEPTH: usize = 64;

/// Why an expression has no value.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum ArithmeticError {
    #[error("{expression}: division by 0")]
    Division { expression: String },
    #[error("{expression}: an operand is expected before `{token}`")]
    Operand { expression: String, token: String },
    #[error("{expression}: an operator is expected before `{token}`")]
    Operator { expression: String, token: String },
    #[error("{expression}: `{token}` is no number")]
    Number { expression: String, token: String },
    #[error("{expression}: only a variable can be assigned to")]
    NotAssignable { expression: String },
    #[error("{expression}: the exponent is less than 0")]
    Exponent { expression: String },
    #[error("{expression}: nested more than {MAX_DEPTH} deep")]
    TooDeep { expression: String },
}

/// The value of an expression; nothing is worth 0. Assignments change the shell's variables.
pub(crate) fn evaluate(shell: &mut Shell, text: &str) -> Result<i64, ArithmeticError> {
    evaluate_at(shell, text, 0)
}

fn evaluate_at(shell: &mut Shell, text: &str, depth: usize) -> Result<i64, ArithmeticError> {
    let mut reader = Reader {
        shell,
        source: text,
        rest: text,
        depth,
        skipping: 0,
    };
    if reader.token().is_empty() {
        return Ok(0);
    }
    let value = reader.comma()?;
    match reader.token() {
        "" => Ok(value.number),
        token => Err(ArithmeticError::Operator {
            expression: reader.shown(),
            token: token.to_owned(),
        }),
    }
}

/// A value, and the variable it came from if it could be assigned to.
struct Value {
    number: i64,
    name: Option<String>,
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self { number, name: None }
    }
}

/// Operators of two operands by how tightly they bind, the loosest first; all of them from left to right.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// Longer ones first, so that the first that fits is the right one.
const OPERATORS: [&str; 38] = [
    "<<=", ">>=", "**", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=",
    "*=", "/=", "%=", "&=", "^=", "|=", "+", "-", "*", "/", "%", "<", ">", "&", "^", "|", "!", "~",
    "?", ":", "=", ",", "(",
];

struct Reader<'r> {
    shell: &'r mut Shell,
    source: &'r str,
    rest: &'r str,
    depth: usize,
    /// Above 0 while operands are read that do not count, as after `0 &&`.
    skipping: usize,
}

impl<'r> Reader<'r> {
    /// The next token, without taking it.
    fn token(&mut self) -> &'r str {
        self.rest = self.rest.trim_start();
        let rest = self.rest;
        let is_word = |c: char| c.is_ascii_alphanumeric() || "_#@".contains(c);
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        if word > 0 {
            return &rest[..word];
        }
        match OPERATORS
            .iter()
            .find(|operator| rest.starts_with(**operator))
        {
            Some(operator) => &rest[..operator.len()],
            None => {
                let length = rest.chars().next().map_or(0, char::len_utf8);
                &rest[..length]
            }
        }
    }

    fn take(&mut self) -> &'r str {
        let token = self.token();
        self.rest = &self.rest[token.len()..];
        token
    }

    fn eat(&mut self, wanted: &str) -> bool {
        let found = self.token() == wanted;
        if found {
            self.take();
        }
        found
    }

    /// The expression as it is shown in errors.
    fn shown(&self) -> String {
        let text = self.source.trim();
        let short: String = text.chars().take(60).collect();
        if short.len() < text.len() {
            format!("{short}…")
        } else {
            short
        }
    }

    fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, ArithmeticError>,
    ) -> Result<T, ArithmeticError> {
        if self.depth >= MAX_DEPTH {
            let expression = self.shown();
            return Err(ArithmeticError::TooDeep { expression });
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn comma(&mut self) -> Result<Value, ArithmeticError> {
        let mut value = self.assignment()?;
        while self.eat(",") {
            value = self.assignment()?;
        }
        Ok(value)
    }

    fn assignment(&mut self) -> Result<Value, ArithmeticError> {
        self.deeper(|reader| {
            let target = reader.choice()?;
            let token = reader.token();
            let is_assignment = token == "="
                || (token.len() > 1
                    && token.ends_with('=')
                    && !["==", "!=", "<=", ">="].contains(&token));
            if !is_assignment {
                return Ok(target);
            }
            reader.take();
            let Some(name) = target.name else {
                let expression = reader.shown();
                return Err(ArithmeticError::NotAssignable { expression });
            };
            let value = reader.assignment()?.number;
            let number = match token.strip_suffix('=') {
                Some("") | None => value,
                Some(operator) => reader.apply(operator, target.number, value)?,
            };
            reader.assign(&name, number);
            Ok(number.into())
        })
    }

    fn assign(&mut self, name: &str, number: i64) {
        if self.skipping == 0 {
            self.shell.variables.set(name, number.to_string());
        }
    }

    fn choice(&mut self) -> Result<Value, ArithmeticError> {
        let condition = self.binary(0)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let holds = condition.number != 0;
        let yes = self.skipped(!holds, Self::comma)?;
        if !self.eat(":") {
            return Err(self.operand_expected());
        }
        let no = self.skipped(holds, |reader| reader.deeper(Self::choice))?;
        Ok(if holds { yes } else { no }.number.into())
    }

    /// Reads what does not count where `skip` holds.
    fn skipped<T>(
        &mut self,
        skip: bool,
        read: impl FnOnce(&mut Self) -> Result<T, ArithmeticError>,
    ) -> Result<T, ArithmeticError> {
        self.skipping += usize::from(skip);
        let result = read(self);
        self.skipping -= usize::from(skip);
        result
    }

    fn binary(&mut self, level: usize) -> Result<Value, ArithmeticError> {
        let Some(operators) = LEVELS.get(level) else {
            return self.power();
        };
        let mut left = self.binary(level + 1)?;
        loop {
            let operator = self.token();
            if !operators.contains(&operator) {
                return Ok(left);
            }
            self.take();
            let skip = match operator {
                "&&" => left.number == 0,
                "||" => left.number != 0,
                _ => false,
            };
            let right = self.skipped(skip, |reader| reader.binary(level + 1))?;
            left = self.apply(operator, left.number, right.number)?.into();
        }
    }

    fn power(&mut self) -> Result<Value, ArithmeticError> {
        let base = self.unary()?;
        if !self.eat("**") {
            return Ok(base);
        }
        let exponent = self.deeper(Self::power)?;
        Ok(self.apply("**", base.number, exponent.number)?.into())
    }

    fn unary(&mut self) -> Result<Value, ArithmeticError> {
        let sign = self.token();
        match sign {
            "+" | "-" | "!" | "~" => {
                self.take();
                let number = self.deeper(Self::unary)?.number;
                Ok(match sign {
                    "-" => number.wrapping_neg(),
                    "!" => i64::from(number == 0),
                    "~" => !number,
                    _ => number,
                }
                .into())
            }
            "++" | "--" => {
                self.take();
                let value = self.deeper(Self::unary)?;
                let Some(name) = value.name else {
                    // Two signs, as in `--1`.
                    return Ok(value.number.into());
                };
                let number = stepped(sign, value.number);
                self.assign(&name, number);
                Ok(number.into())
            }
            _ => {
                let value = self.operand()?;
                let sign = self.token();
                match (&value.name, sign) {
                    (Some(name), "++" | "--") => {
                        self.take();
                        let number = stepped(sign, value.number);
                        self.assign(name, number);
                        Ok(value.number.into())
                    }
                    _ => Ok(value),
                }
            }
        }
    }

    fn operand(&mut self) -> Result<Value, ArithmeticError> {
        let token = self.token();
        if token == "(" {
            self.take();
            let value = self.deeper(Self::comma)?;
            if !self.eat(")") {
                return Err(self.operand_expected());
            }
            return Ok(value.number.into());
        }
        if is_name(token) {
            self.take();
            let number = self.variable(token)?;
            return Ok(Value {
                number,
                name: Some(token.to_owned()),
            });
        }
        if token.starts_with(|c: char| c.is_ascii_digit()) {
            self.take();
            return match number(token) {
                Some(number) => Ok(number.into()),
                None => Err(ArithmeticError::Number {
                    expression: self.shown(),
                    token: token.to_owned(),
                }),
            };
        }
        Err(self.operand_expected())
    }

    fn operand_expected(&mut self) -> ArithmeticError {
        let token = match self.token() {
            "" => "the end",
            token => token,
        };
        ArithmeticError::Operand {
            expression: self.shown(),
            token: token.to_owned(),
        }
    }

    /// The value of a variable is an expression of its own; one that is not set is 0.
    fn variable(&mut self, name: &str) -> Result<i64, ArithmeticError> {
        if self.skipping > 0 {
            return Ok(0);
        }
        let value: OsString = self.shell.parameter(name).unwrap_or_default();
        let value = value.to_string_lossy().into_owned();
        if let Some(number) = number(value.trim()) {
            return Ok(number);
        }
        self.deeper(|reader| evaluate_at(reader.shell, &value, reader.depth))
    }

    fn apply(&self, operator: &str, left: i64, right: i64) -> Result<i64, ArithmeticError> {
        if self.skipping > 0 {
            return Ok(0);
        }
        let shift = (right & 63) as u32;
        Ok(match operator {
            "||" => i64::from(left != 0 || right != 0),
            "&&" => i64::from(left != 0 && right != 0),
            "|" => left | right,
            "^" => left ^ right,
            "&" => left & right,
            "==" => i64::from(left == right),
            "!=" => i64::from(left != right),
            "<=" => i64::from(left <= right),
            ">=" => i64::from(left >= right),
            "<" => i64::from(left < right),
            ">" => i64::from(left > right),
            "<<" => left.wrapping_shl(shift),
            ">>" => left.wrapping_shr(shift),
            "+" => left.wrapping_add(right),
            "-" => left.wrapping_sub(right),
            "*" => left.wrapping_mul(right),
            "/" | "%" if right == 0 => {
                let expression = self.shown();
                return Err(ArithmeticError::Division { expression });
            }
            "/" => left.wrapping_div(right),
            "%" => left.wrapping_rem(right),
            "**" => match u64::try_from(right) {
                Ok(exponent) => power(left, exponent),
                Err(_) => {
                    let expression = self.shown();
                    return Err(ArithmeticError::Exponent { expression });
                }
            },
            other => unreachable!("{other} is in none of the tables"),
        })
    }
}

fn stepped(sign: &str, number: i64) -> i64 {
    if sign == "++" {
        number.wrapping_add(1)
    } else {
        number.wrapping_sub(1)
    }
}

fn power(mut base: i64, mut exponent: u64) -> i64 {
    let mut result = 1_i64;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    result
}

/// `12`, `0x1f`, `017`, `2#101`. Too large ones wrap around.
fn number(text: &str) -> Option<i64> {
    let (digits, base) = match text.split_once('#') {
        Some((base, digits)) => (
            digits,
            base.parse().ok().filter(|base| (2..=64).contains(base))?,
        ),
        None => match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(digits) => (digits, 16),
            None if text.len() > 1 && text.starts_with('0') => (&text[1..], 8),
            None => (text, 10),
        },
    };
    if digits.is_empty() {
        return None;
    }
    let mut value = 0_i64;
    for c in digits.bytes() {
        let digit = match c {
            b'0'..=b'9' => c - b'0',
            b'a'..=b'z' => c - b'a' + 10,
            b'A'..=b'Z' if base <= 36 => c - b'A' + 10,
            b'A'..=b'Z' => c - b'A' + 36,
            b'@' => 62,
            b'_' => 63,
            _ => return None,
        };
        let digit = i64::from(digit);
        if digit >= base {
            return None;
        }
        value = value.wrapping_mul(base).wrapping_add(digit);
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<i64, ArithmeticError> {
        let mut shell = Shell::new(Vec::new());
        shell.variables.set("x", "7");
        shell.variables.set("e", "x + 1");
        shell.variables.set("loop", "loop");
        evaluate(&mut shell, text)
    }

    #[test]
    fn operators_bind_as_in_c() {
        for (text, expected) in [
            ("", 0),
            ("2+3*4", 14),
            ("(2+3)*4", 20),
            ("2**3**2", 512),
            ("-2**2", 4),
            ("7/2-7%4", 0),
            ("1<<4|1", 17),
            ("1 ? 2 : 3 ? 4 : 5", 2),
            ("0 && 1/0", 0),
            ("1 || 1/0", 1),
            ("x++ + x", 15),
            ("++x * 2", 16),
            ("y = x += 3, y * 2", 20),
            ("e * 2", 16),
            ("unset + 1", 1),
            ("0x1f + 017 + 2#101", 51),
            ("9223372036854775807 + 1", i64::MIN),
            ("!x + !0", 1),
            ("~0", -1),
            ("1 < 2 == 1", 1),
            ("- -1", 1),
        ] {
            assert_eq!(value(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn mistakes_are_named_and_depth_is_limited() {
        for text in [
            "1/0", "1 +", "2 3", "08", "1 = 2", "2 ** -1", "loop", "(1", "$", "1 ? 2",
        ] {
            let error = value(text).expect_err(text);
            assert!(error.to_string().starts_with(text.trim()), "{error}");
        }
        for open in ["(", "-", "!", "1?", "1**", "x="] {
            let error = value(&open.repeat(10_000)).expect_err(open);
            assert!(
                matches!(error, ArithmeticError::TooDeep { .. }),
                "{open}: {error}"
            );
        }
        assert_eq!(value(&format!("0{}", "+1".repeat(10_000))), Ok(10_000));
    }
}
