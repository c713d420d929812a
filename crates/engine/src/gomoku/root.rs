//! The root of the strong search: what lasts from move to move, and what the kernel deepens.

use std::sync::Arc;

use boyi_search::kernel::value::{PROVEN, Value, WIN, is_proven, plies_to_end};
use boyi_search::kernel::{
    Aspiration, Budget, Go, RootHistory, SearchResult, Searcher, Stopped, TtEntry, Variation, think,
};
use boyi_search::{Counts, EXPECTED_MOVES, NoMemory, SharedTable};

use super::board::Board;
use super::layout::Cell;
use super::network::{Learned, PlayedNetwork};
use super::search::Search;
use super::tune;
use super::vcf::VcfTable;

/// The tables of a player, and the threads that use them.
pub(crate) struct GomokuSearch {
    tt: SharedTable<TtEntry>,
    vcf: VcfTable,
    threads: usize,
    network: Option<Arc<PlayedNetwork>>,
}

/// The deepest iteration: more plies than a game has.
const MAX_DEPTH: u32 = 200;

impl GomokuSearch {
    /// A search with tables of so many bytes, a quarter of them for VCF.
    pub(crate) fn new(bytes: usize, threads: usize) -> Result<Self, NoMemory> {
        Ok(Self {
            tt: SharedTable::try_new(bytes / 4 * 3)?,
            vcf: VcfTable::try_new(bytes / 4)?,
            threads: threads.max(1),
            network: None,
        })
    }

    /// The same, evaluating with a network instead of the patterns.
    pub(crate) fn with_network(self, network: Option<Arc<PlayedNetwork>>) -> Self {
        Self { network, ..self }
    }

    pub(crate) fn clear(&self) {
        self.tt.clear();
        self.vcf.clear();
    }

    /// Thinks about a position in which the game goes on. `watch` sees every completed depth.
    pub(crate) fn think(
        &self,
        board: &Board,
        go: &Go<Cell>,
        watch: &mut dyn FnMut(&SearchResult<Cell>),
    ) -> SearchResult<Cell> {
        let budget = Budget::new(go, EXPECTED_MOVES);
        self.tt.next_generation();
        let network = self.network.clone();
        let learned = network.map(|network| Learned::of(network, board));
        let search = || {
            Search::new(
                board.clone(),
                learned.clone(),
                &self.tt,
                &self.vcf,
                &budget,
                go.only.as_deref(),
            )
        };
        let helpers = (1..self.threads).map(|_| search()).collect();
        think(go, &budget, &mut search(), helpers, watch)
    }

    /// The same with nobody watching.
    pub(crate) fn think_quietly(&self, board: &Board, go: &Go<Cell>) -> SearchResult<Cell> {
        self.think(board, go, &mut |_| ())
    }
}

impl Searcher for Search<'_> {
    type Move = Cell;

    fn root_moves(&self) -> usize {
        self.board.empty().iter().count()
    }

    fn next_depth(&mut self, completed: u32) -> Option<u32> {
        let deepest = self.budget().limits().depth.unwrap_or(MAX_DEPTH);
        (completed < deepest.min(MAX_DEPTH)).then_some(completed + 1)
    }

    fn aspiration(&self, depth: u32, _line: usize, previous: Option<Value>) -> Aspiration {
        let full = Aspiration {
            growth: (3, 1),
            full_beyond: tune::aspiration_limit(),
            ..Aspiration::full(-WIN, WIN)
        };
        match previous {
            Some(expected) if depth > 3 && !is_proven(expected) => {
                let margin = tune::aspiration_window();
                Aspiration {
                    widen: 3 * margin,
                    ..full.around(expected, margin)
                }
            }
            _ => full,
        }
    }

    fn search(
        &mut self,
        depth: u32,
        (alpha, beta): (Value, Value),
        excluded: &[Cell],
    ) -> Result<Value, Stopped> {
        self.excluded.clear();
        self.excluded.extend_from_slice(excluded);
        self.root_value = None;
        let value = self.root(alpha, beta, depth as i32)?;
        if self.line().is_empty() && excluded.is_empty() {
            // Lost whatever is played: the only answer is forbidden. Something is played all the same.
            let any = self.any_move();
            self.set_line(any);
        }
        self.root_value = Some(value);
        Ok(value)
    }

    fn best_line(&self, depth: u32) -> Option<Variation<Cell>> {
        let line = self.line();
        if let Some(value) = self.root_value {
            return (!line.is_empty()).then(|| Variation {
                value,
                depth,
                moves: line.to_vec(),
            });
        }
        // Stopped: a move that was finished counts, unless it loses, for then others are better.
        let (cell, value) = self.root_best.filter(|&(_, value)| value > -PROVEN)?;
        let moves = if line.first() == Some(&cell) {
            line.to_vec()
        } else {
            vec![cell]
        };
        Some(Variation {
            value,
            depth,
            moves,
        })
    }

    /// Every line is proven, and no faster win is left to find.
    fn is_settled(&self, depth: u32, lines: &[Variation<Cell>]) -> bool {
        lines
            .iter()
            .all(|line| plies_to_end(line.value).is_some_and(|plies| plies <= depth + 2))
    }

    /// A depth that is begun late is not finished in time; once a win is found, only a faster one is
    /// looked for.
    fn time_factor(&self, history: &RootHistory) -> f64 {
        let percent = if is_proven(history.value) {
            tune::faster_win_time()
        } else {
            tune::last_depth_time()
        };
        f64::from(percent) / 100.0
    }

    /// The best move by the patterns alone; a forbidden one only where there is no other.
    fn any_move(&mut self) -> Option<Cell> {
        let allowed = self.root_only();
        let board = &mut self.board;
        let side = board.turn();
        let empty = *board.empty();
        let ordered = |cell: Cell| {
            let score = |side| i32::from(board.ordering_score(cell, side));
            let score = score(side) + score(!side);
            (board.may_play(cell, side), score)
        };
        let cells: Vec<Cell> = empty
            .iter()
            .filter(|cell| allowed.is_none_or(|only| only.contains(cell)))
            .collect();
        let scores: Vec<_> = cells.iter().copied().map(ordered).collect();
        let best = cells
            .into_iter()
            .zip(scores)
            .max_by_key(|(_, score)| *score);
        best.map(|(cell, _)| cell)
    }

    fn counts(&self) -> Counts {
        Counts {
            nodes: self.all_nodes(),
            ..Counts::default()
        }
    }

    fn hash_full(&self) -> u32 {
        self.hash_full()
    }
}
