//! Lines on boards of 16 lanes with plain words, for machines without wide registers.

use super::LaneSet;

const DIRECTIONS: [(i32, i32); 8] = [
    (0, 1),
    (0, -1),
    (1, 0),
    (-1, 0),
    (1, 1),
    (-1, -1),
    (1, -1),
    (-1, 1),
];

pub(super) fn reach(mine: &LaneSet, theirs: &LaneSet, _short: bool) -> LaneSet {
    let mut reached = [0; 4];
    for direction in DIRECTIONS {
        let run = run(mine, theirs, direction);
        reached = or(reached, step(&run, direction));
    }
    reached
}

pub(super) fn flips(at: &LaneSet, mine: &LaneSet, theirs: &LaneSet, _short: bool) -> LaneSet {
    let mut flips = [0; 4];
    for direction in DIRECTIONS {
        let run = run(at, theirs, direction);
        if and(step(&run, direction), *mine) != [0; 4] {
            flips = or(flips, run);
        }
    }
    flips
}

pub(super) fn stable(discs: &LaneSet, cells: &LaneSet) -> LaneSet {
    let mut stable = [0; 4];
    loop {
        // A disc is held on an axis unless cells that may change lie on both sides of it.
        let weak: LaneSet = std::array::from_fn(|n| cells[n] & !stable[n]);
        let mut next = *discs;
        for pair in DIRECTIONS.chunks_exact(2) {
            let loose = and(step(&weak, pair[0]), step(&weak, pair[1]));
            next = std::array::from_fn(|n| next[n] & !loose[n]);
        }
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

pub(super) fn around(set: &LaneSet) -> LaneSet {
    DIRECTIONS
        .into_iter()
        .fold(*set, |near, direction| or(near, step(set, direction)))
}

/// The cells of `through` that hang together with a cell of `from` in this direction.
fn run(from: &LaneSet, through: &LaneSet, direction: (i32, i32)) -> LaneSet {
    let mut run = and(step(from, direction), *through);
    loop {
        let longer = or(run, and(step(&run, direction), *through));
        if longer == run {
            return run;
        }
        run = longer;
    }
}

fn and(a: LaneSet, b: LaneSet) -> LaneSet {
    std::array::from_fn(|n| a[n] & b[n])
}

fn or(a: LaneSet, b: LaneSet) -> LaneSet {
    std::array::from_fn(|n| a[n] | b[n])
}

/// Everything moved by one cell; what leaves the lanes is gone.
fn step(set: &LaneSet, (down, right): (i32, i32)) -> LaneSet {
    const FIRST: u64 = 0x0001_0001_0001_0001;
    let across = set.map(|word| match right {
        1 => word << 1 & !FIRST,
        -1 => word >> 1 & !(FIRST << 15),
        _ => word,
    });
    std::array::from_fn(|n| match down {
        1 => across[n] << 16 | n.checked_sub(1).map_or(0, |above| across[above] >> 48),
        -1 => across[n] >> 16 | across.get(n + 1).map_or(0, |below| below << 48),
        _ => across[n],
    })
}
