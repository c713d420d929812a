//! Named strengths are honest: each beats the one below, and a beginner beats the first.

use boyi_engine::{Engine, Game, Go, Setup, game};
use boyi_game::{Outcome, PerSide, Random, Side, Status};

/// How levels are compared.
#[derive(Clone, Copy, Default)]
struct Contest {
    pairs: u32,
    size: Option<(usize, usize)>,
    /// Random moves at the beginning, the same for both games of a pair: players that never slip would
    /// play one pair again and again.
    random: u32,
}

/// So many pairs of games from the usual start.
fn pairs(pairs: u32) -> Contest {
    Contest {
        pairs,
        ..Contest::default()
    }
}

/// The first one's points in games from both sides, a win counting 2.
fn score(game: &'static dyn Game, mut players: [Box<dyn Engine>; 2], contest: Contest) -> u32 {
    let orders = Go::nodes(2_000);
    let mut points = 0;
    for number in 0..2 * contest.pairs {
        let setup = Setup {
            size: contest.size,
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
        for ply in 0..400 {
            let to_act = table.to_act();
            let Some(side) = Side::BOTH.into_iter().find(|&side| to_act.includes(side)) else {
                break;
            };
            if ply < contest.random {
                let mut legal = table.legal_moves(side);
                let chosen = random.below(legal.len() as u64) as usize;
                let mv = legal.swap_remove(chosen).text;
                table.play(side, &mv).expect("a legal move");
                continue;
            }
            let thought = players[seats[side]].think(&table.seen(), side, &orders, &mut |_| ());
            let mv = thought
                .expect("it can think")
                .best
                .expect("there is a move");
            table.play(side, &mv).expect("a legal move");
        }
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

fn climbs(name: &str, up_to: usize, contest: Contest) {
    let game = game(name).expect("built in");
    let levels = game.levels();
    for pair in levels[..up_to].windows(2) {
        let engine = |index: usize| {
            pair[index]
                .engine(game, 5 + index as u64)
                .expect("a player")
        };
        let points = score(game, [engine(1), engine(0)], contest);
        assert!(
            points > 2 * contest.pairs,
            "{name}: {} took {points} of {} half points from {}",
            pair[1].name,
            4 * contest.pairs,
            pair[0].name
        );
    }
}

#[test]
fn every_level_of_reversi_beats_the_one_below() {
    let contest = Contest {
        size: Some((6, 6)),
        random: 4,
        ..pairs(24)
    };
    climbs("reversi", 5, contest);
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
        let contest = Contest { size, ..pairs(5) };
        let points = score(game, [beginner, level], contest);
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
