//! Games in which both sides choose at once and chance has a say.

use crate::{GameMove, Key, Outcome, PerSide, Side};

/// Where a round gets its luck from: a seeded stream in a real game, every possibility in turn when
/// a search looks ahead. The rules are written once and serve both.
pub trait Chance {
    /// Picks one index, with odds as the weights; at least one weight is above 0.
    fn pick(&mut self, weights: &[u32]) -> usize;
}

/// A game of rounds. In each, both sides choose without seeing the other's choice, then the rules
/// resolve the round, drawing from chance as they go.
pub trait Simultaneous: Clone + Send {
    /// One side's choice for one round.
    type Move: GameMove;

    /// The fingerprint of everything the rest of the game depends on.
    fn key(&self) -> Key;

    fn round(&self) -> u32;

    /// `Some` once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Pushes the choices of one side. Never empty while the game goes on: a side that has nothing
    /// to decide (it is out, say) has exactly one choice.
    fn legal_moves(&self, side: Side, moves: &mut Vec<Self::Move>);

    /// Plays one round. Only before the game is over.
    fn play(&mut self, choices: PerSide<Self::Move>, chance: &mut impl Chance);

    /// What a side does that hands in nothing in time: it stays in place, for instance.
    fn idle_move(&self, side: Side) -> Self::Move;
}

/// Shows every way a round can turn out, with its probability; the probabilities add up to 1.
/// The same position may be shown more than once.
pub fn each_outcome<S: Simultaneous>(
    position: &S,
    choices: PerSide<S::Move>,
    mut look: impl FnMut(f64, S),
) {
    let mut branches = Branches::default();
    loop {
        let mut next = position.clone();
        branches.rewind();
        next.play(choices, &mut branches);
        look(branches.probability, next);
        if !branches.advance() {
            return;
        }
    }
}

/// Walks the tree of chance like an odometer: replays the picks made so far and takes the first
/// possibility of every new one; `advance` turns the last wheel that can still turn.
#[derive(Default)]
struct Branches {
    /// For each pick of the current path: the index taken and the weights to choose from.
    path: Vec<(usize, Vec<u32>)>,
    reached: usize,
    probability: f64,
}

impl Branches {
    fn rewind(&mut self) {
        self.reached = 0;
        self.probability = 1.0;
    }

    fn advance(&mut self) -> bool {
        while let Some((taken, weights)) = self.path.last_mut() {
            if let Some(next) = possible(weights, *taken + 1) {
                *taken = next;
                return true;
            }
            self.path.pop();
        }
        false
    }
}

impl Chance for Branches {
    fn pick(&mut self, weights: &[u32]) -> usize {
        if self.reached == self.path.len() {
            let first = possible(weights, 0).expect("a pick needs a weight above 0");
            self.path.push((first, weights.to_vec()));
        }
        let (taken, _) = self.path[self.reached];
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        self.reached += 1;
        self.probability *= f64::from(weights[taken]) / total as f64;
        taken
    }
}

fn possible(weights: &[u32], from: usize) -> Option<usize> {
    (from..weights.len()).find(|&index| weights[index] > 0)
}
