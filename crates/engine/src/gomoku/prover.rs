//! Proof-number search for wins by threats: fours, threes and quiet moves that threaten fours.
//!
//! The attacker tries moves that threaten to win by fours; the defender tries every move that could
//! stop that particular win and nothing else, because all other moves lose to it. Depth first with
//! thresholds (Nagai 2002), sums replaced by the largest plus the number of the others, which does not
//! count the same position twice where lines meet.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;
use std::time::Instant;

use boyi_game::Side;
use boyi_search::Stop;

use super::cells::Cells;
use super::class::Class;
use super::field::Field;
use super::layout::Cell;
use super::vcf::{Found, Fours, FoursTable};

/// Proven and disproven.
const INFINITE: u32 = 1_000_000_000;

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

/// A search for a proof that one side wins.
pub(crate) struct Prover<'a> {
    attacker: Side,
    fours: Fours<'a>,
    nodes: HashMap<u64, Node, BuildHasherDefault<KeyHasher>>,
    effort: Effort,
    until: Until<'a>,
    start: Option<Start>,
    /// Positions looked at.
    pub(crate) visited: u64,
}

/// Where a search began: how many stones there were, and who was to move.
#[derive(Clone, Copy)]
struct Start {
    stones: usize,
    turn: Side,
}

/// In place of a number of quiet moves: nothing but fours is tried.
pub(crate) const ONLY_FOURS: usize = usize::MAX;

/// Positions to look at for what would happen if the defender did nothing.
const SHORT: u64 = 400;

/// How hard to try at each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Effort {
    /// Positions for a search for fours.
    pub(crate) fours: u64,
    /// Quiet moves of the attacker that may turn out to threaten something.
    pub(crate) quiet: usize,
    /// Plies from the start within which a threat may also be one of fours and threes, which leaves the
    /// defender free to play anywhere.
    pub(crate) free: usize,
}

/// When to give up.
#[derive(Clone, Copy)]
pub(crate) struct Until<'a> {
    pub(crate) stop: &'a Stop,
    pub(crate) time: Option<Instant>,
    pub(crate) nodes: Option<u64>,
}

/// What a search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The attacker wins.
    Proven,
    /// Not with such threats.
    Disproven,
    /// Nobody knows yet.
    Unknown,
}

impl<'a> Prover<'a> {
    pub(crate) fn new(
        attacker: Side,
        table: &'a FoursTable,
        effort: Effort,
        until: Until<'a>,
    ) -> Self {
        Self {
            attacker,
            fours: Fours::new(table),
            nodes: HashMap::default(),
            effort,
            until,
            start: None,
            visited: 0,
        }
    }

    /// Looks for a proof; may be called again to go on.
    pub(crate) fn search(&mut self, field: &mut Field) -> Verdict {
        self.start = Some(Start {
            stones: field.stones(),
            turn: field.turn(),
        });
        self.search_within(field, INFINITE, INFINITE);
        self.verdict(field)
    }

    pub(crate) fn verdict(&self, field: &Field) -> Verdict {
        match self.nodes.get(&field.key().0) {
            Some(node) if node.proof == 0 => Verdict::Proven,
            Some(node) if node.disproof == 0 => Verdict::Disproven,
            _ => Verdict::Unknown,
        }
    }

    fn is_over(&self) -> bool {
        self.until.stop.is_stopped()
            || self.until.nodes.is_some_and(|nodes| self.visited >= nodes)
            || self.visited.is_multiple_of(16)
                && self.until.time.is_some_and(|time| Instant::now() >= time)
    }

    fn search_within(&mut self, field: &mut Field, most_proof: u32, most_disproof: u32) {
        let key = field.key().0;
        self.know_moves(field);
        let attacking = field.turn() == self.attacker;
        loop {
            let Some(node) = self.nodes.get(&key) else {
                return;
            };
            if node.proof == 0 || node.disproof == 0 {
                return;
            }
            let moves = node.moves.clone().unwrap_or_default();
            let choice = self.choose(field, &moves, attacking);
            let (proof, disproof) = (choice.proof, choice.disproof);
            if let Some(node) = self.nodes.get_mut(&key) {
                (node.proof, node.disproof) = (proof, disproof);
            }
            if proof == 0
                || disproof == 0
                || proof >= most_proof
                || disproof >= most_disproof
                || self.is_over()
            {
                return;
            }
            // A quarter more than the second best needs, so that the search does not jump to and fro.
            let margin = choice
                .second
                .saturating_add(choice.second / 4)
                .saturating_add(1);
            let (child_proof, child_disproof) = if attacking {
                let rest = disproof.saturating_sub(choice.best_other);
                (
                    most_proof.min(margin),
                    most_disproof.saturating_sub(rest).max(2),
                )
            } else {
                let rest = proof.saturating_sub(choice.best_other);
                (
                    most_proof.saturating_sub(rest).max(2),
                    most_disproof.min(margin),
                )
            };
            field.make(choice.cell);
            self.search_within(field, child_proof, child_disproof);
            field.unmake(choice.cell);
        }
    }

    /// Looks at a position unless that was done before. What a search that was resumed knew about it
    /// stays.
    fn know_moves(&mut self, field: &mut Field) {
        let key = field.key().0;
        let known = self.nodes.get(&key);
        let known = known.map(|node| (node.moves.is_some(), node.proof, node.disproof));
        if let Some((true, ..)) = known {
            return;
        }
        self.visited += 1;
        let mut node = self.look(field);
        if let Some((_, proof, disproof)) = known
            && node.proof != 0
            && node.disproof != 0
        {
            (node.proof, node.disproof) = (proof, disproof);
        }
        self.nodes.insert(key, node);
    }

    /// The numbers of a position from those of its moves, and the move to look at next.
    fn choose(&self, field: &mut Field, moves: &[Cell], attacking: bool) -> Choice {
        let mut least = INFINITE;
        let mut choice = Choice {
            cell: 0,
            proof: 0,
            disproof: 0,
            second: INFINITE,
            best_other: 0,
        };
        let (mut largest, mut others) = (0u32, 0u32);
        for &cell in moves {
            let (proof, disproof) = self.numbers_after(field, cell, attacking);
            // What this side wants small, and what adds up.
            let (own, sum) = if attacking {
                (proof, disproof)
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
        let total = match largest {
            INFINITE.. => INFINITE,
            _ => (largest + others.saturating_sub(1)).min(INFINITE - 1),
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

    fn numbers_after(&self, field: &mut Field, cell: Cell, attacking: bool) -> (u32, u32) {
        let side = field.turn();
        let key = field.key_after(cell);
        match self.nodes.get(&key.0) {
            Some(node) => (node.proof, node.disproof),
            None if attacking => match field.class(cell, side) {
                Class::Quiet | Class::Forbidden => (6, 1),
                Class::Three => (2, 1),
                _ => (1, 1),
            },
            None => (1, 1),
        }
    }

    /// Looks at a position for the first time.
    fn look(&mut self, field: &mut Field) -> Node {
        let moves = if field.turn() == self.attacker {
            self.attacks(field)
        } else {
            self.defences(field)
        };
        match moves {
            Moves::Won => Node {
                proof: 0,
                disproof: INFINITE,
                moves: Some(Rc::default()),
            },
            Moves::Lost => Node {
                proof: INFINITE,
                disproof: 0,
                moves: Some(Rc::default()),
            },
            Moves::Some(cells) => Node {
                proof: 1,
                disproof: 1,
                moves: Some(cells.into()),
            },
        }
    }

    /// What the attacker may try.
    fn attacks(&mut self, field: &mut Field) -> Moves {
        let (side, other) = (self.attacker, !self.attacker);
        match self.fours.search(field, self.effort.fours) {
            Found::Win(_) => return Moves::Won,
            _ if self.effort.quiet == ONLY_FOURS => return Moves::Lost,
            Found::Nothing | Found::GaveUp => {}
        }
        let to_stop = *field.set(other, Class::Five);
        if let Some(stop) = to_stop.first() {
            let only = to_stop.iter().count() == 1 && field.may_play(stop, side);
            return if only {
                Moves::Some(vec![stop])
            } else {
                Moves::Lost
            };
        }
        let fours = field
            .set(side, Class::FourThree)
            .or(field.set(side, Class::Four))
            .or(field.set(side, Class::OpenFour));
        // Where the other side would win by fours, only fours and what stops it may be tried.
        field.pass();
        let threatened = match self.fours.search(field, self.effort.fours) {
            Found::Win(_) => {
                self.fours.line(field);
                Some(self.fours.defences(field, other))
            }
            _ => None,
        };
        field.pass();
        let allowed =
            |cell: Cell| fours.has(cell) || threatened.as_ref().is_none_or(|stops| stops.has(cell));
        let promise = |field: &Field, cell: Cell| {
            i32::from(field.promise(cell, side)) + i32::from(field.promise(cell, other)) / 3
        };
        let threes = field
            .set(side, Class::Three)
            .or(field.set(side, Class::DoubleThree));
        let sharp = fours.or(&threes);
        let mut cells: Vec<Cell> = sharp.iter().filter(|&cell| allowed(cell)).collect();
        let mut quiet: Vec<Cell> = field
            .nearby()
            .iter()
            .filter(|&cell| !sharp.has(cell) && allowed(cell))
            .collect();
        quiet.sort_by_key(|&cell| -promise(field, cell));
        quiet.truncate(self.effort.quiet);
        cells.sort_by_key(|&cell| -promise(field, cell));
        cells.extend(quiet);
        cells.retain(|&cell| field.may_play(cell, side));
        if cells.is_empty() {
            Moves::Lost
        } else {
            Moves::Some(cells)
        }
    }

    /// What the defender may try: only what could stop the win that is threatened. Where none is, the
    /// attack is over.
    fn defences(&mut self, field: &mut Field) -> Moves {
        let (side, other) = (!self.attacker, self.attacker);
        if field.count(side, Class::Five) > 0 || field.is_full() {
            return Moves::Lost;
        }
        let to_stop = *field.set(other, Class::Five);
        if let Some(stop) = to_stop.first() {
            let only = to_stop.iter().count() == 1 && field.may_play(stop, side);
            return if only {
                Moves::Some(vec![stop])
            } else {
                Moves::Won
            };
        }
        if let Found::Win(_) = self.fours.search(field, self.effort.fours) {
            return Moves::Lost;
        }
        let stops = match self.stops(field) {
            Some(cells) => cells,
            None if self.is_free(field) && self.threatens_threes(field) => *field.empty(),
            None => return Moves::Lost,
        };
        let mut cells: Vec<Cell> = stops
            .iter()
            .filter(|&cell| field.is_empty(cell) && field.may_play(cell, side))
            .collect();
        cells.sort_by_key(|&cell| {
            -i32::from(field.promise(cell, side)) - i32::from(field.promise(cell, other))
        });
        if cells.is_empty() {
            Moves::Won
        } else {
            Moves::Some(cells)
        }
    }

    /// Whether the defender may be left free to play anywhere. Positions that come of handing the move
    /// over are not meant: one free move is enough, and they are told apart by who is to move.
    fn is_free(&self, field: &Field) -> bool {
        self.start.is_some_and(|start| {
            let plies = field.stones().saturating_sub(start.stones);
            let in_turn = plies.is_multiple_of(2) == (field.turn() == start.turn);
            in_turn && plies < self.effort.free
        })
    }

    /// Whether the attacker, were it to move, would win by fours and threes, as far as a short search
    /// can tell. Without such a threat a free defender has nothing to fear. At the start nobody asks.
    fn threatens_threes(&mut self, field: &mut Field) -> bool {
        if self
            .start
            .is_some_and(|start| start.stones == field.stones())
        {
            return true;
        }
        let until = self.until;
        let most = self.visited + SHORT;
        self.until.nodes = Some(until.nodes.map_or(most, |nodes| nodes.min(most)));
        field.pass();
        self.search_within(field, INFINITE, INFINITE);
        let verdict = self.verdict(field);
        field.pass();
        self.until = until;
        verdict == Verdict::Proven
    }

    /// The points that could stop the attacker's win by fours, were it to move; `None` where it has
    /// none.
    fn stops(&mut self, field: &mut Field) -> Option<Cells> {
        field.pass();
        let stops = match self.fours.search(field, self.effort.fours) {
            Found::Win(_) => {
                self.fours.line(field);
                Some(self.fours.defences(field, self.attacker))
            }
            _ => None,
        };
        field.pass();
        stops
    }

    /// Adds a move of the defender that a check found missing, so that the search goes on with it.
    pub(crate) fn add_defence(&mut self, field: &Field, cell: Cell) {
        if let Some(node) = self.nodes.get_mut(&field.key().0) {
            let moves = node.moves.take().unwrap_or_default();
            node.moves = Some(moves.iter().copied().chain([cell]).collect());
            (node.proof, node.disproof) = (1, 1);
        }
    }

    /// Takes back that a position is proven.
    pub(crate) fn doubt(&mut self, field: &Field) {
        if let Some(node) = self.nodes.get_mut(&field.key().0)
            && node.proof == 0
        {
            (node.proof, node.disproof) = (1, 1);
        }
    }

    /// The attacker's move in a proven position in which it is to move, and the defender's moves that
    /// the proof goes through.
    pub(crate) fn proven_moves(&mut self, field: &mut Field) -> Vec<Cell> {
        self.know_moves(field);
        let Some(node) = self.nodes.get(&field.key().0) else {
            return Vec::new();
        };
        let moves = node.moves.clone().unwrap_or_default();
        let attacking = field.turn() == self.attacker;
        let proven = |cell: &Cell| {
            let after = self.nodes.get(&field.key_after(*cell).0);
            after.is_some_and(|node| node.proof == 0)
        };
        let all = moves.iter().copied().filter(|cell| proven(cell));
        if attacking {
            all.take(1).collect()
        } else {
            all.collect()
        }
    }

    /// The line of fours that wins at once, in a proven position with no moves of its own.
    pub(crate) fn line_of_fours(&mut self, field: &mut Field) -> Vec<Cell> {
        match self.fours.search(field, self.effort.fours) {
            Found::Win(_) => self.fours.line(field).to_vec(),
            _ => Vec::new(),
        }
    }

    /// Everything known, so that a search can be resumed: keys with their numbers.
    pub(crate) fn state(&self) -> impl Iterator<Item = (u64, u32, u32)> {
        let known = |node: &Node| (node.proof, node.disproof);
        self.nodes.iter().map(move |(&key, node)| {
            let (proof, disproof) = known(node);
            (key, proof, disproof)
        })
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

enum Moves {
    Won,
    Lost,
    Some(Vec<Cell>),
}
