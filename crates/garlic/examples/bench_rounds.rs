//! What a round, a copy of a position and the distances of a map cost, map by map.

use std::hint::black_box;
use std::time::Instant;

use boyi_game::{PerSide, Random, Side, Simultaneous};
use boyi_garlic::{Battle, MAPS};

fn main() {
    println!(
        "{:<14} {:>10} {:>10} {:>14}",
        "map", "round", "copy", "distances"
    );
    for map in MAPS {
        let setup = map.setup();
        let began = Instant::now();
        let start = Battle::new(&setup);
        let distances = began.elapsed().as_secs_f64();
        let copy = per_call(1_000_000, || {
            black_box(start.clone());
        });
        println!(
            "{:<14} {:>7.0} ns {:>7.0} ns {:>11.2} ms",
            map.name,
            round(&start) * 1e9,
            copy * 1e9,
            distances * 1e3
        );
    }
}

/// Seconds a round, of random games played to their end; making the choices is included.
fn round(start: &Battle) -> f64 {
    let mut random = Random::new(1);
    let mut moves = Vec::with_capacity(5);
    let mut battle = start.clone();
    per_call(2_000_000, || {
        if battle.outcome().is_some() {
            battle = start.clone();
        }
        let mut choose = |side| {
            moves.clear();
            battle.legal_moves(side, &mut moves);
            moves[random.below(moves.len() as u64) as usize]
        };
        let choices = PerSide::new(choose(Side::First), choose(Side::Second));
        battle.play(choices, &mut random);
        black_box(battle.round());
    })
}

fn per_call(times: u32, mut call: impl FnMut()) -> f64 {
    let began = Instant::now();
    for _ in 0..times {
        call();
    }
    began.elapsed().as_secs_f64() / f64::from(times)
}
