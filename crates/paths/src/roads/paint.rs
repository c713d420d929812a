//! The picture of a country: hexagons with black outlines on white, one row of pixels at a time.

use std::io::Write;

use png::{BitDepth, ColorType, Compression, Encoder};

use super::Place;

/// How far a hexagon reaches to the left and right of its centre, from its topmost row of pixels to
/// its lowest.
const REACH: [u32; 13] = [0, 1, 2, 3, 4, 4, 4, 4, 4, 3, 2, 1, 0];

/// The width in pixels of a country this many states wide.
pub(super) const fn width(columns: u32) -> u32 {
    8 * columns + 1
}

/// The height in pixels of a country of this many rows.
pub(super) const fn height(rows: u32) -> u32 {
    8 * rows + 5
}

/// Paints row `y` of the picture into `pixels` (3 bytes each). `tile` gives the colour of the state
/// at a row and column, `None` for a hole.
pub(super) fn paint_row(
    pixels: &mut [u8],
    [columns, rows]: [u32; 2],
    y: u32,
    tile: impl Fn(u32, u32) -> Option<[u8; 3]>,
) {
    pixels.fill(255);
    // Neighbouring rows of hexagons interlock: up to two of them meet in a row of pixels.
    for row in (y / 8).saturating_sub(1)..=(y / 8).min(rows - 1) {
        let Some(&reach) = REACH.get((y - 8 * row) as usize) else {
            continue;
        };
        for column in 0..columns - row % 2 {
            if let Some(colour) = tile(row, column) {
                let x = Place::new(row, column).x;
                for inside in x - reach + 1..x + reach {
                    set(pixels, inside, colour);
                }
                set(pixels, x - reach, [0; 3]);
                set(pixels, x + reach, [0; 3]);
            }
        }
    }
}

/// The PNG of pixels of 3 bytes, or 4 with transparency, which `write_row` gives row by row: only
/// the compressed picture is ever in memory as a whole.
pub(super) fn encode<E>(
    [width, height]: [u32; 2],
    channels: usize,
    mut write_row: impl FnMut(u32, &mut [u8]) -> Result<(), E>,
) -> Result<Vec<u8>, E> {
    const IN_MEMORY: &str = "writing to memory cannot fail";
    let mut png = Vec::new();
    let mut encoder = Encoder::new(&mut png, width, height);
    encoder.set_color(if channels == 3 {
        ColorType::Rgb
    } else {
        ColorType::Rgba
    });
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    let mut writer = encoder.write_header().expect(IN_MEMORY);
    let mut rows = writer.stream_writer().expect(IN_MEMORY);
    let mut pixels = vec![0; channels * width as usize];
    for y in 0..height {
        write_row(y, &mut pixels)?;
        rows.write_all(&pixels).expect(IN_MEMORY);
    }
    rows.finish().expect(IN_MEMORY);
    drop(writer);
    Ok(png)
}

fn set(pixels: &mut [u8], x: u32, colour: [u8; 3]) {
    pixels[3 * x as usize..][..3].copy_from_slice(&colour);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The outline of the specification: 9 wide, 13 high, with these widths from the top.
    #[test]
    fn a_hexagon_has_the_outline_of_the_rules() {
        let widths = [1, 3, 5, 7, 9, 9, 9, 9, 9, 7, 5, 3, 1];
        for (y, width) in widths.into_iter().enumerate() {
            let mut pixels = [0; 27];
            paint_row(&mut pixels, [1, 1], y as u32, |_, _| Some([1, 2, 3]));
            let painted = pixels.chunks(3).filter(|&pixel| pixel != [255; 3]).count();
            assert_eq!(painted, width);
            let inside = pixels.chunks(3).filter(|&pixel| pixel == [1, 2, 3]).count();
            assert_eq!(inside, width.saturating_sub(2));
        }
    }
}
