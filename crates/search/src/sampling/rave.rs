//! Rapid action value estimation (Gelly and Silver 2007): a move that was good later in a game was perhaps
//! good now. Such results come soon and are biased, so they count less the more a move was really tried.

use boyi_game::GameMove;

use super::tree::Node;

/// Tries after which a move's own results count as much as what was learned from later moves.
const EQUIVALENCE: f64 = 500.0;

/// The move with the highest mixture of both means, and a bonus as in UCB1.
pub(super) fn choose<M>(parent: &Node<M>, children: &[Node<M>], exploration: f64) -> usize {
    let log = f64::from(parent.tried()).max(1.0).ln();
    let mut best = (f64::NEG_INFINITY, 0);
    for (at, child) in children.iter().enumerate() {
        let tried = f64::from(child.tried());
        let share = share_of_later(tried);
        let own = if tried > 0.0 { child.mean() } else { 1.0 };
        let later = child.amaf_mean().unwrap_or(1.0);
        let bonus = exploration * (log / tried.max(1.0)).sqrt();
        let value = (1.0 - share) * own + share * later + bonus;
        if value > best.0 {
            best = (value, at);
        }
    }
    best.1
}

/// How much the results of later moves count: `sqrt(k / (3 n + k))`.
pub(super) fn share_of_later(tried: f64) -> f64 {
    (EQUIVALENCE / (3.0 * tried + EQUIVALENCE)).sqrt()
}

/// Which moves a side has played in a game, and from which ply on: a table that is never cleared, because
/// every game has a number.
pub(super) struct Played {
    /// For each side and move code: the game, and the last ply at which it was played there.
    last: Vec<(u64, u32)>,
    game: u64,
    codes: usize,
}

impl Played {
    pub(super) fn new<M: GameMove>() -> Self {
        Self {
            last: vec![(0, 0); 2 * M::CODES],
            game: 0,
            codes: M::CODES,
        }
    }

    /// Notes the moves of a game, beginning with the side to move at the root (number 0).
    pub(super) fn note<M: GameMove>(&mut self, moves: &[M]) {
        self.game += 1;
        for (ply, mv) in (0u32..).zip(moves) {
            let at = (ply as usize % 2) * self.codes + usize::from(mv.code());
            self.last[at] = (self.game, ply);
        }
    }

    /// Whether the side that moves at `ply` played this move there or later.
    pub(super) fn contains<M: GameMove>(&self, mv: M, ply: u32) -> bool {
        let at = (ply as usize % 2) * self.codes + usize::from(mv.code());
        let (game, last) = self.last[at];
        game == self.game && last >= ply
    }
}
