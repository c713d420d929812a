//! Proving puzzles again.

use boyi_arena::numbered::numbered;
use boyi_engine::{Game, SetupError};
use boyi_search::Stop;

use super::Puzzle;

/// A puzzle that is not what it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleFault {
    pub id: String,
    pub why: String,
}

/// Proves all of these again, and says which are not what they say. `watch` is told how many are done;
/// `None` where it was stopped before the end.
pub fn check_puzzles(
    game: &'static dyn Game,
    puzzles: &[Puzzle],
    threads: usize,
    stop: &Stop,
    watch: &mut dyn FnMut(usize),
) -> Result<Option<Vec<PuzzleFault>>, SetupError> {
    let faults = numbered(
        puzzles.len(),
        threads,
        || !stop.is_stopped(),
        || Ok::<_, SetupError>(game.puzzle_prover()),
        |prover, number| {
            let puzzle = &puzzles[number];
            let proven = match prover {
                Some(prover) => prover.prove(&puzzle.position)?,
                None => None,
            };
            let why = match proven {
                None => "no move alone is proven to win".to_owned(),
                Some(proven) if proven.position != puzzle.position => {
                    format!("the position is written `{}`", proven.position)
                }
                Some(proven) if proven.solution != puzzle.solution => {
                    format!("the solution is {}", proven.solution.join(" "))
                }
                Some(proven)
                    if (&proven.themes, proven.rating) != (&puzzle.theme, puzzle.rating) =>
                {
                    format!(
                        "it is of {}, rated {}",
                        proven.themes.join(", "),
                        proven.rating
                    )
                }
                Some(_) => return Ok(None),
            };
            Ok(Some(PuzzleFault {
                id: puzzle.id.clone(),
                why,
            }))
        },
        watch,
    )?;
    let is_whole = faults.len() == puzzles.len();
    Ok(is_whole.then(|| faults.into_iter().flatten().collect()))
}
