//! A road drawn back onto its picture.

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
}

/// A road and the colour to draw it in.
#[derive(Clone, Copy, Debug)]
pub struct RoadLine<'a> {
    pub road: &'a Road,
    pub colour: [u8; 3],
}

/// Copies a picture with roads drawn onto it, the last on top: lines three pixels wide through the
/// centres of their states, with a square of five pixels at either end.
pub fn draw_png(picture: &[u8], map: &RoadMap, lines: &[RoadLine]) -> Result<Vec<u8>, DrawError> {
    let mut rows = PixelRows::open(picture)?;
    let (width, height) = (rows.width, rows.height);
    if (width, height) != (paint::width(map.columns()), paint::height(map.rows())) {
        return Err(DrawError::OtherPicture { width, height });
    }
    let channels = rows.channels;
    let mut spots = spots(map, lines).into_iter().peekable();
    let drawn = paint::encode([width, height], channels, |y, pixels| {
        if let Some(row) = rows.next()? {
            pixels.copy_from_slice(row.bytes);
        }
        while let Some(spot) = spots.next_if(|spot| spot.y == y) {
            let pixel = &mut pixels[spot.x as usize * channels..][..channels];
            pixel.fill(u8::MAX);
            pixel[..3].copy_from_slice(&lines[spot.line].colour);
        }
        Ok::<(), ReadError>(())
    })?;
    // Only the end of the file tells whether the rows came from damaged data.
    rows.next()?;
    Ok(drawn)
}

/// A pixel to draw. In the order of the fields: top to bottom, then line over line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Spot {
    y: u32,
    line: usize,
    x: u32,
}

/// The pixels of all lines in the order in which they are drawn, each once.
fn spots(map: &RoadMap, lines: &[RoadLine]) -> Vec<Spot> {
    let mut spots = Vec::new();
    for (line, RoadLine { road, .. }) in lines.iter().enumerate() {
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
        let map = read(&picture, Formula::Squares).expect("a road map");
        let answer = solve(&map, map.whole_trip()).expect("connected");
        let road = answer.shortest;
        let red = [255, 0, 0];
        let line = RoadLine {
            road: &road,
            colour: red,
        };
        let drawing = draw_png(&picture, &map, &[line]).expect("drawn");
        let drawn = read(&drawing, Formula::Squares).expect("still a road map");
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
