//! A search as a trace: its events in narrow columns, small enough to send to a page.
//!
//! Searches move from a cell to its neighbours and costs grow by ones, so that the difference from
//! one event to the next mostly fits a byte. Numbers are written as differences, signs folded into
//! the lowest bit, seven bits to a byte. A trace of a 512 x 512 maze takes about a megabyte.

use crate::observer::{Change, Event, Recorder};

/// The events of a search, one frame each, and the path at the end. Whoever makes a trace numbers
/// the places. All columns but `kinds` hold differences from frame to frame.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    pub frames: usize,
    /// How many events the search had; more than there are frames where not all were kept.
    pub total: u64,
    /// Two bits a frame, the first in the lowest: opened, expanded, reopened, and the fourth for all
    /// that happens to no node of the search; `h` says what that is.
    pub kinds: Vec<u8>,
    /// Where it happened; for a bound or a weight the number of the iteration.
    pub places: Vec<u8>,
    /// The cost so far; for a bound the bound itself, for a weight its thousandths.
    pub g: Vec<u8>,
    /// The heuristic; in frames of the fourth kind 0 for a bound, 1 for a new wall, 2 for a wall
    /// that is gone, 3 for a walker, 4 for a weight.
    pub h: Vec<u8>,
    /// What else the walker carries, or which walker it is; empty where that is always 0.
    pub loads: Vec<u8>,
    /// The places of the path, as differences; empty where there is none.
    pub path: Vec<u8>,
}

impl Trace {
    /// A trace of what was recorded. `place` numbers a node and says what the walker carries.
    pub fn of<N>(recorder: &Recorder<N>, place: impl Fn(&N) -> (u32, u32)) -> Self {
        let mut trace = Self::default();
        let mut last = [0; 4];
        for event in recorder.events() {
            let (kind, (place, load), g, h) = match event {
                Event::Node { change, node, g, h } => (*change as u8, place(node), *g, *h),
                Event::Bound { iteration, bound } => (OTHER, (*iteration, 0), *bound, 0),
                Event::Wall { node, free } => (OTHER, place(node), 0, 1 + u64::from(*free)),
                Event::Walk { walker, node } => (OTHER, (place(node).0, *walker), 0, 3),
                Event::Weight { iteration, weight } => {
                    (OTHER, (*iteration, 0), u64::from(*weight), 4)
                }
                Event::Path { nodes } => {
                    trace.path = column(nodes.iter().map(|node| place(node).0.into()));
                    continue;
                }
            };
            if trace.frames.is_multiple_of(4) {
                trace.kinds.push(0);
            }
            trace.kinds[trace.frames / 4] |= kind << (2 * (trace.frames % 4));
            let numbers = [u64::from(place), g, h, u64::from(load)];
            let Self {
                places,
                g,
                h,
                loads,
                ..
            } = &mut trace;
            let columns = [places, g, h, loads];
            for ((column, before), number) in columns.into_iter().zip(&mut last).zip(numbers) {
                write_difference(column, before, number);
            }
            trace.frames += 1;
        }
        trace.total = trace.frames as u64 + recorder.dropped();
        if trace.loads.iter().all(|&byte| byte == 0) {
            trace.loads.clear();
        }
        trace
    }
}

/// The kind of frames that are of no node of the search; the others are those of [`Change`].
const OTHER: u8 = Change::Reopened as u8 + 1;

/// Numbers as a column of a trace: differences, seven bits to a byte.
pub fn column(numbers: impl IntoIterator<Item = u64>) -> Vec<u8> {
    let (mut bytes, mut before) = (Vec::new(), 0);
    for number in numbers {
        write_difference(&mut bytes, &mut before, number);
    }
    bytes
}

fn write_difference(bytes: &mut Vec<u8>, before: &mut u64, number: u64) {
    let step = number.wrapping_sub(*before) as i64;
    *before = number;
    let mut folded = ((step << 1) ^ (step >> 63)) as u64;
    while folded >= 0x80 {
        bytes.push(folded as u8 | 0x80);
        folded >>= 7;
    }
    bytes.push(folded as u8);
}
