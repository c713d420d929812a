//! Two evaluations against each other in the same search, from balanced openings played twice.

use std::sync::Arc;

use boyi_arena::self_play::self_play;
use boyi_arena::statistics::{Estimate, Pairs};
use boyi_engine::EngineError;
use boyi_engine::reversi::othello::{
    Board, Evaluation, Othello, OthelloGo, Placement, square_name,
};
use boyi_game::{Outcome, PerSide, Random, Side, Status};
use boyi_search::kernel::Go;
use boyi_search::{NoMemory, Stop};

use super::selfplay::random_start;
use super::table::{board_of, table_of};

#[derive(Clone, Debug)]
pub struct Duel {
    pub openings: usize,
    /// Random plies of an opening.
    pub plies: u64,
    /// The most discs an opening may favour one side by, as both evaluations see it at depth 6.
    pub balance: i32,
    /// What each player may spend on a move.
    pub limits: Go<Placement>,
    pub seed: u64,
}

/// Games and pairs of games as the first evaluation sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DuelScore {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub pairs: Pairs,
}

impl DuelScore {
    /// What the pairs say; `None` before the first.
    pub fn estimate(&self) -> Option<Estimate> {
        self.pairs.estimate()
    }

    /// Adds a game and returns its half points.
    fn add(&mut self, result: Outcome, own_side: Side) -> u8 {
        match result {
            Outcome::Win(side) if side == own_side => {
                self.won += 1;
                2
            }
            Outcome::Draw => {
                self.drawn += 1;
                1
            }
            Outcome::Win(_) => {
                self.lost += 1;
                0
            }
        }
    }
}

/// Plays; `watch` is told the score after every pair of games.
pub fn duel(
    plan: &Duel,
    first: Arc<Evaluation>,
    second: Arc<Evaluation>,
    stop: &Stop,
    watch: &mut dyn FnMut(&DuelScore),
) -> Result<DuelScore, NoMemory> {
    let players = [
        Othello::new(16 << 20, first, 1)?,
        Othello::new(16 << 20, second, 1)?,
    ];
    let mut random = Random::new(plan.seed);
    let mut score = DuelScore::default();
    while score.pairs.count() < plan.openings as u64 && !stop.is_stopped() {
        let Some(opening) = random_start(&mut random, plan.plies) else {
            continue;
        };
        let expected = |player: &Othello| {
            player.clear();
            best(player, opening, &Go::depth(6)).map_or(64, |(_, value)| value)
        };
        if opening.moves() == 0 || players.iter().any(|p| expected(p).abs() > plan.balance) {
            continue;
        }
        let [one, other] = &players;
        let mut half_points = 0;
        for own_side in Side::BOTH {
            players.iter().for_each(Othello::clear);
            let seats = match own_side {
                Side::First => PerSide::new(one, other),
                Side::Second => PerSide::new(other, one),
            };
            half_points += score.add(one_game(opening, &seats, &plan.limits), own_side);
        }
        score.pairs.add(half_points);
        watch(&score);
    }
    Ok(score)
}

/// The best move, if there is one to place a disc with, and its value in discs.
fn best(player: &Othello, board: Board, go: &Go<Placement>) -> Option<(Placement, i32)> {
    let found = player.think(board, &OthelloGo::from(go.clone()), &mut |_| ());
    found.lines.first().map(|line| (line.moves[0], line.value))
}

fn one_game(opening: Board, players: &PerSide<&Othello>, limits: &Go<Placement>) -> Outcome {
    let mut table = table_of(opening);
    let played = self_play(&mut *table, |table, side| {
        let board = board_of(table);
        if board.moves() == 0 {
            return Ok(Some("pass".to_owned()));
        }
        let at = best(players[side], board, limits).and_then(|(at, _)| at);
        Ok::<_, EngineError>(at.map(square_name))
    });
    played.expect("the search plays legal moves");
    match table.status() {
        Status::Over { outcome, .. } => outcome,
        Status::Going => unreachable!("a side that can move finds a move"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_is_as_strong_as_itself() {
        let plan = Duel {
            openings: 4,
            plies: 8,
            balance: 64,
            limits: Go::depth(1),
            seed: 3,
        };
        let hand = Arc::new(Evaluation::ByHand);
        let score = duel(&plan, hand.clone(), hand, &Stop::default(), &mut |_| ()).expect("memory");
        assert_eq!(score.won + score.drawn + score.lost, 8);
        assert_eq!(score.won, score.lost, "swapped sides play the same game");
        assert_eq!(score.pairs, Pairs([0, 0, 4, 0, 0]));
    }
}
