//! How a book grows: along the best lines, with a few detours, to positions it does not know.

use boyi_game::{Random, Side, Table};
use boyi_search::Stop;

use super::{Book, BookError, BookMove, side_to_act};
use crate::engine::Engine;
use boyi_search::kernel::Go;

/// How a book grows.
#[derive(Clone, Debug)]
pub struct Growth {
    pub positions: usize,
    pub moves: usize,
    /// How far below the best a move may be to be walked along.
    pub spread: f64,
    /// The most plies from the start.
    pub plies: usize,
    /// Where detours come from.
    pub seed: u64,
}

impl Book {
    /// Adds positions; `watch` is told how many were added. Stopping keeps what was added.
    pub fn extend(
        &mut self,
        start: &dyn Fn() -> Box<dyn Table>,
        player: &mut dyn Engine,
        growth: &Growth,
        orders: &Go,
        watch: &mut dyn FnMut(usize),
    ) -> Result<usize, BookError> {
        let mut random = Random::new(growth.seed);
        let stop: Stop = orders.stop.clone();
        let (mut added, mut tries) = (0, 0);
        while added < growth.positions && tries < 20 * growth.positions && !stop.is_stopped() {
            tries += 1;
            let mut table = start();
            let mut path = Vec::new();
            let reached = self.walk(&mut *table, growth, &mut random, &mut path);
            let Some(side) = reached else { continue };
            let orders = Go {
                lines: growth.moves,
                ..orders.clone()
            };
            let thought = player.think(&table.seen(), side, &orders, &mut |_| ())?;
            if stop.is_stopped() {
                break;
            }
            let position = self.game.book_key(&table.position());
            let unit = f64::from(self.game.score_unit());
            for line in &thought.lines {
                if let Some(mv) = line.moves.first() {
                    let entry = self.entry(&position, mv);
                    entry.value = Some(f64::from(line.score.value()) / unit);
                    entry.depth = line.depth.max(1);
                }
            }
            self.pass_up(&path, &position, Some(side));
            added += 1;
            watch(added);
        }
        Ok(added)
    }

    /// Plays along known good moves to a position without judged moves; `None` where the game ends or
    /// the walk becomes too long.
    fn walk(
        &self,
        table: &mut dyn Table,
        growth: &Growth,
        random: &mut Random,
        path: &mut Vec<(String, String, Side)>,
    ) -> Option<Side> {
        while path.len() < growth.plies {
            let side = side_to_act(table)?;
            let known: Vec<BookMove> = self
                .moves(&table.position())
                .into_iter()
                .filter(|mv| mv.depth > 0)
                .collect();
            let Some(best) = known.first() else {
                return Some(side);
            };
            let near = known
                .iter()
                .filter(|mv| mv.value >= best.value - growth.spread);
            let choices: Vec<&BookMove> = near.collect();
            let mv = random.choose(&choices)?.mv.clone();
            path.push((self.game.book_key(&table.position()), mv.clone(), side));
            table.play(side, &mv).ok()?;
        }
        None
    }
}
