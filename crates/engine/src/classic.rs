//! A classic search as a player, for any game and evaluation.

use std::time::Duration;

use boyi_game::{Captures, Position, Seen, Shown, Side};
use boyi_search::kernel::Go;
use boyi_search::{
    Algorithm, EXPECTED_MOVES, Ended, Evaluate, Iteration, Observer, Plan, Report, TimeControl,
    TranspositionTable, Tree, search, search_quiescent,
};

use crate::engine::{Engine, EngineError, Line, Thinking, Thought, Watch};
use crate::seat::Seat;
use crate::spec::PlayerSpec;
use crate::strong::{move_texts, read_moves};
use crate::tree::{SearchTree, TreeRequest};

/// Plies a player looks ahead when nobody set a limit.
const USUAL_DEPTH: u32 = 6;

/// The size of a player's table when nobody said.
const USUAL_HASH: usize = 16;

/// Rules, search and evaluation put together.
pub(crate) struct Classic<P: Position, E> {
    algorithm: Algorithm,
    spec: PlayerSpec,
    seat: Seat<P>,
    evaluate: E,
    table: Option<TranspositionTable>,
    run: Run<P, E>,
    record: Record<P, E>,
}

/// One of the two ways to search: with or without captures beyond the depth.
type Run<P, E> = for<'p, 'w> fn(
    &P,
    &E,
    &Plan<'p, <P as Position>::Move>,
    &mut Watcher<'w, P>,
) -> Report<<P as Position>::Move>;

/// The same for a search whose tree is kept.
type Record<P, E> = for<'p> fn(
    &P,
    &E,
    &Plan<'p, <P as Position>::Move>,
    &mut Tree<<P as Position>::Move>,
) -> Report<<P as Position>::Move>;

impl<P, E> Classic<P, E>
where
    P: Position + Shown<P::Move>,
    E: Evaluate<P> + Send,
{
    /// A player for games that begin at `start`.
    pub(crate) fn new(
        algorithm: Algorithm,
        spec: &PlayerSpec,
        start: P,
        evaluate: E,
    ) -> Result<Self, EngineError> {
        let bytes = spec.hash.unwrap_or(USUAL_HASH) << 20;
        let table = if algorithm.uses_table() {
            Some(TranspositionTable::try_new(bytes)?)
        } else {
            None
        };
        Ok(Self {
            algorithm,
            spec: spec.clone(),
            seat: Seat::new(start),
            evaluate,
            table,
            run: |position, evaluate, plan, watcher| search(position, evaluate, plan, watcher),
            record: |position, evaluate, plan, tree| search(position, evaluate, plan, tree),
        })
    }

    /// For games that have captures: plays them out beyond the depth if the player was asked to.
    pub(crate) fn with_captures(mut self) -> Self
    where
        P: Captures,
    {
        if self.spec.quiescence {
            self.run = |position, evaluate, plan, watcher| {
                search_quiescent(position, evaluate, plan, watcher)
            };
            self.record =
                |position, evaluate, plan, tree| search_quiescent(position, evaluate, plan, tree);
        }
        self
    }
}

impl<P, E> Engine for Classic<P, E>
where
    P: Position + Shown<P::Move>,
    E: Evaluate<P> + Send,
{
    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn prepare(&mut self, _game: &Seen) -> Result<(), EngineError> {
        if let Some(table) = &self.table {
            table.clear();
        }
        Ok(())
    }

    fn think(&mut self, game: &Seen, side: Side, go: &Go, watch: Watch<'_>) -> Thinking {
        let position = self.seat.follow(game)?;
        let only = read_moves(position, side, go);
        let mut plan = plan(self.algorithm, &self.spec, go, only);
        plan.table = self.table.as_ref();
        plan.seed = self.spec.seed_for(game.moves.len());

        let run = |plan: &Plan<P::Move>, watcher: &mut Watcher<'_, P>| {
            (self.run)(position, &self.evaluate, plan, watcher)
        };
        if go.lines > 1 {
            return Ok(several_lines(position, &plan, go.lines, run, watch));
        }
        let mut thought = Thought::unexplained(None, Duration::ZERO);
        let report = run(&plan, &mut Watcher::new(position, watch));
        add_report(position, &mut thought, &report);
        Ok(thought)
    }

    fn tree(&mut self, game: &Seen, request: &TreeRequest) -> Result<SearchTree, EngineError> {
        if let Some(table) = &self.table {
            table.clear();
        }
        let position = self.seat.follow(game)?;
        let plan = Plan {
            techniques: request.techniques,
            table: self.table.as_ref(),
            ..plan(self.algorithm, &self.spec, &request.go, None)
        };
        let mut tree = match request.below {
            None => Tree::new(request.cap),
            Some(number) => Tree::below(number, request.cap),
        };
        let report = (self.record)(position, &self.evaluate, &plan, &mut tree);
        Ok(SearchTree::new(position, &tree, &report))
    }
}

/// How a player does what is asked for, within its own limits.
fn plan<'a, M>(
    algorithm: Algorithm,
    spec: &PlayerSpec,
    go: &Go,
    only: Option<Vec<M>>,
) -> Plan<'a, M> {
    let mut go = spec.tighten(go).with_moves(only);
    if go.is_unlimited() {
        go.depth = Some(USUAL_DEPTH);
    }
    // Under a clock only a search that deepens has an answer at any time.
    let may_be_cut_short = go.has_clock() || go.nodes.is_some();
    let mut plan = Plan::new(algorithm, go);
    plan.deepen = spec.deepen.unwrap_or(plan.deepen || may_be_cut_short);
    plan
}

/// The best moves with a line for each: depth by depth, and at each depth the best move, the best of
/// the rest, and so on, so that all lines are equally deep whenever time runs out.
fn several_lines<P, R>(
    position: &P,
    plan: &Plan<P::Move>,
    lines: usize,
    run: R,
    watch: &mut dyn FnMut(&Thought),
) -> Thought
where
    P: Position + Shown<P::Move>,
    R: Fn(&Plan<P::Move>, &mut Watcher<'_, P>) -> Report<P::Move>,
{
    let mut all = Vec::new();
    position.legal_moves(&mut all);
    let mut thought = Thought::unexplained(
        all.first().map(|&mv| position.move_text(mv)),
        Duration::ZERO,
    );
    thought.ended = Some(if all.is_empty() {
        Ended::GameOver
    } else {
        Ended::Depth
    });
    for depth in 1..=plan.go.depth.unwrap_or(u32::MAX) {
        let mut rest = all.clone();
        let mut next = Thought {
            best: None,
            lines: Vec::new(),
            branching_factor: None,
            ..thought.clone()
        };
        let mut all_certain = true;
        while next.lines.len() < lines.min(all.len()) {
            let one = Plan {
                deepen: false,
                go: Go {
                    depth: Some(depth),
                    only: Some(rest.clone()),
                    ..left_over(&plan.go, &next)
                },
                ..plan.clone()
            };
            let report = run(&one, &mut Watcher::new(position, &mut |_| ()));
            add_report(position, &mut next, &report);
            if report.value.is_none() {
                // Not even this depth was completed: the lines of the one before stand.
                let Thought {
                    counts,
                    elapsed,
                    ended,
                    ..
                } = next;
                return Thought {
                    counts,
                    elapsed,
                    ended,
                    ..thought
                };
            }
            all_certain &= report.ended == Ended::Certain;
            rest.retain(|&mv| Some(mv) != report.best);
        }
        next.lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        thought = next;
        watch(&thought);
        if all_certain {
            break;
        }
    }
    thought
}

/// Shows each completed depth as a thought.
pub(crate) struct Watcher<'a, P> {
    position: &'a P,
    nodes: u64,
    watch: &'a mut dyn FnMut(&Thought),
}

impl<'a, P> Watcher<'a, P> {
    pub(crate) fn new(position: &'a P, watch: &'a mut dyn FnMut(&Thought)) -> Self {
        Self {
            position,
            nodes: 0,
            watch,
        }
    }
}

impl<P: Position + Shown<P::Move>> Observer<P::Move> for Watcher<'_, P> {
    fn complete(&mut self, iteration: &Iteration<P::Move>) {
        let line = line_of(self.position, iteration);
        let mut thought = Thought::unexplained(line.moves.first().cloned(), iteration.elapsed);
        thought.lines.push(line);
        self.nodes += iteration.nodes;
        thought.counts.nodes = self.nodes;
        (self.watch)(&thought);
    }
}

pub(crate) fn add_report<P: Position + Shown<P::Move>>(
    position: &P,
    thought: &mut Thought,
    report: &Report<P::Move>,
) {
    if thought.best.is_none() {
        thought.best = report.best.map(|mv| position.move_text(mv));
    }
    if let Some(last) = report.iterations.last() {
        thought.lines.push(line_of(position, last));
    }
    thought.counts = thought.counts.plus(&report.counts);
    thought.elapsed += report.elapsed;
    thought.ended = Some(report.ended);
    thought.branching_factor = thought.branching_factor.or(report.branching_factor());
}

fn line_of<P: Position + Shown<P::Move>>(position: &P, iteration: &Iteration<P::Move>) -> Line {
    Line {
        score: iteration.value,
        depth: iteration.depth,
        moves: move_texts(position, &iteration.line),
    }
}

/// What has not been used of the limits.
pub(crate) fn left_over<M: Clone>(go: &Go<M>, thought: &Thought) -> Go<M> {
    let time = go.limits(EXPECTED_MOVES).time;
    Go {
        control: TimeControl::Unlimited,
        at_most: time.map(|time| time.hard.saturating_sub(thought.elapsed)),
        nodes: (go.nodes).map(|nodes| nodes.saturating_sub(thought.counts.nodes)),
        ..go.clone()
    }
}
