//! A proof that one side wins: its move in every position that can come of it. Positions in which
//! plain fours win are left out where the defender had no business going there, and so are answers that
//! do not matter to what is threatened; the win that is threatened stands there instead, from the
//! position with the winner to move twice.

mod text;

use std::collections::BTreeMap;

use boyi_game::{Key, Position, Side};
use boyi_gomoku::{Gomoku, Point};

use super::board::Board;
use super::threat::Threat;
pub use text::ProofError;

/// The winner's moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    pub start: Gomoku,
    pub attacker: Side,
    /// The winner's move in positions in which it is to move, after the loser's move or without it.
    pub moves: BTreeMap<Key, Point>,
}

impl Proof {
    /// A line of the proof, the defender resisting as long as it can.
    pub fn line(&self) -> Vec<Point> {
        let mut lengths = BTreeMap::new();
        self.longest(&mut self.start.clone(), &mut lengths);
        let mut game = self.start.clone();
        let mut line = Vec::new();
        while game.outcome().is_none() {
            let Some(next) = self.next(&mut game, &lengths) else {
                break;
            };
            game.make(next);
            line.push(next);
        }
        line
    }

    /// Plies to the end, for every position of the proof, as its own moves have it.
    fn longest(&self, game: &mut Gomoku, lengths: &mut BTreeMap<Key, u32>) -> u32 {
        if game.outcome().is_some() {
            return 0;
        }
        if let Some(&known) = lengths.get(&game.key()) {
            return known;
        }
        let length = if game.turn() == self.attacker {
            match self.moves.get(&game.key()) {
                Some(&point) if game.is_legal(point) => {
                    1 + game.after(point, |game| self.longest(game, lengths))
                }
                // The five that ends it all.
                _ => 1,
            }
        } else {
            let mut longest = 0;
            for point in self.answers(game) {
                longest = longest.max(1 + game.after(point, |game| self.longest(game, lengths)));
            }
            longest.max(2)
        };
        lengths.insert(game.key(), length);
        length
    }

    /// The defender's moves after which the proof has a move of its own.
    fn answers(&self, game: &mut Gomoku) -> Vec<Point> {
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        moves.retain(|&point| game.after(point, |game| self.moves.contains_key(&game.key())));
        moves
    }

    fn next(&self, game: &mut Gomoku, lengths: &BTreeMap<Key, u32>) -> Option<Point> {
        if game.turn() == self.attacker {
            let board = Board::of(game);
            let five = board.set(self.attacker, Threat::Five).first();
            return match (self.moves.get(&game.key()), five) {
                (_, Some(five)) => Some(board.layout().point(five)),
                (Some(&point), None) => Some(point),
                (None, None) => None,
            };
        }
        let answers = self.answers(game);
        let longest = answers.into_iter().max_by_key(|&point| {
            game.after(point, |game| lengths.get(&game.key()).copied().unwrap_or(0))
        });
        longest.or_else(|| {
            // Every answer loses at once: stop one of the fives.
            let board = Board::of(game);
            let mut stops = board.set(self.attacker, Threat::Five).iter();
            let point = stops.next().map(|cell| board.layout().point(cell));
            point.or_else(|| board.empty().first().map(|cell| board.layout().point(cell)))
        })
    }
}
