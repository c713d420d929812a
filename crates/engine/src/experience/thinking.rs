//! Thinking with experience: the same mistake is not made twice.

use boyi_game::{Score, Seen, Side, ToAct};
use boyi_search::kernel::Go;

use super::{Experience, ExperienceEntry};
use crate::engine::{Engine, EngineError, Line, Thought};
use crate::game::Setup;

/// Thinks as ever; where mistakes are known, about so many moves more, and chooses another.
pub(crate) fn think(
    experience: &Experience,
    engine: &mut dyn Engine,
    game: &Seen,
    side: Side,
    go: &Go,
    watch: &mut dyn FnMut(&Thought),
) -> Result<Thought, EngineError> {
    let entries: Vec<&ExperienceEntry> = experience.about(game).collect();
    if entries.is_empty() {
        return engine.think(game, side, go, watch);
    }
    let go = Go {
        lines: go.lines.max(1 + entries.len()),
        ..go.clone()
    };
    let mut thought = engine.think(game, side, &go, watch)?;
    let mistakes: Vec<&str> = entries.iter().map(|entry| &*entry.mistake).collect();
    if !avoid(&mut thought, &mistakes) {
        let instead = entries
            .iter()
            .filter(|entry| !mistakes.contains(&&*entry.better))
            .find_map(|entry| probe(engine, game, side, &entry.better));
        if let Some(line) = instead {
            thought.best = line.moves.first().cloned();
            thought.lines.insert(0, line);
        }
    }
    Ok(thought)
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

fn is_proven(line: &Line, won: bool) -> bool {
    line.score.is_decided() && (line.score > Score::heuristic(0)) == won
}

/// Puts the best line that is no known mistake first. A proven win stays, whatever was learned, and a
/// proven loss is no way out: `false` where there is none.
fn avoid(thought: &mut Thought, mistakes: &[&str]) -> bool {
    let is_mistake = |line: &Line| {
        let first = line.moves.first();
        first.is_some_and(|mv| mistakes.contains(&mv.as_str()))
    };
    let Some(best) = thought.lines.first() else {
        // A search that had no time for a line may still have chosen a mistake.
        let chosen = thought.best.as_deref();
        return chosen.is_none_or(|best| !mistakes.contains(&best));
    };
    if is_proven(best, true) || !is_mistake(best) {
        return true;
    }
    let all_lost = thought.lines.iter().all(|line| is_proven(line, false));
    let way_out = thought
        .lines
        .iter()
        .position(|line| !is_mistake(line) && (all_lost || !is_proven(line, false)));
    let Some(place) = way_out else {
        return false;
    };
    thought.lines[..=place].rotate_right(1);
    thought.best = thought.lines[0].moves.first().cloned();
    true
}
