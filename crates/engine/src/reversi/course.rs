//! The opponents the course tasks were set against, by name.

use boyi_search::Instant;

use boyi_game::{Key, Position, Random, Seen, Side};
use boyi_reversi::{Grid, Layout, Move, Square};

use super::{grid, start_of};
use crate::engine::{Engine, EngineError, Thinking, Thought, Watch};
use crate::fitted::Fitted;
use crate::game::Choice;
use crate::seat::Seat;
use crate::spec::{PlayerSpec, SpecError};
use boyi_search::kernel::Go;

pub(super) const CHARACTERS: &[Choice] = &[
    Choice::new("random", "any legal move (course task 1)"),
    Choice::new(
        "scan",
        "the first legal cell from the outside in (course task 2)",
    ),
    Choice::new(
        "priority",
        "corners, inside, edges, in that order (course task 3)",
    ),
    Choice::new(
        "course",
        "the course report's own player: alpha-beta of depth 4",
    ),
];

/// The character of this name, if it does not search.
pub(super) fn character(spec: &PlayerSpec) -> Result<Option<Box<dyn Engine>>, SpecError> {
    let taste = match spec.name.as_str() {
        "random" => Taste::Random,
        "scan" => Taste::Scan,
        "priority" => Taste::Priority,
        _ => return Ok(None),
    };
    spec.only_a_seed()?;
    let spec = spec.clone();
    Ok(Some(Box::new(Fitted::new(spec.to_string(), move |game| {
        Ok(Box::new(Character {
            spec: spec.clone(),
            taste,
            seat: Seat::new(grid(&start_of(game)?)),
        }))
    }))))
}

/// The course report's player as the search it is.
///
/// Without its defects: it judged from the side to move without changing the sign, had no passes in
/// its tree, and counted discs instead of cell scores at the end.
pub(super) fn as_a_search(spec: &PlayerSpec) -> PlayerSpec {
    if spec.name != "course" {
        return spec.clone();
    }
    PlayerSpec {
        name: "ordered".to_owned(),
        evaluation: Some(
            spec.evaluation
                .clone()
                .unwrap_or_else(|| "course".to_owned()),
        ),
        depth: Some(spec.depth.unwrap_or(4)),
        ..spec.clone()
    }
}

/// What a player goes by that does not look ahead.
#[derive(Clone, Copy)]
enum Taste {
    Random,
    Scan,
    Priority,
}

struct Character {
    spec: PlayerSpec,
    taste: Taste,
    seat: Seat<Grid>,
}

impl Engine for Character {
    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn prepare(&mut self, _game: &Seen) -> Result<(), EngineError> {
        Ok(())
    }

    fn think(&mut self, game: &Seen, _side: Side, _go: &Go, _watch: Watch<'_>) -> Thinking {
        let began = Instant::now();
        let position = self.seat.follow(game)?;
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let layout = position.layout();
        let best = match self.taste {
            Taste::Random => {
                // One stream for each move, so that the same game goes on the same way.
                let seed =
                    Key::mixed(self.spec.seed.unwrap_or(0)) ^ Key::mixed(game.moves.len() as u64);
                Random::new(seed.0).choose(&moves).copied()
            }
            // The first of the best, since moves come row by row.
            Taste::Scan => first_best(&moves, |square| {
                std::cmp::Reverse(scan_order(layout, square))
            }),
            Taste::Priority => first_best(&moves, |square| priority(layout, square)),
        };
        Ok(Thought::unexplained(
            best.map(|mv| mv.to_string()),
            began.elapsed(),
        ))
    }
}

/// The first move of the highest rank; a pass, which comes alone, has the lowest.
fn first_best<R: Ord>(moves: &[Move], rank: impl Fn(Square) -> R) -> Option<Move> {
    let rank = |mv: &Move| mv.square().map(&rank);
    moves.iter().copied().rev().max_by_key(rank)
}

/// Rows in the order last, first, last but one, second, …; columns likewise within a row.
fn scan_order(layout: &Layout, square: Square) -> (usize, usize) {
    let order = |at: usize, size: usize| {
        let from_end = size - 1 - at;
        if from_end <= at {
            2 * from_end
        } else {
            2 * at + 1
        }
    };
    (
        order(square.row(), layout.rows()),
        order(square.col(), layout.cols()),
    )
}

/// Corner 5, the rest of the 2 x 2 corner blocks 1, edges 3, second ring 2, everything inside 4.
fn priority(layout: &Layout, square: Square) -> u32 {
    let down = square.row().min(layout.rows() - 1 - square.row());
    let across = square.col().min(layout.cols() - 1 - square.col());
    match (down.min(across), down.max(across)) {
        (0, 0) => 5,
        (_, 0 | 1) => 1,
        (0, _) => 3,
        (1, _) => 2,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) -> Square {
        Square::parse(text).expect("a square")
    }

    #[test]
    fn scanning_goes_from_the_outside_in() {
        let layout = Layout::othello(8, 8).expect("a board");
        let mut squares: Vec<Square> = layout.squares().collect();
        squares.sort_by_key(|&square| scan_order(&layout, square));
        let first: Vec<String> = squares.iter().take(9).map(ToString::to_string).collect();
        assert_eq!(
            first,
            ["h8", "a8", "g8", "b8", "f8", "c8", "e8", "d8", "h1"]
        );
        assert_eq!(squares[63], square("d4"), "the middle comes last");
    }

    #[test]
    fn priorities_are_those_of_the_task() {
        let layout = Layout::othello(8, 8).expect("a board");
        let of = |text| priority(&layout, square(text));
        assert_eq!(
            ["a1", "b1", "b2", "c1", "c2", "c3", "d4"].map(of),
            [5, 1, 1, 3, 2, 4, 4]
        );
    }

    #[test]
    fn the_first_of_equals_is_taken() {
        let moves = ["c1", "d1", "a1", "h8"].map(|text| Move::Place(square(text)));
        let layout = Layout::othello(8, 8).expect("a board");
        assert_eq!(
            first_best(&moves, |square| priority(&layout, square)),
            Some(moves[2])
        );
        assert_eq!(
            first_best(&[Move::Pass], |square| priority(&layout, square)),
            Some(Move::Pass)
        );
    }
}
