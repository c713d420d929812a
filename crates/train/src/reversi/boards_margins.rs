//! The margins of `ProbCut` on boards of any size, measured.

use boyi_arena::self_play::{random_opening, self_play, think};
use boyi_engine::reversi::Reversi as ReversiGame;
use boyi_engine::reversi::general::plain_values;
use boyi_engine::{EngineError, Game, Go, PlayerSpec};
use boyi_game::Random;
use boyi_reversi::{Setup, position_text, read_position};
use boyi_search::{Stop, TranspositionTable};

use super::boards_games::random_layout;
use super::margins::{Compared, MarginCell, Margins, Tally};

/// Positions the players look at for a move, on the way to the positions that are measured.
const NODES: u64 = 200;

/// Random moves at the beginning of a game.
const RANDOM_PLIES: u64 = 8;

/// Positions that are measured of each game.
const OF_EACH_GAME: usize = 4;

/// Positions further from even than this, in hundredths of the board, are left out: they are decided.
const NEAR: f32 = 40.0;

/// Searches positions of our own games on boards of `side` x `side` at every depth, nothing left out,
/// and compares. Empties and deviations are in hundredths of the board.
pub fn measure_boards(
    side: usize,
    positions: usize,
    deepest: u32,
    seed: u64,
    stop: &Stop,
    watch: &mut dyn FnMut(usize),
) -> Result<(Margins, Vec<MarginCell>), EngineError> {
    let table = TranspositionTable::try_new(32 << 20)?;
    let mut random = Random::new(seed ^ (side as u64) << 32);
    let mut tally = Tally::default();
    let mut done = 0;
    while done < positions && !stop.is_stopped() {
        for setup in of_one_game(side, &mut random)? {
            let Some(values) = plain_values(&setup, deepest, &table) else {
                continue;
            };
            done += 1;
            watch(done.min(positions));
            if values.last().is_none_or(|value| value.abs() > NEAR) {
                continue;
            }
            let empty = setup
                .layout
                .squares()
                .filter(|&at| setup.disc(at).is_none());
            let empties = (100 * empty.count() / (side * side)) as u32;
            for deep in 3..=values.len() {
                // Odd and even depths lean to different sides; probes are of the same parity.
                for shallow in (1..deep).filter(|shallow| shallow % 2 == deep % 2) {
                    let difference = f64::from(values[deep - 1] - values[shallow - 1]);
                    tally.add(Compared {
                        empties,
                        depth: deep as u32,
                        probe: shallow as u32,
                        difference,
                    });
                }
            }
        }
    }
    Ok(tally.fitted(true))
}

/// Some positions of a game of the built-in player against itself.
fn of_one_game(side: usize, random: &mut Random) -> Result<Vec<Setup>, EngineError> {
    let wrong = |error: &dyn std::fmt::Display| EngineError::Record(error.to_string());
    let start = Setup::start(random_layout((side, side), random));
    let lay = boyi_engine::Setup {
        position: Some(position_text(&start)),
        ..boyi_engine::Setup::default()
    };
    let mut table = ReversiGame.lay(&lay).map_err(|error| wrong(&error))?;
    let spec = PlayerSpec::named("strong");
    let mut player = ReversiGame.player(&spec).map_err(|error| wrong(&error))?;
    let plies = (side * side) as u64 - 16;
    let mut wanted: Vec<u64> = (0..OF_EACH_GAME)
        .map(|_| RANDOM_PLIES + random.below(plies - RANDOM_PLIES))
        .collect();
    wanted.sort_unstable();
    wanted.dedup();
    random_opening(&mut *table, RANDOM_PLIES as usize, random);
    let mut seen = Vec::new();
    self_play(&mut *table, |table, turn| {
        if wanted.contains(&(table.record().moves.len() as u64)) {
            seen.push(read_position(&table.position()).map_err(|error| wrong(&error))?);
        }
        if seen.len() == wanted.len() {
            return Ok(None);
        }
        let thought = think(&mut *player, table, turn, &Go::nodes(NODES))?;
        Ok::<_, EngineError>(thought.best)
    })?;
    Ok(seen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_positions_are_measured() {
        let mut heard = 0;
        let stop = Stop::default();
        let measured = measure_boards(8, 6, 3, 1, &stop, &mut |done| heard = done);
        let (_, cells) = measured.expect("games");
        assert_eq!(heard, 6);
        assert!(cells.is_empty(), "so few pairs say nothing");
    }
}
