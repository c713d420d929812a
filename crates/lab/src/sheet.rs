//! What an experiment finds: a table whose rows look the same on a terminal, in a file and on a page.

use std::time::Duration;

use boyi_game::{Language, Phrase};
use serde_json::{Map, Value as Json, json};
use unicode_width::UnicodeWidthStr;

use crate::text::{grouped, spoken};

/// A table that is filled row by row.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    pub title: Phrase,
    /// What is seen, in two or three plain sentences.
    pub about: Phrase,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    pub charts: Vec<Chart>,
}

/// One measurement: a cell for each column.
pub type Row = Vec<Value>;

#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// Its name in JSON and CSV.
    pub key: &'static str,
    /// Its heading for people; `None` for what only programs want to know.
    pub heading: Option<Phrase>,
    /// Whether rows with the same value belong under one heading of their own.
    pub groups: bool,
}

impl Column {
    pub fn shown(key: &'static str, english: &str, chinese: &str) -> Self {
        Self {
            key,
            heading: Some(Phrase::new(english, chinese)),
            groups: false,
        }
    }

    /// A column for programs.
    pub fn hidden(key: &'static str) -> Self {
        Self {
            key,
            heading: None,
            groups: false,
        }
    }

    /// The same column as the one by which rows are grouped.
    pub fn grouping(self) -> Self {
        Self {
            groups: true,
            ..self
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Text(String),
    /// A name in both languages; programs get the English.
    Said(Phrase),
    Count(u64),
    /// How much, with this many digits after the point for people.
    Number(f64, usize),
    /// A part of a whole, between 0 and 1.
    Share(f64),
    Seconds(f64),
    Rate(f64),
    Flag(bool),
    Counts(Vec<u64>),
    Nothing,
}

impl Value {
    pub fn number(number: Option<f64>, digits: usize) -> Self {
        number.map_or(Self::Nothing, |number| Self::Number(number, digits))
    }

    pub fn share(share: Option<f64>) -> Self {
        share.map_or(Self::Nothing, Self::Share)
    }

    pub fn json(&self) -> Json {
        match self {
            Self::Text(text) => json!(text),
            Self::Said(phrase) => json!(phrase.english),
            Self::Count(count) => json!(count),
            Self::Number(number, _)
            | Self::Share(number)
            | Self::Seconds(number)
            | Self::Rate(number) => json!(number),
            Self::Flag(flag) => json!(flag),
            Self::Counts(counts) => json!(counts),
            Self::Nothing => Json::Null,
        }
    }

    pub fn words(&self, language: Language) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Said(phrase) => phrase.in_language(language).to_owned(),
            Self::Rate(rate) => format!("{:.1} M", rate / 1e6),
            Self::Count(count) => grouped(*count),
            Self::Number(number, digits) => format!("{number:.digits$}"),
            Self::Share(share) => format!("{:.2} %", 100.0 * share),
            Self::Seconds(seconds) => {
                spoken(Duration::try_from_secs_f64(*seconds).unwrap_or_default())
            }
            Self::Flag(true) => language.pick("yes", "是").to_owned(),
            Self::Flag(false) => language.pick("no", "否").to_owned(),
            Self::Counts(counts) => counts
                .iter()
                .map(u64::to_string)
                .collect::<Vec<_>>()
                .join(" "),
            Self::Nothing => "-".to_owned(),
        }
    }

    fn csv(&self) -> String {
        match self {
            Self::Text(_) | Self::Said(_) | Self::Counts(_) => {
                let text = self.words(Language::English);
                if text.contains([',', '"', '\n']) {
                    format!("\"{}\"", text.replace('"', "\"\""))
                } else {
                    text
                }
            }
            Self::Nothing => String::new(),
            other => other.json().to_string(),
        }
    }
}

/// A picture of a sheet: one line for each value of a column.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    pub title: Phrase,
    pub across: &'static str,
    pub up: &'static str,
    /// The column whose values are lines of their own.
    pub by: &'static str,
    /// The column with the length of the error bars.
    pub error: Option<&'static str>,
    /// Whether each step upwards is ten times as much.
    pub logarithmic: bool,
}

impl Chart {
    /// A line for each value of `by`, on a logarithmic scale.
    pub(crate) fn logarithmic(
        across: &'static str,
        up: &'static str,
        by: &'static str,
        english: &str,
        chinese: &str,
    ) -> Self {
        Self {
            title: Phrase::new(english, chinese),
            across,
            up,
            by,
            error: None,
            logarithmic: true,
        }
    }

    /// Elo with its error, line by line; the title in English and Chinese.
    pub(crate) fn strength(across: &'static str, [english, chinese]: [&str; 2]) -> Self {
        Self {
            error: Some("elo_error"),
            logarithmic: false,
            ..Self::logarithmic(across, "elo", "line", english, chinese)
        }
    }
}

impl Sheet {
    /// An empty sheet; title and explanation in English and Chinese.
    pub(crate) fn new(title: [String; 2], about: [&str; 2], columns: Vec<Column>) -> Self {
        let ([title, title_zh], [about, about_zh]) = (title, about);
        Self {
            title: Phrase::new(title, title_zh),
            about: Phrase::new(about, about_zh),
            columns,
            rows: Vec::new(),
            charts: Vec::new(),
        }
    }

    /// The same with these pictures.
    pub(crate) fn with_charts<const N: usize>(self, charts: [Chart; N]) -> Self {
        Self {
            charts: charts.into(),
            ..self
        }
    }

    pub fn object(&self, row: &Row) -> Json {
        let fields = self.columns.iter().zip(row);
        let fields = fields.map(|(column, value)| (column.key.to_owned(), value.json()));
        Json::Object(fields.collect::<Map<_, _>>())
    }

    /// The headings as a line of CSV (RFC 4180 with line feeds).
    pub fn csv_head(&self) -> String {
        let keys: Vec<&str> = self.columns.iter().map(|column| column.key).collect();
        keys.join(",")
    }

    pub fn csv_line(&self, row: &Row) -> String {
        row.iter().map(Value::csv).collect::<Vec<_>>().join(",")
    }

    pub fn csv(&self) -> String {
        let mut text = self.csv_head() + "\n";
        for row in &self.rows {
            text += &(self.csv_line(row) + "\n");
        }
        text
    }

    /// The value of a row in a column.
    pub fn value<'a>(&self, row: &'a Row, key: &str) -> Option<&'a Value> {
        let at = self.columns.iter().position(|column| column.key == key)?;
        row.get(at)
    }

    /// The rows as aligned text, under a heading for each group.
    pub fn text(&self, language: Language) -> String {
        let say = |phrase: &Phrase| phrase.in_language(language).to_owned();
        let shown: Vec<usize> = (0..self.columns.len())
            .filter(|&at| self.columns[at].heading.is_some() && !self.columns[at].groups)
            .collect();
        let heading = |at: usize| self.columns[at].heading.as_ref().map(say);
        let mut lines: Vec<Vec<String>> = Vec::new();
        lines.push(shown.iter().filter_map(|&at| heading(at)).collect());
        for row in &self.rows {
            lines.push(shown.iter().map(|&at| row[at].words(language)).collect());
        }
        let width = |column: usize| lines.iter().map(|line| line[column].width()).max();
        let widths: Vec<usize> = (0..shown.len()).filter_map(width).collect();
        let aligned = |line: &[String]| {
            let mut text = String::from(" ");
            for (at, word) in line.iter().enumerate() {
                let blanks = " ".repeat(widths[at] - word.width());
                // Names stand on the left, numbers on the right.
                if at == 0 {
                    text += &format!(" {word}{blanks}");
                } else {
                    text += &format!("  {blanks}{word}");
                }
            }
            text.trim_end().to_owned() + "\n"
        };
        let group = self.columns.iter().position(|column| column.groups);
        let mut text = String::new();
        let mut last = None;
        for (row, line) in self.rows.iter().zip(&lines[1..]) {
            let here = group.map(|at| row[at].words(language));
            if last.as_ref() != Some(&here) {
                if let (Some(at), Some(here)) = (group, &here) {
                    text += &format!("\n{} {here}\n", heading(at).unwrap_or_default());
                }
                text += &aligned(&lines[0]);
                last = Some(here);
            }
            text += &aligned(line);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Sheet {
        let row = |name: &str, depth, nodes| {
            vec![Value::Text(name.to_owned()), Value::Count(depth), nodes]
        };
        Sheet {
            title: Phrase::new("a", "甲"),
            about: Phrase::new("b", "乙"),
            columns: vec![
                Column::shown("search", "search", "搜索"),
                Column::shown("depth", "Depth", "深度").grouping(),
                Column::shown("nodes", "nodes", "节点"),
            ],
            rows: vec![
                row("minimax", 2, Value::Count(1234)),
                row("with \"table\", say", 2, Value::Nothing),
                row("minimax", 3, Value::Count(5)),
            ],
            charts: Vec::new(),
        }
    }

    #[test]
    fn a_sheet_is_text_csv_and_json() {
        let sheet = sheet();
        assert_eq!(
            sheet.text(Language::English),
            "\nDepth 2\n  search             nodes\n  minimax            1,234\n  with \"table\", say      -\n\nDepth 3\n  search             nodes\n  minimax                5\n"
        );
        assert!(
            sheet
                .text(Language::Chinese)
                .contains("\n深度 2\n  搜索                节点\n")
        );
        assert_eq!(
            sheet.csv(),
            "search,depth,nodes\nminimax,2,1234\n\"with \"\"table\"\", say\",2,\nminimax,3,5\n"
        );
        let object = sheet.object(&sheet.rows[0]);
        assert_eq!(
            object,
            json!({ "search": "minimax", "depth": 2, "nodes": 1234 })
        );
    }
}
