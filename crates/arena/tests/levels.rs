//! Named strengths are honest: each beats the one below, and a beginner beats the first.

use boyi_arena::self_play::{random_opening, self_play, think};
use boyi_engine::{Engine, EngineError, Game, Go, Setup, game};
use boyi_game::{Outcome, PerSide, Random, Status};

/// How levels are compared.
#[derive(Clone, Copy, Default)]
struct Comparison {
    pairs: u32,
    size: Option<(usize, usize)>,
    /// Random moves at the beginning, the same for both games of a pair: players that never slip would
    /// play one pair again and again.
    random: usize,
}

/// So many pairs of games from the usual start.
fn pairs(pairs: u32) -> Comparison {
    Comparison {
        pairs,
        ..Comparison::default()
    }
}

/// More plies are a draw.
const MAX_PLIES: usize = 400;

/// The first one's points in games from both sides, a win counting 2.
fn score(
    game: &'static dyn Game,
    mut players: [Box<dyn Engine>; 2],
    comparison: Comparison,
) -> u32 {
    let mut points = 0;
    for number in 0..2 * comparison.pairs {
        let setup = Setup {
            size: comparison.size,
            seed: u64::from(number / 2),
            ..Setup::default()
        };
        let mut table = game.lay(&setup).expect("the usual start");
        let first = (number % 2) as usize;
        let seats = PerSide::new(first, 1 - first);
        for player in &mut players {
            player.prepare(&table.seen()).expect("ready");
        }
        let mut random = Random::new(u64::from(number / 2));
        random_opening(&mut *table, comparison.random, &mut random);
        let played = self_play(&mut *table, |table, side| {
            if table.record().moves.len() >= MAX_PLIES {
                return Ok(None);
            }
            let player = &mut *players[seats[side]];
            let thought = think(player, table, side, &Go::nodes(2_000))?;
            assert!(thought.best.is_some(), "a game that goes on has a move");
            Ok::<_, EngineError>(thought.best)
        });
        played.expect("legal moves");
        points += match table.status() {
            Status::Over {
                outcome: Outcome::Win(side),
                ..
            } => 2 * u32::from(seats[side] == 0),
            _ => 1,
        };
    }
    points
}

fn climbs(name: &str, up_to: usize, comparison: Comparison) {
    let game = game(name).expect("built in");
    let levels = game.levels();
    for pair in levels[..up_to].windows(2) {
        let engine = |index: usize| {
            pair[index]
                .engine(game, 5 + index as u64)
                .expect("a player")
        };
        let points = score(game, [engine(1), engine(0)], comparison);
        assert!(
            points > 2 * comparison.pairs,
            "{name}: {} took {points} of {} half points from {}",
            pair[1].name,
            4 * comparison.pairs,
            pair[0].name
        );
    }
}

#[test]
fn every_level_of_reversi_beats_the_one_below() {
    let comparison = Comparison {
        size: Some((6, 6)),
        random: 4,
        ..pairs(24)
    };
    climbs("reversi", 5, comparison);
}

#[test]
fn every_level_of_xiangqi_beats_the_one_below() {
    climbs("xiangqi", 4, pairs(4));
}

#[test]
fn every_level_of_gomoku_beats_the_one_below() {
    climbs("gomoku", 4, pairs(8));
}

#[test]
fn every_level_of_the_garlic_battle_beats_the_one_below() {
    climbs("garlic", 3, pairs(6));
}

#[test]
fn a_beginner_beats_the_beginner_level_of_every_game() {
    // Somebody who looks one move ahead by a simple rule and never slips; in xiangqi one who sees
    // what will be taken next, which beginners learn on their first day.
    let beginners = [
        ("reversi", "pvs:depth=1", Some((6, 6))),
        ("xiangqi", "pvs:depth=2", None),
        ("gomoku", "pvs:depth=1", None),
        ("garlic", "greedy", None),
    ];
    for (name, beginner, size) in beginners {
        let game = game(name).expect("built in");
        let level = game.levels().swap_remove(0);
        let beginner = game
            .player(&beginner.parse().expect("a player"))
            .expect("a player");
        let level = level.engine(game, 3).expect("a player");
        let comparison = Comparison { size, ..pairs(5) };
        let points = score(game, [beginner, level], comparison);
        assert!(points >= 13, "{name}: {points} of 20 half points");
    }
}

#[test]
fn every_game_has_levels_that_can_play() {
    for game in boyi_engine::games() {
        let levels = game.levels();
        assert!(levels.len() >= 4, "{}", game.name());
        assert_eq!(levels[0].name, "beginner");
        assert_eq!(levels.last().map(|level| level.name), Some("full"));
        for level in levels {
            level.engine(*game, 1).expect("a player");
        }
    }
}
