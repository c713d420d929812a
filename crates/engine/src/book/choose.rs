//! Which move a book plays.

use boyi_game::{Random, Table};

use super::{Book, BookMove};
use crate::game::Setup;

/// How much worse than the best a move may be to be played for a change, in parts of a telling lead.
const VARIETY: f64 = 0.1;

impl Book {
    /// A move that is legal here and among `only`, if there is one: the best, or with `random` one of the
    /// good ones.
    pub(crate) fn choose(
        &self,
        position: &str,
        rules: &str,
        only: Option<&[String]>,
        random: &mut Option<Random>,
    ) -> Option<BookMove> {
        let mut moves = playable(self, position, rules);
        if let Some(only) = only {
            moves.retain(|mv| only.contains(&mv.mv));
        }
        let best = moves.first()?.value;
        let least = best - VARIETY * self.game.telling_lead();
        let good: Vec<BookMove> = moves.into_iter().filter(|mv| mv.value >= least).collect();
        match random {
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

#[cfg(test)]
mod tests {
    use boyi_game::Side;
    use boyi_search::kernel::Go;

    use super::*;
    use crate::engine::Thought;
    use crate::game::Game;
    use crate::spec::PlayerSpec;
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
