//! The course's text: rows of 0 (free) and 1 (wall), and the answer files it asks for.

use std::fmt::Write;

use thiserror::Error;

use super::{Cell, Grid, GridError, move_string};

/// Why a text is not a maze. Lines and columns count from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CourseError {
    #[error("the text has no row of 0 and 1")]
    NoRows,
    #[error("line {line}, column {column}: {found:?} is neither 0 (free) nor 1 (wall)")]
    Digit {
        line: usize,
        column: usize,
        found: char,
    },
    #[error("line {line}, column {column}: a row of {found} cells, but the first has {expected}")]
    Ragged {
        line: usize,
        /// The first character too many, or one past the end of a row too short.
        column: usize,
        found: usize,
        expected: usize,
    },
    #[error("line {line}: an empty line inside the maze")]
    Gap { line: usize },
    #[error(transparent)]
    Size(#[from] GridError),
}

/// Reads a maze text, with or without spaces between the digits, with any line ends.
pub fn read(text: &str) -> Result<Grid, CourseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut rows: Vec<Row> = Vec::new();
    let mut gap = None;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if line.trim().is_empty() {
            // Empty lines before the first row and after the last one do no harm.
            if !rows.is_empty() {
                gap.get_or_insert(number);
            }
            continue;
        }
        if let Some(line) = gap {
            return Err(CourseError::Gap { line });
        }
        let row = read_row(line, number)?;
        if let Some(first) = rows.first().map(|row| row.cells.len())
            && first != row.cells.len()
        {
            let (found, expected) = (row.cells.len(), first);
            let column = row.columns.get(expected).copied().unwrap_or(row.end);
            return Err(CourseError::Ragged {
                line: number,
                column,
                found,
                expected,
            });
        }
        rows.push(row);
    }
    let cols = rows.first().ok_or(CourseError::NoRows)?.cells.len();
    let [height, width] = [rows.len(), cols].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
    Ok(Grid::from_fn(height, width, |cell| {
        rows[cell.row as usize].cells[cell.col as usize]
    })?)
}

/// Writes a maze as the course does: digits with a space between, a row a line.
pub fn write(grid: &Grid) -> String {
    let mut text = String::with_capacity((grid.rows() * grid.cols() * 2) as usize);
    for row in 0..grid.rows() {
        for col in 0..grid.cols() {
            if col > 0 {
                text.push(' ');
            }
            text.push(if grid.is_free(Cell { row, col }) {
                '0'
            } else {
                '1'
            });
        }
        text.push('\n');
    }
    text
}

/// What an answer file says: how long it took and which way, if any.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AnswerForm<'a> {
    pub seconds: f64,
    pub path: Option<&'a [Cell]>,
}

/// The course's answer: seconds, move string, number of steps, a line each; without a path the
/// move string is empty and the number is -1.
pub fn answer(form: AnswerForm) -> String {
    let mut text = String::new();
    let written = match form.path {
        Some(path) => {
            let (moves, steps) = (move_string(path), path.len().saturating_sub(1));
            write!(text, "{:.6}\n{moves}\n{steps}\n", form.seconds)
        }
        None => write!(text, "{:.6}\n\n-1\n", form.seconds),
    };
    written.expect("writing to a String cannot fail");
    text
}

struct Row {
    cells: Vec<bool>,
    /// The text column of each cell, to point at the first one too many.
    columns: Vec<usize>,
    /// One past the last character.
    end: usize,
}

fn read_row(line: &str, number: usize) -> Result<Row, CourseError> {
    let mut row = Row {
        cells: Vec::new(),
        columns: Vec::new(),
        end: 1,
    };
    for (index, found) in line.trim_end().chars().enumerate() {
        let column = index + 1;
        row.end = column + 1;
        match found {
            '0' | '1' => {
                row.cells.push(found == '0');
                row.columns.push(column);
            }
            ' ' | '\t' => {}
            _ => {
                return Err(CourseError::Digit {
                    line: number,
                    column,
                    found,
                });
            }
        }
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_and_line_ends_do_not_matter() {
        let plain = read("010\n001\n").unwrap();
        for text in [
            "0 1 0\r\n0 0 1\r\n",
            "\u{feff}010\n001",
            "\n0\t1 0 \n 001\n\n \r\n",
        ] {
            assert_eq!(read(text).unwrap(), plain, "{text:?}");
        }
        assert_eq!(write(&plain), "0 1 0\n0 0 1\n");
        assert_eq!(read(&write(&plain)).unwrap(), plain);
    }

    #[test]
    fn mistakes_are_pointed_at() {
        assert_eq!(read(" \r\n\n"), Err(CourseError::NoRows));
        let digit = read("0 1\n0 2\n").unwrap_err();
        assert_eq!(
            digit,
            CourseError::Digit {
                line: 2,
                column: 3,
                found: '2'
            }
        );
        let long = read("01\n0 1 1\n").unwrap_err();
        assert_eq!(
            long,
            CourseError::Ragged {
                line: 2,
                column: 5,
                found: 3,
                expected: 2
            }
        );
        let short = read("011\n01\r\n").unwrap_err();
        assert_eq!(
            short,
            CourseError::Ragged {
                line: 2,
                column: 3,
                found: 2,
                expected: 3
            }
        );
        assert_eq!(
            read("01\n\n01\n").unwrap_err(),
            CourseError::Gap { line: 2 }
        );
        let wide = read("01\n0é\n").unwrap_err();
        assert_eq!(
            wide,
            CourseError::Digit {
                line: 2,
                column: 2,
                found: 'é'
            }
        );
    }

    #[test]
    fn answers_take_three_lines() {
        let path = [
            Cell { row: 0, col: 0 },
            Cell { row: 1, col: 0 },
            Cell { row: 1, col: 1 },
        ];
        let found = answer(AnswerForm {
            seconds: 0.5,
            path: Some(&path),
        });
        assert_eq!(found, "0.500000\nDR\n2\n");
        assert_eq!(
            answer(AnswerForm {
                seconds: 0.0,
                path: None
            }),
            "0.000000\n\n-1\n"
        );
    }
}
