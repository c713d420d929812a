//! The course's text: rows of 0 (free) and 1 (wall), and the answer files it asks for.

use super::{Cell, Grid, GridError, Terrain, move_string};
use crate::TextError;

/// Reads a maze text, with or without spaces between the digits, with any line ends.
pub fn read(text: &str) -> Result<Grid, TextError> {
    let rows = read_rows(text, '1')?;
    Ok(grid_of(&rows)?)
}

/// Reads a maze text in which 2 to 9 are free cells that cost so much to enter. 0 costs 1.
pub fn read_weighted(text: &str) -> Result<(Grid, Terrain), TextError> {
    let rows = read_rows(text, '9')?;
    let grid = grid_of(&rows)?;
    let terrain = Terrain::from_fn(&grid, |cell| digit(&rows, cell));
    Ok((grid, terrain))
}

fn digit(rows: &[Row], cell: Cell) -> u8 {
    rows[cell.row as usize].cells[cell.col as usize]
}

fn grid_of(rows: &[Row]) -> Result<Grid, GridError> {
    let width = rows.first().map_or(0, |row| row.cells.len());
    let [height, width] = [rows.len(), width].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    Grid::from_fn(height, width, |cell| digit(rows, cell) != WALL)
}

const WALL: u8 = 1;

/// The digits of a text, all rows of one length; `most` is the largest digit there may be.
fn read_rows(text: &str, most: char) -> Result<Vec<Row>, TextError> {
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
            return Err(TextError::on(line, "an empty line inside the maze"));
        }
        let row = read_row(line, number, most)?;
        if let Some(first) = rows.first().map(|row| row.cells.len())
            && first != row.cells.len()
        {
            // Points at the first cell too many, or past the end of a row too short.
            let column = row.columns.get(first).copied().unwrap_or(row.end);
            let found = row.cells.len();
            let message = format!("a row of {found} cells, but the first has {first}");
            return Err(TextError::at(number, column, message));
        }
        rows.push(row);
    }
    if rows.is_empty() {
        return Err(TextError::new("the text has no row of 0 and 1"));
    }
    Ok(rows)
}

/// Writes a maze as the course does: digits with a space between, a row a line.
pub fn write(grid: &Grid) -> String {
    let mut text = String::with_capacity((grid.rows() * grid.cols() * 2) as usize);
    for row in 0..grid.rows() {
        for col in 0..grid.cols() {
            if col > 0 {
                text.push(' ');
            }
            let is_free = grid.is_free(Cell { row, col });
            text.push(if is_free { '0' } else { '1' });
        }
        text.push('\n');
    }
    text
}

/// The course's answer: seconds, move string, number of steps, a line each; without a path the
/// move string is empty and the number is -1.
pub fn answer(seconds: f64, path: Option<&[Cell]>) -> String {
    let moves = path.map(move_string).unwrap_or_default();
    let steps = path.map_or(-1, |path| path.len() as i64 - 1);
    format!("{seconds:.6}\n{moves}\n{steps}\n")
}

struct Row {
    cells: Vec<u8>,
    /// The text column of each cell, to point at the first one too many.
    columns: Vec<usize>,
    end: usize,
}

fn read_row(line: &str, number: usize, most: char) -> Result<Row, TextError> {
    let line = line.trim_end();
    let mut row = Row {
        cells: Vec::new(),
        columns: Vec::new(),
        end: line.chars().count() + 1,
    };
    for (column, found) in (1..).zip(line.chars()) {
        match found {
            '0'..='9' if found <= most => {
                row.cells.push(found as u8 - b'0');
                row.columns.push(column);
            }
            ' ' | '\t' => {}
            _ => {
                let message = match most {
                    '1' => format!("{found:?} is neither 0 (free) nor 1 (wall)"),
                    _ => format!(
                        "{found:?} is neither 0 (free), 1 (wall) nor a cost from 2 to {most}"
                    ),
                };
                return Err(TextError::at(number, column, message));
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
        for (text, expected) in [
            (" \r\n\n", "the text has no row of 0 and 1"),
            ("0 1\n0 2\n", "line 2, column 3: '2' is neither"),
            ("01\n0é\n", "line 2, column 2: 'é' is neither"),
            ("01\n0 1 1\n", "line 2, column 5: a row of 3 cells, but"),
            ("011\n01\r\n", "line 2, column 3: a row of 2 cells, but"),
            ("01\n\n01\n", "line 2: an empty line inside the maze"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
    }

    #[test]
    fn weights_are_read_where_they_are_allowed() {
        let (grid, terrain) = read_weighted("0 1 9\n053\n").unwrap();
        assert_eq!(grid.free_list().len(), 5);
        let weight = |row, col| terrain.weight(grid.node(Cell { row, col }));
        assert_eq!([weight(0, 0), weight(0, 2), weight(1, 1)], [1, 9, 5]);
        assert!(read_weighted("01\n").unwrap().1.is_plain());
        let error = read_weighted("0x\n").unwrap_err().to_string();
        assert_eq!(
            error,
            "line 1, column 2: 'x' is neither 0 (free), 1 (wall) nor a cost from 2 to 9"
        );
    }

    #[test]
    fn answers_take_three_lines() {
        let path = [(0, 0), (1, 0), (1, 1)].map(|(row, col)| Cell { row, col });
        assert_eq!(answer(0.5, Some(&path)), "0.500000\nDR\n2\n");
        assert_eq!(answer(0.0, None), "0.000000\n\n-1\n");
    }
}
