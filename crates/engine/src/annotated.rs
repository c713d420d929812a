//! Games with branches and comments, as people keep and exchange them: read from whatever they paste
//! (move lists in any notation, PGN, SGF, GGF, psq, `DhtmlXQ`, positions) and written back.
//!
//! Every reader makes a [`Sketch`] of words; [`play`] then plays the words on a table, so that one place
//! decides what is legal and says what is wrong.

mod dhtmlxq;
mod error;
mod movetext;
mod pgn;
mod play;
mod sgf;

pub(crate) use error::wrong_move;
pub use error::{ImportError, WrongMove};
pub(crate) use movetext::main_line;
pub(crate) use pgn::write as write_pgn;
pub(crate) use sgf::write as write_sgf;

use boyi_game::{Played, Record, Side};

use crate::game::{ExportError, Game};
use play::play;

/// A game with branches and comments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnnotatedGame {
    pub game: String,
    pub rules: String,
    pub start: String,
    pub seed: u64,
    /// What the text says beyond the game, by PGN's names: `Red`, `Black`, `White`, `Event`, `Result`.
    pub tags: Vec<(String, String)>,
    /// On the position it starts from.
    pub comment: String,
    /// Every move of every branch, each after the one it follows; of several that follow the same, the
    /// first is the main line.
    pub moves: Vec<AnnotatedMove>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnnotatedMove {
    /// The place in the list of the move it follows; none at the start.
    pub parent: Option<usize>,
    pub side: Side,
    /// In the game's notation.
    pub text: String,
    pub comment: String,
}

/// No text that is pasted has more moves, all branches together.
pub const MAX_MOVES: usize = 5_000;

impl AnnotatedGame {
    /// Reads a text as this game: a whole game in any format, moves, or a position.
    pub fn read(game: &dyn Game, text: &str) -> Result<Self, ImportError> {
        let text = text.trim().trim_start_matches('\u{feff}').trim_start();
        if text.is_empty() {
            return Err(ImportError::Empty);
        }
        if let Some(sketch) = sketch(game, text)? {
            return play(game, &sketch);
        }
        play::position_or_moves(game, text)
    }

    /// Writes it in one of the game's formats. PGN and SGF keep branches and comments, the others hold
    /// the main line.
    pub fn write(&self, game: &dyn Game, format: &str) -> Result<String, ExportError> {
        match format {
            "pgn" if has_format(game, "pgn") => write_pgn(self),
            "sgf" if has_format(game, "sgf") => write_sgf(self),
            _ => game.export(&self.main_line(), format),
        }
    }

    /// The main line alone.
    pub fn main_line(&self) -> Record {
        let mut moves = Vec::new();
        let mut at = None;
        for (index, mv) in self.moves.iter().enumerate() {
            if mv.parent == at {
                moves.push(Played {
                    side: mv.side,
                    text: mv.text.clone(),
                });
                at = Some(index);
            }
        }
        Record {
            game: self.game.clone(),
            rules: self.rules.clone(),
            start: self.start.clone(),
            seed: self.seed,
            moves,
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The moves that follow a move, or the start, the main one first.
    pub(crate) fn after(&self, parent: Option<usize>) -> Vec<usize> {
        let follows = |index: &usize| self.moves[*index].parent == parent;
        let first = parent.map_or(0, |parent| parent + 1);
        (first..self.moves.len()).filter(follows).collect()
    }
}

impl From<&Record> for AnnotatedGame {
    fn from(record: &Record) -> Self {
        let mv = |(index, played): (usize, &Played)| AnnotatedMove {
            parent: index.checked_sub(1),
            side: played.side,
            text: played.text.clone(),
            comment: String::new(),
        };
        Self {
            game: record.game.clone(),
            rules: record.rules.clone(),
            start: record.start.clone(),
            seed: record.seed,
            tags: Vec::new(),
            comment: String::new(),
            moves: record.moves.iter().enumerate().map(mv).collect(),
        }
    }
}

fn has_format(game: &dyn Game, name: &str) -> bool {
    game.formats().iter().any(|format| format.name == name)
}

/// A game as its text says it, before anything is played.
#[derive(Default, Debug)]
struct Sketch {
    /// The game it says it is.
    game: Option<&'static str>,
    rules: Option<String>,
    start: Option<String>,
    tags: Vec<(String, String)>,
    comment: String,
    moves: Vec<SketchedMove>,
}

#[derive(Debug)]
struct SketchedMove {
    parent: Option<usize>,
    /// Whose move it is, where the text says so.
    side: Option<Side>,
    word: String,
    comment: String,
}

impl Sketch {
    /// Adds a move and says where it stands.
    fn push(
        &mut self,
        parent: Option<usize>,
        side: Option<Side>,
        word: impl Into<String>,
    ) -> usize {
        self.moves.push(SketchedMove {
            parent,
            side,
            word: word.into(),
            comment: String::new(),
        });
        self.moves.len() - 1
    }

    /// Adds words to what is said of a move, or of the start.
    fn remark(&mut self, at: Option<usize>, words: &str) {
        let comment = match at {
            None => &mut self.comment,
            Some(at) => &mut self.moves[at].comment,
        };
        let words = words.trim();
        if !comment.is_empty() && !words.is_empty() {
            comment.push('\n');
        }
        comment.push_str(words);
    }
}

/// The game a text says in a format of its own; nothing for bare moves and positions.
fn sketch(game: &dyn Game, text: &str) -> Result<Option<Sketch>, ImportError> {
    let head = text.get(..text.len().min(400)).unwrap_or(text);
    Ok(if text.contains("[DhtmlXQ") {
        Some(dhtmlxq::read(text)?)
    } else if text.starts_with('(') || (head.contains("(;") && head.contains("GM[")) {
        Some(sgf::read(game.name(), text)?)
    } else if text.starts_with('[') {
        Some(pgn::read(game, text)?)
    } else {
        None
    })
}

/// The game that a text calls by this name, in either language.
fn named_game(name: &str) -> Option<&'static str> {
    let name = name.trim().to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if says(&["chinese chess", "xiangqi", "象棋"]) {
        Some("xiangqi")
    } else if says(&["othello", "reversi", "flipello", "黑白棋"]) {
        Some("reversi")
    } else if says(&["gomoku", "gobang", "renju", "five in a row", "五子棋"]) {
        Some("gomoku")
    } else {
        None
    }
}
