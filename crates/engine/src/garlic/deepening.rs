//! A search over joint moves, depth by depth: both garlics choose at once, so every position is a matrix
//! game, and the destroyers' moves are weighed by their exact odds.

use boyi_game::{Side, Simultaneous};
use boyi_garlic::{Battle, Cell, Status};
use boyi_search::{Ended, SmallMatrix};

use super::budget::{Budget, SearchResult};
use super::evaluator::Evaluator;
use super::steps::{Steps, joint_move};
use super::table::TranspositionTable;

/// A garlic stays or takes one of four steps.
pub(super) const MAX_CHOICES: usize = 5;

type Matrix = SmallMatrix<MAX_CHOICES>;

/// What a point is worth a round later. Below 1, or else what can be had at any time is put off.
const DISCOUNT: f32 = 0.985;

pub(super) fn search(
    battle: &Battle,
    side: Side,
    evaluator: &mut Evaluator,
    table: &mut TranspositionTable,
    budget: Budget,
) -> SearchResult {
    table.new_search(battle, side);
    let mut search = Search {
        side,
        evaluator,
        budget,
        nodes: 0,
        table,
    };
    let steps = Steps::of(battle, side);
    let mut found = SearchResult {
        best: steps.as_slice()[0],
        value: None,
        depth: 0,
        nodes: 0,
        ended: Ended::Depth,
    };
    // Deeper than the game lasts there is nothing.
    let deepest = search
        .budget
        .depth
        .min(battle.last_round() - battle.round());
    for depth in 1..=deepest {
        let Ok(matrix) = search.matrix(battle, depth) else {
            found.ended = search.budget.ended(search.nodes);
            break;
        };
        found.best = steps.as_slice()[matrix.best_row()];
        found.value = Some(matrix.value());
        found.depth = depth;
        if steps.count == 1 {
            found.ended = Ended::Certain;
            break;
        }
    }
    found.nodes = search.nodes;
    found
}

struct Search<'a, 'b> {
    side: Side,
    evaluator: &'a mut Evaluator<'b>,
    budget: Budget,
    nodes: u64,
    table: &'a mut TranspositionTable,
}

/// What the likely reply of the other side pays for a step next to a destroyer: about what it loses if
/// it is caught.
const NEXT_TO_A_DESTROYER: f32 = 400.0;

/// The search ran out of time or nodes.
struct OutOfBudget;

impl Search<'_, '_> {
    fn value(&mut self, battle: &Battle, depth: u32) -> Result<f32, OutOfBudget> {
        if battle.outcome().is_some() {
            return Ok(self.evaluator.value(battle, self.side));
        }
        let key = battle.scene_key();
        if let Some(value) = self.table.probe(key, depth) {
            return Ok(value);
        }
        let value = match depth {
            0 => self.evaluator.value(battle, self.side),
            _ => self.matrix(battle, depth)?.value(),
        };
        self.table.store(key, depth, value);
        Ok(value)
    }

    fn matrix(&mut self, battle: &Battle, depth: u32) -> Result<Matrix, OutOfBudget> {
        let own = Steps::of(battle, self.side);
        let other = self.replies(battle, depth);
        let mut matrix = Matrix::new(own.count, other.count);
        let before = self.lead(battle);
        let is_foreseen = self.evaluator.policy.is_some();
        let weighed = battle
            .destroyers()
            .map(|destroyer| is_worth_weighing(battle, destroyer, depth, is_foreseen));
        for (row, &step) in own.as_slice().iter().enumerate() {
            for (col, &reply) in other.as_slice().iter().enumerate() {
                let mut between = battle.clone();
                between.move_garlics(joint_move(self.side, step, reply));
                let [one, two] = between.destroyer_odds();
                let one = if weighed[0] { one } else { one.most_probable() };
                let two = if weighed[1] { two } else { two.most_probable() };
                let mut sum = 0.0;
                for &(first, odds) in one.as_slice() {
                    for &(second, also) in two.as_slice() {
                        self.count()?;
                        let mut next = between.clone();
                        next.finish_round([first, second]);
                        let gained = (self.lead(&next) - before) as f32;
                        let later = self.value(&next, depth - 1)?;
                        sum += odds * also * (gained + DISCOUNT * later);
                    }
                }
                matrix.set(row, col, sum);
            }
        }
        Ok(matrix)
    }

    fn count(&mut self) -> Result<(), OutOfBudget> {
        const LOOK_AT_THE_CLOCK: u64 = 64;
        self.nodes += 1;
        let late = self.nodes.is_multiple_of(LOOK_AT_THE_CLOCK) && self.budget.is_spent();
        if late || self.nodes > self.budget.nodes {
            return Err(OutOfBudget);
        }
        Ok(())
    }

    fn lead(&self, battle: &Battle) -> i32 {
        battle.garlic(self.side).score - battle.garlic(!self.side).score
    }

    /// What the other may do. One that is too far away to matter does what looks best for itself.
    fn replies(&mut self, battle: &Battle, depth: u32) -> Steps {
        let other = battle.garlic(!self.side);
        if let Some(policy) = self.evaluator.policy
            && let Some(step) = self
                .table
                .reply(battle.scene_key(), || policy.quick_step(battle, !self.side))
        {
            return Steps::only(step);
        }
        let steps = Steps::of(battle, !self.side);
        let apart = battle
            .terrain()
            .distance(battle.garlic(self.side).cell, other.cell);
        let meets = battle.garlic(self.side).is_there()
            && apart.is_some_and(|apart| apart <= 2 * depth + 1);
        if meets || steps.count == 1 {
            return steps;
        }
        Steps::only(self.likely(battle, !self.side, &steps))
    }

    fn likely(&mut self, battle: &Battle, side: Side, steps: &Steps) -> Cell {
        let mut best = (f32::NEG_INFINITY, steps.as_slice()[0]);
        for &step in steps.as_slice() {
            let mut next = battle.clone();
            next.move_garlics(joint_move(side, step, battle.garlic(!side).cell));
            let near = next.destroyers().into_iter().any(|destroyer| {
                battle
                    .terrain()
                    .distance(destroyer, step)
                    .is_some_and(|far| far <= 1)
            });
            let risk = if near && !next.garlic(side).is_strong() {
                NEXT_TO_A_DESTROYER
            } else {
                0.0
            };
            let gained = (next.garlic(side).score - battle.garlic(side).score) as f32;
            let value = gained + DISCOUNT * self.evaluator.expected_points(&next, side) - risk;
            if value > best.0 {
                best = (value, step);
            }
        }
        best.1
    }
}

/// Whether it matters where a destroyer goes next. One that meets nobody before the horizon goes where it
/// most probably goes, whatever the garlics do in this round, or else one step would be judged by better
/// luck than another. Where the other's policy is known, there is time to look at more destroyers, and to a
/// strengthened garlic they matter from farther away.
fn is_worth_weighing(battle: &Battle, destroyer: Cell, depth: u32, is_foreseen: bool) -> bool {
    Side::BOTH.into_iter().any(|side| {
        let garlic = battle.garlic(side);
        let near = match garlic.status {
            Status::Gone => return false,
            _ if !is_foreseen => 2 * depth,
            Status::Normal => 2 * depth + 1,
            Status::Strong(_) => 2 * depth + 4,
        };
        let far = battle.terrain().distance(destroyer, garlic.cell);
        far.is_some_and(|far| far <= near)
    })
}
