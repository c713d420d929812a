//! The numbers of windows: nine points of a line, of which walls may cut off some at either end.

use std::sync::LazyLock;

/// Points to either side of the middle one.
pub(super) const REACH: u32 = 4;

const POINTS: u32 = 2 * REACH + 1;

/// Windows as bits, two a point as in [`boyi_gomoku::Lines`].
const KEYS: usize = 1 << (2 * POINTS);

/// Windows that are not each other's mirror image.
pub const ROWS: usize = 22_143;

/// The row of a window, whose higher bits may hold anything. Points of the first side are 1, of the
/// second 2.
#[inline]
pub(super) fn row_of(window: u64) -> usize {
    usize::from(NUMBERS.rows[window as usize & (KEYS - 1)])
}

/// The row of the same window as the other side sees it.
pub(super) fn swapped(row: usize) -> usize {
    usize::from(NUMBERS.swapped[row])
}

struct Numbers {
    rows: Vec<u16>,
    swapped: Vec<u16>,
}

static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| {
    let mut rows = vec![0; KEYS];
    let mut windows = Vec::with_capacity(ROWS);
    for key in (0..KEYS).filter(|&key| is_window(key)) {
        let mirrored = mirrored(key);
        rows[key] = if mirrored < key {
            rows[mirrored]
        } else {
            windows.push(key);
            (windows.len() - 1) as u16
        };
    }
    let swapped = windows.iter().map(|&key| rows[with_sides_swapped(key)]);
    Numbers {
        swapped: swapped.collect(),
        rows,
    }
});

fn at(key: usize, point: u32) -> usize {
    key >> (2 * point) & 3
}

/// Whether there can be such a window: beyond a wall is nothing but wall, and the middle is none.
fn is_window(key: usize) -> bool {
    let outside = |point| at(key, point) == 3;
    !outside(REACH)
        && (1..REACH).all(|point| !outside(point) || outside(point - 1))
        && (REACH + 1..POINTS - 1).all(|point| !outside(point) || outside(point + 1))
}

fn mirrored(key: usize) -> usize {
    (0..POINTS).fold(0, |mirrored, point| 4 * mirrored + at(key, point))
}

fn with_sides_swapped(key: usize) -> usize {
    (0..POINTS).fold(0, |swapped, point| {
        let content = match at(key, point) {
            1 => 2,
            2 => 1,
            other => other,
        };
        swapped | content << (2 * point)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_window_has_a_row_and_every_row_a_window() {
        let mut seen = vec![false; ROWS];
        for key in (0..KEYS).filter(|&key| is_window(key)) {
            let row = row_of(key as u64);
            seen[row] = true;
            assert_eq!(row, row_of(mirrored(key) as u64));
            assert_eq!(swapped(row), row_of(with_sides_swapped(key) as u64));
            assert_eq!(swapped(swapped(row)), row);
        }
        assert!(seen.into_iter().all(|seen| seen));
    }
}
