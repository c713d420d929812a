//! What a tuner needs of the evaluation by hand: its terms on a board, its weights as numbers and as
//! text, and a player with weights of one's own.

use boyi_xiangqi::Board;

use super::endgame::Tables;
use super::hand::terms::{self, GROUPS, Term};
use super::hand::weights::WEIGHTS;
use super::hand::{self, FULL_PHASE, Hand, Tally, Weights};
use super::strong_player;
use crate::engine::Engine;
use crate::spec::PlayerSpec;

/// How many terms there are; each has a weight of the middle game and one of the endgame.
pub const TERMS: usize = terms::COUNT;

/// What a position is made of, from red's view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ingredients {
    /// Numbers of terms and how often each counts, red's minus black's; none is 0.
    pub terms: Vec<(u16, i16)>,
    /// The share of the middle game, between 0 and 1, in parts of [`Ingredients::FULL_PHASE`].
    pub phase: i32,
}

impl Ingredients {
    /// The phase of the start.
    pub const FULL_PHASE: i32 = FULL_PHASE;

    /// Takes a position apart.
    pub fn of(board: &Board) -> Self {
        let mut counts = Counts(vec![0; TERMS]);
        hand::placed(board, &mut counts);
        hand::left(board, &mut counts);
        hand::seen(board, &mut counts);
        let used = |(term, count): (usize, i16)| (count != 0).then_some((term as u16, count));
        Self {
            terms: counts.0.into_iter().enumerate().filter_map(used).collect(),
            phase: hand::Inventory::of(board).phase(),
        }
    }
}

struct Counts(Vec<i16>);

impl Tally for Counts {
    fn add(&mut self, term: Term, count: i32) {
        self.0[term.0] += count as i16;
    }
}

/// The weights that are built in: middle game and endgame.
pub fn built_in() -> Vec<[i16; 2]> {
    WEIGHTS.to_vec()
}

/// The strong player with other weights, which stay in memory for good.
///
/// Returns `None` where there are not [`TERMS`] of them.
pub fn player(weights: Vec<[i16; 2]>, spec: &PlayerSpec) -> Option<Box<dyn Engine>> {
    let weights: Box<Weights> = weights.into_boxed_slice().try_into().ok()?;
    let evaluation = Hand::with(&weights);
    Some(Box::new(strong_player(spec, evaluation, Tables::default())))
}

/// The weights as the source file that holds them; `recipe` says how they were made.
pub fn source(weights: &[[i16; 2]], recipe: &str) -> String {
    let mut text = String::from(
        "//! The weights of the evaluation by hand, middle game and endgame, in the order of `terms`.\n//!\n",
    );
    for line in recipe.lines() {
        text.push_str(&format!("//! {line}\n"));
    }
    text.push_str(
        "\nuse super::Weights;\n\n/// One pair a term.\n#[rustfmt::skip]\npub(crate) static WEIGHTS: Weights = [\n",
    );
    for group in GROUPS {
        text.push_str(&format!("    // {}\n", group.name));
        let columns = columns(group.length);
        for row in weights[group.first..group.first + group.length].chunks(columns) {
            let pairs: Vec<String> = row.iter().map(|[m, e]| format!("[{m}, {e}],")).collect();
            text.push_str(&format!("    {}\n", pairs.join(" ")));
        }
    }
    text.push_str("];\n");
    text
}

/// How many weights stand on a line: tables keep their shape.
fn columns(length: usize) -> usize {
    match length {
        350 => 5,
        60 => 10,
        12 => 4,
        _ if length > 9 && length.is_multiple_of(9) => 9,
        _ if length > 7 && length.is_multiple_of(7) => 7,
        _ => 10,
    }
}

#[cfg(test)]
mod tests {
    use boyi_xiangqi::fen;

    use super::super::strong::position::Evaluation;
    use super::*;

    #[test]
    fn the_parts_add_up_to_the_whole() {
        let hand = Hand::default();
        for text in super::super::TEST_POSITIONS {
            let board = fen::read(text).expect("a FEN").board().expect("a board");
            let parts = Ingredients::of(&board);
            let sum = |stage: usize| -> i32 {
                let weigh = |&(term, count): &(u16, i16)| {
                    i32::from(WEIGHTS[usize::from(term)][stage]) * i32::from(count)
                };
                parts.terms.iter().map(weigh).sum()
            };
            let value = (sum(0) * parts.phase + sum(1) * (FULL_PHASE - parts.phase)) / FULL_PHASE;
            // All of them have red to move.
            assert_eq!(value, hand.evaluate(&board, &hand.begin(&board)), "{text}");
        }
    }

    #[test]
    fn every_weight_is_written_once() {
        let text = source(&built_in(), "A test.");
        assert_eq!(text.matches("],").count(), TERMS);
    }
}
