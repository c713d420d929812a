//! A design to be compared with: every pair of next moves is played out many times by a quick policy, and
//! the table of mean results is solved as the matrix game it is.

use boyi_game::{Key, PerSide, Random, Side, Simultaneous};
use boyi_garlic::{Battle, Cell, Target};
use boyi_search::Ended;

use super::budget::{Budget, SearchResult};
use super::matrix::Matrix;
use super::opponent_model::Policy;
use super::rollout::{StarMap, rollout};

pub(super) fn search(
    battle: &Battle,
    side: Side,
    policy: Option<Policy>,
    seed: u64,
    budget: &Budget,
) -> SearchResult {
    let mut rollouts = Rollouts::new(battle, side, seed);
    if policy == Some(Policy::Still) {
        rollouts.expect_stillness();
    }
    let ended = rollouts.run(budget);
    SearchResult {
        best: rollouts.best(),
        value: None,
        depth: 1,
        nodes: rollouts.rounds,
        ended,
    }
}

struct Rollouts<'a> {
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

impl<'a> Rollouts<'a> {
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
    fn run(&mut self, budget: &Budget) -> Ended {
        if self.own.len() == 1 {
            return Ended::Certain;
        }
        while self.rounds < budget.nodes {
            let luck = Random::new((self.seed ^ Key::mixed(self.passes)).0);
            let mut results = Vec::with_capacity(self.sums.len());
            for &own in &self.own {
                for &other in &self.other {
                    if budget.is_spent() {
                        return budget.ended(self.rounds);
                    }
                    let choices = PerSide::seen_by(self.side, own, other);
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
        }
        Ended::Nodes
    }

    fn best(&self) -> Cell {
        let mut matrix = Matrix::new(self.own.len(), self.other.len());
        for (index, sum) in self.sums.iter().enumerate() {
            let mean = sum / self.passes.max(1) as f64;
            matrix.set(
                index / self.other.len(),
                index % self.other.len(),
                mean as f32,
            );
        }
        match self.own[matrix.best_row()] {
            Target::Cell(cell) => cell,
            Target::Outside => self.battle.garlic(self.side).cell,
        }
    }
}
