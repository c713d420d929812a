//! What proofs of single positions come to together.

use std::collections::{BTreeSet, HashMap};

use boyi_game::{Key, Outcome, Position, Side};
use boyi_gomoku::{Content, Gomoku, Point};

/// Positions that are proven to be won, each by a proof of its own.
pub struct ProvenPositions {
    winner: Side,
    proven: Vec<Gomoku>,
    known: HashMap<Key, bool>,
}

impl ProvenPositions {
    /// Those that `winner` wins; the caller has checked their proofs.
    pub fn new(winner: Side, proven: Vec<Gomoku>) -> Self {
        Self {
            winner,
            proven,
            known: HashMap::new(),
        }
    }

    /// Whether a position is won by what is proven: it is itself, or the winner can move to one that
    /// is, or every answer of the loser leads to one that is.
    pub fn win(&mut self, position: &mut Gomoku) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome == Outcome::Win(self.winner);
        }
        let key = position.key();
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let won = self.holds(position) || self.leads_to_win(position);
        self.known.insert(key, won);
        won
    }

    /// Whether this very position is among the proven ones.
    fn holds(&self, position: &Gomoku) -> bool {
        self.coming(position)
            .any(|proven| proven.stones() == position.stones() && proven.turn() == position.turn())
    }

    fn leads_to_win(&mut self, position: &mut Gomoku) -> bool {
        if position.turn() == self.winner {
            let mut moves = self.ahead(position).into_iter();
            return moves.any(|point| position.after(point, |position| self.win(position)));
        }
        if self.coming(position).next().is_none() {
            return false;
        }
        let mut answers = Vec::new();
        position.legal_moves(&mut answers);
        let mut answers = answers.into_iter();
        answers.all(|point| position.after(point, |position| self.win(position)))
    }

    /// The proven positions that can come of this one, and the one itself.
    fn coming(&self, position: &Gomoku) -> impl Iterator<Item = &Gomoku> {
        let stones: Vec<(Point, Content)> = position
            .size()
            .all()
            .map(|point| (point, position.at(point)))
            .filter(|(_, content)| matches!(content, Content::Stone(_)))
            .collect();
        let (rules, size) = (position.rules(), position.size());
        self.proven.iter().filter(move |proven| {
            proven.rules() == rules
                && proven.size() == size
                && stones
                    .iter()
                    .all(|&(point, stone)| proven.at(point) == stone)
        })
    }

    /// The moves of the winner that lead towards proven positions.
    fn ahead(&self, position: &Gomoku) -> BTreeSet<Point> {
        let stone = Content::Stone(self.winner);
        let towards = |proven: &Gomoku| {
            let mut points: Vec<Point> = position.size().all().collect();
            points.retain(|&point| proven.at(point) == stone && position.is_legal(point));
            points
        };
        self.coming(position).flat_map(towards).collect()
    }
}

#[cfg(test)]
mod tests {
    use boyi_gomoku::{Rules, Size, moves};

    use super::*;

    /// Black has three in a row, then four that nobody can stop.
    const THREE: &str = "b2a1b3a2b4a3";
    const FOUR: &str = "b2a1b3a2b4a3b5";

    fn after(played: &str, rules: Rules) -> Gomoku {
        let size = Size::new(6).expect("a size");
        let mut position = Gomoku::start(size, rules);
        for point in moves::read(played, size).expect("moves") {
            position.make(point);
        }
        position
    }

    fn freestyle(played: &str) -> Gomoku {
        after(played, Rules::Freestyle)
    }

    /// The positions after each answer.
    fn each_answer(position: &Gomoku) -> Vec<Gomoku> {
        let mut answers = Vec::new();
        position.legal_moves(&mut answers);
        let played = answers.into_iter().map(|answer| {
            let mut position = position.clone();
            position.make(answer);
            position
        });
        played.collect()
    }

    #[test]
    fn answers_to_a_move_prove_the_position_before_it() {
        let proven = each_answer(&freestyle(FOUR));
        let mut pieces = ProvenPositions::new(Side::First, proven.clone());
        assert!(pieces.win(&mut freestyle(FOUR)));
        assert!(pieces.win(&mut freestyle(THREE)));
        assert!(pieces.win(&mut freestyle("b4a3b3a2b2a1")));
        // White did something else, or may.
        assert!(!pieces.win(&mut freestyle("b2a1b3a2b4a4")));
        assert!(!pieces.win(&mut freestyle("b2a1b3a2b4")));

        let mut all_but_one = ProvenPositions::new(Side::First, proven[1..].to_vec());
        assert!(!all_but_one.win(&mut freestyle(THREE)));
        let mut for_white = ProvenPositions::new(Side::Second, proven);
        assert!(!for_white.win(&mut freestyle(THREE)));
    }

    #[test]
    fn a_piece_may_be_made_of_pieces() {
        let four = freestyle(FOUR);
        let mut proven = each_answer(&four);
        // In place of the proof after the last answer, one for each answer to the move after it.
        proven.pop();
        proven.extend(each_answer(&freestyle(&format!("{FOUR}f6f5"))));
        let mut pieces = ProvenPositions::new(Side::First, proven.clone());
        assert!(pieces.win(&mut four.clone()));
        proven.pop();
        let mut all_but_one = ProvenPositions::new(Side::First, proven);
        assert!(!all_but_one.win(&mut four.clone()));
    }

    #[test]
    fn proofs_under_other_rules_prove_nothing() {
        let mut pieces = ProvenPositions::new(Side::First, each_answer(&freestyle(FOUR)));
        assert!(!pieces.win(&mut after(FOUR, Rules::Standard)));
    }
}
