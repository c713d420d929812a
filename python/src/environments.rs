//! Games as environments: what an agent observes, what it may do, and what a step brings.

mod garlic;
mod gomoku;
mod othello;
mod reversi;
mod xiangqi;

use boyi_game::{Outcome, Random, Side};

pub(crate) use garlic::GarlicEnvironment;
pub(crate) use gomoku::{LightGomokuEnvironment, RenjuEnvironment};
pub(crate) use othello::OthelloEnvironment;
pub(crate) use reversi::ReversiEnvironment;
pub(crate) use xiangqi::XiangqiEnvironment;

use crate::memory::Truth;
use crate::play::Play;

/// One game that is played with numbers. Observations are planes of bytes seen by a side: its own pieces first.
pub(crate) trait Environment: Clone + Send + Sync + 'static {
    /// How many act at once: 1 with turns, 2 in a game of rounds.
    const ACTORS: usize = 1;

    /// Planes, rows and columns of an observation.
    fn shape(&self) -> [usize; 3];

    fn actions(&self) -> usize;

    /// Whose turn it is; the first of them where both act at once.
    fn turn(&self) -> Side;

    /// Writes what a side sees; the planes are zero before.
    fn observe(&self, side: Side, planes: &mut [u8]);

    /// Writes which actions a side has. What the mask holds before is what was written for the state before the
    /// last step, or zeros.
    fn mask(&mut self, side: Side, mask: &mut [Truth]);

    /// Plays legal actions, one for each actor.
    fn step(&mut self, actions: &[i32], chance: &mut Random) -> Step;

    /// A legal action of a side, each as likely as the others.
    fn sample(&self, side: Side, mask: &[Truth], random: &mut Random) -> i32 {
        let _ = side;
        let count = mask.iter().map(|legal| u64::from(legal.0)).sum::<u64>();
        if count == 0 {
            return 0;
        }
        let mut left = random.below(count);
        for (action, legal) in mask.iter().enumerate() {
            if legal.0 != 0 {
                if left == 0 {
                    return action as i32;
                }
                left -= 1;
            }
        }
        0
    }
}

/// What a step brought.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) rewards: [f32; 2],
    pub(crate) is_over: bool,
}

impl Step {
    /// The game goes on and nothing was won.
    const ON: Self = Self {
        rewards: [0.0; 2],
        is_over: false,
    };

    /// The game is over: 1 for the winner, -1 for the other.
    fn over(outcome: Outcome) -> Self {
        let rewards = match outcome {
            Outcome::Win(Side::First) => [1.0, -1.0],
            Outcome::Win(Side::Second) => [-1.0, 1.0],
            Outcome::Draw => [0.0; 2],
        };
        Self {
            rewards,
            is_over: true,
        }
    }
}

/// Eight bits as eight bytes of 0 and 1, the lowest bit first.
#[inline]
fn spread(bits: u8) -> [u8; 8] {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // Byte k keeps bit k of its copy; adding carries any bit to the top of its byte.
    let kept = (u64::from(bits) * ONES) & 0x8040_2010_0804_0201;
    (((kept + 0x7F * ONES) >> 7) & ONES).to_le_bytes()
}

/// The lowest bits of a word, a byte each.
#[inline]
fn spread_row(bits: u32, bytes: &mut [u8]) {
    for (group, bytes) in bytes.chunks_mut(8).enumerate() {
        let spread = spread((bits >> (8 * group)) as u8);
        let count = bytes.len();
        bytes.copy_from_slice(&spread[..count]);
    }
}

/// Truths as bytes, for those who write many at a time.
fn as_bytes(mask: &mut [Truth]) -> &mut [u8] {
    // SAFETY: a `Truth` is a byte, and callers write only 0 and 1.
    unsafe { std::slice::from_raw_parts_mut(mask.as_mut_ptr().cast(), mask.len()) }
}

/// What a side sees of a position: the shape, and the planes one after the other.
pub(crate) fn observation(play: &Play, side: Side) -> ([usize; 3], Vec<u8>) {
    fn of(environment: &impl Environment, side: Side) -> ([usize; 3], Vec<u8>) {
        let shape = environment.shape();
        let mut planes = vec![0; shape.iter().product()];
        environment.observe(side, &mut planes);
        (shape, planes)
    }
    match play {
        Play::Othello(position) => of(&OthelloEnvironment::new(position), side),
        Play::Reversi(position) => of(&ReversiEnvironment::new(position), side),
        Play::Xiangqi(position) => of(&XiangqiEnvironment::new(position), side),
        Play::Gomoku(position) => of(&RenjuEnvironment::new(position), side),
        Play::Garlic(round) => of(&GarlicEnvironment::new(&round.battle), side),
    }
}
