//! The rules on every board: the laws of all games, agreement with the slow version, known counts.

mod naive;

use boyi_game::perft::{Counting, Finished, divide_hashed, perft};
use boyi_game::{Outcome, Position, Shown, Side, laws};
use boyi_reversi::discs::{Discs, SquareSet, Whose};
use boyi_reversi::{Bitboard, Grid, Layout, Move, Reversi, Setup, Square, read_position};
use naive::Naive;
use proptest::collection::vec;
use proptest::prelude::*;

const COUNTING: Counting = Counting {
    finished: Finished::OneLeaf,
    bulk: false,
};

/// A start on any even board from 4 x 4 to 16 x 16, every cell worth something of its own.
fn any_start(largest: usize) -> impl Strategy<Value = Setup> {
    (2..=largest / 2, 2..=largest / 2, vec(0u8..10, 256)).prop_map(|(rows, cols, worth)| {
        let layout = Layout::weighted(rows * 2, cols * 2, |square| {
            worth[square.row() * 16 + square.col()]
        });
        Setup::start(layout.expect("an even board"))
    })
}

fn plays_like_the_naive_game<D: Discs>(setup: &Setup, choices: &[u8]) {
    let mut fast = Reversi::<D>::new(setup).expect("the board fits");
    let mut slow = Naive::new(setup);
    let worth = |slow: &Naive, side| -> i32 {
        let cell = |square| i32::from(setup.layout.worth(square));
        let held =
            |square: &boyi_reversi::Square| slow.cells[square.row()][square.col()] == Some(side);
        setup.layout.squares().filter(held).map(cell).sum()
    };
    for &choice in choices {
        let mut moves = Vec::new();
        fast.legal_moves(&mut moves);
        assert_eq!(moves, slow.moves(), "{fast:?}");
        for whose in [Whose::Mover, Whose::Other] {
            let side = if whose == Whose::Mover {
                fast.turn()
            } else {
                !fast.turn()
            };
            assert_eq!(fast.worth()[side], worth(&slow, side), "{fast:?}");
            assert_eq!(
                fast.discs().stable(whose).count() as usize,
                slow.stable(side),
                "{fast:?}"
            );
        }
        if moves.is_empty() {
            let (first, second) = (worth(&slow, Side::First), worth(&slow, Side::Second));
            assert_eq!(fast.outcome(), Some(Outcome::by_points(first, second)));
            return;
        }
        let mv = moves[usize::from(choice) % moves.len()];
        fast.make(mv);
        slow.play(mv);
        for square in setup.layout.squares() {
            assert_eq!(
                fast.disc(square),
                slow.cells[square.row()][square.col()],
                "{fast:?}"
            );
        }
    }
}

fn obeys_all_laws<D: Discs>(setup: &Setup, choices: &[u8]) {
    let start = Reversi::<D>::new(setup).expect("the board fits");
    laws::position(&start, choices);
    laws::captures(&start, choices);
    laws::shown(&start, choices, |text| {
        Reversi::new(&read_position(text).expect("our own text")).expect("the board fits")
    });
}

/// What evaluations ask a board is answered alike by the plainest one and by `D`.
fn sees_like_rows<D: Discs>(setup: &Setup, choices: &[u8]) {
    let mut fast = Reversi::<D>::new(setup).expect("the board fits");
    let mut slow = Grid::new(setup).expect("the board fits");
    let layout = &setup.layout;
    let mut moves = Vec::new();
    for &choice in choices {
        for whose in [Whose::Mover, Whose::Other] {
            let (a, b) = (fast.discs(), slow.discs());
            assert_eq!(a.worth(whose), b.worth(whose));
            assert_eq!(
                listed(&a.stable(whose)),
                listed(&b.stable(whose)),
                "{fast:?}"
            );
            let beside = listed(&a.beside(whose));
            assert_eq!(beside, listed(&b.beside(whose)), "{fast:?}");
            assert_eq!(beside, naive_beside(&fast, whose), "{fast:?}");
            let inner = listed(&a.inner(whose));
            assert_eq!(inner, listed(&b.inner(whose)), "{fast:?}");
            assert_eq!(inner, naive_inner(&fast, whose), "{fast:?}");
            for row in 0..layout.rows() {
                assert_eq!(a.row(whose, row), b.row(whose, row));
            }
            for col in 0..layout.cols() {
                assert_eq!(a.column(whose, col), b.column(whose, col));
            }
        }
        moves.clear();
        fast.legal_moves(&mut moves);
        let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else {
            return;
        };
        fast.make(mv);
        slow.make(mv);
    }
}

fn listed(set: &impl SquareSet) -> Vec<Square> {
    let mut squares = Vec::new();
    set.each(|square| squares.push(square));
    squares
}

fn naive_beside<D: Discs>(position: &Reversi<D>, whose: Whose) -> Vec<Square> {
    let discs = position.discs();
    let squares = position.layout().squares();
    squares
        .filter(|&square| discs.get(square).is_none())
        .filter(|&square| has_beside_it(position, square, Some(whose)))
        .collect()
}

fn naive_inner<D: Discs>(position: &Reversi<D>, whose: Whose) -> Vec<Square> {
    let discs = position.discs();
    let squares = position.layout().squares();
    squares
        .filter(|&square| discs.get(square) == Some(whose))
        .filter(|&square| !has_beside_it(position, square, None))
        .collect()
}

/// Whether a square or one of its neighbours holds this.
fn has_beside_it<D: Discs>(position: &Reversi<D>, square: Square, what: Option<Whose>) -> bool {
    let layout = position.layout();
    (-1..=1).any(|down| {
        (-1..=1).any(|right| {
            let row = square.row().checked_add_signed(down);
            let col = square.col().checked_add_signed(right);
            row.zip(col)
                .and_then(|(row, col)| layout.square(row, col))
                .is_some_and(|other| position.discs().get(other) == what)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn words_play_like_the_naive_game(setup in any_start(8), choices in vec(any::<u8>(), 70)) {
        plays_like_the_naive_game::<boyi_reversi::Words>(&setup, &choices);
    }

    #[test]
    fn rows_play_like_the_naive_game(setup in any_start(12), choices in vec(any::<u8>(), 150)) {
        plays_like_the_naive_game::<boyi_reversi::Rows>(&setup, &choices);
    }

    #[test]
    fn lanes_play_like_the_naive_game(setup in any_start(16), choices in vec(any::<u8>(), 150)) {
        plays_like_the_naive_game::<boyi_reversi::Lanes>(&setup, &choices);
    }

    #[test]
    fn all_boards_see_the_same(setup in any_start(8), choices in vec(any::<u8>(), 60)) {
        sees_like_rows::<boyi_reversi::Words>(&setup, &choices);
        sees_like_rows::<boyi_reversi::Lanes>(&setup, &choices);
    }

    #[test]
    fn lanes_see_like_rows(setup in any_start(16), choices in vec(any::<u8>(), 200)) {
        sees_like_rows::<boyi_reversi::Lanes>(&setup, &choices);
    }

    #[test]
    fn lanes_obey_the_laws(setup in any_start(12), choices in vec(any::<u8>(), 60)) {
        obeys_all_laws::<boyi_reversi::Lanes>(&setup, &choices);
    }

    #[test]
    fn words_obey_the_laws(setup in any_start(8), choices in vec(any::<u8>(), 70)) {
        obeys_all_laws::<boyi_reversi::Words>(&setup, &choices);
    }

    #[test]
    fn rows_obey_the_laws(setup in any_start(10), choices in vec(any::<u8>(), 60)) {
        obeys_all_laws::<boyi_reversi::Rows>(&setup, &choices);
    }
}

#[test]
fn the_largest_board_plays_like_the_naive_game() {
    let setup = Setup::start(Layout::othello(30, 30).expect("a board"));
    let choices: Vec<u8> = (0..400u32).map(|n| (n * 73 % 251) as u8).collect();
    plays_like_the_naive_game::<boyi_reversi::Rows>(&setup, &choices);
}

/// Counts from the field, a pass being one ply and a finished game one leaf.
#[test]
fn published_counts_of_the_standard_board() {
    let counts = [1, 4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288];
    let setup = Setup::start(Layout::othello(8, 8).expect("a board"));
    let (mut words, mut rows) = (
        Bitboard::new(&setup).expect("fits"),
        Grid::new(&setup).expect("fits"),
    );
    for (depth, &leaves) in (0..).zip(&counts) {
        assert_eq!(perft(&mut words, depth, COUNTING), leaves, "depth {depth}");
        assert_eq!(
            perft(
                &mut words,
                depth,
                Counting {
                    bulk: true,
                    ..COUNTING
                }
            ),
            leaves,
            "in bulk"
        );
        if depth < 8 {
            assert_eq!(
                perft(&mut rows, depth, COUNTING),
                leaves,
                "rows, depth {depth}"
            );
        }
    }
    let divided = divide_hashed(&words, 10, COUNTING, 2, 1 << 24);
    assert_eq!(
        divided.iter().map(|(_, leaves)| leaves).sum::<u64>(),
        24_571_284
    );
}

/// The other convention: a pass costs no ply.
#[test]
fn published_counts_with_free_passes() {
    fn leaves(position: &mut Bitboard, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        match moves[..] {
            [] => 1,
            [Move::Pass] => position.after(Move::Pass, |child| leaves(child, depth)),
            _ => moves
                .iter()
                .map(|&mv| position.after(mv, |child| leaves(child, depth - 1)))
                .sum(),
        }
    }
    let mut start =
        Bitboard::new(&Setup::start(Layout::othello(8, 8).expect("a board"))).expect("fits");
    assert_eq!(leaves(&mut start, 8), 390_216);
    assert_eq!(leaves(&mut start, 9), 3_005_320);
}

#[test]
fn published_counts_of_other_boards() {
    for (rows, cols, counts) in [
        (4, 6, &[4, 12, 50, 180][..]),
        (10, 10, &[4, 12, 56, 244, 1396, 8200, 55_180, 392_268]),
        (12, 12, &[4, 12, 56, 244, 1396, 8200, 55_180, 392_268]),
        (30, 30, &[4, 12, 56, 244, 1396, 8200]),
    ] {
        let mut start =
            Grid::new(&Setup::start(Layout::othello(rows, cols).expect("a board"))).expect("fits");
        for (depth, &leaves) in (1..).zip(counts) {
            assert_eq!(
                perft(&mut start, depth, COUNTING),
                leaves,
                "{rows} x {cols}, depth {depth}"
            );
        }
    }
}

#[test]
fn a_wipe_out_ends_the_game_and_the_winner_gets_the_empties() {
    // One white disc, to be flipped; nothing else for white.
    let text = format!("{}-XO-{} X", "-".repeat(24), "-".repeat(36));
    let mut position = Bitboard::new(&read_position(&text).expect("a position")).expect("fits");
    let mv = position.parse_move(Side::First, "d4").expect("legal");
    position.make(mv);
    assert_eq!(position.outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(position.points()[Side::First], 64);
    assert_eq!(position.points()[Side::Second], 0);
    assert_eq!(position.worth()[Side::First], 3);
}

#[test]
fn illegal_moves_are_refused_with_the_rule() {
    let start =
        Bitboard::new(&Setup::start(Layout::othello(8, 8).expect("a board"))).expect("fits");
    let refusal = |text: &str| {
        start
            .parse_move(Side::First, text)
            .expect_err("refused")
            .to_string()
    };
    assert_eq!(refusal("a1"), "`a1` is not legal: it flips nothing");
    assert_eq!(refusal("d4"), "`d4` is not legal: the square is taken");
    assert_eq!(refusal("j9"), "`j9` is not legal: it is not on the board");
    assert_eq!(
        refusal("pass"),
        "`pass` is not legal: passing is allowed only without a move"
    );
    assert!(refusal("banana\n").starts_with("`banana\\n` is not a move: expected a square"));
    assert!(refusal("-1 4").contains("not a move"));
    assert!(
        start.parse_move(Side::First, "2 3").is_ok(),
        "row 2, column 3 is d3"
    );
}
