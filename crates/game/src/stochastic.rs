//! Games in which chance has a turn of its own.

use crate::{Outcome, PerSide, Position, Side, Simultaneous, each_outcome};

/// Who decides what happens next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    Player(Side),
    Chance,
}

/// A game tree with chance nodes. Two kinds of game are one: those without chance ([`InTurn`]), and games
/// of rounds taken apart ([`Rounds`]).
pub trait Stochastic: Clone + Send {
    type Move: Copy + Eq + std::fmt::Debug;

    /// Only before the game is over.
    fn actor(&self) -> Actor;

    fn outcome(&self) -> Option<Outcome>;

    /// Pushes the moves of the player to move.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Plays a move of the player to move.
    fn play(&mut self, mv: Self::Move);

    /// Shows every way in which chance may move, with its probability; they add up to 1. Only where chance
    /// is to act.
    fn each_chance(&self, look: impl FnMut(f64, Self));
}

/// A game in which turns alternate and chance has no say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InTurn<P>(pub P);

impl<P: Position> Stochastic for InTurn<P> {
    type Move = P::Move;

    fn actor(&self) -> Actor {
        Actor::Player(self.0.turn())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn legal_moves(&self, moves: &mut Vec<P::Move>) {
        self.0.legal_moves(moves);
    }

    fn play(&mut self, mv: P::Move) {
        self.0.make(mv);
    }

    fn each_chance(&self, _look: impl FnMut(f64, Self)) {}
}

/// A game of rounds taken apart: one side chooses, the other answers knowing the choice, chance decides the
/// rest. Worse for the side that chooses first than the real game, so its value is a lower bound for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rounds<S: Simultaneous> {
    position: S,
    /// Who chooses first.
    leader: Side,
    chosen: Option<S::Move>,
    answered: Option<S::Move>,
}

impl<S: Simultaneous> Rounds<S> {
    pub fn new(position: S, leader: Side) -> Self {
        Self {
            position,
            leader,
            chosen: None,
            answered: None,
        }
    }

    /// The game as it stood when the round began.
    pub fn position(&self) -> &S {
        &self.position
    }
}

impl<S: Simultaneous> Stochastic for Rounds<S> {
    type Move = S::Move;

    fn actor(&self) -> Actor {
        match (self.chosen, self.answered) {
            (None, _) => Actor::Player(self.leader),
            (Some(_), None) => Actor::Player(!self.leader),
            (Some(_), Some(_)) => Actor::Chance,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn legal_moves(&self, moves: &mut Vec<S::Move>) {
        let side = match self.chosen {
            None => self.leader,
            Some(_) => !self.leader,
        };
        self.position.legal_moves(side, moves);
    }

    fn play(&mut self, mv: S::Move) {
        match self.chosen {
            None => self.chosen = Some(mv),
            Some(_) => self.answered = Some(mv),
        }
    }

    fn each_chance(&self, mut look: impl FnMut(f64, Self)) {
        let (Some(chosen), Some(answered)) = (self.chosen, self.answered) else {
            return;
        };
        let choices = PerSide::seen_by(self.leader, chosen, answered);
        each_outcome(&self.position, choices, |odds, next| {
            look(odds, Self::new(next, self.leader));
        });
    }
}
