//! Games of one kind, and the parts of the arrays that belong to them.

use std::collections::TryReserveError;
use std::sync::Mutex;

use boyi_game::{Key, Random, Side};

use crate::environments::Environment;
use crate::memory::Truth;
use crate::workers::Workers;

/// Parts of the games for each thread.
const PARTS: usize = 4;

/// The parts of the arrays that belong to some of the games.
pub(super) struct View<'a> {
    pub(super) observations: &'a mut [u8],
    pub(super) masks: &'a mut [Truth],
    pub(super) rewards: &'a mut [f32],
    pub(super) players: &'a mut [i8],
    pub(super) dones: &'a mut [Truth],
    pub(super) actions: &'a mut [i32],
}

/// An action that is not legal: in which game, which, and its place among all actions.
pub(super) struct Illegal {
    pub(super) game: usize,
    pub(super) number: usize,
    pub(super) action: i32,
}

/// Games of one kind.
pub(super) trait Batch: Send {
    /// Begins all games anew, their luck drawn from this seed.
    fn reset(&mut self, view: View, seed: u64);

    /// One step of every game; on an error nothing has changed.
    fn step(&mut self, view: View, workers: &mut Workers) -> Result<(), Illegal>;

    /// Writes a legal action for every actor of every game.
    fn sample(&mut self, view: View, workers: &mut Workers);
}

pub(super) struct Games<E> {
    start: E,
    games: Vec<Playing<E>>,
}

/// A game with its luck.
#[derive(Clone)]
struct Playing<E> {
    environment: E,
    chance: Random,
}

impl<'a> View<'a> {
    /// The arrays cut into pieces of so many games each.
    fn pieces(self, games: usize, each: usize) -> Vec<View<'a>> {
        let count = games.div_ceil(each);
        let mut pieces: Vec<View<'a>> = Vec::with_capacity(count);
        let width = |length: usize| length / games * each;
        let widths = [
            width(self.observations.len()),
            width(self.masks.len()),
            width(self.rewards.len()),
            width(self.actions.len()),
        ];
        let [seen, legal, won, acts] = widths;
        let mut rest = (
            self.observations.chunks_mut(seen),
            self.masks.chunks_mut(legal),
            self.rewards.chunks_mut(won),
            self.players.chunks_mut(each),
            self.dones.chunks_mut(each),
            self.actions.chunks_mut(acts),
        );
        while let (
            Some(observations),
            Some(masks),
            Some(rewards),
            Some(players),
            Some(dones),
            Some(actions),
        ) = (
            rest.0.next(),
            rest.1.next(),
            rest.2.next(),
            rest.3.next(),
            rest.4.next(),
            rest.5.next(),
        ) {
            pieces.push(View {
                observations,
                masks,
                rewards,
                players,
                dones,
                actions,
            });
        }
        pieces
    }
}

impl<E: Environment> Games<E> {
    /// So many games; an error where there is no room for them.
    pub(super) fn boxed(start: E, count: usize) -> Result<Box<dyn Batch>, TryReserveError> {
        let playing = Playing {
            environment: start.clone(),
            chance: Random::new(0),
        };
        let mut games = Vec::new();
        games.try_reserve_exact(count)?;
        games.resize(count, playing);
        Ok(Box::new(Self { start, games }))
    }
}

impl<E: Environment> Batch for Games<E> {
    fn reset(&mut self, view: View, seed: u64) {
        let count = self.games.len();
        view.masks.fill(Truth(0));
        view.rewards.fill(0.0);
        view.dones.fill(Truth(0));
        view.actions.fill(0);
        for ((index, game), view) in self.games.iter_mut().enumerate().zip(view.pieces(count, 1)) {
            game.chance = Random::new(Key::mixed(seed).0 ^ index as u64);
            game.environment = self.start.clone();
            show(&mut game.environment, view);
        }
    }

    fn step(&mut self, view: View, workers: &mut Workers) -> Result<(), Illegal> {
        let choices = self.start.actions();
        for (number, &action) in view.actions.iter().enumerate() {
            let mask = &view.masks[number * choices..][..choices];
            let is_legal = usize::try_from(action)
                .is_ok_and(|at| mask.get(at).is_some_and(|legal| legal.0 == 1));
            if !is_legal {
                let game = number / E::ACTORS;
                return Err(Illegal {
                    game,
                    number,
                    action,
                });
            }
        }
        let start = &self.start;
        in_parts(&mut self.games, view, workers, &|games, view| {
            step_all(start, games, view);
        });
        Ok(())
    }

    fn sample(&mut self, view: View, workers: &mut Workers) {
        in_parts(&mut self.games, view, workers, &sample_all);
    }
}

/// Does something with all games, part by part: whoever is done early takes another.
fn in_parts<E: Environment>(
    games: &mut [Playing<E>],
    view: View,
    workers: &mut Workers,
    work: &(dyn Fn(&mut [Playing<E>], View) + Sync),
) {
    let count = games.len();
    let each = count.div_ceil(workers.threads() * PARTS);
    let parts = Mutex::new(games.chunks_mut(each).zip(view.pieces(count, each)));
    let next = || parts.lock().expect("nobody fails while taking one").next();
    workers.run(&|| {
        while let Some((games, view)) = next() {
            work(games, view);
        }
    });
}

/// Writes legal actions for some of the games.
fn sample_all<E: Environment>(games: &mut [Playing<E>], view: View) {
    let choices = view.masks.len() / view.actions.len();
    let masks = view.masks.chunks_exact(choices);
    for (number, (action, mask)) in view.actions.iter_mut().zip(masks).enumerate() {
        let Playing {
            environment,
            chance,
        } = &mut games[number / E::ACTORS];
        let side = match E::ACTORS {
            1 => environment.turn(),
            _ => Side::BOTH[number % 2],
        };
        *action = environment.sample(side, mask, chance);
    }
}

/// Steps some of the games, whose actions are legal; those that end begin anew.
fn step_all<E: Environment>(start: &E, games: &mut [Playing<E>], view: View) {
    let shape: usize = start.shape().iter().product();
    let (seen, choices) = (E::ACTORS * shape, E::ACTORS * start.actions());
    let View {
        observations,
        masks,
        rewards,
        players,
        dones,
        actions,
    } = view;
    let arrays = observations
        .chunks_exact_mut(seen)
        .zip(masks.chunks_exact_mut(choices))
        .zip(rewards.chunks_exact_mut(2))
        .zip(actions.chunks_exact_mut(E::ACTORS));
    for (index, (game, (((observations, masks), rewards), actions))) in
        games.iter_mut().zip(arrays).enumerate()
    {
        let step = game.environment.step(actions, &mut game.chance);
        if step.is_over {
            // What the mask holds is part of an environment that clears it bit by bit.
            masks.fill(Truth(0));
            game.environment.clone_from(start);
        }
        rewards.copy_from_slice(&step.rewards);
        dones[index] = Truth(u8::from(step.is_over));
        show(
            &mut game.environment,
            View {
                observations,
                masks,
                rewards,
                players: &mut players[index..=index],
                dones: &mut [],
                actions,
            },
        );
    }
}

/// Writes what the actors of one game see and may do.
#[inline]
fn show<E: Environment>(environment: &mut E, view: View) {
    let choices = environment.actions();
    let seen = view.observations.len() / E::ACTORS;
    view.observations.fill(0);
    let arrays = view
        .observations
        .chunks_exact_mut(seen)
        .zip(view.masks.chunks_exact_mut(choices));
    for (actor, (planes, mask)) in arrays.enumerate() {
        let side = match E::ACTORS {
            1 => environment.turn(),
            _ => Side::BOTH[actor],
        };
        environment.observe(side, planes);
        environment.mask(side, mask);
    }
    view.players[0] = match E::ACTORS {
        1 => environment.turn().index() as i8,
        _ => -1,
    };
}
