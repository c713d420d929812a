//! The last four empty squares, played out without lists, tables or loops.
//!
//! Most of a solver's time is spent here. Every function answers for the window (alpha, alpha + 1):
//! the result is at most alpha exactly when the true value is.

use super::board::{Board, MOST};
use super::ending::beyond_reach;

/// The quadrant of each square, as a bit. A quadrant with an odd number of empties is played first:
/// whoever begins there also ends there.
pub(super) static QUADRANT: [u8; 64] = {
    let mut table = [0; 64];
    let mut at = 0;
    while at < 64 {
        table[at] = 1 << (at / 32 * 2 + at % 8 / 4);
        at += 1;
    }
    table
};

/// Four empties; those in odd quadrants first.
#[inline]
pub(super) fn four(
    board: Board,
    alpha: i32,
    squares: [u32; 4],
    parity: u8,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    if let Some(bound) = beyond_reach(board, alpha, 4) {
        return bound;
    }
    let [a, b, c, d] = squares;
    let mut best = NOTHING;
    for (at, rest) in [
        (a, [b, c, d]),
        (b, [a, c, d]),
        (c, [a, b, d]),
        (d, [a, b, c]),
    ] {
        let flips = board.flips(at);
        if flips != 0 {
            let parity = parity ^ QUADRANT[at as usize];
            let value = -three(board.after(at, flips), !alpha, rest, parity, nodes);
            if value > alpha {
                return value;
            }
            best = best.max(value);
        }
    }
    if best > NOTHING {
        return best;
    }
    if board.passed().moves() == 0 {
        return board.result();
    }
    -four(board.passed(), !alpha, squares, parity, nodes)
}

/// Three empties.
#[inline]
fn three(board: Board, alpha: i32, squares: [u32; 3], parity: u8, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let [mut a, mut b, mut c] = squares;
    // Two in one quadrant and one alone: the lone one comes first.
    if parity & QUADRANT[a as usize] == 0 {
        if parity & QUADRANT[b as usize] != 0 {
            (a, b) = (b, a);
        } else if parity & QUADRANT[c as usize] != 0 {
            (a, c) = (c, a);
        }
    }
    let mut best = NOTHING;
    for (at, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
        let flips = board.flips(at);
        if flips != 0 {
            let value = -two(board.after(at, flips), !alpha, x, y, nodes);
            if value > alpha {
                return value;
            }
            best = best.max(value);
        }
    }
    if best > NOTHING {
        return best;
    }
    // The side to move has to pass; for the other side everything is the other way round.
    let board = board.passed();
    let mut worst = NOTHING;
    for (at, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
        let flips = board.flips(at);
        if flips != 0 {
            let value = -two(board.after(at, flips), alpha, x, y, nodes);
            if value > !alpha {
                return -value;
            }
            worst = worst.max(value);
        }
    }
    if worst > NOTHING {
        -worst
    } else {
        -board.result()
    }
}

/// Two empties.
#[inline]
fn two(board: Board, alpha: i32, x: u32, y: u32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let mut best = NOTHING;
    let flips = board.flips(x);
    if flips != 0 {
        *nodes += 1;
        best = -one(board.theirs ^ flips, y);
        if best > alpha {
            return best;
        }
    }
    let flips = board.flips(y);
    if flips != 0 {
        *nodes += 1;
        return best.max(-one(board.theirs ^ flips, x));
    }
    if best > NOTHING {
        return best;
    }
    let board = board.passed();
    let mut worst = NOTHING;
    let flips = board.flips(x);
    if flips != 0 {
        *nodes += 1;
        worst = -one(board.theirs ^ flips, y);
        if worst > !alpha {
            return -worst;
        }
    }
    let flips = board.flips(y);
    if flips != 0 {
        *nodes += 1;
        worst = worst.max(-one(board.theirs ^ flips, x));
    }
    if worst > NOTHING {
        -worst
    } else {
        -board.result()
    }
}

/// One empty square: only how many discs are flipped matters, not which.
#[inline]
pub(super) fn one(mine: u64, at: u32) -> i32 {
    let held = mine.count_ones() as i32;
    let flipped = count(mine, at);
    if flipped > 0 {
        return 2 * (held + flipped + 1) - MOST;
    }
    let flipped = count(!mine & !(1 << at), at);
    if flipped > 0 {
        return 2 * (held - flipped) - MOST;
    }
    // The square stays empty and goes to the winner; 63 discs cannot be shared evenly.
    2 * held - MOST + if held > 31 { 2 } else { 0 }
}

/// Lower than every value: no move was found.
const NOTHING: i32 = -MOST - 1;

/// How many discs one on `at` flips when every other square is taken.
#[inline]
fn count(mine: u64, at: u32) -> i32 {
    #[cfg(target_feature = "bmi2")]
    return count_by_gathering(mine, at);
    #[cfg(not(target_feature = "bmi2"))]
    return count_by_products(mine, at);
}

/// How many discs one at a place of a line flips, by the player's discs there.
#[inline]
fn on_line(place: usize, held: u64) -> i32 {
    i32::from(FLIPS[place & 7][held as usize & 0xFF])
}

#[cfg(target_feature = "bmi2")]
#[inline]
fn count_by_gathering(mine: u64, at: u32) -> i32 {
    // SAFETY: the whole program is compiled for machines with BMI2.
    let gather = |mask: u64| unsafe { std::arch::x86_64::_pext_u64(mine, mask) };
    let lines = &LINES[at as usize];
    on_line(at as usize, mine >> (at & 0x38))
        + on_line(at as usize >> 3, gather(lines.column))
        + on_line(usize::from(lines.falling_place), gather(lines.falling))
        + on_line(usize::from(lines.rising_place), gather(lines.rising))
}

/// The same on any machine: no two squares of a column or a diagonal share a row, nor do two of a diagonal share a
/// column, so that a product brings them side by side.
#[cfg(any(test, not(target_feature = "bmi2")))]
#[inline]
fn count_by_products(mine: u64, at: u32) -> i32 {
    let lines = &LINES[at as usize & 63];
    let (row, column) = (at as usize >> 3, at as usize & 7);
    let by_column = |line: u64| (mine & line).wrapping_mul(FIRST_COLUMN) >> 56;
    on_line(column, mine >> (8 * row))
        + on_line(row, column_by_product(mine, at & 7))
        + on_line(column, by_column(lines.falling))
        + on_line(column, by_column(lines.rising))
}

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

/// The squares of a set in a column, the top one lowest.
#[inline]
pub(super) fn column(set: u64, column: u32) -> u64 {
    #[cfg(target_feature = "bmi2")]
    // SAFETY: the whole program is compiled for machines with BMI2.
    return unsafe { std::arch::x86_64::_pext_u64(set, FIRST_COLUMN << column) };
    #[cfg(not(target_feature = "bmi2"))]
    return column_by_product(set, column);
}

/// The same on any machine.
#[cfg(any(test, not(target_feature = "bmi2")))]
#[inline]
fn column_by_product(set: u64, column: u32) -> u64 {
    const TO_THE_TOP: u64 = 0x0102_0408_1020_4080;
    (set >> column & FIRST_COLUMN).wrapping_mul(TO_THE_TOP) >> 56
}

/// The lines through a square but its row, and the place of the square on the two diagonals.
#[cfg_attr(
    not(target_feature = "bmi2"),
    allow(dead_code, reason = "products find their place by the column")
)]
struct Lines {
    column: u64,
    falling: u64,
    rising: u64,
    falling_place: u8,
    rising_place: u8,
}

static LINES: [Lines; 64] = {
    const NONE: Lines = Lines {
        column: 0,
        falling: 0,
        rising: 0,
        falling_place: 0,
        rising_place: 0,
    };
    let mut table = [NONE; 64];
    let mut at = 0;
    while at < 64 {
        let (row, col) = (at / 8, at % 8);
        let (mut column, mut falling, mut rising) = (0, 0, 0);
        let mut other = 0;
        while other < 64 {
            let (r, c) = (other / 8, other % 8);
            if c == col {
                column |= 1 << other;
            }
            if r + col == c + row {
                falling |= 1 << other;
            }
            if r + c == row + col {
                rising |= 1 << other;
            }
            other += 1;
        }
        let below = (1u64 << at) - 1;
        table[at] = Lines {
            column,
            falling,
            rising,
            falling_place: (falling & below).count_ones() as u8,
            rising_place: (rising & below).count_ones() as u8,
        };
        at += 1;
    }
    table
};

/// Discs flipped on a full line of eight by one at a place, when the bits are the player's. On a
/// shorter diagonal what lies beyond reads as the opponent's and is never closed in.
static FLIPS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut held = 0;
        while held < 256 {
            let mut count = 0;
            let mut right = place + 1;
            while right < 8 && held >> right & 1 == 0 {
                right += 1;
            }
            if right < 8 {
                count += right - place - 1;
            }
            let mut left = place;
            while left > 0 && held >> (left - 1) & 1 == 0 {
                left -= 1;
            }
            if left > 0 {
                count += place - left;
            }
            table[place][held] = count as u8;
            held += 1;
        }
        place += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use boyi_game::Random;

    use super::*;

    #[test]
    fn counting_flips_agrees_with_flipping() {
        let mut random = Random::new(1);
        for _ in 0..20_000 {
            let mine = random.bits() & random.bits() | random.bits() & random.bits();
            let at = random.below(64) as u32;
            let mine = mine & !(1 << at);
            let theirs = !mine & !(1 << at);
            let board = Board { mine, theirs };
            assert_eq!(count(mine, at), board.flips(at).count_ones() as i32);
            assert_eq!(count_by_products(mine, at), count(mine, at));
            assert_eq!(column_by_product(mine, at & 7), column(mine, at & 7));
        }
    }
}
