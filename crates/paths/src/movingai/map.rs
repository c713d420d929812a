//! `.map` files: four header lines, then a character a cell.

use thiserror::Error;

use crate::maze::{Cell, Grid, GridError};

/// Why a text is not a map. Lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MapError {
    #[error("line {line}: expected {expected}")]
    Header { line: usize, expected: &'static str },
    #[error("line {line}, column {column}: a row of {found} cells, but width is {width}")]
    Width {
        line: usize,
        /// The first character too many, or one past the end.
        column: usize,
        found: usize,
        width: u32,
    },
    #[error("line {line}: {found} rows, but height is {height}")]
    Height {
        /// The first line too many, or one past the end.
        line: usize,
        found: usize,
        height: u32,
    },
    #[error("line {line}, column {column}: {found:?} is no terrain (. G S free; @ O T W blocked)")]
    Terrain {
        line: usize,
        column: usize,
        found: char,
    },
    #[error(transparent)]
    Size(#[from] GridError),
}

/// Reads a `.map`: `.`, `G` and `S` are free; `@`, `O`, `T` and `W` are blocked. (Water and swamp
/// are crossed under rules of their own in the games; the scenario files treat them like this.)
pub fn read_map(text: &str) -> Result<Grid, MapError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim_end()));
    let header = read_header(&mut lines)?;
    let mut grid = Grid::walled(header.height, header.width)?;
    let mut found = 0;
    let mut last_line = 4;
    for (line, row) in lines {
        last_line = line;
        if row.is_empty() && found == header.height as usize {
            continue;
        }
        found += 1;
        if found > header.height as usize {
            return Err(MapError::Height {
                line,
                found,
                height: header.height,
            });
        }
        read_row(&mut grid, found as u32 - 1, line, row)?;
    }
    if found < header.height as usize {
        return Err(MapError::Height {
            line: last_line + 1,
            found,
            height: header.height,
        });
    }
    Ok(grid)
}

/// Writes a grid as a `.map`.
pub fn write_map(grid: &Grid) -> String {
    let (rows, cols) = (grid.rows(), grid.cols());
    let mut text = format!("type octile\nheight {rows}\nwidth {cols}\nmap\n");
    for row in 0..rows {
        text.extend((0..cols).map(|col| {
            if grid.is_free(Cell { row, col }) {
                '.'
            } else {
                '@'
            }
        }));
        text.push('\n');
    }
    text
}

struct Header {
    height: u32,
    width: u32,
}

/// The header's lines come in any order; `map` ends it.
fn read_header<'a>(lines: &mut impl Iterator<Item = (usize, &'a str)>) -> Result<Header, MapError> {
    let (mut height, mut width, mut last) = (None, None, 0);
    for (line, text) in lines.by_ref() {
        last = line;
        let mut words = text.split_whitespace();
        let number = |word: Option<&str>, expected| {
            let number = word.and_then(|word| word.parse::<u32>().ok());
            number.ok_or(MapError::Header { line, expected })
        };
        match words.next() {
            Some("type") => {}
            Some("height") => height = Some(number(words.next(), "height and a number")?),
            Some("width") => width = Some(number(words.next(), "width and a number")?),
            Some("map") => {
                let height = height.ok_or(MapError::Header {
                    line,
                    expected: "height first",
                })?;
                let width = width.ok_or(MapError::Header {
                    line,
                    expected: "width first",
                })?;
                return Ok(Header { height, width });
            }
            _ => {
                return Err(MapError::Header {
                    line,
                    expected: "type, height, width or map",
                });
            }
        }
    }
    Err(MapError::Header {
        line: last + 1,
        expected: "map and the rows after it",
    })
}

fn read_row(grid: &mut Grid, row: u32, line: usize, text: &str) -> Result<(), MapError> {
    let width = grid.cols();
    let found = text.chars().count();
    if found != width as usize {
        let column = found.min(width as usize) + 1;
        return Err(MapError::Width {
            line,
            column,
            found,
            width,
        });
    }
    for (col, terrain) in (0..).zip(text.chars()) {
        match terrain {
            '.' | 'G' | 'S' => grid.set_free(Cell { row, col }, true),
            '@' | 'O' | 'T' | 'W' => {}
            found => {
                return Err(MapError::Terrain {
                    line,
                    column: col as usize + 1,
                    found,
                });
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
        let error = |text: &str| read_map(text).unwrap_err();
        assert!(matches!(error(""), MapError::Header { line: 1, .. }));
        assert!(matches!(
            error("type octile\nheight x\n"),
            MapError::Header { line: 2, .. }
        ));
        assert!(matches!(
            error("type octile\nmap\n"),
            MapError::Header { line: 2, .. }
        ));
        let narrow = error(&SMALL.replace("STW", "ST"));
        assert_eq!(
            narrow,
            MapError::Width {
                line: 6,
                column: 3,
                found: 2,
                width: 3
            }
        );
        let broad = error(&SMALL.replace("STW", "STWW"));
        assert_eq!(
            broad,
            MapError::Width {
                line: 6,
                column: 4,
                found: 4,
                width: 3
            }
        );
        let terrain = error(&SMALL.replace("STW", "S?W"));
        assert_eq!(
            terrain,
            MapError::Terrain {
                line: 6,
                column: 2,
                found: '?'
            }
        );
        let few = error(&SMALL.replace("STW\n", ""));
        assert_eq!(
            few,
            MapError::Height {
                line: 6,
                found: 1,
                height: 2
            }
        );
        let many = error(&format!("{SMALL}...\n"));
        assert_eq!(
            many,
            MapError::Height {
                line: 7,
                found: 3,
                height: 2
            }
        );
        let huge = error("type octile\nheight 4000000000\nwidth 4000000000\nmap\n");
        assert!(matches!(huge, MapError::Size(GridError::TooLarge { .. })));
    }
}
