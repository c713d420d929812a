//! A player that does not make the same mistake twice.

use boyi_game::{Score, Seen, Side};
use boyi_search::Stop;

use super::Experience;
use crate::engine::{Engine, EngineError, Line, Orders, Thought};
use crate::tree::{SearchTree, TreeRequest};

/// A player with experience.
pub struct Experienced {
    player: Box<dyn Engine>,
    experience: Experience,
}

impl Experienced {
    /// The same player, with experience.
    pub fn new(player: Box<dyn Engine>, experience: Experience) -> Self {
        Self { player, experience }
    }

    /// What it has learned so far.
    pub fn experience(&self) -> &Experience {
        &self.experience
    }

    /// What it has learned, to add to.
    pub fn experience_mut(&mut self) -> &mut Experience {
        &mut self.experience
    }

    /// The player without its experience, to look for mistakes with.
    pub fn player_mut(&mut self) -> &mut dyn Engine {
        &mut *self.player
    }
}

impl Engine for Experienced {
    fn name(&self) -> String {
        self.player.name()
    }

    fn prepare(&mut self, game: &Seen) -> Result<(), EngineError> {
        self.player.prepare(game)
    }

    /// Thinks as ever. Where mistakes are known, about so many moves more, and chooses another.
    fn think(
        &mut self,
        game: &Seen,
        side: Side,
        orders: &Orders,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, EngineError> {
        let mistakes: Vec<&str> = self
            .experience
            .about(game)
            .map(|lesson| lesson.mistake.as_str())
            .collect();
        if mistakes.is_empty() {
            return self.player.think(game, side, orders, watch);
        }
        let orders = Orders {
            lines: orders.lines.max(1 + mistakes.len()),
            ..orders.clone()
        };
        let mut thought = self.player.think(game, side, &orders, watch)?;
        avoid(&mut thought, &mistakes);
        Ok(thought)
    }

    fn ponder(&mut self, game: &Seen, stop: &Stop) -> Result<(), EngineError> {
        self.player.ponder(game, stop)
    }

    fn tree(&mut self, game: &Seen, request: &TreeRequest) -> Result<SearchTree, EngineError> {
        self.player.tree(game, request)
    }
}

/// Puts the best line that is no known mistake first. A proven win stays, whatever was learned, and a
/// proven loss is no way out.
fn avoid(thought: &mut Thought, mistakes: &[&str]) {
    let proven = |line: &Line, won: bool| {
        line.score.is_decided() && (line.score > Score::heuristic(0)) == won
    };
    let is_mistake = |line: &Line| {
        let first = line.moves.first();
        first.is_some_and(|mv| mistakes.contains(&mv.as_str()))
    };
    let Some(best) = thought.lines.first() else {
        return;
    };
    if proven(best, true) || !is_mistake(best) {
        return;
    }
    let all_lost = thought.lines.iter().all(|line| proven(line, false));
    let way_out = thought
        .lines
        .iter()
        .position(|line| !is_mistake(line) && (all_lost || !proven(line, false)));
    if let Some(place) = way_out {
        thought.lines[..=place].rotate_right(1);
        thought.best = thought.lines[0].moves.first().cloned();
    }
}
