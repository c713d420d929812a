//! `.scen` files: a query a line, with the octile length of its shortest path.

use crate::TextError;
use crate::maze::{Cell, Grid};

/// One query.
#[derive(Clone, PartialEq, Debug)]
pub struct Scenario {
    /// Queries of similar length share a bucket.
    pub bucket: u32,
    pub map: String,
    pub width: u32,
    pub height: u32,
    pub start: Cell,
    pub goal: Cell,
    /// The length of the shortest 8-connected path without corner cutting.
    pub length: f64,
    /// How far the length may be off because its file rounded it.
    pub rounding: f64,
}

/// Reads a list of queries. A `version` line is welcome, empty lines do no harm.
pub fn read_scenarios(text: &str) -> Result<Vec<Scenario>, TextError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut list = Vec::new();
    let mut most_decimals = 0;
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.trim_start().starts_with("version") {
            continue;
        }
        list.push(read_line(line, number)?);
        let length = line.split_whitespace().last().unwrap_or_default();
        let decimals = length
            .split_once('.')
            .map_or(0, |(_, decimals)| decimals.len());
        most_decimals = most_decimals.max(decimals as i32);
    }
    for query in &mut list {
        query.rounding = rounding(query.length, most_decimals);
    }
    Ok(list)
}

/// Half a unit of the last digit. Some files give a fixed number of decimals; the older ones give
/// six digits in all without trailing zeros, which is at most five decimals.
fn rounding(length: f64, most_decimals: i32) -> f64 {
    let fixed = 0.5 * 10_f64.powi(-most_decimals);
    if most_decimals > 5 {
        return fixed;
    }
    let digits_before_point = length.abs().max(1.0).log10().floor() as i32 + 1;
    fixed.max(0.5 * 10_f64.powi(digits_before_point - 6))
}

impl Scenario {
    /// Is this the length the file gives? To 1e-3, or as near as the file's rounding allows.
    pub fn agrees(&self, length: f64) -> bool {
        (length - self.length).abs() <= self.rounding.max(1e-3)
    }

    /// Is this a query for `grid`? The error names `line`.
    pub fn fits(&self, grid: &Grid, line: usize) -> Result<(), TextError> {
        let (width, height) = (self.width, self.height);
        if (width, height) != (grid.cols(), grid.rows()) {
            let message = format!("the query is for a map of {height} rows and {width} columns");
            return Err(TextError::on(line, message));
        }
        for (end, cell) in [("start", self.start), ("goal", self.goal)] {
            if !grid.holds(cell) {
                let message = format!("the {end} lies outside the map");
                return Err(TextError::on(line, message));
            }
        }
        Ok(())
    }
}

struct Field<'a> {
    column: usize,
    text: &'a str,
}

/// Tabs separate where there are any, because map names may hold spaces.
fn fields(line: &str) -> Vec<Field<'_>> {
    let tabbed = line.contains('\t');
    let separates = |c: char| if tabbed { c == '\t' } else { c.is_whitespace() };
    let mut list = Vec::new();
    let mut column = 1;
    for text in line.trim_end().split(separates) {
        let width = text.chars().count();
        if tabbed || !text.is_empty() {
            let text = text.trim();
            list.push(Field { column, text });
        }
        column += width + 1;
    }
    list
}

fn read_line(text: &str, line: usize) -> Result<Scenario, TextError> {
    let fields = fields(text);
    if fields.len() != 9 {
        let message = format!("{} fields, but a query has 9", fields.len());
        return Err(TextError::on(line, message));
    }
    let no_number = |place: usize, what: &str| {
        let message = format!("{what} should be a number");
        TextError::at(line, fields[place].column, message)
    };
    let whole = |place: usize, what: &str| {
        let number = fields[place].text.parse::<u32>();
        number.map_err(|_| no_number(place, what))
    };
    let length = fields[8].text.parse::<f64>().ok();
    let length = length.filter(|length| length.is_finite());
    Ok(Scenario {
        bucket: whole(0, "the bucket")?,
        map: fields[1].text.to_owned(),
        width: whole(2, "the width")?,
        height: whole(3, "the height")?,
        start: Cell {
            col: whole(4, "the start's column")?,
            row: whole(5, "the start's row")?,
        },
        goal: Cell {
            col: whole(6, "the goal's column")?,
            row: whole(7, "the goal's row")?,
        },
        length: length.ok_or_else(|| no_number(8, "the length"))?,
        // Known once the whole file is.
        rounding: 0.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_read() {
        let text = "version 1.0\r\n3\tmaps/a b.map\t5\t4\t1\t2\t3\t0\t2.82842712\r\n\r\n";
        let list = read_scenarios(text).unwrap();
        assert_eq!(list.len(), 1);
        assert_eq!(list[0].map, "maps/a b.map");
        assert_eq!(list[0].start, Cell { row: 2, col: 1 });
        assert_eq!(list[0].goal, Cell { row: 0, col: 3 });
        let spaced = read_scenarios("0 a.map  5 4 1 2 3 0 1\n").unwrap();
        assert_eq!(spaced[0].goal, list[0].goal);
    }

    #[test]
    fn mistakes_are_pointed_at() {
        for (text, expected) in [
            ("version 1\n1 2 3\n", "line 2: 3 fields"),
            (
                "0\ta\t5\t4\tx\t2\t3\t0\t1\n",
                "line 1, column 9: the start's column should be a number",
            ),
            (
                "0 a 5 4 1 2 3 0 nan\n",
                "line 1, column 17: the length should be a number",
            ),
        ] {
            let error = read_scenarios(text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
    }

    #[test]
    fn lengths_agree_to_what_the_file_can_say() {
        let lengths = |text: &str| {
            let line = |length| format!("0 a.map 5 4 1 2 3 0 {length}\n");
            read_scenarios(&text.split(' ').map(line).collect::<String>()).unwrap()
        };
        let six_digits = lengths("3.82843 1001.29 7");
        assert!(six_digits[0].agrees(3.828_427) && !six_digits[0].agrees(3.8296));
        assert!(six_digits[1].agrees(1001.2914) && !six_digits[1].agrees(1001.2960));
        assert!(six_digits[2].agrees(7.0) && !six_digits[2].agrees(7.002));
        let two_decimals = lengths("244.95 132.40");
        assert!(two_decimals[0].agrees(244.948_27) && !two_decimals[0].agrees(244.94));
        let exact = lengths("1001.29140000");
        assert!(!exact[0].agrees(1001.2930));
    }

    #[test]
    fn a_query_for_another_map_is_refused() {
        let grid = Grid::walled(4, 5).unwrap();
        let fits = |text: &str| {
            let query = read_scenarios(text).unwrap().remove(0);
            query.fits(&grid, 7).map_err(|error| error.to_string())
        };
        assert_eq!(fits("0 a 5 4 1 2 3 0 1"), Ok(()));
        let other = "line 7: the query is for a map of 4 rows and 6 columns";
        assert_eq!(fits("0 a 6 4 1 2 3 0 1"), Err(other.to_owned()));
        let outside = "line 7: the goal lies outside the map";
        assert_eq!(fits("0 a 5 4 1 2 5 0 1"), Err(outside.to_owned()));
    }
}
