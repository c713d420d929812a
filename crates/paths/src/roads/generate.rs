//! Generated pictures of countries: the same settings and seed give the same picture.

use thiserror::Error;

use super::MAX_PIXELS_A_SIDE;
use super::paint::{encode, height, paint_row, width};
use crate::stream::Stream;

/// Which colours a generated country has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colours {
    /// One for all: every road of as many states costs the same.
    Equal,
    /// Three, whose values by the formula of the task are as 1 to 2 to 3: many roads tie.
    Few,
    Random,
}

/// A size without states, or with more than we would read back.
#[derive(Clone, Copy, Debug, Error)]
#[error("a country of {columns} x {rows} states: at least 1 and at most {} a side", MAX_PIXELS_A_SIDE / 8 - 1)]
pub struct SizeError {
    pub columns: u32,
    pub rows: u32,
}

/// A country to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Country {
    /// States on even rows, at least 1.
    pub columns: u32,
    pub rows: u32,
    /// How many of a hundred states are missing. The first and the last place always hold a state.
    pub holes: u8,
    pub colours: Colours,
    pub seed: u64,
}

impl Country {
    /// The width of the picture in pixels.
    pub const fn width(&self) -> u32 {
        width(self.columns)
    }

    /// The height of the picture in pixels.
    pub const fn height(&self) -> u32 {
        height(self.rows)
    }

    /// The picture as PNG.
    pub fn png(&self) -> Result<Vec<u8>, SizeError> {
        let (columns, rows) = (self.columns, self.rows);
        let possible = 1..MAX_PIXELS_A_SIDE / 8;
        if !possible.contains(&columns) || !possible.contains(&rows) {
            return Err(SizeError { columns, rows });
        }
        let tiles = self.tiles();
        encode([self.width(), self.height()], 3, |y, pixels| {
            paint_row(pixels, [columns, rows], y, |row, column| {
                tiles[(row * columns + column) as usize]
            });
            Ok(())
        })
    }

    /// The colour of every place, `None` for a hole, in rows of `columns`.
    fn tiles(&self) -> Vec<Option<[u8; 3]>> {
        let mut stream = Stream::new(self.seed);
        let mut tiles: Vec<_> = (0..self.columns * self.rows)
            .map(|_| {
                let colour = self.colours.pick(&mut stream);
                (!stream.percent(self.holes)).then_some(colour)
            })
            .collect();
        let last_row = self.rows - 1;
        let last = last_row * self.columns + (self.columns - last_row % 2).max(1) - 1;
        for corner in [0, last as usize] {
            tiles[corner].get_or_insert(self.colours.pick(&mut stream));
        }
        tiles
    }
}

impl Colours {
    fn pick(self, stream: &mut Stream) -> [u8; 3] {
        match self {
            Self::Equal => [200, 180, 120],
            Self::Few => {
                let darker = stream.below(3u64);
                [254, 255 - u8::from(darker > 0), 255 - u8::from(darker > 1)]
            }
            Self::Random => {
                // White is the last of all colours.
                let [red, green, blue, ..] = stream.below((1u64 << 24) - 1).to_le_bytes();
                [red, green, blue]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Formula, read};
    use super::*;

    fn values(colours: Colours, holes: u8) -> Vec<u32> {
        let country = Country {
            columns: 7,
            rows: 6,
            holes,
            colours,
            seed: 3,
        };
        let png = country.png().expect("a possible size");
        let map = read(&png, Formula::Squares).expect("a road map");
        assert_eq!((map.columns(), map.rows()), (7, 6));
        map.states().map(|state| map.value(state)).collect()
    }

    #[test]
    fn a_generated_picture_reads_back_with_its_colours_and_holes() {
        assert_eq!(values(Colours::Equal, 0), [108_275; 39]);
        assert!((20..39).contains(&values(Colours::Equal, 25).len()));
        let few = values(Colours::Few, 0);
        assert!([509, 1018, 1527].iter().all(|value| few.contains(value)));
        let mut random = values(Colours::Random, 0);
        random.sort_unstable();
        random.dedup();
        assert!(random.len() > 30);
    }

    #[test]
    fn a_country_without_states_or_without_end_is_refused() {
        for (columns, rows) in [(0, 1), (1, 0), (4096, 1), (1, u32::MAX)] {
            let country = Country {
                columns,
                rows,
                holes: 0,
                colours: Colours::Equal,
                seed: 0,
            };
            let error = country.png().expect_err("not possible");
            let expected = format!("a country of {columns} x {rows} states");
            assert!(error.to_string().starts_with(&expected), "{error}");
        }
    }

    #[test]
    fn a_country_of_holes_keeps_its_first_and_last_state() {
        assert_eq!(values(Colours::Few, 100).len(), 2);
    }
}
