//! Where each kind of piece can go from a point, by tables computed at compile time.
//!
//! Rooks and cannons look their line up: nine bits of a rank, or ten bits of a file. For the files
//! the occupied points are kept a second time, file after file ([`Occupied`]), so that a line is
//! always one shift and one mask away.

use boyi_game::Side;

use crate::squares::bit;
use crate::{Square, Squares};

/// Which points are taken, rank after rank and file after file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Occupied {
    by_rank: Squares,
    by_file: u128,
}

impl Occupied {
    /// The occupied points as a set.
    #[inline]
    pub fn squares(self) -> Squares {
        self.by_rank
    }

    /// Puts something on an empty point, or takes it away.
    #[inline]
    pub fn flip(&mut self, square: Square) {
        self.by_rank ^= Squares::one(square);
        self.by_file ^= bit(usize::from(FILE_AFTER_FILE[square.index()]));
    }

    /// The occupied points after a move.
    #[inline]
    pub fn after(mut self, from: Square, to: Square) -> Self {
        self.flip(from);
        if !self.by_rank.has(to) {
            self.flip(to);
        }
        self
    }

    /// The occupied points without some of them.
    pub fn without(mut self, gone: Squares) -> Self {
        for square in gone {
            self.flip(square);
        }
        self
    }

    #[inline]
    fn rank(self, square: Square) -> usize {
        let (bits, rank) = (self.by_rank.bits(), square.rank());
        // One word holds seven ranks. A constant shift brings the others into another, which costs less than a shift of
        // both words by any distance.
        let rest = rank.checked_sub(7);
        let word = if rest.is_some() { bits >> 63 } else { bits } as u64;
        (word >> (9 * rest.unwrap_or(rank))) as usize & 0x1FF
    }

    #[inline]
    fn file(self, square: Square) -> usize {
        let (bits, file) = (self.by_file, square.file());
        // As for ranks; one word holds six files.
        let rest = file.checked_sub(6);
        let word = if rest.is_some() { bits >> 60 } else { bits } as u64;
        (word >> (10 * rest.unwrap_or(file))) as usize & 0x3FF
    }
}

/// Up to the first piece each way, and that piece.
#[inline]
pub fn rook(square: Square, occupied: Occupied) -> Squares {
    let rank = RANK_LINES.step[square.file()][occupied.rank(square)];
    let file = FILE_LINES.step[square.rank()][occupied.file(square)];
    on_the_board(square, rank, file)
}

/// The second piece each way: what a cannon captures.
#[inline]
pub fn cannon_captures(square: Square, occupied: Occupied) -> Squares {
    let rank = RANK_LINES.jump[square.file()][occupied.rank(square)];
    let file = FILE_LINES.jump[square.rank()][occupied.file(square)];
    on_the_board(square, rank, file)
}

/// Everything a cannon would capture if it stood there: the points behind the first piece each way,
/// up to the second and that one.
#[inline]
pub fn cannon_controls(square: Square, occupied: Occupied) -> Squares {
    let rank = RANK_LINES.over[square.file()][occupied.rank(square)];
    let file = FILE_LINES.over[square.rank()][occupied.file(square)];
    on_the_board(square, rank, file)
}

/// The points strictly between two points of a line; none where they share no line.
#[inline]
pub fn between(a: Square, b: Square) -> Squares {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    let above_low = !((bit(low.index()) << 1) - 1);
    let below_high = bit(high.index()) - 1;
    let line = if a.file() == b.file() {
        on_file(0x3FF, a.file())
    } else if a.rank() == b.rank() {
        !0
    } else {
        0
    };
    Squares::from_bits(above_low & below_high & line)
}

/// Where a horse goes, its legs considered.
#[inline]
pub fn horse(square: Square, occupied: Squares) -> Squares {
    through_gates(&HORSE_LEAVES[square.index()], occupied)
}

/// Where a horse must stand to attack this point, its legs considered.
#[inline]
pub fn horse_to(square: Square, occupied: Squares) -> Squares {
    through_gates(&HORSE_ARRIVES[square.index()], occupied)
}

/// The points a horse that attacks this point passes, each with where it comes from.
#[inline]
pub fn horse_gates_to(square: Square) -> impl Iterator<Item = (Squares, Squares)> {
    HORSE_ARRIVES[square.index()]
        .iter()
        .map(|gate| (Squares::from_bits(gate.leg), Squares::from_bits(gate.far)))
}

/// Where an elephant goes, its eyes considered.
#[inline]
pub fn elephant(square: Square, occupied: Squares) -> Squares {
    through_gates(&ELEPHANT[square.index()], occupied)
}

#[inline]
pub fn advisor(square: Square) -> Squares {
    Squares::from_bits(ADVISOR[square.index()])
}

#[inline]
pub fn general(square: Square) -> Squares {
    Squares::from_bits(GENERAL[square.index()])
}

#[inline]
pub fn pawn(side: Side, square: Square) -> Squares {
    Squares::from_bits(PAWN[side.index()][square.index()])
}

/// Where a pawn of `side` must stand to attack this point.
#[inline]
pub fn pawn_to(side: Side, square: Square) -> Squares {
    Squares::from_bits(PAWN_ARRIVES[side.index()][square.index()])
}

/// The nine points of both palaces.
pub const PALACES: Squares = Squares::from_bits(palaces());

/// A point that must be empty, and the points beyond it.
#[derive(Clone, Copy)]
struct Gate {
    leg: u128,
    far: u128,
}

#[inline]
fn through_gates(gates: &[Gate; 4], occupied: Squares) -> Squares {
    let mut reached = 0;
    for gate in gates {
        let open = (gate.leg & occupied.bits() == 0) as u128;
        // All ones where the gate is open: no branch for the processor to guess.
        reached |= gate.far & open.wrapping_neg();
    }
    Squares::from_bits(reached)
}

#[inline]
fn on_the_board(square: Square, rank: u16, file: u16) -> Squares {
    // Put together as `Occupied::rank` takes them apart.
    let rest = square.rank().checked_sub(7);
    let word = u128::from(u64::from(rank) << (9 * rest.unwrap_or(square.rank())));
    let rank = if rest.is_some() { word << 63 } else { word };
    Squares::from_bits(rank | on_file(file, square.file()))
}

/// The points of a file.
#[inline]
fn on_file(points: u16, file: usize) -> u128 {
    let bits = FILE_BITS[usize::from(points)];
    if cfg!(target_arch = "wasm32") {
        // By halves: a browser shifts wide words in a call.
        let (low, high) = (bits as u64, (bits >> 64) as u64);
        let over = low >> 1 >> (63 - file);
        u128::from(low << file) | u128::from(high << file | over) << 64
    } else {
        bits << file
    }
}

/// What a rook and a cannon see on a line of `POINTS`, by place and by what is taken.
struct Lines<const POINTS: usize, const PATTERNS: usize> {
    step: [[u16; PATTERNS]; POINTS],
    jump: [[u16; PATTERNS]; POINTS],
    over: [[u16; PATTERNS]; POINTS],
}

static RANK_LINES: Lines<9, 512> = lines();
static FILE_LINES: Lines<10, 1024> = lines();
static FILE_BITS: [u128; 1024] = file_bits();
static FILE_AFTER_FILE: [u8; 90] = file_after_file();
static HORSE_LEAVES: [[Gate; 4]; 90] = gates([
    ((0, 1), [(-1, 2), (1, 2)]),
    ((0, -1), [(-1, -2), (1, -2)]),
    ((1, 0), [(2, 1), (2, -1)]),
    ((-1, 0), [(-2, 1), (-2, -1)]),
]);
static HORSE_ARRIVES: [[Gate; 4]; 90] = gates([
    ((1, 1), [(2, 1), (1, 2)]),
    ((1, -1), [(2, -1), (1, -2)]),
    ((-1, 1), [(-2, 1), (-1, 2)]),
    ((-1, -1), [(-2, -1), (-1, -2)]),
]);
static ELEPHANT: [[Gate; 4]; 90] = own_bank(gates([
    ((1, 1), [(2, 2), (2, 2)]),
    ((1, -1), [(2, -2), (2, -2)]),
    ((-1, 1), [(-2, 2), (-2, 2)]),
    ((-1, -1), [(-2, -2), (-2, -2)]),
]));
static ADVISOR: [u128; 90] = in_palace([(1, 1), (1, -1), (-1, 1), (-1, -1)]);
static GENERAL: [u128; 90] = in_palace([(1, 0), (-1, 0), (0, 1), (0, -1)]);
static PAWN: [[u128; 90]; 2] = [pawns(1, false), pawns(-1, false)];
static PAWN_ARRIVES: [[u128; 90]; 2] = [pawns(1, true), pawns(-1, true)];

const fn lines<const POINTS: usize, const PATTERNS: usize>() -> Lines<POINTS, PATTERNS> {
    let mut step = [[0; PATTERNS]; POINTS];
    let mut jump = [[0; PATTERNS]; POINTS];
    let mut over = [[0; PATTERNS]; POINTS];
    let mut at = 0;
    while at < POINTS {
        let mut taken = 0;
        while taken < PATTERNS {
            let mut way = 0;
            while way < 2 {
                let mut met = 0;
                let mut next = at;
                loop {
                    if way == 0 && next + 1 == POINTS || way == 1 && next == 0 {
                        break;
                    }
                    next = if way == 0 { next + 1 } else { next - 1 };
                    let here = taken >> next & 1 != 0;
                    if met == 0 {
                        step[at][taken] |= 1 << next;
                    } else if met == 1 {
                        over[at][taken] |= 1 << next;
                        if here {
                            jump[at][taken] |= 1 << next;
                        }
                    }
                    if here {
                        met += 1;
                    }
                }
                way += 1;
            }
            taken += 1;
        }
        at += 1;
    }
    Lines { step, jump, over }
}

/// Ten bits of a file, spread over file a.
const fn file_bits() -> [u128; 1024] {
    let mut spread = [0; 1024];
    let mut bits = 0;
    while bits < 1024 {
        let mut rank = 0;
        while rank < 10 {
            spread[bits] |= ((bits >> rank & 1) as u128) << (9 * rank);
            rank += 1;
        }
        bits += 1;
    }
    spread
}

const fn file_after_file() -> [u8; 90] {
    let mut places = [0; 90];
    let mut index = 0;
    while index < 90 {
        places[index] = (index % 9 * 10 + index / 9) as u8;
        index += 1;
    }
    places
}

/// The bit of a point some steps away, nothing off the board.
const fn beside(index: usize, (files, ranks): (isize, isize)) -> u128 {
    let file = index as isize % 9 + files;
    let rank = index as isize / 9 + ranks;
    if file < 0 || file > 8 || rank < 0 || rank > 9 {
        return 0;
    }
    1 << (9 * rank + file)
}

type Step = (isize, isize);

const fn gates(ways: [(Step, [Step; 2]); 4]) -> [[Gate; 4]; 90] {
    let mut table = [[Gate { leg: 0, far: 0 }; 4]; 90];
    let mut index = 0;
    while index < 90 {
        let mut way = 0;
        while way < 4 {
            let (leg, [left, right]) = ways[way];
            table[index][way] = Gate {
                leg: beside(index, leg),
                far: beside(index, left) | beside(index, right),
            };
            way += 1;
        }
        index += 1;
    }
    table
}

/// Elephants stay on their bank of the river.
const fn own_bank(mut table: [[Gate; 4]; 90]) -> [[Gate; 4]; 90] {
    const RED_BANK: u128 = (1 << 45) - 1;
    let mut index = 0;
    while index < 90 {
        let bank = if index < 45 { RED_BANK } else { !RED_BANK };
        let mut way = 0;
        while way < 4 {
            table[index][way].far &= bank;
            way += 1;
        }
        index += 1;
    }
    table
}

const fn palaces() -> u128 {
    let three = 0b111 << 3;
    let red = three | three << 9 | three << 18;
    red | red << 63
}

const fn in_palace(steps: [Step; 4]) -> [u128; 90] {
    let mut table = [0; 90];
    let mut index = 0;
    while index < 90 {
        let mut way = 0;
        // Both palaces are far apart, so a step from one never ends in the other.
        while way < 4 && palaces() >> index & 1 != 0 {
            table[index] |= beside(index, steps[way]) & palaces();
            way += 1;
        }
        index += 1;
    }
    table
}

/// Steps of pawns that go up (1) or down (-1) the board, or the same steps seen from their ends.
const fn pawns(up: isize, arrives: bool) -> [u128; 90] {
    let mut table = [0; 90];
    let mut index = 0;
    while index < 90 {
        let over_the_river = if up == 1 { index >= 45 } else { index < 45 };
        let mut targets = beside(index, (0, up));
        if over_the_river {
            targets |= beside(index, (1, 0)) | beside(index, (-1, 0));
        }
        if arrives {
            while targets != 0 {
                table[targets.trailing_zeros() as usize] |= 1 << index;
                targets &= targets - 1;
            }
        } else {
            table[index] = targets;
        }
        index += 1;
    }
    table
}
