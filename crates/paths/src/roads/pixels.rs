//! The rows of pixels of a picture, one at a time, after a look at its header.

use std::io::{Cursor, ErrorKind};

use png::{BitDepth, ColorType, Decoder, DecodingError, Limits};

use super::{MAX_PIXELS_A_SIDE, ReadError};

/// The pixels of a picture whose header was found fit for a road map, row by row.
pub(super) struct PixelRows<'a> {
    pub(super) width: u32,
    pub(super) height: u32,
    /// 3 bytes a pixel, or 4 with transparency.
    pub(super) channels: usize,
    reader: png::Reader<Cursor<&'a [u8]>>,
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
    pub(super) fn colour(self, x: u32) -> [u8; 3] {
        let at = x as usize * self.channels;
        [self.bytes[at], self.bytes[at + 1], self.bytes[at + 2]]
    }
}

impl<'a> PixelRows<'a> {
    pub(super) fn open(picture: &'a [u8]) -> Result<Self, ReadError> {
        if !picture.starts_with(b"\x89PNG\r\n\x1a\n") {
            return Err(ReadError::NotPng);
        }
        let mut decoder = Decoder::new_with_limits(Cursor::new(picture), LIMITS);
        // Texts and colour profiles say nothing about states, and may be bombs.
        decoder.set_ignore_text_chunk(true);
        decoder.set_ignore_iccp_chunk(true);
        let header = decoder.read_header_info().map_err(ReadError::Header)?;
        let (width, height) = (header.width, header.height);
        let channels = match header.color_type {
            ColorType::Rgb => 3,
            ColorType::Rgba => 4,
            ColorType::Indexed => {
                let found = "a palette picture";
                return Err(ReadError::Colours { found });
            }
            ColorType::Grayscale | ColorType::GrayscaleAlpha => {
                let found = "greyscale";
                return Err(ReadError::Colours { found });
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
            // Only now are the checksums complete: the rows may have come from damaged data.
            return self.reader.finish().map(|()| None).map_err(ReadError::End);
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
                source: DecodingError::IoError(ErrorKind::UnexpectedEof.into()),
            }),
            Err(source) => Err(ReadError::Pixels { y, height, source }),
        }
    }
}

/// The decoder needs a few rows of pixels and nothing that grows with the height.
const LIMITS: Limits = Limits { bytes: 16 << 20 };
