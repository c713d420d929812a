//! Studies: branches and comments on a game.

#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod kept;

use std::collections::HashSet;

use boyi_engine::{AnnotatedGame, AnnotatedMove, Game, MAX_MOVES};
use boyi_game::{Played, Record};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::positions::{MoveText, move_texts};

/// A game with branches and comments.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, Debug)]
pub(crate) struct Study {
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) start: String,
    /// On the position it starts from.
    #[serde(default)]
    pub(crate) comment: String,
    /// Every move of every branch, each after the one it follows; of several that follow the same,
    /// the first is the main line.
    pub(crate) moves: Vec<StudyMove>,
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, Debug)]
pub(crate) struct StudyMove {
    /// The place in the list of the move it follows; none at the start.
    pub(crate) parent: Option<usize>,
    #[serde(flatten)]
    pub(crate) mv: MoveText,
    #[serde(default)]
    pub(crate) comment: String,
}

impl Study {
    /// A game that was read, its moves as people write them.
    pub(crate) fn of(game: &dyn Game, read: &AnnotatedGame) -> Self {
        let mut labels: Vec<Option<MoveText>> = vec![None; read.moves.len()];
        let parents: HashSet<usize> = read.moves.iter().filter_map(|mv| mv.parent).collect();
        // Every branch is written from its end: how a move is written depends on those before it.
        for end in (0..read.moves.len()).filter(|index| !parents.contains(index)) {
            let mut path = Vec::new();
            let mut at = Some(end);
            while let Some(index) = at {
                path.push(index);
                at = read.moves[index].parent;
            }
            path.reverse();
            let played = path.iter().map(|&index| Played {
                side: read.moves[index].side,
                text: read.moves[index].text.clone(),
            });
            let record = Record {
                moves: played.collect(),
                ..read.main_line()
            };
            for (index, text) in path.into_iter().zip(move_texts(game, &record)) {
                labels[index].get_or_insert(text);
            }
        }
        let moves = read.moves.iter().zip(labels).filter_map(|(mv, label)| {
            Some(StudyMove {
                parent: mv.parent,
                mv: label?,
                comment: mv.comment.clone(),
            })
        });
        Self {
            game: read.game.clone(),
            rules: read.rules.clone(),
            start: read.start.clone(),
            comment: read.comment.clone(),
            moves: moves.collect(),
        }
    }

    /// The game, to be written in a format.
    pub(crate) fn annotated(&self) -> Result<AnnotatedGame, ApiError> {
        self.check()?;
        let mv = |mv: &StudyMove| AnnotatedMove {
            parent: mv.parent,
            side: mv.mv.side.into(),
            text: mv.mv.text.clone(),
            comment: mv.comment.clone(),
        };
        Ok(AnnotatedGame {
            game: self.game.clone(),
            rules: self.rules.clone(),
            start: self.start.clone(),
            seed: 0,
            tags: Vec::new(),
            comment: self.comment.clone(),
            moves: self.moves.iter().map(mv).collect(),
        })
    }

    /// Whether its parts fit together. Whether the moves are legal is said when somebody goes there.
    fn check(&self) -> Result<(), ApiError> {
        boyi_engine::game(&self.game)?;
        if self.moves.len() > MAX_MOVES {
            return Err(ApiError::invalid(
                "study",
                &"a study has at most 5000 moves",
            ));
        }
        let ordered = |(index, mv): (usize, &StudyMove)| mv.parent.is_none_or(|at| at < index);
        if !self.moves.iter().enumerate().all(ordered) {
            let why = "every move of a study stands after the one it follows";
            return Err(ApiError::invalid("study", &why));
        }
        Ok(())
    }
}
