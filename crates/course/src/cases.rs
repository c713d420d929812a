//! The cases of a question: what is asked, and what a right answer is. They are drawn from a seed: public
//! ones are the same for everybody, hidden ones come from the course's secret and the student, so that a
//! classmate's answers are worth nothing.

mod boards;
pub(crate) use boards::weighted_start;
mod maps;
mod mazes;
pub(crate) mod roads;
pub(crate) mod shell;
mod supplies;
mod trees;

use boyi_game::Random;

use crate::digest::seed;
use crate::judge::Expected;
use crate::{Assignment, Kind, Question};

/// From which hidden cases are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key<'a> {
    /// The course's secret.
    pub secret: &'a str,
    pub student: &'a str,
}

/// One thing asked of a submission.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// `public-1`, `hidden-3`, or the name of its file.
    pub name: String,
    pub hidden: bool,
    pub input: String,
    pub expected: Expected,
}

/// Why a question has no cases.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("question {question}: {why}")]
pub struct CaseError {
    pub question: String,
    pub why: String,
}

/// All cases of a question, the public ones first. Without a key hidden ones are left out.
pub fn cases(
    assignment: &Assignment,
    question: &Question,
    key: Option<Key>,
) -> Result<Vec<Case>, CaseError> {
    let wrong = |why: String| CaseError {
        question: question.name.clone(),
        why,
    };
    let words: Vec<&str> = question
        .draw
        .iter()
        .flat_map(|draw| draw.split(' '))
        .collect();
    let mut found = Vec::new();
    for (hidden, count) in [(false, question.public), (true, question.hidden)] {
        for number in 0..count {
            let seed = match (hidden, key) {
                (false, _) => seed_of("public", "", assignment, question, number),
                (true, Some(key)) => seed_of(key.secret, key.student, assignment, question, number),
                (true, None) => continue,
            };
            let input = draw(&words, &mut Random::new(seed)).map_err(wrong)?;
            let expected = expected(&words, question.kind, &input, None).map_err(wrong)?;
            let kind = if hidden { "hidden" } else { "public" };
            found.push(Case {
                name: format!("{kind}-{}", number + 1),
                hidden,
                input,
                expected,
            });
        }
    }
    for file in assignment.case_files(&question.name) {
        if file.hidden && key.is_none() {
            continue;
        }
        let expected = expected(&words, question.kind, file.input, file.output)
            .map_err(|why| wrong(format!("case {}: {why}", file.name)))?;
        found.push(Case {
            name: file.name.to_owned(),
            hidden: file.hidden,
            input: file.input.to_owned(),
            expected,
        });
    }
    found.sort_by_key(|case| case.hidden);
    Ok(found)
}

fn seed_of(
    secret: &str,
    student: &str,
    assignment: &Assignment,
    question: &Question,
    number: u32,
) -> u64 {
    let number = number.to_le_bytes();
    seed(&[
        b"case",
        secret.as_bytes(),
        student.as_bytes(),
        assignment.name.as_bytes(),
        question.name.as_bytes(),
        &number,
    ])
}

/// The input of a case as these words order it.
fn draw(words: &[&str], random: &mut Random) -> Result<String, String> {
    match words {
        ["maze", rest @ ..] => mazes::draw(rest, random),
        ["supply", rest @ ..] => supplies::draw(rest, random),
        ["roads", rest @ ..] => roads::draw(rest, random),
        ["tree", rest @ ..] => trees::draw(rest, random),
        ["game", rest @ ..] => boards::draw(rest, random),
        ["garlic", rest @ ..] => maps::draw(rest, random),
        ["shell", rest @ ..] => shell::draw(rest, random),
        _ => Err(format!("`{}` draws no cases", words.join(" "))),
    }
}

/// What a right answer to this input is: what its file says, or else what we find ourselves.
fn expected(
    words: &[&str],
    kind: Kind,
    input: &str,
    output: Option<&str>,
) -> Result<Expected, String> {
    if let Some(output) = output {
        return match kind {
            Kind::Value => output
                .trim()
                .parse()
                .map(Expected::Number)
                .map_err(|_| format!("`{}` is no whole number", output.trim())),
            Kind::Output => Ok(Expected::Text(output.to_owned())),
            Kind::Best => Ok(Expected::OneOf(words_of(output))),
            Kind::Law => Ok(Expected::Set(words_of(output))),
            Kind::Counts => {
                let numbers: Vec<u64> = words_of(output)
                    .iter()
                    .filter_map(|word| word.parse().ok())
                    .collect();
                match numbers[..] {
                    [only] => Ok(Expected::Between {
                        low: only,
                        high: only,
                    }),
                    [low, high] => Ok(Expected::Between { low, high }),
                    _ => Err("its file holds a count, or the least and the most".to_owned()),
                }
            }
            Kind::Path | Kind::Ladder => {
                Err("ways and games are judged by us: its file has no output".to_owned())
            }
        };
    }
    match words {
        ["maze", rest @ ..] => mazes::expected(rest, input),
        ["supply", ..] => supplies::expected(input),
        ["roads", rest @ ..] => roads::expected(rest, input),
        ["tree", rest @ ..] => trees::expected(rest, input),
        ["game", rest @ ..] => boards::expected(rest, input),
        ["garlic", rest @ ..] => maps::expected(rest, input),
        ["shell", ..] => shell::expected(input),
        _ => Err("nothing says what should come out".to_owned()),
    }
}

fn words_of(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// A number among the words of an order.
fn number<T: std::str::FromStr>(words: &[&str], index: usize, name: &str) -> Result<T, String> {
    let word = words
        .get(index)
        .ok_or_else(|| format!("{name} is missing"))?;
    word.parse()
        .map_err(|_| format!("{name}: `{word}` is no number"))
}
