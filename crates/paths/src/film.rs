//! A search as a film: its events in narrow columns, small enough to send to a page.
//!
//! Searches move from a cell to its neighbours and costs grow by ones, so that the difference from
//! one event to the next mostly fits a byte. Numbers are written as differences, signs folded into
//! the lowest bit, seven bits to a byte. A film of a 512 x 512 maze takes about a megabyte.

use crate::observer::{Event, Recorder};

/// What happens in a frame of the film.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A place entered the frontier.
    Opened,
    /// A place was expanded.
    Expanded,
    /// A place entered the frontier again.
    Reopened,
    /// A new round began: its place is the number of the round, its g the bound.
    Bound,
}

/// One frame. Places are numbered by whoever makes the film.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// What happens.
    pub kind: Kind,
    /// Where.
    pub place: u32,
    /// The cost so far.
    pub g: u64,
    /// The estimate of the rest.
    pub h: u64,
    /// Whatever else the walker carries; 0 where there is nothing.
    pub load: u32,
}

/// The film.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Film {
    /// How many frames it has.
    pub frames: usize,
    /// How many the search had; more than there are frames where not all were kept.
    pub total: u64,
    /// Two bits a frame, the first in the lowest: opened, expanded, reopened, bound.
    pub kinds: Vec<u8>,
    /// Differences from frame to frame.
    pub places: Vec<u8>,
    /// Differences from frame to frame.
    pub g: Vec<u8>,
    /// Differences from frame to frame.
    pub h: Vec<u8>,
    /// Differences from frame to frame; empty where every load is 0.
    pub loads: Vec<u8>,
    /// The path in the end, as differences; empty where there is none.
    pub path: Vec<u8>,
}

impl Film {
    /// Makes a film of what was recorded. `place` numbers a node and says what the walker carries.
    pub fn of<N>(recorder: &Recorder<N>, place: impl Fn(&N) -> (u32, u32)) -> Self {
        let mut film = Self {
            total: recorder.total(),
            ..Self::default()
        };
        let mut last = [0; 4];
        for event in recorder.events() {
            let frame = match event {
                Event::Path { nodes } => {
                    let mut before = 0;
                    for node in nodes {
                        write_step(&mut film.path, &mut before, u64::from(place(node).0));
                    }
                    continue;
                }
                Event::Opened { node, g, h } => Frame::at(Kind::Opened, place(node), *g, *h),
                Event::Expanded { node, g, h } => Frame::at(Kind::Expanded, place(node), *g, *h),
                Event::Reopened { node, g, h } => Frame::at(Kind::Reopened, place(node), *g, *h),
                Event::Bound { iteration, bound } => {
                    Frame::at(Kind::Bound, (*iteration, 0), *bound, 0)
                }
            };
            if film.frames.is_multiple_of(4) {
                film.kinds.push(0);
            }
            if let Some(byte) = film.kinds.last_mut() {
                *byte |= (frame.kind as u8) << (2 * (film.frames % 4));
            }
            let numbers = [
                u64::from(frame.place),
                frame.g,
                frame.h,
                u64::from(frame.load),
            ];
            let columns = [&mut film.places, &mut film.g, &mut film.h, &mut film.loads];
            for ((column, before), number) in columns.into_iter().zip(&mut last).zip(numbers) {
                write_step(column, before, number);
            }
            film.frames += 1;
        }
        if film.loads.iter().all(|&byte| byte == 0) {
            film.loads.clear();
        }
        film
    }

    /// The frames again, one by one.
    pub fn play(&self) -> impl Iterator<Item = Frame> + '_ {
        let mut columns = [&self.places, &self.g, &self.h, &self.loads].map(|column| Steps {
            bytes: column,
            at: 0,
            before: 0,
        });
        (0..self.frames).map(move |index| {
            let kind = match self.kinds[index / 4] >> (2 * (index % 4)) & 3 {
                0 => Kind::Opened,
                1 => Kind::Expanded,
                2 => Kind::Reopened,
                _ => Kind::Bound,
            };
            let [place, g, h, load] = columns.each_mut().map(|steps| steps.next().unwrap_or(0));
            Frame {
                kind,
                place: place as u32,
                g,
                h,
                load: load as u32,
            }
        })
    }

    /// The places of the path.
    pub fn path(&self) -> Vec<u32> {
        let steps = Steps {
            bytes: &self.path,
            at: 0,
            before: 0,
        };
        steps.map(|place| place as u32).collect()
    }

    /// Whether all that happened is in it.
    pub fn is_complete(&self) -> bool {
        self.frames as u64 == self.total
    }

    /// How many bytes it takes.
    pub fn size(&self) -> usize {
        let columns = [
            &self.kinds,
            &self.places,
            &self.g,
            &self.h,
            &self.loads,
            &self.path,
        ];
        columns.into_iter().map(Vec::len).sum()
    }
}

impl Frame {
    fn at(kind: Kind, (place, load): (u32, u32), g: u64, h: u64) -> Self {
        Self {
            kind,
            place,
            g,
            h,
            load,
        }
    }
}

/// Writes the difference to the number before.
fn write_step(bytes: &mut Vec<u8>, before: &mut u64, number: u64) {
    let step = number.wrapping_sub(*before) as i64;
    *before = number;
    let mut folded = ((step << 1) ^ (step >> 63)) as u64;
    while folded >= 0x80 {
        bytes.push(folded as u8 | 0x80);
        folded >>= 7;
    }
    bytes.push(folded as u8);
}

/// Reads a column.
struct Steps<'a> {
    bytes: &'a [u8],
    at: usize,
    before: u64,
}

impl Iterator for Steps<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let mut folded = 0;
        let mut shift = 0;
        loop {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            folded |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        let step = (folded >> 1) as i64 ^ -((folded & 1) as i64);
        self.before = self.before.wrapping_add_signed(step);
        Some(self.before)
    }
}
