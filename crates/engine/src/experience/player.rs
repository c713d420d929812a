//! A player that does not make the same mistake twice.

use boyi_game::{Score, Seen, Side, ToAct};
use boyi_search::Stop;
use boyi_search::kernel::Go;

use super::{Experience, ExperienceEntry};
use crate::engine::{Engine, EngineError, Line, Thought};
use crate::game::Setup;
use crate::tree::{SearchTree, TreeRequest};

pub struct Experienced {
    player: Box<dyn Engine>,
    experience: Experience,
}

impl Experienced {
    pub fn new(player: Box<dyn Engine>, experience: Experience) -> Self {
        Self { player, experience }
    }

    pub fn experience(&self) -> &Experience {
        &self.experience
    }

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
        orders: &Go,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, EngineError> {
        let entries: Vec<&ExperienceEntry> = self.experience.about(game).collect();
        if entries.is_empty() {
            return self.player.think(game, side, orders, watch);
        }
        let orders = Go {
            lines: orders.lines.max(1 + entries.len()),
            ..orders.clone()
        };
        let mut thought = self.player.think(game, side, &orders, watch)?;
        let mistakes: Vec<&str> = entries.iter().map(|entry| &*entry.mistake).collect();
        if avoid(&mut thought, &mistakes) == Avoided::NoWayOut {
            let instead = entries
                .iter()
                .filter(|entry| !mistakes.contains(&&*entry.better))
                .find_map(|entry| probe(&mut *self.player, game, side, &entry.better));
            if let Some(line) = instead {
                thought.best = line.moves.first().cloned();
                thought.lines.insert(0, line);
            }
        }
        Ok(thought)
    }

    fn ponder(&mut self, game: &Seen, stop: &Stop) -> Result<(), EngineError> {
        self.player.ponder(game, stop)
    }

    fn tree(&mut self, game: &Seen, request: &TreeRequest) -> Result<SearchTree, EngineError> {
        self.player.tree(game, request)
    }
}

/// Nodes to probe a move that was learned with: next to no time on any clock.
const PROBE_NODES: u64 = 2_000;

/// The line that begins with a move that was learned, where it is legal and not seen to lose.
pub(super) fn probe(player: &mut dyn Engine, game: &Seen, side: Side, mv: &str) -> Option<Line> {
    // From its start: a player asked about another start would forget this game.
    let setup = Setup::at(game.start, game.rules);
    let mut table = crate::game::game(game.game).ok()?.lay(&setup).ok()?;
    for played in game.moves {
        table.play(played.side, &played.text).ok()?;
    }
    table.play(side, mv).ok()?;
    if table.to_act() != ToAct::One(!side) {
        return None;
    }
    let orders = Go::nodes(PROBE_NODES);
    let answer = player.think(&table.seen(), !side, &orders, &mut |_| ());
    let answer = answer.ok()?.lines.into_iter().next()?;
    let line = Line {
        score: -answer.score,
        depth: answer.depth,
        moves: std::iter::once(mv.to_owned()).chain(answer.moves).collect(),
    };
    (!is_proven(&line, false)).then_some(line)
}

/// What came of avoiding mistakes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Avoided {
    /// The best line is no known mistake.
    Yes,
    /// It is one, and there is no other that is not known to lose.
    NoWayOut,
}

fn is_proven(line: &Line, won: bool) -> bool {
    line.score.is_decided() && (line.score > Score::heuristic(0)) == won
}

/// Puts the best line that is no known mistake first. A proven win stays, whatever was learned, and a
/// proven loss is no way out.
fn avoid(thought: &mut Thought, mistakes: &[&str]) -> Avoided {
    let is_mistake = |line: &Line| {
        let first = line.moves.first();
        first.is_some_and(|mv| mistakes.contains(&mv.as_str()))
    };
    let Some(best) = thought.lines.first() else {
        return Avoided::Yes;
    };
    if is_proven(best, true) || !is_mistake(best) {
        return Avoided::Yes;
    }
    let all_lost = thought.lines.iter().all(|line| is_proven(line, false));
    let way_out = thought
        .lines
        .iter()
        .position(|line| !is_mistake(line) && (all_lost || !is_proven(line, false)));
    let Some(place) = way_out else {
        return Avoided::NoWayOut;
    };
    thought.lines[..=place].rotate_right(1);
    thought.best = thought.lines[0].moves.first().cloned();
    Avoided::Yes
}
