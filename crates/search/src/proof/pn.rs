//! Proof-number search (Allis, van der Meulen and van den Herik 1994): always expand the leaf that may
//! settle the root with the least work.

use std::ops::Range;

use boyi_game::{Position, Side};

use super::{Answer, Goal, INFINITE, ProofNumbers, Question};
use crate::Observer;
use crate::kernel::Meter;

struct Node<M> {
    mv: Option<M>,
    proof: u32,
    disproof: u32,
    children: Range<usize>,
}

/// Answers one question about a position.
pub(super) fn ask<P: Position>(
    position: &P,
    question: &Question<P::Move>,
    meter: &mut Meter,
    observer: &mut impl Observer<P::Move>,
) -> Answer<P::Move> {
    let mut search = Pn {
        nodes: vec![Node::open(None)],
        attacker: position.turn(),
        goal: question.goal,
    };
    let before = meter.nodes();
    search.expand(position.clone(), 0, question.moves);
    observer.look(&[]);
    search.update(&[0], position.turn(), observer);
    let mut path = Vec::new();
    let mut moves = Vec::new();
    while search.nodes[0].proof != 0
        && search.nodes[0].disproof != 0
        && search.nodes.len() < question.room
    {
        let mut here = position.clone();
        search.most_proving(&mut here, &mut path);
        moves.clear();
        here.legal_moves(&mut moves);
        if moves.iter().any(|_| meter.spend().is_err()) {
            break;
        }
        let leaf = *path.last().expect("the root at least");
        let turn = here.turn();
        search.expand(here, leaf, &moves);
        observer.look(&search.moves_to(&path));
        search.update(&path, turn, observer);
    }
    Answer {
        is_proven: search.nodes[0].numbers().settled(),
        line: search.line(position.turn()),
        nodes: meter.nodes() - before,
    }
}

struct Pn<M> {
    nodes: Vec<Node<M>>,
    attacker: Side,
    goal: Goal,
}

impl<M> Node<M> {
    fn open(mv: Option<M>) -> Self {
        Self {
            mv,
            proof: 1,
            disproof: 1,
            children: 0..0,
        }
    }

    fn numbers(&self) -> ProofNumbers {
        ProofNumbers {
            proof: self.proof,
            disproof: self.disproof,
        }
    }
}

impl<M: Copy> Pn<M> {
    /// Follows the numbers down to the leaf that is worth the most.
    fn most_proving<P: Position<Move = M>>(&self, position: &mut P, path: &mut Vec<usize>) {
        path.clear();
        path.push(0);
        let mut node = 0;
        while !self.nodes[node].children.is_empty() {
            node = self.best_child(node, position.turn());
            position.make(self.nodes[node].mv.expect("children have moves"));
            path.push(node);
        }
    }

    /// The attacker needs one proof, the defender one disproof: the cheapest.
    fn best_child(&self, node: usize, turn: Side) -> usize {
        let cost = |&at: &usize| {
            let child = &self.nodes[at];
            if turn == self.attacker {
                (child.proof, child.disproof)
            } else {
                (child.disproof, child.proof)
            }
        };
        let children = self.nodes[node].children.clone();
        children.min_by_key(cost).expect("an inner node")
    }

    fn expand<P: Position<Move = M>>(&mut self, mut position: P, node: usize, moves: &[M]) {
        let first = self.nodes.len();
        for &mv in moves {
            let outcome = position.after(mv, |next| next.outcome());
            let (proof, disproof) = match outcome {
                None => (1, 1),
                Some(outcome) if self.goal.is_reached(outcome, self.attacker) => (0, INFINITE),
                Some(_) => (INFINITE, 0),
            };
            self.nodes.push(Node {
                proof,
                disproof,
                ..Node::open(Some(mv))
            });
        }
        self.nodes[node].children = first..self.nodes.len();
    }

    /// New numbers for the last node of a path, where it is this side's turn, and for all before it.
    fn update(&mut self, path: &[usize], mut turn: Side, observer: &mut impl Observer<M>) {
        let moves = self.moves_to(path);
        for (ply, &node) in path.iter().enumerate().rev() {
            let children = &self.nodes[self.nodes[node].children.clone()];
            let numbers = children.iter().map(|child| (child.proof, child.disproof));
            let least = |one: (u32, u32), other: (u32, u32)| {
                if turn == self.attacker {
                    (one.0.min(other.0), (one.1 + other.1).min(INFINITE))
                } else {
                    ((one.0 + other.0).min(INFINITE), one.1.min(other.1))
                }
            };
            let (proof, disproof) = numbers.reduce(least).expect("an inner node");
            self.nodes[node].proof = proof;
            self.nodes[node].disproof = disproof;
            turn = !turn;
            let children = &self.nodes[self.nodes[node].children.clone()];
            let children = children
                .iter()
                .filter_map(|child| Some((child.mv?, child.numbers())));
            observer.proof(&moves[..ply], self.nodes[node].numbers(), children);
        }
    }

    /// The moves that lead along a path.
    fn moves_to(&self, path: &[usize]) -> Vec<M> {
        path.iter()
            .filter_map(|&node| self.nodes[node].mv)
            .collect()
    }

    fn line(&self, mut turn: Side) -> Vec<M> {
        let mut line = Vec::new();
        let mut node = 0;
        while !self.nodes[node].children.is_empty() {
            node = self.best_child(node, turn);
            line.extend(self.nodes[node].mv);
            turn = !turn;
        }
        line
    }
}
