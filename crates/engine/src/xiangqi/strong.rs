//! The strong search: principal variation search with everything that makes it fast and deep.
//!
//! To read it from top to bottom: [`root`] is what the kernel deepens, [`node`] searches one node,
//! asking [`pruning`], [`shortcuts`], [`extensions`], [`reductions`] and [`picker`] and leaving what it
//! learnt to [`learning`]; [`quiescence`] ends each line. [`position`] is the board they move on,
//! [`history`] what they learn about moves, [`mate_search`] proves mates by checks beside them, and
//! [`tune`] holds all numbers.

mod extensions;
mod history;
mod learning;
mod mate_search;
mod node;
mod picker;
pub(crate) mod position;
mod pruning;
mod quiescence;
mod reductions;
mod root;
mod see;
mod shortcuts;
pub mod tune;
mod worker;

use boyi_game::{Position, Random, Score};
use boyi_search::kernel::{Budget, Go, SearchResult, TtEntry, Value, think, value};
use boyi_search::{EXPECTED_MOVES, NoMemory, SharedTable};
use boyi_xiangqi::{Board, Move, Xiangqi};

use super::endgame::Tables;
use crate::strong::StrongSearch;
use history::Histories;
use mate_search::MateSearch;
use position::{Evaluation, SearchPosition};
use reductions::Reductions;
use root::RootMove;
use worker::Worker;

/// Plies of a mate by checks, where one is found at so many positions.
pub(super) fn mate_within(board: &Board, nodes: u64) -> Option<usize> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    let mut search = MateSearch::new(board, &[], moves);
    let found = search.go_on(nodes, || Ok(())).ok().flatten();
    found.map(|mate| mate.plies)
}

/// Plies it searches where nobody set a limit.
const DEFAULT_DEPTH: u32 = 14;

/// What lasts from move to move.
pub(crate) struct StrongXiangqi<E: Evaluation> {
    evaluation: E,
    table: SharedTable<TtEntry>,
    histories: Vec<Histories>,
    reductions: Reductions,
    endgames: Tables,
}

impl<E: Evaluation> StrongXiangqi<E> {
    pub(crate) fn new(evaluation: E, bytes: usize, threads: usize) -> Result<Self, NoMemory> {
        Ok(Self {
            evaluation,
            table: SharedTable::try_new(bytes)?,
            histories: (0..threads.max(1)).map(|_| Histories::new()).collect(),
            reductions: Reductions::new(),
            endgames: Tables::default(),
        })
    }

    /// With endgame tables to probe.
    pub(crate) fn with_endgames(mut self, endgames: Tables) -> Self {
        self.endgames = endgames;
        self
    }
}

impl<E: Evaluation> StrongSearch for StrongXiangqi<E> {
    type Position = Xiangqi;

    fn default_go() -> Go<Move> {
        Go::depth(DEFAULT_DEPTH)
    }

    fn fits(&self, _start: &Xiangqi) -> bool {
        true
    }

    fn clear(&mut self) {
        self.table.clear();
        for histories in &mut self.histories {
            *histories = Histories::new();
        }
    }

    fn think(
        &mut self,
        position: &Xiangqi,
        go: &Go<Move>,
        seed: Option<u64>,
        watch: &mut dyn FnMut(&SearchResult<Move>),
    ) -> SearchResult<Move> {
        let budget = Budget::new(go, EXPECTED_MOVES);
        let mut moves = go.only.clone().unwrap_or_else(|| {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            moves
        });
        if let Some(seed) = seed {
            Random::new(seed).shuffle(&mut moves);
        }
        self.table.next_generation();
        let root = SearchPosition::new(position, self.evaluation.clone());
        let (table, reductions, endgames) = (&self.table, &self.reductions, &self.endgames);
        let mut workers = self.histories.iter_mut().map(|histories| {
            let root_moves = moves.iter().map(|&mv| RootMove::new(mv)).collect();
            Worker::new(
                root.clone(),
                table,
                &budget,
                histories,
                reductions,
                endgames,
                root_moves,
            )
        });
        let main = workers.next().expect("there is at least one thread");
        let mut main = main.with_mate_search();
        think(go, &budget, &mut main, workers.collect(), watch)
    }

    fn set_tunables(chosen: &[(String, i32)]) {
        tune::set_tunables(chosen);
    }

    fn score(value: Value) -> Score {
        value::to_score(value)
    }
}

#[cfg(test)]
mod tests;
