//! Games the engine plays against itself: a random beginning, searched moves, an exactly solved end.

use std::sync::Arc;
use std::time::{Duration, Instant};

use boyi_arena::self_play::self_play;
use boyi_engine::EngineError;
use boyi_engine::reversi::othello::{
    Board, Certainty, Evaluation, Othello, OthelloGo, UNIT, square_name,
};
use boyi_game::{Key, Random};
use boyi_search::kernel::Go;
use boyi_search::{NoMemory, Stop};

use super::table::{board_of, table_of};
use crate::numbered::numbered;

#[derive(Clone, Debug)]
pub struct SelfPlaySettings {
    pub games: usize,
    pub seed: u64,
    /// Plies the players look ahead.
    pub depth: u32,
    /// Empties from which on everything is solved.
    pub solved: u32,
    /// Whether what the players expected is worth learning from.
    pub trusts_search: bool,
    /// Threads; each game has a stream of its own, so their number changes nothing.
    pub threads: usize,
    /// Begin no game after this time.
    pub time: Option<Duration>,
}

/// A position with what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    pub board: Board,
    /// In parts of a disc (see [`UNIT`]), from the view of the side to move.
    pub label: i16,
    /// Whether the label is the result of best play, not an expectation.
    pub solved: bool,
}

impl Sample {
    /// For other trainers: both sides' discs, the label, and whether it is solved, numbers with their low
    /// bytes first.
    pub fn to_bytes(&self) -> [u8; 20] {
        let mut bytes = [0; 20];
        bytes[..8].copy_from_slice(&self.board.mine.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.theirs.to_le_bytes());
        bytes[16..18].copy_from_slice(&self.label.to_le_bytes());
        bytes[18] = u8::from(self.solved);
        bytes
    }
}

/// The least and most random plies at the beginning: every phase of the game is to be reached both
/// from sound and from odd positions.
const RANDOM_PLIES: (u64, u64) = (6, 24);

/// One move in so many is random once the end is solved: beside the main road, too, labels are exact.
const STRAY: u64 = 3;

/// The same before the end, where what follows then says nothing about what came before.
const EARLY_STRAY: u64 = 16;

/// How much the label of a position takes from the label of the next, the rest from its own search.
/// Results of whole games are right on average but scatter widely; searches of some plies hardly
/// scatter but lean to the side that moves last in them. Carried on from move to move the leaning
/// cancels, since sides alternate, and so does most of the scatter (Sutton's TD(lambda), 1988).
const CARRIED: f32 = 0.8;

/// A player's table: small, so that it stays near.
const TABLE_BYTES: usize = 4 << 20;

/// Plays games on several threads. The samples come in the order of the games, whatever thread
/// played them.
pub fn play_games(
    play: &SelfPlaySettings,
    evaluation: &Arc<Evaluation>,
    stop: &Stop,
    watch: &mut dyn FnMut(usize),
) -> Result<Vec<Sample>, NoMemory> {
    let began = Instant::now();
    let games = numbered(
        play.games,
        play.threads,
        || !stop.is_stopped() && play.time.is_none_or(|time| began.elapsed() < time),
        || Othello::new(TABLE_BYTES, evaluation.clone(), 1),
        |engine, number| Ok(one_game(play, engine, number as u64)),
        watch,
    )?;
    Ok(games.concat())
}

/// A position that a game came through.
struct SeenPosition {
    board: Board,
    /// What the search said, in discs.
    value: i32,
    solved: bool,
    /// The move that was played was not the search's.
    strayed: bool,
    /// Turns since the beginning, passes included.
    turn: u32,
}

fn one_game(play: &SelfPlaySettings, engine: &Othello, number: u64) -> Vec<Sample> {
    let mut random = Random::new(play.seed ^ Key::mixed(number).0);
    let (least, most) = RANDOM_PLIES;
    let range = most - least + 1;
    // Early positions are fewer and need fewer examples, but they are the start of every game.
    let plies = least + random.below(range).min(random.below(range));
    let Some(start) = random_start(&mut random, plies) else {
        return Vec::new();
    };
    engine.clear();
    let mut seen: Vec<SeenPosition> = Vec::new();
    let mut table = table_of(start);
    let played = self_play(&mut *table, |table, _| {
        let board = board_of(table);
        if board.moves() == 0 {
            return Ok(Some("pass".to_owned()));
        }
        let solved = board.empties() <= play.solved;
        let task = OthelloGo {
            // Labels are to be what the evaluation says, not what margins of an older one guess.
            certainty: Certainty::Exact,
            ..OthelloGo::from(Go::depth(if solved { 60 } else { play.depth }))
        };
        let found = engine.think(board, &task, &mut |_| ());
        let Some(hint) = found.lines.first() else {
            return Ok(None);
        };
        let strayed = if solved {
            random.below(STRAY) == 0
        } else {
            play.trusts_search && random.below(EARLY_STRAY) == 0
        };
        let at = match (strayed, hint.moves[0]) {
            (false, Some(at)) => at,
            _ => random_move(&mut random, board),
        };
        seen.push(SeenPosition {
            board,
            value: hint.value,
            solved,
            strayed,
            turn: table.record().moves.len() as u32,
        });
        Ok::<_, EngineError>(Some(square_name(at)))
    });
    played.expect("the search plays legal moves");
    labelled(&seen, if play.trusts_search { CARRIED } else { 1.0 })
}

/// Labels positions from the end backwards: solved ones by their value, the others by what they carry
/// over from the next and by their own search.
fn labelled(seen: &[SeenPosition], carried: f32) -> Vec<Sample> {
    let mut samples = Vec::with_capacity(seen.len());
    let mut next: Option<(f32, u32)> = None;
    for position in seen.iter().rev() {
        let own = position.value as f32;
        let label = match next {
            _ if position.solved => own,
            Some((label, turn)) if !position.strayed => {
                let other_side = (turn - position.turn) % 2 == 1;
                let following = if other_side { -label } else { label };
                carried * following + (1.0 - carried) * own
            }
            // The last position of a game that ended early: its search saw the end.
            _ => own,
        };
        next = Some((label, position.turn));
        // Where the search alone speaks, its leaning is all in the label.
        if position.solved || !position.strayed {
            samples.push(Sample {
                board: position.board,
                label: (label * UNIT as f32).round() as i16,
                solved: position.solved,
            });
        }
    }
    samples.reverse();
    samples
}

/// A position so many random plies from the start; `None` where the game was over by then.
pub(super) fn random_start(random: &mut Random, plies: u64) -> Option<Board> {
    let mut board = Board::START;
    for _ in 0..plies {
        if board.moves() == 0 {
            board = board.passed();
            if board.moves() == 0 {
                return None;
            }
        }
        let at = random_move(random, board);
        board = board.after(at, board.flips(at));
    }
    Some(board)
}

fn random_move(random: &mut Random, board: Board) -> u32 {
    let moves = board.moves();
    let skip = random.below(u64::from(moves.count_ones()));
    let left = (0..skip).fold(moves, |left, _| left & (left - 1));
    left.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(threads: usize) -> SelfPlaySettings {
        SelfPlaySettings {
            games: 6,
            seed: 5,
            depth: 2,
            solved: 10,
            trusts_search: true,
            threads,
            time: None,
        }
    }

    #[test]
    fn threads_change_nothing() {
        let games = |threads| {
            play_games(
                &play(threads),
                &Arc::new(Evaluation::ByHand),
                &Stop::default(),
                &mut |_| (),
            )
            .expect("memory for small tables")
        };
        let one = games(1);
        assert_eq!(one, games(3));
        assert!(one.len() > 100, "{} positions", one.len());
    }

    /// Labels of solved positions are what a search to the end says.
    #[test]
    fn labels_are_exact_where_they_say_so() {
        let evaluation = Arc::new(Evaluation::ByHand);
        let samples = play_games(&play(1), &evaluation, &Stop::default(), &mut |_| ())
            .expect("memory for small tables");
        let engine = Othello::new(1 << 20, evaluation, 1).expect("a small table");
        let solved = samples.iter().filter(|sample| sample.board.empties() <= 8);
        for sample in solved {
            let task = OthelloGo::from(Go::depth(60));
            let found = engine.think(sample.board, &task, &mut |_| ());
            assert_eq!(found.lines[0].value * UNIT, i32::from(sample.label));
            assert!(sample.solved);
        }
    }

    /// The last position is solved; the one before takes half of its label from it, from the other
    /// side's view unless a pass lies between; a random move says nothing about what came before.
    #[test]
    fn labels_are_carried_back_from_move_to_move() {
        let seen = |value, turn, strayed| SeenPosition {
            board: Board::START,
            value,
            solved: turn >= 5,
            strayed,
            turn,
        };
        let game = [
            seen(10, 0, false),
            seen(3, 1, true),
            seen(10, 2, false),
            seen(-2, 3, false),
            seen(6, 5, false),
        ];
        let labels = |carried| -> Vec<i32> {
            let samples = labelled(&game, carried);
            let discs = |sample: &Sample| i32::from(sample.label) / UNIT;
            samples.iter().map(discs).collect()
        };
        assert_eq!(labels(0.5), [3, 4, 2, 6]);
        assert_eq!(labels(1.0), [-3, -6, 6, 6]);
    }
}
