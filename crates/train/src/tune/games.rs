//! The games of a tuning run: a pair from one even opening, each player once on either side.

use boyi_arena::Opening;
use boyi_arena::contest::openings::{Half, OpeningSet};
use boyi_arena::self_play::{self_play, think};
use boyi_engine::{Engine, EngineError, Game, Go, PlayerSpec, SetupError, SpecError};
use boyi_game::{Key, PerSide, Random, Side};
use boyi_search::Stop;

use super::spsa::{Direction, Gains};
use super::state::{StateError, TuneState};
use crate::adjudication::{Adjudication, longest_game, outcome};
use crate::numbered::in_order;

/// Why tuning ended early.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error("a tuning game: {0}")]
    Player(#[from] EngineError),
    #[error(transparent)]
    State(#[from] StateError),
    #[error("there is no set of even openings for these rules")]
    NoOpenings,
    #[error("there is no tunable called `{name}`: choose from {known}")]
    Name { name: String, known: String },
    #[error("{0} has no tunables")]
    NoTunables(&'static str),
}

/// Plays until the run is complete or stopped. `play` plays a pair with the numbers of both players and
/// returns how many games the first won, drew and lost. The same run comes out of the same header on any
/// number of threads; `watch` is shown the state after every pair, in order, to keep it.
pub fn tune<E: From<StateError> + Send>(
    state: &mut TuneState,
    threads: usize,
    stop: &Stop,
    play: impl Fn(usize, &[Vec<i32>; 2]) -> Result<[u64; 3], E> + Sync,
    watch: &mut dyn FnMut(&TuneState) -> Result<(), StateError>,
) -> Result<(), E> {
    let gains = Gains {
        pairs: state.header.pairs,
        rate: state.header.rate,
    };
    let seed = state.header.seed;
    while state.learned < state.header.pairs && !stop.is_stopped() {
        let end = state.header.pairs.min(state.learned + state.header.batch);
        let numbers = state.numbers.clone();
        let direction = |pair| Direction::of(seed, pair, numbers.len());
        in_order(
            state.played()..end,
            threads,
            || !stop.is_stopped(),
            || Ok(()),
            |(), pair| play(pair, &direction(pair).players(&numbers, &gains, pair)),
            &mut |results: [u64; 3]| {
                let [won, _, lost] = results;
                state.waiting.push(won as i32 - lost as i32);
                for (sum, count) in state.results.iter_mut().zip(results) {
                    *sum += count;
                }
                Ok(watch(state)?)
            },
        )?;
        if state.played() == end {
            for (pair, lead) in (state.learned..).zip(std::mem::take(&mut state.waiting)) {
                direction(pair).learn(&mut state.numbers, &gains, pair, lead);
            }
            state.learned = end;
            watch(state)?;
        }
    }
    Ok(())
}

/// Plays the pairs of a run.
pub struct PairPlayer {
    game: &'static dyn Game,
    player: PlayerSpec,
    openings: Vec<Opening>,
    /// What the numbers are called.
    names: Vec<String>,
    seed: u64,
}

impl PairPlayer {
    /// From the tuning half of the even openings.
    pub fn new(
        game: &'static dyn Game,
        rules: &str,
        player: PlayerSpec,
        names: Vec<String>,
        seed: u64,
    ) -> Result<Self, TuneError> {
        let start = Opening {
            rules: Some(rules.to_owned()),
            ..Opening::usual()
        };
        let set = OpeningSet::built_in(game, &start)?.ok_or(TuneError::NoOpenings)?;
        let openings = set.half(Half::Tuning).map(|opening| Opening {
            moves: Some(opening.moves.clone()),
            ..start.clone()
        });
        Ok(Self {
            game,
            player,
            openings: openings.collect(),
            names,
            seed,
        })
    }

    /// Games that the first player won, drew and lost.
    pub fn play(&self, pair: usize, numbers: &[Vec<i32>; 2]) -> Result<[u64; 3], TuneError> {
        let player = |numbers: &Vec<i32>| {
            let names = self.names.iter().cloned();
            let fixed = self.player.tunables.iter().cloned();
            let fixed = fixed.filter(|(name, _)| !self.names.contains(name));
            let tunables = names.zip(numbers.iter().copied()).chain(fixed).collect();
            self.game.player(&PlayerSpec {
                tunables,
                ..self.player.clone()
            })
        };
        let [mut one, mut other] = [player(&numbers[0])?, player(&numbers[1])?];
        let mut random = Random::new(Key::mixed(self.seed).0 ^ Key::mixed(!(pair as u64)).0);
        let opening = random.choose(&self.openings).ok_or(TuneError::NoOpenings)?;
        let mut results = [0; 3];
        for side in Side::BOTH {
            let players = match side {
                Side::First => PerSide::new(&mut one, &mut other),
                Side::Second => PerSide::new(&mut other, &mut one),
            };
            let winner = self.one_game(opening, players)?;
            results[match winner {
                Some(winner) if winner == side => 0,
                None => 1,
                Some(_) => 2,
            }] += 1;
        }
        Ok(results)
    }

    fn one_game(
        &self,
        opening: &Opening,
        mut players: PerSide<&mut Box<dyn Engine>>,
    ) -> Result<Option<Side>, TuneError> {
        let mut table = self.game.lay(&opening.setup(0))?;
        for side in Side::BOTH {
            players[side].prepare(&table.seen())?;
        }
        let mut adjudication = Adjudication::new(self.game);
        let mut adjudicated = None;
        let last = table.record().moves.len() + longest_game(self.game);
        self_play(&mut *table, |table, side| {
            if table.record().moves.len() >= last {
                return Ok(None);
            }
            let thought = think(players[side].as_mut(), table, side, &Go::default())?;
            if let Some(line) = thought.lines.first() {
                adjudicated = adjudication.winner(side, line.score);
            }
            Ok::<_, EngineError>(thought.best.filter(|_| adjudicated.is_none()))
        })?;
        Ok(outcome(adjudicated, &table.status()).winner())
    }
}

#[cfg(test)]
mod tests {
    use boyi_search::kernel::tunables::CAN_BE_SET;

    use super::super::{TuneHeader, Tuned};
    use super::*;

    fn state(pairs: usize, batch: usize) -> TuneState {
        let header = TuneHeader {
            game: "gomoku".to_owned(),
            rules: "freestyle".to_owned(),
            player: "strong:depth=1,hash=1".to_owned(),
            seed: 3,
            pairs,
            batch,
            rate: 0.05,
        };
        let game = boyi_engine::game("gomoku").expect("a game");
        let numbers = game.tunables().iter().take(6).map(Tuned::new);
        TuneState::new(header, numbers.collect())
    }

    /// The larger first number wins, most of the time.
    fn larger_wins(pair: usize, [one, other]: &[Vec<i32>; 2]) -> [u64; 3] {
        match (one[0] > other[0], pair % 5) {
            (_, 4) => [0, 2, 0],
            (true, _) => [2, 0, 0],
            (false, _) => [0, 1, 1],
        }
    }

    #[test]
    fn a_run_broken_off_anywhere_is_the_run_on_any_number_of_threads() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.tune");
        let play = |pair, numbers: &_| Ok::<_, TuneError>(larger_wins(pair, numbers));
        let whole = {
            let mut state = state(40, 7);
            let stop = Stop::default();
            tune(&mut state, 3, &stop, play, &mut |_| Ok(())).expect("tuned");
            state
        };
        assert_eq!(whole.played(), 40);
        assert!(whole.numbers[0].value > f64::from(whole.numbers[0].start) + 5.0);
        loop {
            let fresh = state(40, 7);
            let mut state = TuneState::open(&file, fresh.header, fresh.numbers).expect("readable");
            let stop = Stop::default();
            let mut heard = 0;
            tune(&mut state, 1, &stop, play, &mut |state| {
                heard += 1;
                if heard == 3 {
                    stop.stop();
                }
                state.save(&file)
            })
            .expect("tuned");
            if state.learned == 40 {
                assert_eq!(state, whole);
                return;
            }
        }
    }

    #[test]
    fn real_games_are_played_where_tunables_can_be_set() {
        let mut state = state(2, 2);
        let names = state.numbers.iter().map(|number| number.name.clone());
        let game = boyi_engine::game("gomoku").expect("a game");
        let player = state.header.player.parse().expect("a player");
        let pairs = PairPlayer::new(game, "freestyle", player, names.collect(), 3);
        let pairs = pairs.expect("openings");
        let stop = Stop::default();
        let play = |pair, numbers: &_| pairs.play(pair, numbers);
        let tuned = tune(&mut state, 2, &stop, play, &mut |_| Ok(()));
        if CAN_BE_SET {
            tuned.expect("tuned");
            assert_eq!(state.results.iter().sum::<u64>(), 4);
        } else {
            let error = tuned.expect_err("constants").to_string();
            assert!(error.contains("--features tune"), "{error}");
        }
    }
}
