//! Expectiminimax: minimax with nodes at which chance moves, worth the mean of what may come. Star1 and
//! Star2 (Ballard 1983) carry alpha-beta through them.

use boyi_game::{Actor, Score, Side, Stochastic};

use crate::kernel::{Budget, Go, Meter, Stopped};
use crate::{
    Counts, EXPECTED_MOVES, Ended, Iteration, Leave, Observer, Report, Unobserved, Window,
};

/// Judges positions of a game with chance. Means of scores must make sense, so these are numbers, seen by
/// the first player, and there is a least and a largest one.
pub trait Expect<G> {
    /// What a position is worth to the first player: its result if the game is over, else an estimate.
    fn value(&self, position: &G) -> f64;

    /// No value is smaller than the first or larger than the second.
    fn bounds(&self) -> [f64; 2];
}

/// What is spared. The value is the same in any case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum StarPruning {
    /// Every move and every chance.
    None,
    /// Alpha-beta at moves; at chance nodes what is left could not bring the mean back into the window.
    Star1,
    /// First one move below each chance: often that alone shows that the mean lies outside.
    #[default]
    Star2,
}

/// Searches depth by depth; a depth is one move of a player, chance counts for nothing. Returns a legal
/// move wherever there is one, however early it is stopped.
pub fn expectiminimax<G: Stochastic, E: Expect<G>>(
    position: &G,
    expect: &E,
    pruning: StarPruning,
    go: &Go<G::Move>,
    observer: &mut impl Observer<G::Move>,
) -> Report<G::Move> {
    let budget = Budget::new(go, EXPECTED_MOVES);
    let mut moves = Vec::new();
    let is_over = position.outcome().is_some();
    if !is_over {
        position.legal_moves(&mut moves);
    }
    if let Some(only) = &go.only {
        moves.retain(|mv| only.contains(mv));
    }
    let mut search = Search::new(expect, pruning, &budget, observer);
    let mut iterations: Vec<Iteration<G::Move>> = Vec::new();
    let mut ended = Ended::Depth;
    if moves.is_empty() {
        ended = Ended::GameOver;
    } else {
        for depth in 1..=go.depth.unwrap_or(u32::MAX) {
            let before = search.counts.nodes;
            search.guessed = false;
            search.observer.deepen(depth);
            let Ok((value, best)) = search.root(position, &moves, depth) else {
                ended = budget.ended();
                break;
            };
            let iteration = Iteration {
                depth,
                value: Score::heuristic(value.round() as i32),
                line: vec![best],
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
    }
    let counts = search.counts;
    drop(search);
    Report::of(
        iterations,
        moves.first().copied(),
        counts,
        budget.elapsed(),
        ended,
    )
}

/// The value of a position at a depth, for the first player.
pub fn expected_value<G: Stochastic, E: Expect<G>>(
    position: &G,
    expect: &E,
    pruning: StarPruning,
    depth: u32,
) -> (f64, Counts) {
    let budget = Budget::new(&Go::<G::Move>::default(), EXPECTED_MOVES);
    let mut observer = Unobserved;
    let mut search = Search::new(expect, pruning, &budget, &mut observer);
    let value = search.value(position, 0, depth, expect.bounds());
    (value.expect("there is no limit"), search.counts)
}

struct Search<'a, E, O> {
    expect: &'a E,
    pruning: StarPruning,
    meter: Meter<'a>,
    counts: Counts,
    /// Whether any value rests on an estimate.
    guessed: bool,
    observer: &'a mut O,
}

impl<'a, E, O> Search<'a, E, O> {
    fn new(expect: &'a E, pruning: StarPruning, budget: &'a Budget, observer: &'a mut O) -> Self {
        Self {
            expect,
            pruning,
            meter: Meter::new(budget),
            counts: Counts::default(),
            guessed: false,
            observer,
        }
    }

    /// The best of the root's moves and its value for the side to move there.
    fn root<G: Stochastic>(
        &mut self,
        position: &G,
        moves: &[G::Move],
        depth: u32,
    ) -> Result<(f64, G::Move), Stopped>
    where
        E: Expect<G>,
        O: Observer<G::Move>,
    {
        let [least, most] = self.expect.bounds();
        let is_first = position.actor() == Actor::Player(Side::First);
        self.tell_entered::<G>(0, depth, [least, most]);
        self.observer.actor(0, position.actor());
        let mut best: Option<(f64, G::Move)> = None;
        for &mv in moves {
            let mut next = position.clone();
            next.play(mv);
            let window = match best {
                Some((value, _)) if is_first => [value, most],
                Some((value, _)) => [least, value],
                None => [least, most],
            };
            self.observer.play(0, mv);
            let value = self.value(&next, 1, depth - 1, window)?;
            if best.is_none_or(|(most, _)| if is_first { value > most } else { value < most }) {
                best = Some((value, mv));
            }
        }
        let (value, mv) = best.expect("there are moves");
        self.tell_left::<G>(0, value, Leave::Searched);
        Ok((if is_first { value } else { -value }, mv))
    }

    /// The value for the first player. Inside the window it is exact; at or beyond an end it is a bound.
    fn value<G: Stochastic>(
        &mut self,
        position: &G,
        ply: u32,
        depth: u32,
        window: [f64; 2],
    ) -> Result<f64, Stopped>
    where
        E: Expect<G>,
        O: Observer<G::Move>,
    {
        self.meter.spend()?;
        self.counts.nodes += 1;
        self.tell_entered::<G>(ply, depth, window);
        let (value, how) = if position.outcome().is_some() {
            self.counts.leaves += 1;
            (self.expect.value(position), Leave::Finished)
        } else {
            let actor = position.actor();
            self.observer.actor(ply, actor);
            match actor {
                Actor::Chance => (self.chance(position, ply, depth, window)?, Leave::Searched),
                Actor::Player(_) if depth == 0 => {
                    self.counts.leaves += 1;
                    self.guessed = true;
                    (self.expect.value(position), Leave::Evaluated)
                }
                Actor::Player(side) => {
                    let value = self.decision(position, side, ply, depth, window, Moves::All)?;
                    (value, Leave::Searched)
                }
            }
        };
        self.tell_left::<G>(ply, value, how);
        Ok(value)
    }

    fn tell_entered<G: Stochastic>(&mut self, ply: u32, depth: u32, [alpha, beta]: [f64; 2])
    where
        O: Observer<G::Move>,
    {
        let [alpha, beta] = [alpha, beta].map(score);
        self.observer.enter(ply, depth, Window { alpha, beta });
    }

    fn tell_left<G: Stochastic>(&mut self, ply: u32, value: f64, how: Leave)
    where
        O: Observer<G::Move>,
    {
        self.observer.leave(ply, score(value), how);
    }

    /// The best of some moves.
    fn decision<G: Stochastic>(
        &mut self,
        position: &G,
        side: Side,
        ply: u32,
        depth: u32,
        [mut alpha, mut beta]: [f64; 2],
        which: Moves,
    ) -> Result<f64, Stopped>
    where
        E: Expect<G>,
        O: Observer<G::Move>,
    {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let is_first = side == Side::First;
        let (mut best, skipped, most) = match which {
            Moves::AfterFirst(value) => (value, 1, usize::MAX),
            Moves::First => (worst(side), 0, 1),
            Moves::All => (worst(side), 0, usize::MAX),
        };
        if is_first {
            alpha = alpha.max(best);
        } else {
            beta = beta.min(best);
        }
        for (index, &mv) in moves.iter().enumerate().take(most).skip(skipped) {
            let mut next = position.clone();
            next.play(mv);
            self.observer.play(ply, mv);
            let value = self.value(&next, ply + 1, depth - 1, [alpha, beta])?;
            // Not `alpha >= beta`: windows at chance nodes are rounded and may be empty from the start.
            let is_cut = if is_first {
                best = best.max(value);
                alpha = alpha.max(best);
                best >= beta
            } else {
                best = best.min(value);
                beta = beta.min(best);
                best <= alpha
            };
            if is_cut && self.pruning != StarPruning::None {
                self.counts.note_cut(index);
                self.observer.cut(ply, score(best), &moves[index + 1..]);
                break;
            }
        }
        Ok(best)
    }

    /// Some moves of a position below a chance node, which is entered once more for the rest of them.
    fn part<G: Stochastic>(
        &mut self,
        position: &G,
        side: Side,
        ply: u32,
        depth: u32,
        window: [f64; 2],
        which: Moves,
    ) -> Result<f64, Stopped>
    where
        E: Expect<G>,
        O: Observer<G::Move>,
    {
        self.tell_entered::<G>(ply, depth, window);
        self.observer.actor(ply, Actor::Player(side));
        let value = self.decision(position, side, ply, depth, window, which)?;
        self.tell_left::<G>(ply, value, Leave::Searched);
        Ok(value)
    }

    /// The mean of what chance may do.
    fn chance<G: Stochastic>(
        &mut self,
        position: &G,
        ply: u32,
        depth: u32,
        [alpha, beta]: [f64; 2],
    ) -> Result<f64, Stopped>
    where
        E: Expect<G>,
        O: Observer<G::Move>,
    {
        let [least, most] = self.expect.bounds();
        let mut ways: Vec<Way<G>> = Vec::new();
        position.each_chance(|odds, position| {
            ways.push(Way {
                odds,
                position,
                low: least,
                high: most,
                first: None,
            });
        });
        if self.pruning == StarPruning::None {
            let mut mean = 0.0;
            for (index, way) in ways.iter().enumerate() {
                self.observer.chance(ply, index, way.odds);
                mean += way.odds * self.value(&way.position, ply + 1, depth, [least, most])?;
            }
            return Ok(mean);
        }
        if self.pruning == StarPruning::Star2
            && let Some(bound) = self.probe(&mut ways, ply, depth, [alpha, beta])?
        {
            return Ok(bound);
        }
        for index in 0..ways.len() {
            let [low, high] = bounds_of_mean(&ways);
            if low >= beta || high <= alpha {
                self.counts.note_cut(index);
                return Ok(if low >= beta { low } else { high });
            }
            let way = &ways[index];
            // What this way must be worth for the mean to reach an end of the window, if all that is
            // unknown went as well as it can.
            let need = (alpha - (high - way.odds * way.high)) / way.odds;
            let enough = (beta - (low - way.odds * way.low)) / way.odds;
            let window = [need.max(way.low), enough.min(way.high)];
            self.observer.chance(ply, index, way.odds);
            let value = match (way.first, way.position.actor()) {
                (Some(first), Actor::Player(side)) => self.part(
                    &way.position,
                    side,
                    ply + 1,
                    depth,
                    window,
                    Moves::AfterFirst(first),
                )?,
                _ => self.value(&way.position, ply + 1, depth, window)?,
            };
            // A value at an end of the window is a bound; the mean is then at that end or beyond.
            if value >= enough || value <= need {
                self.counts.note_cut(index);
                let others = if value >= enough {
                    low - way.odds * way.low
                } else {
                    high - way.odds * way.high
                };
                return Ok(others + way.odds * value);
            }
            let way = &mut ways[index];
            (way.low, way.high) = (value, value);
        }
        Ok(bounds_of_mean(&ways)[0])
    }

    /// Star2: one move below each way bounds its value from the side of whoever moves there.
    fn probe<G: Stochastic>(
        &mut self,
        ways: &mut [Way<G>],
        ply: u32,
        depth: u32,
        [alpha, beta]: [f64; 2],
    ) -> Result<Option<f64>, Stopped>
    where
        E: Expect<G>,
        O: Observer<G::Move>,
    {
        for index in 0..ways.len() {
            let way = &ways[index];
            if depth == 0 || way.position.outcome().is_some() {
                continue;
            }
            let Actor::Player(side) = way.position.actor() else {
                continue;
            };
            self.meter.spend()?;
            self.counts.nodes += 1;
            // How good for its side the move must be to settle the mean; better need not be known.
            let [low, high] = bounds_of_mean(ways);
            let window = match side {
                Side::First => {
                    let enough = (beta - (low - way.odds * way.low)) / way.odds;
                    [way.low, enough.min(way.high)]
                }
                Side::Second => {
                    let need = (alpha - (high - way.odds * way.high)) / way.odds;
                    [need.max(way.low), way.high]
                }
            };
            self.observer.chance(ply, index, way.odds);
            let found = self.part(&way.position, side, ply + 1, depth, window, Moves::First)?;
            let way = &mut ways[index];
            match side {
                Side::First => way.low = way.low.max(found),
                Side::Second => way.high = way.high.min(found),
            }
            let [low, high] = bounds_of_mean(ways);
            if low >= beta || high <= alpha {
                self.counts.note_cut(index);
                return Ok(Some(if low >= beta { low } else { high }));
            }
            // Beyond the window the mean would have been settled, so the move's value is exact.
            ways[index].first = Some(found);
        }
        Ok(None)
    }
}

/// One way in which chance may go, and what is known of its value.
struct Way<G> {
    odds: f64,
    position: G,
    low: f64,
    high: f64,
    /// The value of the first move there, if it was searched.
    first: Option<f64>,
}

/// Which moves of a position are searched.
#[derive(Clone, Copy)]
enum Moves {
    All,
    First,
    /// All but the first, which is worth this.
    AfterFirst(f64),
}

/// As an observer is told.
fn score(value: f64) -> Score {
    Score::from_value(value.round() as i32)
}

/// Worse than any value for a side.
fn worst(side: Side) -> f64 {
    match side {
        Side::First => f64::NEG_INFINITY,
        Side::Second => f64::INFINITY,
    }
}

/// The least and the largest that the mean can be.
fn bounds_of_mean<G>(ways: &[Way<G>]) -> [f64; 2] {
    let sum = |value: fn(&Way<G>) -> f64| ways.iter().map(|way| way.odds * value(way)).sum();
    [sum(|way| way.low), sum(|way| way.high)]
}
