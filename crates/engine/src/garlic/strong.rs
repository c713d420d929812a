//! The strong player: every pair of next moves is played out many times by simple habits, and the
//! table of mean results is solved as the matrix game it is.

use std::time::{Duration, Instant};

use boyi_game::{Key, PerSide, Random, Seen, Shown, Side, Simultaneous};
use boyi_garlic::{Battle, Target};
use boyi_search::{Counts, Ended, Limits};

use super::Lookout;
use super::matrix::Matrix;
use super::rollout::{StarMap, rollout};
use crate::engine::{Engine, EngineError, Orders, Thought};
use crate::spec::{PlayerSpec, SpecError};

/// The rules' limit, for when nobody sets one.
const USUAL_TIME: Duration = Duration::from_millis(100);

pub(super) struct Strong {
    spec: PlayerSpec,
    lookout: Lookout,
}

impl Strong {
    /// Takes time=, nodes= (rounds played in thought) and seed=.
    pub(super) fn new(spec: &PlayerSpec) -> Result<Self, SpecError> {
        let known = PlayerSpec {
            time: spec.time,
            nodes: spec.nodes,
            seed: spec.seed,
            ..PlayerSpec::named(&spec.name)
        };
        if *spec != known {
            return Err(SpecError::Value {
                spec: spec.to_string(),
                value: spec.to_string(),
                expected: "a player with time=, nodes= or seed= only",
            });
        }
        Ok(Self {
            spec: spec.clone(),
            lookout: Lookout::default(),
        })
    }
}

impl Engine for Strong {
    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn prepare(&mut self, game: &Seen) -> Result<(), EngineError> {
        self.lookout.read(game).map(|_| ())
    }

    fn think(
        &mut self,
        game: &Seen,
        side: Side,
        orders: &Orders,
        _watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, EngineError> {
        let began = Instant::now();
        let battle = self.lookout.read(game)?;
        if battle.outcome().is_some() {
            return Ok(Thought::unexplained(None, began.elapsed()));
        }
        let limits = self.spec.limits(&orders.limits);
        let mut thinking = Thinking::new(&battle, side, self.spec.seed.unwrap_or(0));
        if never_moved(game, !side) {
            thinking.expect_stillness();
        }
        let ended = thinking.run(&limits, began, orders);
        let best = battle.move_text(thinking.best());
        Ok(Thought {
            counts: Counts {
                nodes: thinking.rounds,
                leaves: thinking.passes * thinking.sums.len() as u64,
                ..Counts::default()
            },
            ended: Some(ended),
            ..Thought::unexplained(Some(best), began.elapsed())
        })
    }
}

/// Whether a side has stayed in place for long enough to believe that it always will. An opponent
/// that is taken for a hunter would be shunned, and the stars around it with it.
fn never_moved(game: &Seen, side: Side) -> bool {
    const LONG_ENOUGH: usize = 4;
    let mut moves = game.moves.iter().filter(|played| played.side == side);
    let first = moves.next();
    let same = moves
        .clone()
        .all(|played| Some(&played.text) == first.map(|mv| &mv.text));
    same && moves.count() + 1 >= LONG_ENOUGH
}

struct Thinking<'a> {
    battle: &'a Battle,
    side: Side,
    seed: Key,
    stars: StarMap,
    own: Vec<Target>,
    other: Vec<Target>,
    /// Results of each pair of moves, added up over all whole passes.
    sums: Vec<f64>,
    other_is_still: bool,
    passes: u64,
    rounds: u64,
}

impl<'a> Thinking<'a> {
    fn new(battle: &'a Battle, side: Side, seed: u64) -> Self {
        let (mut own, mut other) = (Vec::new(), Vec::new());
        battle.legal_moves(side, &mut own);
        battle.legal_moves(!side, &mut other);
        Self {
            battle,
            side,
            seed: Key::mixed(seed) ^ battle.key(),
            stars: StarMap::new(battle),
            sums: vec![0.0; own.len() * other.len()],
            own,
            other,
            other_is_still: false,
            passes: 0,
            rounds: 0,
        }
    }

    fn expect_stillness(&mut self) {
        self.other_is_still = true;
        self.other = vec![self.battle.idle_move(!self.side)];
        self.sums = vec![0.0; self.own.len()];
    }

    /// Whole passes over all pairs, each with the same luck, so that luck favours no pair.
    fn run(&mut self, limits: &Limits, began: Instant, orders: &Orders) -> Ended {
        if self.own.len() == 1 {
            return Ended::Certain;
        }
        // A quarter is kept back for whatever else the machine does.
        let time = match (limits.time, limits.nodes) {
            (Some(time), _) => Some(time.hard * 3 / 4),
            (None, Some(_)) => None,
            (None, None) => Some(USUAL_TIME * 3 / 4),
        };
        loop {
            let luck = Random::new((self.seed ^ Key::mixed(self.passes)).0);
            let mut results = Vec::with_capacity(self.sums.len());
            for &own in &self.own {
                for &other in &self.other {
                    if time.is_some_and(|time| began.elapsed() >= time) {
                        return Ended::Time;
                    }
                    let choices = match self.side {
                        Side::First => PerSide::new(own, other),
                        Side::Second => PerSide::new(other, own),
                    };
                    let played = rollout(
                        self.battle,
                        self.side,
                        choices,
                        self.other_is_still,
                        &self.stars,
                        &mut luck.clone(),
                    );
                    self.rounds += played.rounds;
                    results.push(played.value);
                }
            }
            for (sum, result) in self.sums.iter_mut().zip(results) {
                *sum += result;
            }
            self.passes += 1;
            if limits.nodes.is_some_and(|nodes| self.rounds >= nodes) {
                return Ended::Nodes;
            }
            if orders.stop.is_stopped() {
                return Ended::Stopped;
            }
        }
    }

    fn best(&self) -> Target {
        let mean = |sum: &f64| sum / self.passes.max(1) as f64;
        let matrix = Matrix {
            rows: self.own.len(),
            cols: self.other.len(),
            values: self.sums.iter().map(mean).collect(),
        };
        self.own[matrix.best_row()]
    }
}
