//! Which moves are worth a look, and in which order: by what they do, and by what did well before.

use super::super::board::{Board, CELLS};
use super::super::cells::Cells;
use super::super::layout::Cell;
use super::super::threat::Threat;
use super::super::tune;
use boyi_game::Side;
use boyi_search::kernel::gravity;

/// A move and how promising it is.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) cell: Cell,
    /// Neither makes a threat nor takes a four away, so that it may be reduced or left out.
    pub(super) quiet: bool,
    /// Makes a threat that has to be answered.
    pub(super) forcing: bool,
    /// How likely it is to be played, without what the search has learned.
    pub(super) likely: i32,
    pub(super) score: i32,
}

/// What the search has learned about moves so far.
pub(super) struct Histories {
    /// How often a move was good, by side; beyond [`MAX_HISTORY`] neither way.
    history: Box<[[i16; CELLS]; 2]>,
    /// How often a move was good as the reply to another: by side, move replied to and reply.
    continuation: Vec<i16>,
    /// What countered a move well, by the move.
    counter_moves: Box<[[Option<Cell>; CELLS]; 2]>,
    /// What was good elsewhere at the same distance from the root.
    killers: Vec<[Option<Cell>; 2]>,
}

/// Where a move is to be played.
pub(super) struct Place {
    pub(super) ply: usize,
    pub(super) last: Option<Cell>,
}

const MAX_HISTORY: i32 = 16_384;

impl Histories {
    pub(super) fn new(plies: usize) -> Self {
        Self {
            history: Box::new([[0; CELLS]; 2]),
            continuation: vec![0; 2 * CELLS * CELLS],
            counter_moves: Box::new([[None; CELLS]; 2]),
            killers: vec![[None; 2]; plies],
        }
    }

    /// How often a move of `side` was good, also as the reply to the last.
    pub(super) fn of(&self, side: Side, last: Option<Cell>, cell: Cell) -> i32 {
        let replies = last.map_or(0, |last| self.continuation[reply(side, last, cell)]);
        i32::from(self.history[side.index()][usize::from(cell)])
            + i32::from(replies) * tune::continuation_share() / 100
    }

    /// Lists the moves to try: the defences where there is something to defend against, else all that
    /// have stones nearby; `first` before all others, the others by how `likely` they are to be played.
    pub(super) fn list(
        &self,
        board: &Board,
        place: &Place,
        first: Option<Cell>,
        defences: Option<&Cells>,
        likely: impl Fn(Cell) -> i32,
        moves: &mut Vec<Candidate>,
    ) {
        let (side, other) = (board.turn(), !board.turn());
        let killers = self.killers[place.ply];
        let counter_move = place
            .last
            .and_then(|last| self.counter_moves[side.index()][usize::from(last)]);
        moves.clear();
        let mut list = |cell: Cell| {
            let forcing = board.threat(cell, side) >= Threat::Three;
            let quiet = !forcing && board.threat(cell, other) < Threat::Four;
            let likely = likely(cell);
            let history = self.of(side, place.last, cell);
            let mut score = likely + history / tune::order_history();
            if first == Some(cell) {
                score += 1_000_000;
            } else if killers[0] == Some(cell) || killers[1] == Some(cell) {
                score += tune::order_killer();
            }
            if counter_move == Some(cell) {
                score += tune::order_counter();
            }
            moves.push(Candidate {
                cell,
                quiet: quiet && first != Some(cell),
                forcing,
                likely,
                score,
            });
        };
        match defences {
            Some(defences) => defences.and(board.empty()).iter().for_each(list),
            None => {
                board.nearby().iter().for_each(&mut list);
                if moves.is_empty() {
                    moves.extend(somewhere(board));
                }
            }
        }
    }

    /// A move was so good that the rest need not be tried; `others` were tried in vain before it.
    pub(super) fn learn(
        &mut self,
        board: &Board,
        place: &Place,
        depth: i32,
        best: Candidate,
        others: &[Cell],
    ) {
        let side = board.turn();
        if let Some(last) = place.last {
            self.counter_moves[side.index()][usize::from(last)] = Some(best.cell);
        }
        let killers = &mut self.killers[place.ply];
        if best.quiet && killers[0] != Some(best.cell) {
            *killers = [Some(best.cell), killers[0]];
        }
        let bonus = (depth * depth * 16).min(1600);
        let history = &mut self.history[side.index()];
        let continuation = &mut self.continuation;
        let mut push = |cell: Cell, bonus| {
            gravity(&mut history[usize::from(cell)], bonus, MAX_HISTORY);
            if let Some(last) = place.last {
                gravity(
                    &mut continuation[reply(side, last, cell)],
                    bonus,
                    MAX_HISTORY,
                );
            }
        };
        push(best.cell, bonus);
        for &other in others {
            push(other, -bonus);
        }
    }
}

/// Where a reply stands in the history of replies.
#[inline]
fn reply(side: Side, last: Cell, cell: Cell) -> usize {
    (side.index() * CELLS + usize::from(last)) * CELLS + usize::from(cell)
}

/// A board without stones: its middle.
fn somewhere(board: &Board) -> Option<Candidate> {
    let rows = board.layout().size.rows();
    let middle = (rows / 2 * rows + rows / 2) as Cell;
    let start = if board.is_empty(middle) {
        Some(middle)
    } else {
        board.empty().first()
    };
    start.map(|cell| Candidate {
        cell,
        quiet: false,
        forcing: false,
        likely: 0,
        score: 0,
    })
}

/// Brings the most promising of the moves from `index` on forward and returns it.
#[inline]
pub(super) fn pick(moves: &mut [Candidate], index: usize) -> Option<Candidate> {
    let best = (index..moves.len()).max_by_key(|&at| moves[at].score)?;
    moves.swap(index, best);
    Some(moves[index])
}
