//! Beam search: minimax that follows only the moves that look best. Fast and deep, and blind to every
//! sacrifice that does not fit into the beam.

use boyi_game::{Position, Score};

use crate::deepening::root_moves;
use crate::kernel::{Budget, Go, Meter, Stopped};
use crate::{Counts, EXPECTED_MOVES, Ended, Evaluate, Iteration, Leave, Observer, Report, Window};

/// No game is searched deeper.
const DEEPEST: u32 = 1000;

/// Searches depth by depth, `width` moves a position. Returns a legal move wherever there is one, however
/// early it is stopped.
pub fn beam<P: Position, E: Evaluate<P>, O: Observer<P::Move>>(
    position: &P,
    evaluate: &E,
    width: usize,
    go: &Go<P::Move>,
    observer: &mut O,
) -> Report<P::Move> {
    let budget = Budget::new(go, EXPECTED_MOVES);
    let moves = root_moves(position, go);
    let mut search = Beam {
        evaluate,
        width: width.max(1),
        root_moves: &moves,
        meter: Meter::new(&budget),
        counts: Counts::default(),
        observer,
        guessed: false,
    };
    let mut iterations: Vec<Iteration<P::Move>> = Vec::new();
    let mut ended = Ended::Depth;
    if moves.is_empty() {
        ended = Ended::GameOver;
    }
    let deepest = go.depth.unwrap_or(DEEPEST).min(DEEPEST);
    for depth in (1..=deepest).take_while(|_| !moves.is_empty()) {
        let before = search.counts.nodes;
        search.guessed = false;
        search.observer.deepen(depth);
        let mut line = Vec::new();
        let found = search.value(&mut position.clone(), depth, 0, Window::FULL, &mut line);
        let Ok(value) = found else {
            ended = budget.ended();
            break;
        };
        let iteration = Iteration {
            depth,
            value,
            line,
            nodes: search.counts.nodes - before,
            elapsed: budget.elapsed(),
        };
        search.observer.complete(&iteration);
        iterations.push(iteration);
        if !search.guessed {
            ended = Ended::Certain;
            break;
        }
        if budget.is_late(1.0) {
            ended = Ended::Time;
            break;
        }
    }
    let counts = search.counts;
    Report::of(
        iterations,
        moves.first().copied(),
        counts,
        budget.elapsed(),
        ended,
    )
}

struct Beam<'a, E, O, M> {
    evaluate: &'a E,
    width: usize,
    root_moves: &'a [M],
    meter: Meter<'a>,
    counts: Counts,
    observer: &'a mut O,
    /// Whether a value of this depth rests on an evaluation, or on moves that were left out.
    guessed: bool,
}

impl<E, O, M> Beam<'_, E, O, M> {
    fn value<P: Position<Move = M>>(
        &mut self,
        position: &mut P,
        depth: u32,
        ply: u32,
        window: Window,
        line: &mut Vec<M>,
    ) -> Result<Score, Stopped>
    where
        E: Evaluate<P>,
        O: Observer<M>,
        M: boyi_game::GameMove,
    {
        self.meter.spend()?;
        self.counts.nodes += 1;
        self.observer.enter(ply, depth, window);
        line.clear();
        if let Some(outcome) = position.outcome() {
            self.counts.leaves += 1;
            let value = self.evaluate.decided(position, outcome, ply);
            self.observer.leave(ply, value, Leave::Finished);
            return Ok(value);
        }
        if depth == 0 {
            self.counts.leaves += 1;
            self.guessed = true;
            let value = self.evaluate.evaluate(position);
            self.observer.leave(ply, value, Leave::Evaluated);
            return Ok(value);
        }
        let moves = self.most_promising(position, ply);
        let mut best = Score::MIN;
        let mut below = Vec::new();
        for (index, &mv) in moves.iter().enumerate() {
            let open = window.raised(best);
            self.observer.play(ply, mv);
            let value = -position.after(mv, |next| {
                self.value(next, depth - 1, ply + 1, -open, &mut below)
            })?;
            if value > best {
                best = value;
                line.clear();
                line.push(mv);
                line.append(&mut below);
            }
            if best >= window.beta {
                self.counts.note_cut(index);
                self.observer.cut(ply, best, &moves[index + 1..]);
                break;
            }
        }
        self.observer.leave(ply, best, Leave::Searched);
        Ok(best)
    }

    /// The moves after which the evaluation says most, the best first.
    fn most_promising<P: Position<Move = M>>(&mut self, position: &mut P, ply: u32) -> Vec<M>
    where
        E: Evaluate<P>,
        M: boyi_game::GameMove,
    {
        let mut moves = Vec::new();
        if ply == 0 {
            moves.extend_from_slice(self.root_moves);
        } else {
            position.legal_moves(&mut moves);
        }
        moves.sort_by_cached_key(|&mv| {
            position.after(mv, |next| match next.outcome() {
                Some(outcome) => self.evaluate.decided(next, outcome, 0),
                None => self.evaluate.evaluate(next),
            })
        });
        self.guessed |= moves.len() > self.width;
        moves.truncate(self.width);
        moves
    }
}
