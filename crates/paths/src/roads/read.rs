//! A picture becomes a map: PNG decoded row by row, one row of pixels in memory at a time.

use png::DecodingError;
use thiserror::Error;

use super::builder::RoadMapBuilder;
use super::pixels::PixelRows;
use super::{Formula, Place, RoadMap};

/// The widest and highest picture we read: over sixteen million states. What a header claims beyond
/// this is refused before any pixel is decoded.
pub const MAX_PIXELS_A_SIDE: u32 = 32_768;

/// Why a picture is no road map.
#[derive(Debug, Error)]
pub enum ReadError {
    #[error("not a PNG: the file does not start with the PNG signature")]
    NotPng,
    #[error("damaged PNG before its first row of pixels: {0}")]
    Header(#[source] DecodingError),
    #[error("the picture is {found}; a road map is RGB or RGBA with 8 bits a channel")]
    Colours { found: &'static str },
    #[error("the picture has {bits} bits a channel; a road map has 8")]
    Depth { bits: u8 },
    #[error("the picture is interlaced; save it without interlacing")]
    Interlaced,
    #[error("the picture is {width} pixels wide; a road map is 8 n + 1 wide, at least 9")]
    Width { width: u32 },
    #[error("the picture is {height} pixels high; a road map is 8 n + 5 high, at least 13")]
    Height { height: u32 },
    #[error("the picture claims {width} x {height} pixels; at most {MAX_PIXELS_A_SIDE} a side")]
    TooLarge { width: u32, height: u32 },
    #[error("damaged PNG in pixel row {y} (of {height}): {source}")]
    Pixels {
        y: u32,
        height: u32,
        source: DecodingError,
    },
    #[error("damaged PNG after its last row of pixels: {0}")]
    End(#[source] DecodingError),
    #[error("no state at all: all {samples} places for a state are white")]
    NoState { samples: u64 },
}

/// Reads a map from a PNG. Transparency is ignored: the colour below it counts.
pub fn read(picture: &[u8], formula: Formula) -> Result<RoadMap, ReadError> {
    let mut rows = PixelRows::open(picture)?;
    let mut builder = RoadMapBuilder::new((rows.width - 1) / 8);
    let last_centre = rows.height - 7;
    while let Some(pixels) = rows.next()? {
        if pixels.y % 8 == 6 && pixels.y <= last_centre {
            let row = pixels.y / 8;
            let tiles = (0..builder.next_row_len()).map(|column| {
                let colour = pixels.colour(Place::new(row, column).x);
                (formula.value(colour), colour)
            });
            builder.push_row(tiles);
        }
    }
    let (columns, lines) = (u64::from(rows.width / 8), u64::from(rows.height / 8));
    builder.finish().ok_or(ReadError::NoState {
        samples: columns * lines - lines / 2,
    })
}

#[cfg(test)]
mod tests {
    use png::{BitDepth, ColorType};

    use super::super::{Colours, Country, Road, solve};
    use super::*;

    fn encode(color: ColorType, depth: BitDepth, width: u32, height: u32) -> Vec<u8> {
        let mut png = Vec::new();
        let mut encoder = png::Encoder::new(&mut png, width, height);
        encoder.set_color(color);
        encoder.set_depth(depth);
        if color == ColorType::Indexed {
            encoder.set_palette(vec![0; 3]);
        }
        let mut writer = encoder.write_header().expect("writes to memory");
        let bits = color.samples() * depth as usize * width as usize;
        let data = vec![255; bits.div_ceil(8) * height as usize];
        writer.write_image_data(&data).expect("the right size");
        writer.finish().expect("writes to memory");
        png
    }

    fn error(png: &[u8]) -> String {
        let error = read(png, Formula::Squares).expect_err("not a road map");
        error.to_string()
    }

    #[test]
    fn the_course_sample_has_the_course_answers() {
        let Some(path) = boyi_game::shared_files::path("roads/test1.png") else {
            return;
        };
        let bytes = std::fs::read(path).expect("the file is there");
        let map = read(&bytes, Formula::Squares).expect("a road map");
        assert_eq!(map.count(), 7);
        let answer = solve(&map, map.whole_trip()).expect("connected");
        let second = answer.second.expect("there is one");
        let numbers =
            |road: &Road| -> Vec<u32> { road.states.iter().map(|state| state.number()).collect() };
        assert_eq!(answer.shortest.cost, 430_054);
        assert_eq!(numbers(&answer.shortest), [1, 2, 6, 7]);
        assert_eq!(second.cost, 477_746);
        assert_eq!(numbers(&second), [1, 5, 6, 7]);
    }

    #[test]
    fn pictures_that_are_no_road_maps_are_refused_with_the_reason() {
        let eight = BitDepth::Eight;
        let cases = [
            (encode(ColorType::Rgb, eight, 33, 20), "20 pixels high"),
            (encode(ColorType::Rgb, eight, 32, 21), "32 pixels wide"),
            (encode(ColorType::Rgb, eight, 1, 13), "1 pixels wide"),
            (encode(ColorType::Rgb, eight, 9, 5), "5 pixels high"),
            (encode(ColorType::Rgb, BitDepth::Sixteen, 33, 21), "16 bits"),
            (
                encode(ColorType::Indexed, eight, 33, 21),
                "a palette picture",
            ),
            (encode(ColorType::Grayscale, eight, 33, 21), "greyscale"),
            (
                encode(ColorType::GrayscaleAlpha, eight, 33, 21),
                "greyscale",
            ),
            (
                encode(ColorType::Rgb, eight, 33, 21),
                "all 7 places for a state are white",
            ),
            (
                encode(ColorType::Rgba, eight, 33, 21),
                "all 7 places for a state are white",
            ),
            (b"GIF89a..".to_vec(), "not a PNG"),
            (Vec::new(), "not a PNG"),
        ];
        for (png, expected) in cases {
            let message = error(&png);
            assert!(message.contains(expected), "{message} / {expected}");
        }
    }

    #[test]
    fn a_truncated_picture_names_the_row_of_pixels() {
        let png = encode(ColorType::Rgb, BitDepth::Eight, 33, 21);
        let message = error(&png[..png.len() - 30]);
        assert!(message.contains("damaged PNG in pixel row"), "{message}");
        assert!(error(&png[..20]).contains("damaged PNG before its first row"));
    }

    #[test]
    fn transparency_is_ignored() {
        let country = Country {
            columns: 3,
            rows: 2,
            holes: 0,
            colours: Colours::Random,
            seed: 9,
        };
        let rgb = country.png().expect("a possible size");
        let mut rows = PixelRows::open(&rgb).expect("a road map");
        let mut pixels = Vec::new();
        while let Some(row) = rows.next().expect("whole") {
            pixels.extend(row.bytes.chunks(3).flat_map(|p| [p[0], p[1], p[2], 7]));
        }
        let mut rgba = Vec::new();
        let mut encoder = png::Encoder::new(&mut rgba, country.width(), country.height());
        encoder.set_color(ColorType::Rgba);
        let mut writer = encoder.write_header().expect("writes to memory");
        writer.write_image_data(&pixels).expect("the right size");
        writer.finish().expect("writes to memory");
        let map = |png: &[u8]| read(png, Formula::Squares).expect("a road map");
        assert_eq!(map(&rgb), map(&rgba));
    }
}
