//! The rays from every square of a board.

/// The squares beyond a square in each direction, towards higher and towards lower bits.
pub(super) struct Rays {
    pub(super) up: [u64; 4],
    pub(super) down: [u64; 4],
}

pub(super) static RAYS: [Rays; 64] = {
    // In the order of shifts by 1, 8, 9 and 7.
    const STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
    const NONE: Rays = Rays {
        up: [0; 4],
        down: [0; 4],
    };
    let mut table = [NONE; 64];
    let mut at = 0;
    while at < 64 {
        let mut lane = 0;
        while lane < 4 {
            let (down, right) = STEPS[lane];
            let mut distance = 1;
            while distance < 8 {
                let (row, col) = (
                    at as i32 / 8 + distance * down,
                    at as i32 % 8 + distance * right,
                );
                if row >= 0 && row < 8 && col >= 0 && col < 8 {
                    table[at].up[lane] |= 1 << (8 * row + col);
                }
                let (row, col) = (
                    at as i32 / 8 - distance * down,
                    at as i32 % 8 - distance * right,
                );
                if row >= 0 && row < 8 && col >= 0 && col < 8 {
                    table[at].down[lane] |= 1 << (8 * row + col);
                }
                distance += 1;
            }
            lane += 1;
        }
        at += 1;
    }
    table
};
