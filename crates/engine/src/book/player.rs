//! A player that plays from a book as long as the book knows the position.

use std::time::Instant;

use boyi_game::{Random, Score, Seen, Side, Table};
use boyi_search::Stop;

use super::{Book, BookMove, BookSource};
use crate::engine::{Engine, EngineError, Line, Thought};
use crate::game::{Setup, game};
use crate::spec::{PlayerSpec, SpecError};
use crate::tree::{SearchTree, TreeRequest};
use boyi_search::kernel::Go;

/// How much worse than the best a move may be to be played for a change, in parts of a telling lead.
const VARIETY: f64 = 0.1;

/// A player and its book.
pub(crate) struct Booked {
    name: String,
    book: Book,
    player: Box<dyn Engine>,
    /// With a seed the player varies; without one it plays the best it knows.
    random: Option<Random>,
}

impl Booked {
    /// Puts a book beside a player.
    pub(crate) fn new(
        name: &str,
        spec: &PlayerSpec,
        source: &BookSource,
        player: Box<dyn Engine>,
    ) -> Result<Self, SpecError> {
        let refused = |why: String| SpecError::Book {
            spec: spec.to_string(),
            why,
        };
        let game = game(name).map_err(|error| refused(error.to_string()))?;
        let book = Book::load(game, source).map_err(|error| refused(error.to_string()))?;
        Ok(Self {
            name: spec.to_string(),
            book,
            player,
            random: spec.seed.map(Random::new),
        })
    }

    /// A move of the book, if it has a legal one here that was asked about.
    fn choose(&mut self, game: &Seen, go: &Go) -> Option<BookMove> {
        let mut moves = playable(&self.book, &game.position, game.rules);
        if let Some(only) = &go.only {
            moves.retain(|mv| only.contains(&mv.mv));
        }
        let best = moves.first()?.value;
        let least = best - VARIETY * self.book.game.telling_lead();
        let good: Vec<BookMove> = moves.into_iter().filter(|mv| mv.value >= least).collect();
        match &mut self.random {
            Some(random) => random.choose(&good).cloned(),
            None => good.into_iter().next(),
        }
    }
}

/// The judged moves of a book that are legal here, best first: a book is a file that anybody may have
/// written.
fn playable(book: &Book, position: &str, rules: &str) -> Vec<BookMove> {
    let mut moves = book.moves(position);
    moves.retain(|mv| mv.depth > 0);
    if moves.is_empty() {
        return moves;
    }
    let Ok(table) = book.game.lay(&Setup::at(position, rules)) else {
        return Vec::new();
    };
    let legal = legal_moves(&*table);
    moves.retain(|mv| legal.contains(&mv.mv));
    moves
}

fn legal_moves(table: &dyn Table) -> Vec<String> {
    let side = super::side_to_act(table);
    let moves = side.map(|side| table.legal_moves(side)).unwrap_or_default();
    moves.into_iter().map(|mv| mv.text).collect()
}

impl Engine for Booked {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn prepare(&mut self, game: &Seen) -> Result<(), EngineError> {
        self.player.prepare(game)
    }

    /// Whoever asks for several lines, or for as long as it takes, wants to know more than a book says.
    fn think(
        &mut self,
        game: &Seen,
        side: Side,
        go: &Go,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, EngineError> {
        let began = Instant::now();
        let known = if go.lines == 1 && !go.pondering.lasts() {
            self.choose(game, go)
        } else {
            None
        };
        let Some(known) = known else {
            return self.player.think(game, side, go, watch);
        };
        let value = known.value * f64::from(self.book.game.score_unit());
        let line = Line {
            score: Score::heuristic(value as i32),
            depth: known.depth,
            moves: vec![known.mv.clone()],
        };
        Ok(Thought {
            lines: vec![line],
            ..Thought::unexplained(Some(known.mv), began.elapsed())
        })
    }

    fn ponder(&mut self, game: &Seen, stop: &Stop) -> Result<(), EngineError> {
        self.player.ponder(game, stop)
    }

    fn tree(&mut self, game: &Seen, request: &TreeRequest) -> Result<SearchTree, EngineError> {
        self.player.tree(game, request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::xiangqi::Xiangqi;

    /// What a player with this book plays at the start.
    fn first_move(spec: &str) -> Result<Thought, String> {
        let spec: PlayerSpec = spec.parse().expect("a player");
        let mut player = Xiangqi.player(&spec).map_err(|error| error.to_string())?;
        let table = Xiangqi.lay(&Setup::default()).expect("a board");
        let orders = Go::default();
        let thought = player.think(&table.seen(), Side::First, &orders, &mut |_| ());
        Ok(thought.expect("thinks"))
    }

    fn file(name: &str, lines: &[&str]) -> std::path::PathBuf {
        let file = std::env::temp_dir().join(format!("boyi-{name}-{}.book", std::process::id()));
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
        let lines = lines.iter().map(|line| format!("{start}\t{line}\n"));
        let text = format!("boyi book 1 xiangqi\n{}", lines.collect::<String>());
        std::fs::write(&file, text).expect("written");
        file
    }

    #[test]
    fn the_best_legal_move_of_the_book_is_played_without_thinking() {
        // The first is illegal, the last was never judged.
        let moves = [
            "a0a9\t3\t9\t0\t0\t0",
            "a0a1\t0.1\t9\t0\t0\t0",
            "h2e2\t0.05\t9\t9\t0\t0",
            "c3c4\t-\t0\t9\t0\t0",
        ];
        let file = file("legal", &moves);
        let thought = first_move(&format!("strong:nodes=100,book={}", file.display()));
        let thought = thought.expect("a book");
        assert_eq!(thought.best.as_deref(), Some("h2e2"));
        assert_eq!((thought.counts.nodes, thought.lines[0].depth), (0, 9));
    }

    #[test]
    fn with_a_seed_good_moves_take_turns() {
        let moves = [
            "h2e2\t0.1\t9\t0\t0\t0",
            "c3c4\t0.05\t9\t0\t0\t0",
            "a0a1\t-0.9\t9\t0\t0\t0",
        ];
        let file = file("variety", &moves);
        let played = |seed: u64| {
            let spec = format!("strong:nodes=100,seed={seed},book={}", file.display());
            first_move(&spec).expect("a book").best.expect("a move")
        };
        let all: std::collections::BTreeSet<String> = (0..30).map(played).collect();
        assert_eq!(all.into_iter().collect::<Vec<_>>(), ["c3c4", "h2e2"]);
    }

    #[test]
    fn a_position_the_book_does_not_know_is_thought_about() {
        let file = file("unknown", &[]);
        let thought = first_move(&format!("strong:nodes=500,book={}", file.display()));
        assert!(thought.expect("a book").counts.nodes > 0);
    }

    #[test]
    fn a_book_that_is_not_there_is_refused_and_the_built_in_one_is_there() {
        let message = first_move("strong:book=nowhere.book").expect_err("no such file");
        assert!(message.contains("nowhere.book: "), "{message}");
        let thought = first_move("strong:book").expect("a book");
        assert_eq!(thought.counts.nodes, 0);
        let garlic = crate::game::game("garlic").expect("a game");
        let spec = "greedy:book".parse().expect("a player");
        let refused = garlic.player(&spec).map(|_| ()).expect_err("no book");
        assert!(
            refused
                .to_string()
                .contains("no book of garlic is built in")
        );
    }
}
