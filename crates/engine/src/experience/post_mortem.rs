//! Looking for the mistake in a game that was not won, from its end backwards.

use boyi_game::{Played, Record, Score, Side, Status, Table};
use boyi_search::kernel::Go;

use super::{ExperienceEntry, ExperienceError};
use crate::engine::{Engine, best_lines};
use crate::game::{Game, replay, replay_first};

/// How many other moves are looked at in place of the one played.
const ALTERNATIVES: usize = 4;

/// Looks for the last move of `side` that threw the game away; `None` where the search finds none.
///
/// From the end backwards, the moves that might have been played instead are searched, each confirmed
/// by a search of the position after it. Where all of them fail too, the fault lies further back. Where
/// the whole game was lost from the start, the move whose alternative resists best takes the blame, so
/// that the game is not repeated.
pub fn post_mortem(
    game: &dyn Game,
    record: &Record,
    side: Side,
    player: &mut dyn Engine,
    orders: &Go,
) -> Result<Option<ExperienceEntry>, ExperienceError> {
    let end = replay(record)?;
    let mut found_entry: Option<ExperienceEntry> = None;
    let Status::Over { outcome, .. } = end.status() else {
        return Ok(found_entry);
    };
    let lead = (f64::from(game.score_unit()) * game.telling_lead()) as i32;
    // A lost game must not be lost, a drawn one must be won.
    let enough = match outcome.winner() {
        Some(winner) if winner == side => return Ok(found_entry),
        Some(_) => -lead,
        None => lead,
    };
    player.prepare(&end.seen())?;
    let plies = record.moves.len();
    for index in (0..plies).rev() {
        let played = &record.moves[index];
        if played.side != side {
            continue;
        }
        let mut table = replay_first(record, index)?;
        let best = best_other(player, orders, &mut *table, played, enough)?;
        if orders.stop.is_stopped() {
            return Ok(found_entry);
        }
        let Some((better, better_value)) = best else {
            continue;
        };
        let found = better_value.value() > enough;
        let resists = |entry: &ExperienceEntry| better_value > entry.better_value;
        // A draw that was never won is no mistake.
        let takes_the_blame =
            outcome.winner().is_some() && found_entry.as_ref().is_none_or(resists);
        if found || takes_the_blame {
            let rest = record.moves[index + 1..].iter();
            found_entry = Some(ExperienceEntry {
                rules: record.rules.clone(),
                position: table.position(),
                mistake: played.text.clone(),
                value: match outcome.winner() {
                    Some(_) => Score::loss_in((plies - index) as u32),
                    None => Score::heuristic(0),
                },
                refutation: rest
                    .take(MAX_REFUTATION)
                    .map(|mv| mv.text.clone())
                    .collect(),
                better,
                better_value,
            });
        }
        if found {
            break;
        }
    }
    Ok(found_entry)
}

/// Moves of a refutation that are kept.
const MAX_REFUTATION: usize = 12;

/// The first move other than the one played that is enough, as a search of the position after it
/// confirms, else the best of them; and its value.
fn best_other(
    player: &mut dyn Engine,
    orders: &Go,
    table: &mut dyn Table,
    played: &Played,
    enough: i32,
) -> Result<Option<(String, Score)>, ExperienceError> {
    let lines = best_lines(player, table, orders, ALTERNATIVES + 1)?;
    let mut best: Option<(String, Score)> = None;
    for line in lines {
        let Some(mv) = line.moves.first().filter(|mv| **mv != played.text) else {
            continue;
        };
        if table.play(played.side, mv).is_err() {
            continue;
        }
        let answers = best_lines(player, table, orders, 1)?;
        let value = answers.first().map_or(line.score, |answer| -answer.score);
        table.take_back();
        if best.as_ref().is_none_or(|(_, so_far)| value > *so_far) {
            best = Some((mv.clone(), value));
        }
        if value.value() > enough {
            break;
        }
    }
    Ok(best)
}
