//! Df-pn (Nagai 2002): the same numbers found depth first. A position is left as soon as a brother is more
//! promising; the table remembers where one was.

use std::collections::HashMap;

use boyi_game::{GameMove, Key, Position, Side};

use super::{Answer, Goal, INFINITE, ProofNumbers, Question};
use crate::Observer;
use crate::kernel::{Meter, Stopped};

/// What is still to be shown, seen by the side to move: `phi` that it reaches what it wants, `delta` that
/// it does not. For the attacker these are proof and disproof number, for the defender the other way round.
#[derive(Clone, Copy)]
struct Numbers {
    phi: u32,
    delta: u32,
}

impl Numbers {
    const OPEN: Self = Self { phi: 1, delta: 1 };
    const REACHED: Self = Self {
        phi: 0,
        delta: INFINITE,
    };
    const MISSED: Self = Self {
        phi: INFINITE,
        delta: 0,
    };
}

/// No game is followed deeper; a line that long counts as no success.
const DEEPEST: usize = 500;

/// Answers one question about a position.
pub(super) fn ask<P: Position>(
    position: &P,
    question: &Question<P::Move>,
    meter: &mut Meter,
    observer: &mut impl Observer<P::Move>,
) -> Answer<P::Move> {
    let before = meter.nodes();
    let mut search = DfPn {
        table: HashMap::new(),
        path: Vec::new(),
        attacker: position.turn(),
        goal: question.goal,
        room: question.room,
        meter,
        root_moves: question.moves,
        line: Vec::new(),
        observer,
    };
    let mut root = position.clone();
    let limits = Numbers {
        phi: INFINITE,
        delta: INFINITE,
    };
    // Stopped or not, the table knows how far it came.
    let _ = search.widen(&mut root, limits);
    let numbers = search.numbers(&mut root, question.moves);
    let is_proven = match numbers {
        Numbers { phi: 0, .. } => Some(true),
        Numbers { delta: 0, .. } => Some(false),
        Numbers { .. } => None,
    };
    let line = search.line(position);
    Answer {
        is_proven,
        line,
        nodes: search.meter.nodes() - before,
    }
}

struct DfPn<'a, 'b, M, O> {
    table: HashMap<Key, Numbers>,
    /// The positions from the root to here: who comes back to one of them has proven nothing.
    path: Vec<Key>,
    attacker: Side,
    goal: Goal,
    room: usize,
    meter: &'a mut Meter<'b>,
    root_moves: &'a [M],
    /// The moves from the root to here.
    line: Vec<M>,
    observer: &'a mut O,
}

impl<M: GameMove, O: Observer<M>> DfPn<'_, '_, M, O> {
    /// Searches a position until one of its numbers reaches a limit.
    fn widen<P: Position<Move = M>>(
        &mut self,
        position: &mut P,
        limits: Numbers,
    ) -> Result<(), Stopped> {
        self.meter.spend()?;
        self.observer.look(&self.line);
        let moves = self.moves(position);
        let key = position.key();
        self.path.push(key);
        let result = loop {
            let children: Vec<Numbers> = moves.iter().map(|&mv| self.child(position, mv)).collect();
            let here = combine(&children);
            let is_settled = here.phi >= limits.phi || here.delta >= limits.delta;
            self.table.insert(key, here);
            self.tell(position.turn(), here, &moves, &children);
            if is_settled || here.phi == 0 || here.delta == 0 {
                break Ok(());
            }
            if self.table.len() >= self.room {
                break Err(Stopped);
            }
            let (best, second) = two_least(&children);
            let child = children[best];
            // Beyond this a brother is cheaper, or the parent has seen enough.
            let limits = Numbers {
                phi: (limits.delta - (here.delta - child.phi)).min(INFINITE),
                delta: limits.phi.min(second.saturating_add(1)).min(INFINITE),
            };
            self.line.push(moves[best]);
            let went = position.after(moves[best], |next| self.widen(next, limits));
            self.line.pop();
            if went.is_err() {
                break went;
            }
        };
        self.path.pop();
        result
    }

    /// Tells the observer what is known of this position and of those a move further.
    fn tell(&mut self, turn: Side, here: Numbers, moves: &[M], children: &[Numbers]) {
        let attacker = self.attacker;
        let seen = |numbers: &Numbers, turn: Side| {
            let (proof, disproof) = if turn == attacker {
                (numbers.phi, numbers.delta)
            } else {
                (numbers.delta, numbers.phi)
            };
            ProofNumbers { proof, disproof }
        };
        let children = moves.iter().zip(children);
        let children = children.map(|(&mv, numbers)| (mv, seen(numbers, !turn)));
        self.observer.proof(&self.line, seen(&here, turn), children);
    }

    fn moves<P: Position<Move = M>>(&self, position: &P) -> Vec<M> {
        if self.path.is_empty() {
            return self.root_moves.to_vec();
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves
    }

    /// What is known of the position after a move, seen by the side to move there.
    fn child<P: Position<Move = M>>(&self, position: &mut P, mv: M) -> Numbers {
        position.after(mv, |next| {
            let is_attacker = next.turn() == self.attacker;
            let settled = |is_success: bool| {
                if is_success == is_attacker {
                    Numbers::REACHED
                } else {
                    Numbers::MISSED
                }
            };
            if let Some(outcome) = next.outcome() {
                return settled(self.goal.is_reached(outcome, self.attacker));
            }
            let key = next.key();
            if self.path.len() >= DEEPEST || self.path.contains(&key) {
                return settled(false);
            }
            self.table.get(&key).copied().unwrap_or(Numbers::OPEN)
        })
    }

    fn numbers<P: Position<Move = M>>(&self, position: &mut P, moves: &[M]) -> Numbers {
        let children: Vec<Numbers> = moves.iter().map(|&mv| self.child(position, mv)).collect();
        combine(&children)
    }

    /// The cheapest move of each side, as far as the table goes.
    fn line<P: Position<Move = M>>(&mut self, position: &P) -> Vec<M> {
        let mut line = Vec::new();
        let mut position = position.clone();
        self.path.clear();
        loop {
            let moves = self.moves(&position);
            let children: Vec<Numbers> = moves
                .iter()
                .map(|&mv| self.child(&mut position, mv))
                .collect();
            self.path.push(position.key());
            if children.is_empty() || line.len() >= DEEPEST {
                return line;
            }
            let mv = moves[two_least(&children).0];
            line.push(mv);
            position.make(mv);
            if !self.table.contains_key(&position.key()) {
                return line;
            }
        }
    }
}

/// A position needs one child that the other side cannot hold, and all of them to be disproven.
fn combine(children: &[Numbers]) -> Numbers {
    let mut here = Numbers {
        phi: INFINITE,
        delta: 0,
    };
    for child in children {
        here.phi = here.phi.min(child.delta);
        here.delta = (here.delta + child.phi).min(INFINITE);
    }
    here
}

/// The child that is cheapest to prove, and what the second cheapest costs.
fn two_least(children: &[Numbers]) -> (usize, u32) {
    let (mut best, mut second) = (0, INFINITE);
    for (at, child) in children.iter().enumerate().skip(1) {
        if child.delta < children[best].delta {
            second = children[best].delta;
            best = at;
        } else {
            second = second.min(child.delta);
        }
    }
    (best, second)
}
