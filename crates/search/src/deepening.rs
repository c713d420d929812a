//! The root of every search: one depth after the other, or straight to the depth asked for.

use boyi_game::{Captures, Position, Random, Score};

use crate::kernel::{Budget, Go, Meter, Stopped};
use crate::quiescence::{Abrupt, Horizon, Quiet};
use crate::report::{Ended, Iteration, Report};
use crate::search::{Found, Search};
use crate::{
    Algorithm, EXPECTED_MOVES, Evaluate, Leave, Observer, Plan, TranspositionTable, Window,
};

/// Searches a position as planned. Returns a legal move wherever there is one, however early it is
/// stopped.
pub fn search<P: Position, E: Evaluate<P>, O: Observer<P::Move>>(
    position: &P,
    evaluate: &E,
    plan: &Plan<P::Move>,
    observer: &mut O,
) -> Report<P::Move> {
    run::<P, E, O, Abrupt>(position, evaluate, plan, observer)
}

/// The same, playing out captures beyond the depth before a position is judged.
pub fn search_quiescent<P: Captures, E: Evaluate<P>, O: Observer<P::Move>>(
    position: &P,
    evaluate: &E,
    plan: &Plan<P::Move>,
    observer: &mut O,
) -> Report<P::Move> {
    run::<P, E, O, Quiet>(position, evaluate, plan, observer)
}

/// For algorithms that need a table and were given none: room for 2^16 positions.
const SMALL_TABLE: usize = 1 << 20;

/// No game is searched deeper.
const DEEPEST: u32 = 4000;

fn run<P, E, O, H>(
    position: &P,
    evaluate: &E,
    plan: &Plan<P::Move>,
    observer: &mut O,
) -> Report<P::Move>
where
    P: Position,
    E: Evaluate<P>,
    O: Observer<P::Move>,
    H: Horizon<P>,
{
    let root_moves = root_moves(position, &plan.go);
    let own_table;
    let table = match plan.table {
        _ if !plan.algorithm.uses_table() || !plan.techniques.table => None,
        Some(table) => Some(table),
        None => {
            own_table = TranspositionTable::new(SMALL_TABLE);
            Some(&own_table)
        }
    };
    let budget = Budget::new(&plan.go, EXPECTED_MOVES);
    let fallback = root_moves.first().copied();
    let mut search = Search::<P, E, O, H>::new(
        evaluate,
        observer,
        Meter::new(&budget),
        table,
        root_moves,
        plan.go.only.is_some(),
        plan.techniques,
    );
    let mut iterations: Vec<Iteration<P::Move>> = Vec::new();

    let ended = if fallback.is_none() {
        Ended::GameOver
    } else {
        let mut position = position.clone();
        let ended = search.deepen(&mut position, plan, &mut iterations);
        if let (Some(seed), Some(last)) = (plan.seed, iterations.last_mut()) {
            // Where there is no time left for it, the move found first stays.
            let _ = search.draw_among_equals(&mut position, plan.algorithm, last, seed);
        }
        ended
    };

    // The last complete depth counts; where there is none, what the first one had come to.
    let unfinished = search.lines.root().to_vec();
    let last = iterations.last();
    let line = last.map_or(unfinished, |last| last.line.clone());
    Report {
        best: line.first().copied().or(fallback),
        value: last.map(|last| last.value),
        depth: last.map_or(0, |last| last.depth),
        line,
        counts: search.counts,
        elapsed: budget.elapsed(),
        iterations,
        ended,
    }
}

impl<P: Position, E: Evaluate<P>, O: Observer<P::Move>, H: Horizon<P>> Search<'_, P, E, O, H> {
    fn deepen(
        &mut self,
        position: &mut P,
        plan: &Plan<P::Move>,
        iterations: &mut Vec<Iteration<P::Move>>,
    ) -> Ended {
        let last = plan.go.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let first = if plan.deepen || plan.go.depth.is_none() {
            1
        } else {
            last
        };
        for depth in first..=last {
            let nodes_before = self.counts.nodes;
            self.guessed = false;
            if let Some(table) = self.table {
                table.next_generation();
            }
            self.observer.deepen(depth);
            let guess = iterations.last().map(|last| last.value);
            let Ok(value) = self.one_depth(position, plan.algorithm, depth, guess) else {
                return self.meter.budget().ended();
            };
            let mut line = self.lines.root().to_vec();
            complete(self.table, position, &mut line, depth);
            let iteration = Iteration {
                depth,
                value,
                line,
                nodes: self.counts.nodes - nodes_before,
                elapsed: self.meter.budget().elapsed(),
            };
            self.observer.complete(&iteration);
            iterations.push(iteration);
            if !self.guessed || is_proven(value, depth) {
                return Ended::Certain;
            }
            if depth < last && self.meter.budget().is_late(1.0) {
                return Ended::Time;
            }
        }
        Ended::Depth
    }

    fn one_depth(
        &mut self,
        position: &mut P,
        algorithm: Algorithm,
        depth: u32,
        guess: Option<Score>,
    ) -> Found {
        match algorithm {
            Algorithm::Minimax => self.minimax(position, depth, 0),
            Algorithm::AlphaBeta => self.alpha_beta(position, depth, 0, Window::FULL),
            Algorithm::Ordered | Algorithm::Table => self.ordered(position, depth, 0, Window::FULL),
            Algorithm::Pvs => self.pvs(position, depth, 0, Window::FULL),
            Algorithm::Aspiration => self.aspiration(position, depth, guess),
            Algorithm::Mtdf => self.mtdf(position, depth, guess),
        }
    }

    /// Replaces the best move by one drawn from all moves that are as good.
    ///
    /// A search only shows that the other moves are not better. So each of them is asked once more, with
    /// a null window, whether it reaches the value.
    fn draw_among_equals(
        &mut self,
        position: &mut P,
        algorithm: Algorithm,
        last: &mut Iteration<P::Move>,
        seed: u64,
    ) -> Result<(), Stopped> {
        let Some(&best) = last.line.first() else {
            return Ok(());
        };
        let window = Window::just_above(last.value.down());
        let mut lines = vec![last.line.clone()];
        self.enter(0, last.depth, window)?;
        for mv in self.root_moves.clone() {
            if mv == best {
                continue;
            }
            let value = -self.after(position, mv, 0, |search, child| match algorithm {
                Algorithm::Minimax => search.minimax(child, last.depth - 1, 1),
                Algorithm::AlphaBeta => search.alpha_beta(child, last.depth - 1, 1, -window),
                _ => search.ordered(child, last.depth - 1, 1, -window),
            })?;
            if value >= last.value {
                self.lines.lead(0, mv);
                let mut line = self.lines.root().to_vec();
                complete(self.table, position, &mut line, last.depth);
                lines.push(line);
            }
        }
        self.leave(0, last.value, Leave::Searched);
        last.line = lines.swap_remove(Random::new(seed).below(lines.len() as u64) as usize);
        Ok(())
    }
}

/// A win or loss within the depth: every shorter one was looked at, so none will be found.
fn is_proven(value: Score, depth: u32) -> bool {
    value.plies_to_end().is_some_and(|plies| plies <= depth)
}

/// The moves to choose from.
pub(crate) fn root_moves<P: Position>(position: &P, go: &Go<P::Move>) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    if let Some(only) = &go.only {
        moves.retain(|mv| only.contains(mv));
    }
    moves
}

/// Prolongs a line that a table cut short with the moves the table remembers.
fn complete<P: Position>(
    table: Option<&TranspositionTable>,
    position: &P,
    line: &mut Vec<P::Move>,
    depth: u32,
) {
    let Some(table) = table else { return };
    let mut position = position.clone();
    for &mv in line.iter() {
        position.make(mv);
    }
    while line.len() < depth as usize {
        let known = table
            .get(position.key())
            .and_then(|entry| entry.best::<P::Move>());
        let Some(mv) = known.filter(|&mv| position.is_legal(mv)) else {
            return;
        };
        position.make(mv);
        line.push(mv);
    }
}
