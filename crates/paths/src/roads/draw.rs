//! A road drawn back onto its picture, decoded and encoded row by row.

use std::io::{self, BufRead, Seek, Write};

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError};
use thiserror::Error;

use super::pixels::PixelRows;
use super::{Place, ReadError, Road, RoadMap, paint};

/// Why a road could not be drawn.
#[derive(Debug, Error)]
pub enum DrawError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("the picture is {width} x {height} pixels, but the map was read from another size")]
    OtherPicture { width: u32, height: u32 },
    #[error("cannot write the drawing: {0}")]
    Write(#[from] EncodingError),
}

impl From<io::Error> for DrawError {
    fn from(error: io::Error) -> Self {
        Self::Write(error.into())
    }
}

/// A road and the colour to draw it in.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    pub road: &'a Road,
    pub colour: [u8; 3],
}

/// Copies a picture with roads drawn onto it, the last on top: lines three pixels wide through the
/// centres of their states, with a square of five pixels at either end.
pub fn draw_png(
    picture: impl BufRead + Seek,
    map: &RoadMap,
    lines: &[Line],
    out: impl Write,
) -> Result<(), DrawError> {
    let mut rows = PixelRows::open(picture)?;
    let (width, height) = (rows.width, rows.height);
    if (width, height) != (paint::width(map.columns()), paint::height(map.rows())) {
        return Err(DrawError::OtherPicture { width, height });
    }
    let channels = rows.channels;
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(if channels == 3 {
        ColorType::Rgb
    } else {
        ColorType::Rgba
    });
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    let mut writer = encoder.write_header()?;
    let mut drawn = writer.stream_writer()?;

    let mut spots = spots(map, lines).into_iter().peekable();
    let mut pixels = Vec::new();
    while let Some(row) = rows.next()? {
        pixels.clear();
        pixels.extend_from_slice(row.bytes);
        while let Some(spot) = spots.next_if(|spot| spot.y == row.y) {
            let pixel = &mut pixels[spot.x as usize * channels..][..channels];
            pixel.fill(u8::MAX);
            pixel[..3].copy_from_slice(&lines[spot.line].colour);
        }
        drawn.write_all(&pixels)?;
    }
    drawn.finish()?;
    Ok(())
}

/// A pixel to draw. In the order of the fields: top to bottom, then line over line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Spot {
    y: u32,
    line: usize,
    x: u32,
}

/// The pixels of all lines in the order in which they are drawn, each once.
fn spots(map: &RoadMap, lines: &[Line]) -> Vec<Spot> {
    let mut spots = Vec::new();
    for (line, Line { road, .. }) in lines.iter().enumerate() {
        let mut square = |x: u32, y: u32, reach: u32| {
            // Centres lie 4 pixels from any edge of the picture or more.
            for y in y - reach..=y + reach {
                spots.extend((x - reach..=x + reach).map(|x| Spot { y, line, x }));
            }
        };
        let centres: Vec<Place> = road.states.iter().map(|&state| map.place(state)).collect();
        for pair in centres.windows(2) {
            // Neighbouring centres lie at most 8 pixels apart in either direction.
            for step in 0..=8 {
                let between = |from: u32, to: u32| (from * (8 - step) + to * step) / 8;
                let (x, y) = (between(pair[0].x, pair[1].x), between(pair[0].y, pair[1].y));
                square(x, y, 1);
            }
        }
        for end in [centres.first(), centres.last()].into_iter().flatten() {
            square(end.x, end.y, 2);
        }
    }
    spots.sort_unstable();
    spots.dedup();
    spots
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::super::{Colours, Country, Formula, read, solve};
    use super::*;

    #[test]
    fn a_drawn_road_colours_its_own_states_and_no_others() {
        let country = Country {
            columns: 9,
            rows: 8,
            holes: 10,
            colours: Colours::Random,
            seed: 1,
        };
        let picture = country.png().expect("a possible size");
        let map = read(Cursor::new(&picture), Formula::Squares).expect("a road map");
        let answer = solve(&map, map.whole_trip()).expect("connected");
        let road = answer.shortest;
        let mut drawing = Vec::new();
        let red = [255, 0, 0];
        let line = Line {
            road: &road,
            colour: red,
        };
        draw_png(Cursor::new(&picture), &map, &[line], &mut drawing).expect("drawn");
        let drawn = read(Cursor::new(drawing), Formula::Squares).expect("still a road map");
        for state in map.states() {
            let expected = if road.states.contains(&state) {
                red
            } else {
                map.colour(state)
            };
            assert_eq!(drawn.colour(state), expected);
        }
    }
}
