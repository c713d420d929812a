//! A lesson's file: a header between two lines `---`, then Markdown.
//!
//! The header has a field a line, `name: value`. `title`, `question`, `answer` (accepted ones, with
//! ` | ` between them), `wrong` (refused ones, for the tests) and `hint` stand in both languages;
//! `order` and `board` in the English file. docs/lessons/README.md says what a board can be.

use thiserror::Error;

#[derive(Default, Debug)]
pub(super) struct LessonFile {
    pub(super) order: u32,
    pub(super) title: String,
    pub(super) board: String,
    pub(super) question: String,
    pub(super) answers: Vec<String>,
    pub(super) wrong: Vec<String>,
    pub(super) hint: String,
    pub(super) text: String,
}

#[derive(PartialEq, Eq, Debug, Error)]
pub(super) enum LessonError {
    #[error("a lesson begins with a header between two lines ---")]
    NoHeader,
    #[error("line {0} of the header is not `name: value`")]
    NoField(usize),
    #[error("the header has no field `{0}`")]
    Unknown(String),
    #[error("the order `{0}` is not a number")]
    Order(String),
    #[error("`{0}` is missing")]
    Missing(&'static str),
}

impl LessonFile {
    pub(super) fn read(text: &str) -> Result<Self, LessonError> {
        let text = text.replace("\r\n", "\n");
        let rest = text.strip_prefix("---\n").ok_or(LessonError::NoHeader)?;
        let (header, body) = rest.split_once("\n---\n").ok_or(LessonError::NoHeader)?;
        let mut file = Self {
            text: body.trim().to_owned(),
            ..Self::default()
        };
        for (index, line) in header.lines().enumerate() {
            let (name, value) = line
                .split_once(": ")
                .ok_or(LessonError::NoField(index + 2))?;
            let value = value.trim().to_owned();
            let list = || {
                value
                    .split(" | ")
                    .map(|one| one.trim().to_owned())
                    .collect()
            };
            match name {
                "order" => file.order = value.parse().map_err(|_| LessonError::Order(value))?,
                "title" => file.title = value,
                "board" => file.board = value,
                "question" => file.question = value,
                "answer" => file.answers = list(),
                "wrong" => file.wrong = list(),
                "hint" => file.hint = value,
                _ => return Err(LessonError::Unknown(name.to_owned())),
            }
        }
        let missing = [
            ("title", file.title.is_empty()),
            ("question", file.question.is_empty()),
            ("answer", file.answers.is_empty()),
            ("hint", file.hint.is_empty()),
        ];
        match missing.iter().find(|(_, is_missing)| *is_missing) {
            Some(&(field, _)) => Err(LessonError::Missing(field)),
            None => Ok(file),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_and_mistakes_named() {
        let text = "---\norder: 3\ntitle: T\nboard: tree (1 2)\nquestion: Q?\nanswer: 3 | three\nhint: H\n---\n\nText.\n";
        let file = LessonFile::read(text).expect("a lesson");
        assert_eq!(
            (file.order, file.answers.len(), file.text.as_str()),
            (3, 2, "Text.")
        );
        for (from, to, error) in [
            ("---\norder", "order", LessonError::NoHeader),
            ("order: 3", "order 3", LessonError::NoField(2)),
            ("order: 3", "order: x", LessonError::Order("x".to_owned())),
            (
                "order: 3",
                "rank: 3",
                LessonError::Unknown("rank".to_owned()),
            ),
            ("hint: H\n", "", LessonError::Missing("hint")),
        ] {
            assert_eq!(
                LessonFile::read(&text.replacen(from, to, 1)).expect_err("wrong"),
                error
            );
        }
    }
}
