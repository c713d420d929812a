//! A strong player of connect four over the kernel: everything that a new game has to write.

use boyi_search::kernel::value::{INFINITE, Value, from_node, is_proven, loss_in};
use boyi_search::kernel::{
    Aspiration, Budget, Go, Meter, SearchResult, Searcher, Stopped, TtEntry, Variation, think,
};
use boyi_search::{Counts, EXPECTED_MOVES, SharedTable};

use super::Board;

struct Search<'a> {
    table: &'a SharedTable<TtEntry>,
    meter: Meter<'a>,
    root: Board,
    moves: Vec<u32>,
    best: Option<(u32, Value)>,
    counts: Counts,
}

impl Search<'_> {
    fn node(
        &mut self,
        board: &Board,
        mut alpha: Value,
        beta: Value,
        depth: u32,
        ply: usize,
    ) -> Result<Value, Stopped> {
        self.meter.spend()?;
        self.counts.nodes += 1;
        if board.is_lost() {
            return Ok(loss_in(ply));
        }
        let mut moves = board.moves();
        if depth == 0 || moves.is_empty() {
            return Ok(0);
        }
        let entry = self.table.get(board.key());
        if let Some(entry) = entry
            && let Some(value) = entry.settles(alpha, beta, ply)
            && (entry.depth == depth as i32 || is_proven(value))
        {
            return Ok(value);
        }
        if let Some(first) = entry.and_then(|entry| entry.best) {
            moves.sort_by_key(|&column| column != u32::from(first));
        }
        let (floor, mut best, mut best_move) = (alpha, -INFINITE, moves[0]);
        for column in moves {
            let value = -self.node(&board.after(column), -beta, -alpha, depth - 1, ply + 1)?;
            if value > best {
                (best, best_move) = (value, column);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let bound = TtEntry::bound(best, floor, beta);
        let entry = TtEntry {
            value: Some((from_node(best, ply), bound)),
            static_eval: None,
            best: Some(best_move as u16),
            depth: depth as i32,
            was_pv: false,
            generation: self.table.generation(),
        };
        self.table.put(board.key(), entry);
        Ok(best)
    }
}

impl Searcher for Search<'_> {
    type Move = u32;

    fn root_moves(&self) -> usize {
        self.moves.len()
    }

    fn next_depth(&mut self, completed: u32) -> Option<u32> {
        let deepest = self.meter.budget().limits().depth.unwrap_or(u32::MAX);
        (completed < deepest.min(self.root.columns * self.root.rows)).then_some(completed + 1)
    }

    fn aspiration(&self, _: u32, _: usize, previous: Option<Value>) -> Aspiration {
        let full = Aspiration::full(-INFINITE, INFINITE);
        previous.map_or(full, |expected| full.around(expected, 10))
    }

    fn search(
        &mut self,
        depth: u32,
        (mut alpha, beta): (Value, Value),
        excluded: &[u32],
    ) -> Result<Value, Stopped> {
        // What a stopped search has finished first must be worth something.
        if let Some((first, _)) = self.best.take() {
            self.moves.sort_by_key(|&column| column != first);
        }
        for column in self.moves.clone() {
            if !excluded.contains(&column) {
                let value = -self.node(&self.root.after(column), -beta, -alpha, depth - 1, 1)?;
                if self.best.is_none_or(|(_, best)| value > best) {
                    self.best = Some((column, value));
                }
                alpha = alpha.max(value);
            }
        }
        Ok(self.best.map_or(-INFINITE, |(_, value)| value))
    }

    fn best_line(&self, depth: u32) -> Option<Variation<u32>> {
        let (column, value) = self.best?;
        Some(Variation {
            value,
            depth,
            moves: vec![column],
        })
    }

    fn is_settled(&self, _: u32, lines: &[Variation<u32>]) -> bool {
        lines.iter().all(|line| is_proven(line.value))
    }

    fn any_move(&mut self) -> Option<u32> {
        self.moves.first().copied()
    }

    fn counts(&self) -> Counts {
        self.counts
    }
}

/// The strong player.
pub(crate) fn play(board: &Board, go: &Go<u32>, threads: usize) -> SearchResult<u32> {
    let table = SharedTable::new(1 << 20);
    let budget = Budget::new(go, EXPECTED_MOVES);
    let moves = go.only.clone().unwrap_or_else(|| board.moves());
    let search = || Search {
        table: &table,
        meter: Meter::new(&budget),
        root: *board,
        moves: moves.clone(),
        best: None,
        counts: Counts::default(),
    };
    let helpers = (1..threads).map(|_| search()).collect();
    think(go, &budget, &mut search(), helpers, &mut |_| ())
}
