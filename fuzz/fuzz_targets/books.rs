//! Any text as an opening book or as experience: an error, or a file that is the same after saving.
#![no_main]

use boyi_engine::book::{Book, BookSource};
use boyi_engine::experience::Experience;
use boyi_engine::{Setup, game};
use boyi_fuzz::with_file;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    with_file("a.book", text.as_bytes(), |file| {
        let source = BookSource::File(file.to_owned());
        for name in ["reversi", "xiangqi"] {
            let game = game(name).expect("a game");
            let start = game.lay(&Setup::default()).expect("a start").position();
            if let Ok(book) = Book::load(game, &source) {
                let moves = book.moves(&start);
                book.save().expect("a file");
                let again = Book::load(game, &source).expect("our own writing");
                assert_eq!((again.len(), again.moves(&start).len()), (book.len(), moves.len()));
            }
        }
        if let Ok(experience) = Experience::open("gomoku", file) {
            experience.save().expect("a file");
            let again = Experience::open("gomoku", file).expect("our own writing");
            assert!(again.entries().eq(experience.entries()));
        }
    });
});
