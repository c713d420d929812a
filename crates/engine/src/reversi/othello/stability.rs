//! Discs that can never be flipped again, and the bound that follows: whoever has lost squares for
//! good cannot win everything.

use std::sync::LazyLock;

use super::board::{Board, MOST};
use super::last::column;

/// The most the side to move can still reach: everything but the opponent's stable discs.
#[inline]
pub(super) fn most_reachable(board: Board) -> i32 {
    MOST - 2 * stable(board.theirs, board.mine).count_ones() as i32
}

/// Discs of `mine` that are stable for sure: on the edge by playing out the edge, inside where each
/// of the four lines is full or leads to another stable disc.
pub(super) fn stable(mine: u64, theirs: u64) -> u64 {
    let full = full_lines(mine | theirs);
    let all_full = full[0] & full[1] & full[2] & full[3];
    let mut stable = stable_edges(mine, theirs) | all_full & mine;
    let inside = mine & 0x007E_7E7E_7E7E_7E00;
    let mut before = 0;
    while stable != before {
        before = stable;
        let horizontal = stable << 1 | stable >> 1 | full[0];
        let vertical = stable << 8 | stable >> 8 | full[1];
        let falling = stable << 9 | stable >> 9 | full[2];
        let rising = stable << 7 | stable >> 7 | full[3];
        stable |= horizontal & vertical & falling & rising & inside;
    }
    stable
}

/// The same on a board of the squares `cells`, which may be smaller than 8 x 8: beyond its border
/// every line is full.
pub(in crate::reversi) fn stable_on(cells: u64, mine: u64, theirs: u64) -> u64 {
    const LEFT: u64 = 0x0101_0101_0101_0101;
    const RIGHT: u64 = LEFT << 7;
    const TOP: u64 = 0xFF;
    const BOTTOM: u64 = TOP << 56;
    let full = full_lines(mine | theirs | !cells);
    let mut stable = full[0] & full[1] & full[2] & full[3] & mine;
    loop {
        let firm = stable | !cells;
        let horizontal = firm << 1 | LEFT | firm >> 1 | RIGHT | full[0];
        let vertical = firm << 8 | TOP | firm >> 8 | BOTTOM | full[1];
        let falling = firm << 9 | LEFT | TOP | firm >> 9 | RIGHT | BOTTOM | full[2];
        let rising = firm << 7 | RIGHT | TOP | firm >> 7 | LEFT | BOTTOM | full[3];
        let next = stable | horizontal & vertical & falling & rising & mine;
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

/// The stable discs on the four edges, seen from edge play alone.
pub(super) fn stable_edges(mine: u64, theirs: u64) -> u64 {
    let table = &**EDGES;
    let of = |mine: u64, theirs: u64| u64::from(table[(mine << 8 | theirs) as usize]);
    let spread = |edge: u64, at: u32| SPREAD[edge as usize] << at;
    of(mine & 0xFF, theirs & 0xFF)
        | of(mine >> 56, theirs >> 56) << 56
        | spread(of(column(mine, 0), column(theirs, 0)), 0)
        | spread(of(column(mine, 7), column(theirs, 7)), 7)
}

/// The squares whose row, column and two diagonals hold no empty square.
fn full_lines(discs: u64) -> [u64; 4] {
    let mut rows = discs & discs >> 4 & 0x0F0F_0F0F_0F0F_0F0F;
    rows &= rows >> 2;
    rows &= rows >> 1;
    rows = (rows & 0x0101_0101_0101_0101) * 0xFF;

    let mut columns = discs & discs.rotate_right(8);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(32);

    // A step that would leave the board counts as full; the masks hold the squares from which one,
    // two and four steps leave it.
    let mut down_left = discs & (0xFF01_0101_0101_0101 | discs >> 7);
    let mut up_right = discs & (0x8080_8080_8080_80FF | discs << 7);
    down_left &= 0xFFFF_0303_0303_0303 | down_left >> 14;
    up_right &= 0xC0C0_C0C0_C0C0_FFFF | up_right << 14;
    down_left &= 0xFFFF_FFFF_0F0F_0F0F | down_left >> 28;
    up_right &= 0xF0F0_F0F0_FFFF_FFFF | up_right << 28;

    let mut down_right = discs & (0xFF80_8080_8080_8080 | discs >> 9);
    let mut up_left = discs & (0x0101_0101_0101_01FF | discs << 9);
    down_right &= 0xFFFF_C0C0_C0C0_C0C0 | down_right >> 18;
    up_left &= 0x0303_0303_0303_FFFF | up_left << 18;
    down_right &= 0xFFFF_FFFF_F0F0_F0F0 | down_right >> 36;
    up_left &= 0x0F0F_0F0F_FFFF_FFFF | up_left << 36;

    [rows, columns, down_right & up_left, down_left & up_right]
}

/// Bit `n` of a byte as bit `8 n` of a word: an edge turned into a column.
static SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut edge = 0;
    while edge < 256 {
        let mut row = 0;
        while row < 8 {
            table[edge] |= (edge as u64 >> row & 1) << (8 * row);
            row += 1;
        }
        edge += 1;
    }
    table
};

/// For every filling of an edge: which discs of the first side survive whatever is played there.
static EDGES: LazyLock<Box<[u8; 1 << 16]>> = LazyLock::new(|| {
    let mut table = vec![0; 1 << 16];
    // Fuller edges first: what survives on them is asked for by emptier ones.
    let mut pairs: Vec<(u32, u32)> = (0..256)
        .flat_map(|mine| (0..256).map(move |theirs| (mine, theirs)))
        .filter(|(mine, theirs)| mine & theirs == 0)
        .collect();
    pairs.sort_by_key(|(mine, theirs)| (!(mine | theirs) & 0xFF).count_ones());
    for (mine, theirs) in pairs {
        let mut stable = mine;
        for at in 0..8 {
            if (mine | theirs) >> at & 1 == 0 {
                // Either side may get the square, flipping along the edge or nothing of it.
                let (to_mine, to_theirs) = placed(mine, theirs, at);
                stable &= u32::from(table[(to_mine << 8 | to_theirs) as usize]);
                let (to_theirs, to_mine) = placed(theirs, mine, at);
                stable &= u32::from(table[(to_mine << 8 | to_theirs) as usize]);
            }
        }
        table[(mine << 8 | theirs) as usize] = stable as u8;
    }
    table.into_boxed_slice().try_into().expect("65536 edges")
});

/// An edge after a disc of `mine` on `at`.
fn placed(mine: u32, theirs: u32, at: u32) -> (u32, u32) {
    let mut flips = 0;
    for step in [1i32, -1] {
        let mut run = 0;
        let mut here = at as i32 + step;
        while (0..8).contains(&here) && theirs >> here & 1 == 1 {
            run |= 1 << here;
            here += step;
        }
        if (0..8).contains(&here) && mine >> here & 1 == 1 {
            flips |= run;
        }
    }
    (mine | 1 << at | flips, theirs & !flips)
}

#[cfg(test)]
mod tests {
    use boyi_game::Random;

    use super::*;
    use crate::reversi::othello::board::each;

    /// What is called stable is still there however the game goes on.
    #[test]
    fn stable_discs_stay() {
        let mut random = Random::new(5);
        let mut seen = 0;
        for _ in 0..2000 {
            let mut board = Board::START;
            let mut kept = [0, 0];
            let mut ply = 0;
            while !board.is_over() {
                let sides = if ply % 2 == 0 { [0, 1] } else { [1, 0] };
                assert_eq!(board.mine & kept[sides[0]], kept[sides[0]]);
                assert_eq!(board.theirs & kept[sides[1]], kept[sides[1]]);
                kept[sides[0]] |= stable(board.mine, board.theirs);
                kept[sides[1]] |= stable(board.theirs, board.mine);
                let mut moves = Vec::new();
                each(board.moves(), |at| moves.push(at));
                board = match random.choose(&moves) {
                    Some(&at) => board.after(at, board.flips(at)),
                    None => board.passed(),
                };
                ply += 1;
            }
            seen += (kept[0] | kept[1]).count_ones();
        }
        assert!(
            seen > 60_000,
            "a board of over 30 stable discs in most games: {seen}"
        );
    }
}
