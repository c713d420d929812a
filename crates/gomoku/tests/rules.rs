//! The rules against the laws of every game, against a naive version of themselves, and against the
//! shared boards.

mod naive;

use boyi_game::{Outcome, Position, Random, Shown, Side, laws, shared_files};
use boyi_gomoku::{Content, End, Forbidden, Gomoku, Point, Rules, Size, moves, position_line};
use naive::Naive;
use proptest::collection::vec;
use proptest::prelude::*;

fn naive_of(game: &Gomoku) -> Naive {
    let rows = game.size().rows();
    let mut grid = vec![vec!['.'; rows]; rows];
    for point in game.size().all() {
        if let Content::Stone(side) = game.at(point) {
            grid[point.row()][point.column()] = ['x', 'o'][side.index()];
        }
    }
    Naive { rows, grid }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_laws_hold(rows in 5..=22usize, rules in 0..3usize, choices in vec(any::<u8>(), 0..60)) {
        let start = Gomoku::start(Size::new(rows).expect("a size"), Rules::ALL[rules]);
        laws::position(&start, &choices);
        laws::null_move(&start, &choices);
    }

    #[test]
    fn text_reads_back(rows in 5..=15usize, rules in 0..3usize, choices in vec(any::<u8>(), 0..60)) {
        let rules = Rules::ALL[rules];
        let start = Gomoku::start(Size::new(rows).expect("a size"), rules);
        laws::shown(&start, &choices, |text| position_line::read(text, rules).expect("a position"));
    }
}

/// Plays random games and asks the naive version who has won.
#[test]
fn games_end_as_the_definition_says() {
    let mut random = Random::new(5);
    for round in 0..300 {
        let rules = Rules::ALL[round % 3];
        let size = Size::new(5 + round % 18).expect("a size");
        let mut game = Gomoku::start(size, rules);
        let mut moves = Vec::new();
        while game.end().is_none() {
            moves.clear();
            game.legal_moves(&mut moves);
            let &mv = random.choose(&moves).expect("the game goes on");
            let mut naive = naive_of(&game);
            let (x, y) = (mv.column() as i32, mv.row() as i32);
            let side = game.turn();
            let forbidden = (rules.forbids(side))
                .then(|| naive.forbidden(x, y))
                .flatten();
            naive.grid[mv.row()][mv.column()] = ['x', 'o'][side.index()];
            let five = [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&step| {
                let length = naive.row(x, y, step);
                length == 5 || length > 5 && !rules.wants_exactly_five(side)
            });
            game.make(mv);
            match game.end() {
                Some(End::Five(winner)) => assert!(five && winner == side),
                Some(End::Forbidden(why)) => assert_eq!(forbidden, Some(why.name())),
                Some(End::Full) => assert!(!five && game.stones() == size.points()),
                None => assert!(!five && forbidden.is_none()),
            }
        }
    }
}

/// Random boards crowded with black stones, on which threes and fours abound.
fn dense_board(random: &mut Random) -> Gomoku {
    let size = Size::new(6 + random.below(5) as usize).expect("a size");
    let odds = 3 + random.below(5);
    let mut stones = Vec::new();
    for point in size.all() {
        match random.below(16) {
            n if n < odds => stones.push((point, Side::First)),
            n if n < odds + 2 => stones.push((point, Side::Second)),
            _ => {}
        }
    }
    Gomoku::with_stones(size, Rules::Renju, stones, Side::First, None).expect("stones of their own")
}

/// Judges every empty point of random boards both ways; returns how often each kind was met.
fn judge_both_ways(seed: u64, boards: usize) -> [usize; 3] {
    let mut random = Random::new(seed);
    let mut kinds = [0; 3];
    for _ in 0..boards {
        let board = dense_board(&mut random);
        let mut naive = naive_of(&board);
        for point in board.size().all() {
            if board.at(point) != Content::Empty {
                continue;
            }
            let fast = board.forbidden(point);
            if let Some(why) = fast {
                kinds[why as usize] += 1;
            }
            assert_eq!(
                fast.map(Forbidden::name),
                naive.forbidden(point.column() as i32, point.row() as i32),
                "{point} of {}",
                position_line::write(&board)
            );
        }
    }
    kinds
}

#[test]
fn forbidden_points_are_those_of_the_definition_on_100_000_boards() {
    let halves: Vec<[usize; 3]> = std::thread::scope(|scope| {
        let threads = [11, 12].map(|seed| scope.spawn(move || judge_both_ways(seed, 50_000)));
        threads
            .map(|thread| thread.join().expect("both ways agree"))
            .into()
    });
    for kinds in halves {
        let often = kinds.iter().all(|&count| count > 1000);
        assert!(often, "every kind is met often: {kinds:?}");
    }
}

#[test]
fn the_shared_boards_are_judged_alike() {
    let Some(text) = shared_files::text("gomoku/renju-forbidden.json") else {
        return;
    };
    let boards: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let boards = boards.as_array().expect("a list");
    assert!(boards.len() >= 18);
    for board in boards {
        let stones = |side: &str| board[side].as_str().expect("points").to_owned();
        let game = Gomoku::from_stones(
            Size::USUAL,
            Rules::Renju,
            &stones("black"),
            &stones("white"),
        )
        .expect("a board");
        let found: serde_json::Map<String, serde_json::Value> = game
            .all_forbidden()
            .into_iter()
            .map(|(point, why)| (point.to_string(), why.name().into()))
            .collect();
        assert_eq!(Some(&found), board["forbidden"].as_object(), "{board}");
    }
}

fn forbidden_at(black: &str, white: &str, at: &str) -> Option<Forbidden> {
    let game = Gomoku::from_stones(Size::USUAL, Rules::Renju, black, white).expect("a board");
    game.forbidden(Point::read(at).expect("a point").0)
}

#[test]
fn forbidden_points_of_our_own() {
    // Rows and columns of two that meet on one point.
    assert_eq!(
        forbidden_at("f8g8h9h10", "", "h8"),
        Some(Forbidden::DoubleThree)
    );
    // One of them is closed.
    assert_eq!(forbidden_at("f8g8h9h10", "e8", "h8"), None);
    // Four and three together are black's usual way to win.
    assert_eq!(forbidden_at("e8f8g8h9h10", "d8", "h8"), None);
    assert_eq!(
        forbidden_at("e8f8g8h9h10h11", "d8", "h8"),
        Some(Forbidden::DoubleFour)
    );
    // Two fours in one row.
    assert_eq!(forbidden_at("c8e8g8j8", "", "f8"), None);
    assert_eq!(
        forbidden_at("c8e8f8i8", "", "g8"),
        Some(Forbidden::DoubleFour)
    );
    assert_eq!(
        forbidden_at("c8d8e8g8h8", "", "f8"),
        Some(Forbidden::Overline)
    );
    // Five comes first, even with an overline beside it.
    assert_eq!(forbidden_at("d8e8f8g8h9h10h11h12h7h6", "c8", "h8"), None);
}

#[test]
fn a_forbidden_move_loses_and_five_comes_first() {
    let play = |text: &str, rules| {
        let mut game = Gomoku::start(Size::USUAL, rules);
        for mv in moves::read(text, Size::USUAL).expect("moves") {
            assert!(game.is_legal(mv), "{mv}");
            game.make(mv);
        }
        game
    };
    let cross = "f8a1g8a3h9a5h10a7h8";
    let game = play(cross, Rules::Renju);
    assert_eq!(game.end(), Some(End::Forbidden(Forbidden::DoubleThree)));
    assert_eq!(game.outcome(), Some(Outcome::Win(Side::Second)));
    assert_eq!(play(cross, Rules::Freestyle).end(), None);
    let six = "a8a1b8a3c8a5e8a7f8b1d8";
    assert_eq!(
        play(six, Rules::Freestyle).end(),
        Some(End::Five(Side::First))
    );
    assert_eq!(play(six, Rules::Standard).end(), None);
    assert_eq!(
        play(six, Rules::Renju).end(),
        Some(End::Forbidden(Forbidden::Overline))
    );
    assert_eq!(
        play("a8a1b8a3c8a5d8a7e8", Rules::Renju).winning_row().len(),
        5
    );
    let over = play("a8a1b8a3c8a5d8a7e8", Rules::Renju);
    assert!(over.parse_move(Side::Second, "o15").is_err());
}
