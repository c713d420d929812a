//! Random openings that players might reach.

use boyi_engine::{EngineError, Game};
use boyi_game::{Random, Table};

use crate::self_play::self_play;

/// Plays between `least` and `most` random moves. Stones of gomoku are laid near each other: on the whole
/// board hardly an opening would be one that anybody plays.
pub fn draw_opening(
    game: &dyn Game,
    table: &mut dyn Table,
    [least, most]: [u64; 2],
    random: &mut Random,
) {
    let plies = least + random.below(most.saturating_sub(least) + 1);
    let drawn = self_play(table, |table, side| {
        let moves = &table.record().moves;
        if moves.len() as u64 >= plies {
            return Ok(None);
        }
        let mut legal: Vec<String> = table
            .legal_moves(side)
            .into_iter()
            .map(|mv| mv.text)
            .collect();
        if game.name() == "gomoku" {
            let played: Vec<_> = moves
                .iter()
                .filter_map(|mv| coordinates(&mv.text))
                .collect();
            legal.retain(|text| coordinates(text).is_some_and(|cell| is_near(&played, cell)));
        }
        Ok::<_, EngineError>(random.choose(&legal).cloned())
    });
    drawn.expect("listed moves are legal");
}

/// Column and row of a point such as `h8`, counted from 1.
fn coordinates(text: &str) -> Option<[i32; 2]> {
    let column = text.bytes().next()?.checked_sub(b'a' - 1)?;
    Some([i32::from(column), text.get(1..)?.parse().ok()?])
}

/// Whether a stone on a board of 15 x 15 stands near one of these, or near the middle if there is none.
fn is_near(stones: &[[i32; 2]], cell: [i32; 2]) -> bool {
    let within = |stone: &[i32; 2], distance| {
        (0..2).all(|axis| (stone[axis] - cell[axis]).abs() <= distance)
    };
    match stones {
        [] => within(&[8, 8], 4),
        _ => stones.iter().any(|stone| within(stone, 2)),
    }
}
