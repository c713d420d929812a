//! What a tuner needs of the evaluation by hand: its terms on a board, its weights, and a player with
//! weights of one's own.

use boyi_xiangqi::Board;

use super::endgame::Tables;
use super::hand::terms::{self, Term};
use super::hand::{self, FULL_PHASE, Hand, Tally};
use super::strong_player;
use crate::engine::Engine;
use crate::spec::PlayerSpec;

pub use super::hand::HandWeights;

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

/// The strong player with these weights, without endgame tables: the same on every machine.
pub fn player(weights: &HandWeights, spec: &PlayerSpec) -> Box<dyn Engine> {
    Box::new(strong_player(spec, Hand::new(weights), Tables::default()))
}

#[cfg(test)]
mod tests {
    use boyi_xiangqi::fen;

    use super::*;
    use crate::weights::LearnedWeights;

    #[test]
    fn the_parts_add_up_to_the_whole() {
        let mut hand = Hand::default();
        let HandWeights(weights) = HandWeights::built_in();
        for text in super::super::TEST_POSITIONS {
            let board = fen::read(text).expect("a FEN").board().expect("a board");
            let parts = Ingredients::of(&board);
            let sum = |stage: usize| -> i32 {
                let weigh = |&(term, count): &(u16, i16)| {
                    i32::from(weights[usize::from(term)][stage]) * i32::from(count)
                };
                parts.terms.iter().map(weigh).sum()
            };
            let value = (sum(0) * parts.phase + sum(1) * (FULL_PHASE - parts.phase)) / FULL_PHASE;
            // All of them have red to move.
            assert_eq!(value, hand.value_of(&board), "{text}");
        }
    }
}
