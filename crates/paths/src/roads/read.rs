//! A picture becomes a map: PNG decoded row by row, one row of pixels in memory at a time.

use std::io::{self, BufRead, Seek};

use png::{BitDepth, ColorType, Decoder, DecodingError, Limits};
use thiserror::Error;

use super::map::{RoadMapBuilder, Tile};
use super::{Formula, Place, RoadMap};

/// The widest and highest picture we read: over sixteen million states. What a header claims beyond
/// this is refused before any pixel is decoded.
pub const MAX_PIXELS_A_SIDE: u32 = 32_768;

/// Why a picture is no road map.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The first bytes are not those of a PNG.
    #[error("not a PNG: the file does not start with the PNG signature")]
    NotPng,
    /// The header or a chunk before the pixels is damaged.
    #[error("damaged PNG before its first row of pixels: {0}")]
    Header(#[source] DecodingError),
    /// The picture does not hold red, green and blue.
    #[error("the picture is {found}; a road map is RGB or RGBA with 8 bits a channel")]
    Colours {
        /// What it holds, in words.
        found: &'static str,
    },
    /// The channels are not 8 bits deep.
    #[error("the picture has {bits} bits a channel; a road map has 8")]
    Depth {
        /// What it has.
        bits: u8,
    },
    /// The rows do not come in order.
    #[error("the picture is interlaced; save it without interlacing")]
    Interlaced,
    /// No whole number of states fits the width.
    #[error("the picture is {width} pixels wide; a road map is 8 n + 1 wide, at least 9")]
    Width {
        /// In pixels.
        width: u32,
    },
    /// No whole number of rows fits the height.
    #[error("the picture is {height} pixels high; a road map is 8 n + 5 high, at least 13")]
    Height {
        /// In pixels.
        height: u32,
    },
    /// Larger than anything sensible.
    #[error("the picture claims {width} x {height} pixels; at most {MAX_PIXELS_A_SIDE} a side")]
    TooLarge {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
    },
    /// The pixels end early or are damaged.
    #[error("damaged PNG in pixel row {y} (of {height}): {source}")]
    Pixels {
        /// The row of pixels, from 0, that could not be decoded.
        y: u32,
        /// How many there should be.
        height: u32,
        /// What the decoder says.
        source: DecodingError,
    },
    /// Every state is white.
    #[error("no state at all: all {samples} places for a state are white")]
    NoState {
        /// How many places were looked at.
        samples: u64,
    },
    /// The file cannot be read.
    #[error("cannot read the picture: {0}")]
    Io(#[from] io::Error),
}

/// Reads a map from a PNG. Transparency is ignored: the colour below it counts.
pub fn read(picture: impl BufRead + Seek, formula: Formula) -> Result<RoadMap, ReadError> {
    let mut rows = PixelRows::open(picture)?;
    let mut builder = RoadMapBuilder::new((rows.width - 1) / 8);
    let last_centre = rows.height - 7;
    while let Some(pixels) = rows.next()? {
        if pixels.y % 8 == 6 && pixels.y <= last_centre {
            let row = pixels.y / 8;
            let tiles = (0..builder.next_row_len()).map(|column| {
                let colour = pixels.colour(Place::new(row, column).x);
                let value = formula.value(colour);
                Tile { value, colour }
            });
            builder.push_row(tiles);
        }
    }
    let (columns, lines) = (u64::from(rows.width / 8), u64::from(rows.height / 8));
    builder.finish().ok_or(ReadError::NoState {
        samples: columns * lines - lines / 2,
    })
}

/// The pixels of a picture whose header was found fit for a road map, row by row.
pub(super) struct PixelRows<R: BufRead + Seek> {
    pub(super) width: u32,
    pub(super) height: u32,
    /// 3 bytes a pixel, or 4 with transparency.
    pub(super) channels: usize,
    reader: png::Reader<R>,
    next_y: u32,
}

/// One row of pixels.
#[derive(Clone, Copy)]
pub(super) struct PixelRow<'a> {
    pub(super) y: u32,
    pub(super) bytes: &'a [u8],
    channels: usize,
}

impl PixelRow<'_> {
    #[inline]
    fn colour(self, x: u32) -> [u8; 3] {
        let at = x as usize * self.channels;
        [self.bytes[at], self.bytes[at + 1], self.bytes[at + 2]]
    }
}

impl<R: BufRead + Seek> PixelRows<R> {
    pub(super) fn open(mut picture: R) -> Result<Self, ReadError> {
        check_signature(&mut picture)?;
        let mut decoder = Decoder::new_with_limits(picture, LIMITS);
        // Texts and colour profiles say nothing about states, and may be bombs.
        decoder.set_ignore_text_chunk(true);
        decoder.set_ignore_iccp_chunk(true);
        let header = decoder.read_header_info().map_err(ReadError::Header)?;
        let (width, height) = (header.width, header.height);
        let channels = match header.color_type {
            ColorType::Rgb => 3,
            ColorType::Rgba => 4,
            ColorType::Indexed => return Err(Self::colours("a palette picture")),
            ColorType::Grayscale | ColorType::GrayscaleAlpha => {
                return Err(Self::colours("greyscale"));
            }
        };
        if header.bit_depth != BitDepth::Eight {
            let bits = header.bit_depth as u8;
            return Err(ReadError::Depth { bits });
        }
        if header.interlaced {
            return Err(ReadError::Interlaced);
        }
        if width.max(height) > MAX_PIXELS_A_SIDE {
            return Err(ReadError::TooLarge { width, height });
        }
        if width < 9 || width % 8 != 1 {
            return Err(ReadError::Width { width });
        }
        if height < 13 || height % 8 != 5 {
            return Err(ReadError::Height { height });
        }
        Ok(Self {
            width,
            height,
            channels,
            reader: decoder.read_info().map_err(ReadError::Header)?,
            next_y: 0,
        })
    }

    /// The next row of pixels, `None` after the last.
    pub(super) fn next(&mut self) -> Result<Option<PixelRow<'_>>, ReadError> {
        let (y, height) = (self.next_y, self.height);
        if y == height {
            return Ok(None);
        }
        self.next_y += 1;
        match self.reader.next_row() {
            Ok(Some(row)) => Ok(Some(PixelRow {
                y,
                bytes: row.data(),
                channels: self.channels,
            })),
            Ok(None) => Err(ReadError::Pixels {
                y,
                height,
                source: DecodingError::IoError(io::ErrorKind::UnexpectedEof.into()),
            }),
            Err(source) => Err(ReadError::Pixels { y, height, source }),
        }
    }

    const fn colours(found: &'static str) -> ReadError {
        ReadError::Colours { found }
    }
}

/// The decoder needs a few rows of pixels and nothing that grows with the height.
const LIMITS: Limits = Limits { bytes: 16 << 20 };

fn check_signature(picture: &mut (impl BufRead + Seek)) -> Result<(), ReadError> {
    const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
    let mut first = [0; SIGNATURE.len()];
    match picture.read_exact(&mut first) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(ReadError::NotPng),
        Err(error) => Err(error.into()),
        Ok(()) if first != SIGNATURE => Err(ReadError::NotPng),
        Ok(()) => {
            picture.seek_relative(-(SIGNATURE.len() as i64))?;
            Ok(())
        }
    }
}
