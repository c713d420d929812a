//! The rules against the laws of every game and against a naive version of themselves.

mod naive;

use boyi_game::{Outcome, Position, Shown, Side, laws, shared_files};
use boyi_xiangqi::notation::coordinates::{self, Ranks};
use boyi_xiangqi::{End, Rules, Xiangqi, fen, read_position};
use naive::Naive;
use proptest::collection::vec;
use proptest::prelude::*;

/// A start, a middle game and endgames in which checks and pins abound; none shared.
const STARTS: [&str; 5] = [
    fen::START,
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 1",
    "3k1a3/4a4/3cb4/9/3R2n2/2N6/4c4/3CB4/4A4/3K1A2r b - - 3 20",
    "2bak4/3P5/4b4/9/9/9/4p4/9/4C4/3AK4 w - - 0 1",
    "4k4/9/9/9/9/9/9/9/2p6/3K5 w - - 0 1",
];

fn game(text: &str) -> Xiangqi {
    let setup = read_position(text).expect("a position");
    Xiangqi::new(&setup, Rules::Axf).expect("a possible one")
}

fn moves_of(position: &impl Position<Move = boyi_xiangqi::Move>) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

proptest! {
    #[test]
    fn the_laws_hold(start in 0..STARTS.len(), choices in vec(any::<u8>(), 0..160)) {
        let start = game(STARTS[start]);
        laws::position(&start, &choices);
        laws::position(start.board(), &choices);
        laws::captures(&start, &choices);
        laws::null_move(&start, &choices);
    }

    /// Without long games: a position that was repeated reads back as one that was not.
    #[test]
    fn text_reads_back(start in 0..2usize, choices in vec(any::<u8>(), 0..40)) {
        laws::shown(&game(STARTS[start]), &choices, game);
    }

    #[test]
    fn fast_moves_are_the_naive_moves(start in 0..STARTS.len(), choices in vec(any::<u8>(), 0..120)) {
        let mut position = game(STARTS[start]).board().clone();
        let mut text = game(STARTS[start]);
        for choice in choices {
            let fast = moves_of(&position);
            prop_assert_eq!(&fast, &Naive::new(&text.text()).moves(), "{}", text.text());
            let mut captures = Vec::new();
            boyi_game::Captures::captures(&position, &mut captures);
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let takes = moves.iter().filter(|mv| position.at(mv.to).is_some()).count();
            prop_assert_eq!(captures.len(), takes, "captures are the moves that take");
            if moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(choice) % moves.len()];
            position.make(mv);
            text.make(mv);
        }
    }
}

#[test]
fn naive_and_fast_agree_on_the_shared_openings() {
    let Some(text) = shared_files::text("xiangqi/openings-balanced.epd") else {
        return;
    };
    for line in text.lines() {
        let (fen, _) = line.split_once(';').expect("a FEN and more");
        assert_eq!(
            moves_of(game(fen).board()),
            Naive::new(fen).moves(),
            "{fen}"
        );
    }
}

#[test]
fn mate_and_stalemate_lose() {
    let mated = game("R2k5/1R7/9/9/9/9/9/9/9/4K4 b - - 0 1");
    assert_eq!(mated.end(), Some(End::Mated(Side::Second)));
    let stalemated = game("3k5/9/3P5/9/9/9/9/9/9/4K4 b - - 0 1");
    assert_eq!(stalemated.end(), Some(End::Stalemated(Side::Second)));
    assert_eq!(stalemated.outcome(), Some(Outcome::Win(Side::First)));
}

#[test]
fn without_attackers_nobody_wins() {
    let bare = game("3k5/4a4/4b4/9/9/9/9/9/9/4K4 w - - 0 1");
    assert_eq!(bare.end(), Some(End::Material));
}

#[test]
fn the_120th_quiet_ply_draws_and_late_checks_do_not_count() {
    let mut quiet = game("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 80");
    assert_eq!(quiet.end(), None);
    quiet.make(quiet.parse_move(Side::First, "a0b0").expect("legal"));
    assert_eq!(quiet.end(), Some(End::Quiet));

    // Twelve checks, a rook going to and fro before a general that goes up and down.
    let mut checks = game("3k5/9/9/9/9/9/9/9/r8/4K3R w - - 0 1");
    let quiet_plies = |game: &Xiangqi| game.setup().quiet;
    checks.make(checks.parse_move(Side::First, "i0i9").expect("legal"));
    for number in 1..=12 {
        assert!(checks.board().in_check(), "check {number}");
        assert_eq!(
            quiet_plies(&checks),
            number.min(10) + number - 1,
            "check {number}"
        );
        let (away, after) = if number % 2 == 1 {
            ("d9d8", "i9i8")
        } else {
            ("d8d9", "i8i9")
        };
        for text in [away, after] {
            // By hand, because the game is lost by repetition long before.
            checks.make(coordinates::read(text, Ranks::FromZero).expect("a move"));
        }
    }
}
