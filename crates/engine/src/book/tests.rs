//! What a book learns, keeps and says.

use super::*;
use crate::game::Setup;
use crate::reversi::Reversi;
use crate::xiangqi::Xiangqi;
use boyi_search::kernel::Go;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("boyi-book-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn start() -> Box<dyn Table> {
    let size = Some((4, 4));
    Reversi
        .lay(&Setup {
            size,
            ..Setup::default()
        })
        .expect("a board")
}

#[test]
fn a_book_grows_reads_back_and_knows_the_best_move() {
    let file = folder("grows").join("four.book");
    let mut book = Book::open(&Reversi, &file).expect("an empty book");
    let mut player = Reversi
        .player(&"strong:depth=20".parse().expect("a player"))
        .expect("one");
    let growth = Growth {
        positions: 12,
        moves: 4,
        spread: 2.0,
        plies: 10,
        seed: 1,
    };
    let orders = Go::depth(20);
    let added = book.extend(&start, &mut *player, &growth, &orders, &mut |_| ());
    assert!(added.expect("it grows") >= 5);
    let moves = book.moves(&start().position());
    assert_eq!(moves.len(), 4);
    assert!(
        (moves[0].value + 8.0).abs() < 0.01,
        "4x4 is lost by 8: {moves:?}"
    );
    book.save().expect("saved");
    let again = Book::open(&Reversi, &file).expect("reads back");
    assert_eq!(again.positions, book.positions);
    assert!(matches!(
        Book::open(&crate::gomoku::Gomoku, &file),
        Err(BookError::File(FileError::Content { line: 1, .. }))
    ));
}

#[test]
fn lost_games_are_remembered() {
    let file = folder("learns").join("four.book");
    let mut book = Book::open(&Reversi, &file).expect("an empty book");
    let mut table = start();
    while let Some(side) = side_to_act(&*table) {
        let mv = table.legal_moves(side)[0].text.clone();
        table.play(side, &mv).expect("legal");
    }
    let Status::Over { outcome, .. } = table.status() else {
        panic!("played to the end")
    };
    for _ in 0..3 {
        book.learn_game(table.record()).expect("a game");
    }
    let moves = book.moves(&start().position());
    let expected = match outcome {
        Outcome::Win(Side::First) => [3, 0, 0],
        Outcome::Draw => [0, 3, 0],
        Outcome::Win(Side::Second) => [0, 0, 3],
    };
    assert_eq!((moves.len(), moves[0].results), (1, expected));
    assert_eq!(moves[0].value > 0.0, expected[0] == 3);
    let known = book.len();
    book.learn_game(start().record()).expect("teaches nothing");
    assert_eq!(book.len(), known);
    book.learn_outcome(start().record(), Outcome::Draw)
        .expect("nobody moved");
}

#[test]
fn a_position_is_known_however_it_was_reached() {
    let file = folder("ways").join("ways.book");
    let mut book = Book::empty(&Xiangqi, &file);
    let lay = |moves: &str| {
        let moves = Some(moves.to_owned());
        Xiangqi.lay(&Setup {
            moves,
            ..Setup::default()
        })
    };
    let one = lay("h2e2 h9g7 h0g2 i9h9").expect("a game");
    book.learn_outcome(one.record(), Outcome::Win(Side::First))
        .expect("a game");
    let other = lay("h0g2 h9g7 g2h0 g7h9 h2e2 h9g7 h0g2").expect("a game");
    let known = book.moves(&other.position());
    assert_eq!((known.len(), known[0].mv.as_str()), (1, "i9h9"));
    assert_eq!(known[0].results, [0, 0, 1]);
}

#[test]
fn rubbish_is_no_book() {
    let file = folder("rubbish").join("rubbish.book");
    for text in [
        "",
        "x",
        "boyi book 1 reversi\nno tabs",
        "boyi book 1 reversi\np\tm\tx\t1\t1\t1\t1",
    ] {
        std::fs::write(&file, text).expect("written");
        assert!(
            matches!(
                Book::open(&Reversi, &file),
                Err(BookError::File(FileError::Content { .. }))
            ),
            "{text}"
        );
    }
}
