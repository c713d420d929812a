//! Proof-number search, whatever kinds of moves an attack allows.
//!
//! Depth first with thresholds (Nagai 2002), sums replaced by the largest plus the number of the
//! others, which does not count the same position twice where lines meet.
//!
//! `boyi_search::prove` is the same for any game, with every legal move and nothing known beforehand. Here
//! an [`Attack`] names the few moves that count, guesses what each will need, holds some back and reorders
//! them on advice; a board of 225 points cannot be searched without that, and games without attacks have no
//! use for it. Measured with an open three (black h8 h9 h10, white a1 c2 e1): `boyi solve gomoku` proves the win
//! with 2 positions in 5 ms of processor time, `dfpn` with 246,991 in 5.8 s, and `pn` not with 3,000,000.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use boyi_game::{Key, Side};

use super::super::board::Board;
use super::super::layout::Cell;

/// The proof number of a disproven position, and the disproof number of a proven one.
const INFINITE: u32 = 1_000_000_000;

/// A kind of attack: which moves it allows either side, and what is known without looking further.
pub(crate) trait Attack {
    fn attacker(&self) -> Side;

    /// Looks at a position for the first time; `last` is the move that led to it, where one did.
    fn look(&mut self, tree: &ProofTree, board: &mut Board, last: Option<Cell>) -> Expansion;

    /// How many leaves the position after a move is thought to need to be proven and to be disproven
    /// while nobody has looked at it; `rank` is the place of the move among those of the position.
    fn guess(&self, board: &Board, cell: Cell, rank: u32) -> (u32, u32);

    /// What a move of the attacker costs beyond what it needs to be proven, to hold it back.
    fn toll(&self, _field: &Board, _cell: Cell) -> u32 {
        0
    }

    /// How many of the other answers count as much as the hardest.
    fn easy_answers(&self) -> u32 {
        1
    }

    /// How much was done so far, in whatever measure.
    fn work(&self) -> u64 {
        0
    }

    /// After so much work on a position with the attacker to move: the move to try first from now on,
    /// where that is another.
    fn reconsider(&mut self, _field: &Board, _work: u64) -> Option<Cell> {
        None
    }

    /// Whether to stop for now.
    fn is_over(&mut self) -> bool;
}

/// What can be done in a position.
pub(crate) enum Expansion {
    Won,
    Lost,
    /// These are to be tried, best first.
    Some(Vec<Cell>),
}

impl Expansion {
    /// These moves, or `none` where there are none.
    pub(super) fn of(cells: Vec<Cell>, none: Self) -> Self {
        if cells.is_empty() {
            none
        } else {
            Self::Some(cells)
        }
    }

    /// The same, with this move first where it is among them.
    pub(super) fn led_by(mut self, first: impl FnOnce() -> Option<Cell>) -> Self {
        if let Self::Some(cells) = &mut self
            && let Some(first) = first()
            && let Some(place) = cells.iter().position(|&cell| cell == first)
        {
            cells[..=place].rotate_right(1);
        }
        self
    }
}

/// What a search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProofStatus {
    Proven,
    /// Not by such an attack.
    Disproven,
    Unknown,
}

/// All positions looked at.
#[derive(Default)]
pub(crate) struct ProofTree {
    nodes: HashMap<u64, Node, BuildHasherDefault<KeyHasher>>,
}

/// What is known of a position: how many leaves must be proven to prove it, how many disproven to
/// disprove it, and the moves that count.
#[derive(Clone, Default)]
struct Node {
    proof: u32,
    disproof: u32,
    /// `None` until the position is looked at for the first time; empty where it needs no move.
    moves: Option<Rc<[Cell]>>,
}

/// Keys are mixed already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are written as words")
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// The move to look at next, and what is known of the position.
struct Choice {
    cell: Cell,
    proof: u32,
    disproof: u32,
    /// What the second best move needs.
    second: u32,
    /// The best move's share of what adds up.
    best_other: u32,
}

impl Choice {
    /// A quarter more than the second best move needs, so that the search does not jump to and fro.
    fn margin(&self) -> u32 {
        let more = self.second / 4 + 1;
        self.second.saturating_add(more)
    }
}

impl ProofTree {
    /// Looks for a proof; may be called again to go on.
    pub(crate) fn search(&mut self, attack: &mut impl Attack, board: &mut Board) -> ProofStatus {
        self.search_within(attack, board, None, INFINITE, INFINITE);
        self.verdict(board)
    }

    pub(crate) fn verdict(&self, board: &Board) -> ProofStatus {
        match self.nodes.get(&board.key().0) {
            Some(node) if node.proof == 0 => ProofStatus::Proven,
            Some(node) if node.disproof == 0 => ProofStatus::Disproven,
            _ => ProofStatus::Unknown,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Forgets what is not proven.
    pub(crate) fn keep_proven(&mut self) {
        self.nodes.retain(|_, node| node.proof == 0);
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
    }

    fn search_within(
        &mut self,
        attack: &mut impl Attack,
        board: &mut Board,
        last: Option<Cell>,
        most_proof: u32,
        most_disproof: u32,
    ) {
        let key = board.key().0;
        self.know_moves(attack, board, last);
        let attacking = board.turn() == attack.attacker();
        loop {
            let Some(node) = self.nodes.get(&key) else {
                return;
            };
            if node.proof == 0 || node.disproof == 0 {
                return;
            }
            let moves = node.moves.clone().unwrap_or_default();
            let choice = self.choose(attack, board, &moves, attacking);
            let (proof, disproof) = (choice.proof, choice.disproof);
            if let Some(node) = self.nodes.get_mut(&key) {
                (node.proof, node.disproof) = (proof, disproof);
            }
            if proof == 0
                || disproof == 0
                || proof >= most_proof
                || disproof >= most_disproof
                || attack.is_over()
            {
                return;
            }
            let (child_proof, child_disproof) = if attacking {
                let toll = attack.toll(board, choice.cell);
                let rest = disproof.saturating_sub(choice.best_other);
                let proof = most_proof.min(choice.margin()).saturating_sub(toll);
                (proof.max(2), most_disproof.saturating_sub(rest).max(2))
            } else {
                let rest = proof.saturating_sub(choice.best_other);
                let proof = most_proof.saturating_sub(rest);
                (proof.max(2), most_disproof.min(choice.margin()))
            };
            board.make(choice.cell);
            let last = Some(choice.cell);
            let before = attack.work();
            self.search_within(attack, board, last, child_proof, child_disproof);
            board.unmake(choice.cell);
            if attacking && let Some(cell) = attack.reconsider(board, attack.work() - before) {
                self.try_first(board, cell);
            }
        }
    }

    /// Puts a move of a position before the others.
    fn try_first(&mut self, board: &Board, cell: Cell) {
        if let Some(node) = self.nodes.get_mut(&board.key().0) {
            let moves = node.moves.take().unwrap_or_default();
            let others = moves.iter().copied().filter(|&other| other != cell);
            node.moves = Some([cell].into_iter().chain(others).collect());
        }
    }

    /// Looks at a position unless that was done before. What a search that was resumed knew about it
    /// stays.
    pub(crate) fn know_moves(
        &mut self,
        attack: &mut impl Attack,
        board: &mut Board,
        last: Option<Cell>,
    ) {
        let key = board.key().0;
        let known = self.nodes.get(&key);
        let known = known.map(|node| (node.moves.is_some(), node.proof, node.disproof));
        if let Some((true, ..)) = known {
            return;
        }
        // Whoever found the win of a search that was resumed may have been told to try that move.
        let winning = match known {
            Some((false, 0, _)) if board.turn() == attack.attacker() => self.winning_move(board),
            _ => None,
        };
        if let (Some(cell), Some(node)) = (winning, self.nodes.get_mut(&key)) {
            node.moves = Some([cell].into());
            return;
        }
        let (proof, disproof, moves) = match attack.look(self, board, last) {
            Expansion::Won => (0, INFINITE, Rc::default()),
            Expansion::Lost => (INFINITE, 0, Rc::default()),
            Expansion::Some(cells) => {
                let (proof, disproof) =
                    known.map_or((1, 1), |(_, proof, disproof)| (proof, disproof));
                (proof, disproof, cells.into())
            }
        };
        let moves = Some(moves);
        let node = Node {
            proof,
            disproof,
            moves,
        };
        self.nodes.insert(key, node);
    }

    /// The numbers of a position from those of its moves, and the move to look at next.
    fn choose(
        &self,
        attack: &impl Attack,
        board: &Board,
        moves: &[Cell],
        attacking: bool,
    ) -> Choice {
        let mut least = INFINITE;
        let mut choice = Choice {
            cell: 0,
            proof: 0,
            disproof: 0,
            second: INFINITE,
            best_other: 0,
        };
        let (mut largest, mut others) = (0u32, 0u32);
        for (rank, &cell) in moves.iter().enumerate() {
            let (proof, disproof) = match self.nodes.get(&board.key_after(cell).0) {
                Some(node) => (node.proof, node.disproof),
                None => attack.guess(board, cell, rank as u32),
            };
            // What this side wants small, and what adds up.
            let (own, sum) = if attacking {
                let toll = match proof {
                    0 | INFINITE.. => 0,
                    _ => attack.toll(board, cell),
                };
                (proof + toll, disproof)
            } else {
                (disproof, proof)
            };
            if own < least {
                choice.second = least;
                least = own;
                choice.cell = cell;
                choice.best_other = sum;
            } else {
                choice.second = choice.second.min(own);
            }
            if sum > 0 {
                others += 1;
                largest = largest.max(sum);
            }
        }
        let easy = if attacking { 1 } else { attack.easy_answers() };
        let total = match largest {
            INFINITE.. => INFINITE,
            _ => (largest + others.saturating_sub(1) / easy).min(INFINITE - 1),
        };
        // A move that settles it for this side: then there is nothing left to add up.
        let total = if least == 0 { INFINITE } else { total };
        (choice.proof, choice.disproof) = if attacking {
            (least, total)
        } else {
            (total, least)
        };
        choice
    }

    /// The moves of a position that was looked at; none where it was settled at once.
    pub(crate) fn moves(&self, board: &Board) -> Option<Rc<[Cell]>> {
        self.nodes.get(&board.key().0)?.moves.clone()
    }

    /// The move that wins in a similar position: the one with this key. `board` is where it is wanted;
    /// the stones that the two do not share are those of `difference`.
    pub(crate) fn hint(&self, board: &Board, difference: Key) -> Option<Cell> {
        let node = self.nodes.get(&(board.key() ^ difference).0)?;
        if node.proof != 0 {
            return None;
        }
        let is_proven = |cell: Cell| {
            let after = self.nodes.get(&(board.key_after(cell) ^ difference).0);
            after.is_some_and(|node| node.proof == 0)
        };
        let moves = node.moves.as_ref()?.iter().copied();
        moves
            .filter(|&cell| board.is_empty(cell))
            .find(|&cell| is_proven(cell))
    }

    /// A move after which the position is proven.
    pub(super) fn winning_move(&self, board: &Board) -> Option<Cell> {
        let mut cells = board.empty().iter();
        cells.find(|&cell| self.is_proven_after(board, cell))
    }

    pub(crate) fn is_proven_after(&self, board: &Board, cell: Cell) -> bool {
        let after = self.nodes.get(&board.key_after(cell).0);
        after.is_some_and(|node| node.proof == 0)
    }

    /// Adds a move of the defender that was found missing, so that the search goes on with it. `false`
    /// where the position is not known, or is settled without any move.
    pub(crate) fn add_defence(&mut self, board: &Board, cell: Cell) -> bool {
        let Some(node) = self.nodes.get_mut(&board.key().0) else {
            return false;
        };
        let moves = node.moves.take().unwrap_or_default();
        let more = !moves.contains(&cell);
        node.moves = Some(moves.iter().copied().chain(more.then_some(cell)).collect());
        (node.proof, node.disproof) = (1, 1);
        more
    }

    /// Takes back that a position is proven. What was settled at first sight is looked at again.
    pub(crate) fn doubt(&mut self, board: &Board) {
        let key = board.key().0;
        if let Some(node) = self.nodes.get_mut(&key)
            && node.proof == 0
        {
            if node.moves.as_ref().is_none_or(|moves| moves.is_empty()) {
                self.nodes.remove(&key);
            } else {
                (node.proof, node.disproof) = (1, 1);
            }
        }
    }

    /// Everything known, so that a search can be resumed: keys with their numbers.
    pub(crate) fn state(&self) -> impl Iterator<Item = (u64, u32, u32)> {
        let known = |(&key, node): (&u64, &Node)| (key, node.proof, node.disproof);
        self.nodes.iter().map(known)
    }

    /// Takes up what an earlier search knew. Its moves are looked up again when they are needed.
    pub(crate) fn resume(&mut self, state: impl Iterator<Item = (u64, u32, u32)>) {
        for (key, proof, disproof) in state {
            let node = Node {
                proof: proof.min(INFINITE),
                disproof: disproof.min(INFINITE),
                moves: None,
            };
            self.nodes.insert(key, node);
        }
    }
}

#[cfg(test)]
mod tests {
    use boyi_gomoku::{Gomoku, Rules, Size};

    use super::*;

    /// An attack that nobody may ask.
    struct Closed;

    impl Attack for Closed {
        fn attacker(&self) -> Side {
            Side::First
        }

        fn look(&mut self, _: &ProofTree, _: &mut Board, _: Option<Cell>) -> Expansion {
            unreachable!("the winning move is known")
        }

        fn guess(&self, _: &Board, _: Cell, _: u32) -> (u32, u32) {
            (1, 1)
        }

        fn is_over(&mut self) -> bool {
            true
        }
    }

    #[test]
    fn a_win_that_was_resumed_needs_no_second_look() {
        let mut board = Board::of(&Gomoku::start(Size::USUAL, Rules::Freestyle));
        let winning = board.empty().iter().nth(17).expect("an empty board");
        let mut tree = ProofTree::default();
        let won = |key: Key| (key.0, 0, INFINITE);
        tree.resume([won(board.key()), won(board.key_after(winning))].into_iter());
        tree.know_moves(&mut Closed, &mut board, None);
        assert_eq!(tree.moves(&board).as_deref(), Some(&[winning][..]));
        assert_eq!(tree.verdict(&board), ProofStatus::Proven);
    }
}
