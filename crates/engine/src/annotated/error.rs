//! Why a text cannot be imported, in words that say where and what would do.

use std::cmp::Reverse;

use boyi_game::{Language, MoveError, Phrase, Position, Shown, Side, Unexpected};

use crate::game::{Game, SetupError};

/// Why a text is not a game, moves or a position of the game asked for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ImportError {
    #[error("there is no text")]
    Empty,
    /// The text says that it is of another game.
    #[error("this is a game of {0}")]
    OtherGame(String),
    #[error("{0}")]
    Position(SetupError),
    #[error(transparent)]
    Syntax(Unexpected),
    #[error("{}", self.words(None).english)]
    Move(Box<WrongMove>),
    #[error("no game has more than {} moves", super::MAX_MOVES)]
    TooLong,
}

/// A move that cannot be played where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongMove {
    /// As games are numbered: both sides' moves have the same number.
    pub number: usize,
    pub side: Side,
    /// In a branch rather than in the main line.
    pub branch: bool,
    pub error: MoveError,
    /// What could be played instead, the most alike first, in the notation of the wrong one.
    pub legal: Vec<String>,
}

/// Legal moves that a message names.
const NAMED: usize = 12;

impl ImportError {
    /// The message in both languages, with the names of the game's sides.
    pub fn words(&self, game: Option<&dyn Game>) -> Phrase {
        match self {
            Self::Empty => Phrase::new("there is no text", "没有文本"),
            Self::OtherGame(name) => Phrase::new(
                format!("this is a game of {name}"),
                format!("这是{name}的棋谱"),
            ),
            Self::TooLong => {
                let most = super::MAX_MOVES;
                Phrase::new(
                    format!("no game has more than {most} moves"),
                    format!("着法超过 {most} 步"),
                )
            }
            Self::Position(error) => Phrase::new(error.to_string(), error.to_string()),
            Self::Syntax(error) => Phrase::new(error.to_string(), error.to_string()),
            Self::Move(wrong) => wrong.words(game),
        }
    }

    pub(super) fn unexpected(text: &str, offset: usize, expected: &'static str) -> Self {
        Self::Syntax(Unexpected::at(text, offset, expected))
    }
}

impl WrongMove {
    /// A word that cannot be played in a position so many plies after the start; `legal` in the game's
    /// notation.
    pub(crate) fn new(
        game: &dyn Game,
        position: &str,
        (plies, side): (usize, Side),
        word: &str,
        error: MoveError,
        legal: Vec<String>,
    ) -> Self {
        let mut legal = game.spelled_like(word, position, legal);
        let alike = |text: &String| {
            let pairs = text.chars().zip(word.chars());
            Reverse(pairs.filter(|(a, b)| a.eq_ignore_ascii_case(b)).count())
        };
        legal.sort_by_key(alike);
        Self {
            number: plies / 2 + 1,
            side,
            branch: false,
            error,
            legal,
        }
    }

    fn words(&self, game: Option<&dyn Game>) -> Phrase {
        let Self {
            number,
            side,
            branch,
            error,
            legal,
        } = self;
        let side = game.map_or_else(
            || Phrase::new(side.to_string(), side.to_string()),
            |game| game.side_name(*side),
        );
        let named = legal.iter().take(NAMED).map(String::as_str);
        let named: Vec<&str> = named.collect();
        let more = legal.len() - named.len();
        let (mut english, mut chinese) = (named.join(", "), named.join("、"));
        if more > 0 {
            english.push_str(&format!(" and {more} more"));
            chinese.push_str(&format!(" 等 {} 种", legal.len()));
        }
        let (branch_en, branch_zh) = if *branch {
            (" of a branch", "变化中")
        } else {
            ("", "")
        };
        let (legal_en, legal_zh) = if legal.is_empty() {
            (String::new(), String::new())
        } else {
            (
                format!("; legal here: {english}"),
                format!("；此处可走：{chinese}"),
            )
        };
        Phrase::new(
            format!(
                "move {number}{branch_en}, {}: {}{legal_en}",
                side.english,
                error.in_language(Language::English)
            ),
            format!(
                "{branch_zh}第 {number} 回合{}：{}{legal_zh}",
                side.chinese,
                error.in_language(Language::Chinese)
            ),
        )
    }
}

impl From<ImportError> for SetupError {
    fn from(error: ImportError) -> Self {
        Self::Moves(error.to_string())
    }
}

/// What is wrong with a move of a setup, in the words of an import.
pub(crate) fn wrong_move<P: Position + Shown<P::Move>>(
    game: &dyn Game,
    position: &P,
    plies: usize,
    word: &str,
    error: MoveError,
) -> SetupError {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let legal = moves.iter().map(|&mv| position.move_text(mv)).collect();
    let at = (plies, position.turn());
    let wrong = WrongMove::new(game, &position.text(), at, word, error, legal);
    SetupError::Moves(wrong.words(Some(game)).english)
}
