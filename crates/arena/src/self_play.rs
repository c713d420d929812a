//! Games between players of this program without clocks, adjudication or records: for training, for
//! experiments and for tests of strength. Whatever is to be kept or timed goes through the
//! [`Referee`](crate::Referee).

use boyi_engine::{Engine, EngineError, Go, Thought};
use boyi_game::{Random, Side, Table};

/// Plays a game to its end, or until `choose` returns no move. `choose` is asked for the moves of both
/// sides, in a game of rounds for those of the first side first.
pub fn self_play<E: From<EngineError>>(
    table: &mut dyn Table,
    mut choose: impl FnMut(&dyn Table, Side) -> Result<Option<String>, E>,
) -> Result<(), E> {
    loop {
        let to_act = table.to_act();
        let Some(side) = Side::BOTH.into_iter().find(|&side| to_act.includes(side)) else {
            return Ok(());
        };
        let Some(mv) = choose(table, side)? else {
            return Ok(());
        };
        table.play(side, &mv).map_err(EngineError::from)?;
    }
}

/// What an engine thinks of the game as it stands.
pub fn think(
    engine: &mut dyn Engine,
    table: &dyn Table,
    side: Side,
    go: &Go,
) -> Result<Thought, EngineError> {
    engine.think(&table.seen(), side, go, &mut |_| ())
}

/// A legal move drawn at random; `None` where there is none.
pub fn random_move(table: &dyn Table, side: Side, random: &mut Random) -> Option<String> {
    let legal = table.legal_moves(side);
    random.choose(&legal).map(|mv| mv.text.clone())
}

/// Plays random moves until the game is this many plies long, or over.
pub fn random_opening(table: &mut dyn Table, plies: usize, random: &mut Random) {
    let played = self_play(table, |table, side| {
        let goes_on = table.record().moves.len() < plies;
        let mv = goes_on.then(|| random_move(table, side, random));
        Ok::<_, EngineError>(mv.flatten())
    });
    played.expect("listed moves are legal");
}
