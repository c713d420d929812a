//! Plays the words of a text on a table: what is legal becomes a game, the first wrong move is named.

use std::collections::HashSet;

use boyi_game::{MoveError, Side, Table};

use super::error::WrongMove;
use super::movetext::{self, Spelling};
use super::{AnnotatedGame, AnnotatedMove, ImportError, Sketch};
use crate::game::{Game, Setup};
use crate::xiangqi::from_ranks_of_one;

/// A text without a format of its own: bare moves, a position, or a position with moves as UCI says it.
pub(super) fn position_or_moves(game: &dyn Game, text: &str) -> Result<AnnotatedGame, ImportError> {
    if Spelling::of(game) == Spelling::Numbers {
        return as_position(game, text).or_else(|error| as_numbers(game, text).ok_or(error));
    }
    let text = text.strip_prefix("position ").unwrap_or(text);
    let (start, moves) = match text.split_once(" moves ") {
        Some((start, moves)) => (Some(start), moves),
        None => (None, text),
    };
    let start = start.map(|start| start.trim().trim_start_matches("fen ").to_owned());
    let is_position = start.is_some();
    let mut sketch = Sketch {
        start: start.filter(|start| start != "startpos"),
        ..Sketch::default()
    };
    let as_moves = movetext::read(Spelling::of(game), moves, &mut sketch);
    let as_moves = as_moves.and_then(|()| play(game, &sketch));
    match as_moves {
        Ok(read) if !read.moves.is_empty() || is_position => Ok(read),
        as_moves => as_position(game, text).map_err(|position| match as_moves {
            // What begins like moves was meant as moves.
            Err(error) if is_position || begins_with_a_move(game, &sketch) => error,
            _ => position,
        }),
    }
}

/// A position in any of the game's formats, with moves where the format has them.
fn as_position(game: &dyn Game, text: &str) -> Result<AnnotatedGame, ImportError> {
    let setup = Setup {
        position: Some(text.to_owned()),
        ..Setup::default()
    };
    let table = game.lay(&setup).map_err(ImportError::Position)?;
    Ok(AnnotatedGame::from(table.record()))
}

/// Moves in numbers, however they are parted.
fn as_numbers(game: &dyn Game, text: &str) -> Option<AnnotatedGame> {
    let setup = Setup {
        moves: Some(text.to_owned()),
        ..Setup::default()
    };
    let table = game.lay(&setup).ok()?;
    let moved = !table.record().moves.is_empty();
    moved.then(|| AnnotatedGame::from(table.record()))
}

/// Whether the first word can be read as a move, legal or not.
fn begins_with_a_move(game: &dyn Game, sketch: &Sketch) -> bool {
    let Some((mv, mut table)) = sketch.moves.first().zip(game.lay(&Setup::default()).ok()) else {
        return false;
    };
    let side = table.to_act().first().unwrap_or(Side::First);
    !matches!(table.play(side, &mv.word), Err(MoveError::Malformed { .. }))
}

/// Plays a sketch. A list of coordinates whose ranks begin at 1 is tried as that where it makes no sense
/// otherwise.
pub(super) fn play(game: &dyn Game, sketch: &Sketch) -> Result<AnnotatedGame, ImportError> {
    if let Some(named) = sketch.game.filter(|&named| named != game.name()) {
        return Err(ImportError::OtherGame(named.to_owned()));
    }
    let played = play_as(game, sketch, |word| Some(word.to_owned()));
    played.or_else(|error| match &error {
        ImportError::Move(_) if game.name() == "xiangqi" => {
            play_as(game, sketch, from_ranks_of_one).map_err(|_| error)
        }
        _ => Err(error),
    })
}

fn play_as(
    game: &dyn Game,
    sketch: &Sketch,
    spelled: impl Fn(&str) -> Option<String>,
) -> Result<AnnotatedGame, ImportError> {
    let setup = Setup {
        position: sketch.start.clone(),
        rules: sketch.rules.clone(),
        ..Setup::default()
    };
    let table = game.lay(&setup).map_err(ImportError::Position)?;
    let mut player = Player {
        read: AnnotatedGame {
            tags: sketch.tags.clone(),
            comment: sketch.comment.clone(),
            ..AnnotatedGame::from(table.record())
        },
        path: (0..table.record().moves.len()).collect(),
        table,
    };
    let first = player.path.last().copied();
    // Where each sketched move stands among those that were played.
    let mut places: Vec<usize> = Vec::with_capacity(sketch.moves.len());
    // The main line goes by the first move after each position.
    let mut followed = HashSet::new();
    let mut branches: Vec<bool> = Vec::with_capacity(sketch.moves.len());
    for mv in &sketch.moves {
        player.go(mv.parent.map_or(first, |parent| Some(places[parent])));
        let branch = !followed.insert(mv.parent) || mv.parent.is_some_and(|at| branches[at]);
        branches.push(branch);
        let word = spelled(&mv.word);
        let played = player.play(mv.side, word.as_deref().unwrap_or(&mv.word));
        let place = played.map_err(|error| player.wrong(game, &mv.word, branch, error))?;
        let comment = &mut player.read.moves[place].comment;
        if !comment.is_empty() && !mv.comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(&mv.comment);
        places.push(place);
    }
    Ok(player.read)
}

/// A table that goes back and forth between branches.
struct Player {
    table: Box<dyn Table>,
    read: AnnotatedGame,
    /// The moves on the table, by their places in the game read.
    path: Vec<usize>,
}

impl Player {
    /// Goes to the position after a move.
    fn go(&mut self, to: Option<usize>) {
        let mut wanted = Vec::new();
        let mut at = to;
        while let Some(index) = at {
            wanted.push(index);
            at = self.read.moves[index].parent;
        }
        wanted.reverse();
        let pairs = self.path.iter().zip(&wanted);
        let common = pairs.take_while(|(a, b)| a == b).count();
        while self.path.len() > common {
            self.table.take_back();
            self.path.pop();
        }
        for &index in &wanted[common..] {
            let mv = &self.read.moves[index];
            let again = self.table.play(mv.side, &mv.text);
            again.expect("it was legal before");
            self.path.push(index);
        }
    }

    /// Plays a move here; a pass that the rules force and that was left out is put back.
    fn play(&mut self, says: Option<Side>, word: &str) -> Result<usize, MoveError> {
        let side = self.table.to_act().first().ok_or(MoveError::GameOver)?;
        let legal = self.table.legal_moves(side);
        let first = self.table.play(side, word);
        if let (Err(_), [only]) = (&first, &legal[..])
            && only.to.is_none()
        {
            self.table.play(side, &only.text)?;
            let index = self.add(side, only.text.clone());
            let other = self.table.to_act().first().ok_or(MoveError::GameOver)?;
            if let Err(error) = self.table.play(other, word) {
                self.go(self.read.moves[index].parent);
                self.read.moves.truncate(index);
                return Err(error);
            }
            return Ok(self.add_played(other));
        }
        first?;
        if let Some(said) = says.filter(|&said| said != side) {
            self.table.take_back();
            return Err(MoveError::NotYourTurn(said));
        }
        Ok(self.add_played(side))
    }

    /// Notes the move that was just played, as the game writes it.
    fn add_played(&mut self, side: Side) -> usize {
        let text = self.table.record().moves.last().map(|mv| mv.text.clone());
        self.add(side, text.unwrap_or_default())
    }

    fn add(&mut self, side: Side, text: String) -> usize {
        let parent = self.path.last().copied();
        let same = |mv: &AnnotatedMove| mv.parent == parent && mv.text == text;
        let known = self.read.moves.iter().position(same);
        let index = known.unwrap_or_else(|| {
            self.read.moves.push(AnnotatedMove {
                parent,
                side,
                text,
                comment: String::new(),
            });
            self.read.moves.len() - 1
        });
        self.path.push(index);
        index
    }

    /// What is wrong with a move here, and what could be played.
    fn wrong(&self, game: &dyn Game, word: &str, branch: bool, error: MoveError) -> ImportError {
        let side = self.table.to_act().first().unwrap_or(Side::First);
        let legal = self.table.legal_moves(side).into_iter();
        let legal = legal.map(|mv| mv.text).collect();
        // In a game whose second player begins, as in many problems, the first move has number 1 too.
        let begins = self.read.moves.first().map_or(side, |mv| mv.side);
        let plies = self.path.len() + usize::from(begins == Side::Second);
        let position = self.table.position();
        ImportError::Move(Box::new(WrongMove {
            branch,
            ..WrongMove::new(game, &position, (plies, side), word, error, legal)
        }))
    }
}
