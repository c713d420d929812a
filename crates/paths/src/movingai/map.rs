//! `.map` files: four header lines, then a character a cell.

use crate::TextError;
use crate::maze::{Cell, Grid};

/// Reads a `.map`: `.`, `G` and `S` are free; `@`, `O`, `T` and `W` are blocked. (Water and swamp
/// are crossed under rules of their own in the games; the scenario files treat them like this.)
pub fn read_map(text: &str) -> Result<Grid, TextError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = (1..).zip(text.lines().map(str::trim_end));
    let Header { height, width } = read_header(&mut lines)?;
    let mut grid = Grid::walled(height, width)?;
    let mut found = 0;
    let mut last_line = 4;
    let wrong_height = |line, found| {
        let message = format!("{found} rows, but height is {height}");
        Err(TextError::on(line, message))
    };
    for (line, row) in lines {
        last_line = line;
        if row.is_empty() && found == height {
            continue;
        }
        if found == height {
            return wrong_height(line, u64::from(found) + 1);
        }
        read_row(&mut grid, found, line, row)?;
        found += 1;
    }
    if found < height {
        return wrong_height(last_line + 1, found.into());
    }
    Ok(grid)
}

/// Writes a grid as a `.map`.
pub fn write_map(grid: &Grid) -> String {
    let (rows, cols) = (grid.rows(), grid.cols());
    let mut text = format!("type octile\nheight {rows}\nwidth {cols}\nmap\n");
    for row in 0..rows {
        let is_free = |col| grid.is_free(Cell { row, col });
        text.extend((0..cols).map(|col| if is_free(col) { '.' } else { '@' }));
        text.push('\n');
    }
    text
}

struct Header {
    height: u32,
    width: u32,
}

/// The header's lines come in any order; `map` ends it.
fn read_header<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
) -> Result<Header, TextError> {
    let (mut height, mut width, mut last) = (None, None, 0);
    let expected = |line, what| TextError::on(line, format!("expected {what}"));
    for (line, text) in lines.by_ref() {
        last = line;
        let mut words = text.split_whitespace();
        let (keyword, number) = (words.next(), words.next());
        let number = number.and_then(|word| word.parse::<u32>().ok());
        match keyword {
            Some("type") => {}
            Some("height") => {
                height = Some(number.ok_or_else(|| expected(line, "height and a number"))?);
            }
            Some("width") => {
                width = Some(number.ok_or_else(|| expected(line, "width and a number"))?);
            }
            Some("map") => {
                return Ok(Header {
                    height: height.ok_or_else(|| expected(line, "height first"))?,
                    width: width.ok_or_else(|| expected(line, "width first"))?,
                });
            }
            _ => return Err(expected(line, "type, height, width or map")),
        }
    }
    Err(expected(last + 1, "map and the rows after it"))
}

fn read_row(grid: &mut Grid, row: u32, line: usize, text: &str) -> Result<(), TextError> {
    let width = grid.cols();
    let found = text.chars().count();
    if found != width as usize {
        // Points at the first character too many, or past the end.
        let column = found.min(width as usize) + 1;
        let message = format!("a row of {found} cells, but width is {width}");
        return Err(TextError::at(line, column, message));
    }
    for (col, terrain) in (0..).zip(text.chars()) {
        match terrain {
            '.' | 'G' | 'S' => grid.set_free(Cell { row, col }, true),
            '@' | 'O' | 'T' | 'W' => {}
            found => {
                let message = format!("{found:?} is no terrain (. G S free; @ O T W blocked)");
                return Err(TextError::at(line, col as usize + 1, message));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "type octile\nheight 2\nwidth 3\nmap\n.@G\nSTW\n";

    #[test]
    fn a_map_is_read_with_any_line_ends_and_written_back() {
        let grid = read_map(SMALL).unwrap();
        assert_eq!((grid.rows(), grid.cols(), grid.free_cells()), (2, 3, 3));
        assert_eq!(read_map(&SMALL.replace('\n', "\r\n")).unwrap(), grid);
        assert_eq!(read_map(&write_map(&grid)).unwrap(), grid);
        let swapped = SMALL.replace("height 2\nwidth 3", "width 3\nheight 2");
        assert_eq!(read_map(&swapped).unwrap(), grid);
    }

    #[test]
    fn mistakes_are_pointed_at() {
        let huge = "type octile\nheight 4000000000\nwidth 4000000000\nmap\n";
        for (text, expected) in [
            ("", "line 1: expected map"),
            ("type octile\nheight x\n", "line 2: expected height"),
            ("type octile\nmap\n", "line 2: expected height first"),
            (
                &SMALL.replace("STW", "ST"),
                "line 6, column 3: a row of 2 cells, but width is 3",
            ),
            (
                &SMALL.replace("STW", "STWW"),
                "line 6, column 4: a row of 4 cells",
            ),
            (
                &SMALL.replace("STW", "S?W"),
                "line 6, column 2: '?' is no terrain",
            ),
            (
                &SMALL.replace("STW\n", ""),
                "line 6: 1 rows, but height is 2",
            ),
            (&format!("{SMALL}...\n"), "line 7: 3 rows"),
            (huge, "4000000000x4000000000 is more than"),
        ] {
            let error = read_map(text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
    }
}
