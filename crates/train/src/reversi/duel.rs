//! Two evaluations against each other in the same search, from balanced openings played twice.

use boyi_engine::reversi::othello::{Board, Evaluation, Othello, OthelloGo, Placement};
use boyi_game::Random;
use boyi_search::kernel::Go;
use boyi_search::{NoMemory, Stop};

use super::selfplay::random_start;

/// How to compare.
#[derive(Clone, Debug)]
pub struct Duel {
    /// Openings; each is played twice, sides swapped.
    pub openings: usize,
    /// Random plies of an opening.
    pub plies: u64,
    /// The most discs an opening may favour one side by, as both evaluations see it at depth 6.
    pub balance: i32,
    /// What each player may spend on a move.
    pub limits: Go<Placement>,
    /// Where the openings come from.
    pub seed: u64,
}

/// Games won, drawn and lost by the first evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Won.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
}

/// A difference in strength with its 95 % error bar.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// The most likely difference.
    pub elo: f64,
    /// Half the width of the interval.
    pub error: f64,
}

impl Score {
    /// Games.
    pub fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Points a game.
    pub fn share(&self) -> f64 {
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.games().max(1))
    }

    /// The difference in Elo; `None` where one side made every point.
    pub fn strength(&self) -> Option<Strength> {
        let (games, share) = (f64::from(self.games()), self.share());
        if share <= 0.0 || share >= 1.0 {
            return None;
        }
        let elo = |share: f64| 400.0 * (share / (1.0 - share)).log10();
        let square = |value: f64, count: u32| (value - share).powi(2) * f64::from(count);
        let variance =
            (square(1.0, self.won) + square(0.5, self.drawn) + square(0.0, self.lost)) / games;
        let deviation = (variance / games).sqrt();
        let bound = |share: f64| elo(share.clamp(1e-3, 1.0 - 1e-3));
        let width = bound(share + 1.96 * deviation) - bound(share - 1.96 * deviation);
        Some(Strength {
            elo: elo(share),
            error: width / 2.0,
        })
    }
}

/// Plays; `watch` is told the score after every pair of games.
pub fn duel(
    plan: &Duel,
    first: &Evaluation,
    second: &Evaluation,
    stop: &Stop,
    watch: &mut dyn FnMut(&Score),
) -> Result<Score, NoMemory> {
    let players = [
        Othello::new(16 << 20, first, 1)?,
        Othello::new(16 << 20, second, 1)?,
    ];
    let mut random = Random::new(plan.seed);
    let mut score = Score::default();
    let mut played = 0;
    while played < plan.openings && !stop.is_stopped() {
        let Some(opening) = random_start(&mut random, plan.plies) else {
            continue;
        };
        let task = OthelloGo::from(Go::depth(6));
        let expected = |player: &Othello| {
            player.clear();
            player
                .think(opening, &task, &mut |_| ())
                .lines
                .first()
                .map_or(64, |hint| hint.value)
        };
        if opening.moves() == 0 || players.iter().any(|p| expected(p).abs() > plan.balance) {
            continue;
        }
        for swapped in [0, 1] {
            for player in &players {
                player.clear();
            }
            // From the view of the player who begins.
            let result = one_game(
                opening,
                [&players[swapped], &players[1 - swapped]],
                &plan.limits,
            );
            match if swapped == 0 { result } else { -result } {
                0 => score.drawn += 1,
                1.. => score.won += 1,
                _ => score.lost += 1,
            }
        }
        played += 1;
        watch(&score);
    }
    Ok(score)
}

fn one_game(opening: Board, players: [&Othello; 2], limits: &Go<Placement>) -> i32 {
    let mut board = opening;
    let mut turn = 0;
    while !board.is_over() {
        if board.moves() == 0 {
            board = board.passed();
        } else {
            let task = OthelloGo::from(limits.clone());
            let found = players[turn].think(board, &task, &mut |_| ());
            let Some(at) = found.lines.first().and_then(|hint| hint.moves[0]) else {
                break;
            };
            board = board.after(at, board.flips(at));
        }
        turn = 1 - turn;
    }
    if turn == 0 {
        board.result()
    } else {
        -board.result()
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
        let hand = Evaluation::ByHand;
        let score = duel(&plan, &hand, &hand, &Stop::default(), &mut |_| ()).expect("memory");
        assert_eq!(score.games(), 8);
        assert_eq!(score.won, score.lost, "swapped sides play the same game");
    }

    #[test]
    fn three_points_of_four_are_191_elo() {
        let score = Score {
            won: 60,
            drawn: 30,
            lost: 10,
        };
        let strength = score.strength().expect("neither all nor nothing");
        assert!((strength.elo - 190.8).abs() < 0.1 && strength.error > 40.0);
        assert_eq!(
            Score {
                won: 3,
                ..Score::default()
            }
            .strength(),
            None
        );
    }
}
