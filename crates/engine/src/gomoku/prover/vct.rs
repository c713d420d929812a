//! Victory by continuous threats (VCT): fours, threes and quiet moves, after each of which the attacker
//! would win by fours (VCF) if it were on the move.
//!
//! The defender tries every move that could stop that particular win and nothing else, because all
//! other moves lose to it.

use boyi_search::Instant;

use boyi_game::{Key, Side};
use boyi_search::Stop;

use super::super::board::Board;
use super::super::cells::Cells;
use super::super::layout::Cell;
use super::super::threat::Threat;
use super::super::vcf::{VcfResult, VcfSearch, VcfTable, four_moves};
use super::tree::{Attack, Expansion, ProofStatus, ProofTree};
use super::vct_zone::Zones;

/// How hard to try at each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct VctSettings {
    pub(crate) vcf_nodes: u64,
    /// Quiet moves of the attacker that may turn out to threaten something.
    pub(crate) quiet_moves: usize,
    /// What every further move is expected to need more: with 0 the search is broad, else it goes on with
    /// what it has begun.
    pub(crate) later_cost: u32,
}

/// When to give up.
#[derive(Clone, Copy)]
pub(crate) struct ProofLimits<'a> {
    pub(crate) stop: &'a Stop,
    pub(crate) time: Option<Instant>,
    pub(crate) nodes: Option<u64>,
}

impl ProofLimits<'_> {
    /// Whether it is time, after so many positions.
    pub(crate) fn is_over(&self, visited: u64) -> bool {
        self.stop.is_stopped()
            || self.nodes.is_some_and(|nodes| visited >= nodes)
            || self.time.is_some_and(|time| Instant::now() >= time)
    }
}

/// A search for a VCT.
pub(crate) struct VctSearch<'a> {
    pub(super) tree: ProofTree,
    pub(super) attack: VctAttack<'a>,
    pub(super) zones: Zones,
}

/// The moves of such an attack.
pub(super) struct VctAttack<'a> {
    pub(super) attacker: Side,
    pub(super) vcf: VcfSearch<'a>,
    pub(super) settings: VctSettings,
    until: ProofLimits<'a>,
    /// By which stones the positions of this search differ from some that were searched before: what
    /// won there is tried first.
    pub(super) similar: [Option<Key>; 2],
    /// Positions looked at in all searches.
    visited: u64,
    /// As many as this search may raise them to.
    max_visited: u64,
}

impl<'a> VctSearch<'a> {
    pub(crate) fn new(
        attacker: Side,
        table: &'a VcfTable,
        settings: VctSettings,
        until: ProofLimits<'a>,
    ) -> Self {
        Self {
            tree: ProofTree::default(),
            zones: Zones::new(),
            attack: VctAttack {
                attacker,
                vcf: VcfSearch::new(table),
                settings,
                until,
                similar: [None; 2],
                visited: 0,
                max_visited: 0,
            },
        }
    }

    /// Looks for a proof, at `budget` positions at most; may be called again to go on.
    pub(crate) fn search(&mut self, board: &mut Board, budget: u64) -> ProofStatus {
        self.attack.max_visited = self.attack.visited.saturating_add(budget);
        self.tree.search(&mut self.attack, board)
    }

    /// Positions looked at.
    pub(crate) fn visited(&self) -> u64 {
        self.attack.visited
    }
}

impl Attack for VctAttack<'_> {
    fn attacker(&self) -> Side {
        self.attacker
    }

    fn look(&mut self, tree: &ProofTree, board: &mut Board, _: Option<Cell>) -> Expansion {
        self.visited += 1;
        if board.turn() == self.attacker {
            let moves = self.attacks(board);
            moves.led_by(|| {
                let mut similar = self.similar.iter().flatten();
                similar.find_map(|&difference| tree.hint(board, difference))
            })
        } else {
            self.defences(board)
        }
    }

    fn guess(&self, board: &Board, cell: Cell, rank: u32) -> (u32, u32) {
        let side = board.turn();
        let proof = match board.threat(cell, side) {
            _ if side != self.attacker || (rank == 0 && self.settings.later_cost > 0) => 1,
            Threat::Quiet | Threat::Forbidden => 6 + self.settings.later_cost * rank,
            Threat::Three => 2 + self.settings.later_cost * rank,
            _ => 1 + self.settings.later_cost * rank,
        };
        (proof, 1)
    }

    fn is_over(&mut self) -> bool {
        self.visited >= self.max_visited
            || self.visited.is_multiple_of(16) && self.until.is_over(self.visited)
    }
}

impl VctAttack<'_> {
    /// What the attacker may try.
    fn attacks(&mut self, board: &mut Board) -> Expansion {
        let side = self.attacker;
        if let VcfResult::Win(_) = self.vcf.search(board, self.settings.vcf_nodes) {
            return Expansion::Won;
        }
        if let Some(moves) = forced(board, side, Expansion::Lost) {
            return moves;
        }
        Expansion::of(
            self.candidates(board, self.settings.quiet_moves),
            Expansion::Lost,
        )
    }

    /// The attacker's fours and threes, and so many quiet moves, the most promising first. Where the
    /// other side would win by fours, only fours and what stops it may be tried.
    pub(super) fn candidates(&mut self, board: &mut Board, quiet: usize) -> Vec<Cell> {
        let (side, other) = (self.attacker, !self.attacker);
        let fours = four_moves(board, side);
        let threatened = self.stops(board, other);
        let allowed =
            |cell: Cell| fours.has(cell) || threatened.as_ref().is_none_or(|stops| stops.has(cell));
        let ordering_score = |board: &Board, cell: Cell| {
            i32::from(board.ordering_score(cell, side))
                + i32::from(board.ordering_score(cell, other)) / 3
        };
        let threes = board
            .set(side, Threat::Three)
            .or(board.set(side, Threat::DoubleThree));
        let sharp = fours.or(&threes);
        let mut cells: Vec<Cell> = sharp.iter().filter(|&cell| allowed(cell)).collect();
        cells.sort_by_key(|&cell| -ordering_score(board, cell));
        if quiet > 0 {
            let mut others: Vec<Cell> = board
                .nearby()
                .iter()
                .filter(|&cell| !sharp.has(cell) && allowed(cell))
                .collect();
            others.sort_by_key(|&cell| -ordering_score(board, cell));
            others.truncate(quiet);
            cells.extend(others);
        }
        cells.retain(|&cell| board.may_play(cell, side));
        cells
    }

    /// What the defender may try: only what could stop the win that is threatened. Where none is, the
    /// attack is over.
    fn defences(&mut self, board: &mut Board) -> Expansion {
        if let Some(settled) = self.settled_defence(board) {
            return settled;
        }
        match self.stops(board, self.attacker) {
            Some(stops) => in_order(board, &stops, !self.attacker, Expansion::Won),
            None => Expansion::Lost,
        }
    }

    /// What the defender does where it wins itself, or has to stop a five.
    pub(super) fn settled_defence(&mut self, board: &mut Board) -> Option<Expansion> {
        let side = !self.attacker;
        if board.count(side, Threat::Five) > 0 || board.is_full() {
            return Some(Expansion::Lost);
        }
        let forced = forced(board, side, Expansion::Won);
        forced.or_else(|| {
            let found = self.vcf.search(board, self.settings.vcf_nodes);
            matches!(found, VcfResult::Win(_)).then_some(Expansion::Lost)
        })
    }

    /// The points that could stop a side's win by fours, were it on the move; `None` where it has
    /// none.
    pub(super) fn stops(&mut self, board: &mut Board, side: Side) -> Option<Cells> {
        let turn = board.turn();
        board.set_turn(side);
        let stops = match self.vcf.search(board, self.settings.vcf_nodes) {
            VcfResult::Win(_) => {
                self.vcf.line(board);
                Some(self.vcf.defences(board, side))
            }
            _ => None,
        };
        board.set_turn(turn);
        stops
    }
}

/// The only move, where the other side would make five; `hopeless` where it cannot be stopped.
pub(super) fn forced(board: &mut Board, side: Side, hopeless: Expansion) -> Option<Expansion> {
    let to_stop = *board.set(!side, Threat::Five);
    let stop = to_stop.first()?;
    let only = to_stop.iter().count() == 1 && board.may_play(stop, side);
    Some(if only {
        Expansion::Some(vec![stop])
    } else {
        hopeless
    })
}

/// Those of the points that a side may play on, the most promising first; `none` where there are none.
pub(super) fn in_order(board: &mut Board, cells: &Cells, side: Side, none: Expansion) -> Expansion {
    let mut cells: Vec<Cell> = cells
        .iter()
        .filter(|&cell| board.is_empty(cell) && board.may_play(cell, side))
        .collect();
    cells.sort_by_key(|&cell| {
        -i32::from(board.ordering_score(cell, side)) - i32::from(board.ordering_score(cell, !side))
    });
    Expansion::of(cells, none)
}
