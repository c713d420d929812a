//! Text and pictures: how a position talks to people and programs.

use std::fmt;

use crate::{Language, PerSide, Phrase, Side, View};

/// What a game adds to its rules so that a [`Table`](crate::Table) can be laid with it. `M` is the
/// game's move.
pub trait Shown<M>: Send {
    /// The name the game goes by: `reversi`, `xiangqi`.
    fn game(&self) -> &'static str;

    /// The name of the rule set it is played by, for games that have several: `renju`, `axf`.
    fn rules(&self) -> &'static str {
        "usual"
    }

    /// The whole position as one line or a few, in the field's own format. Reading it back gives a
    /// position with the same text, key and moves; the way there, where rules ask for it, is in the
    /// record.
    fn text(&self) -> String;

    /// The move as the field writes it, here.
    fn move_text(&self, mv: M) -> String;

    /// Reads a move of `side` in any of the forms the field uses. A move that can be read but may
    /// not be played is [`MoveError::Illegal`], unless the rules say what becomes of it: in the
    /// garlic battle a step into a wall is a move, and the player's last.
    fn parse_move(&self, side: Side, text: &str) -> Result<M, MoveError>;

    /// The cells a move leads from and to, as indices into the view, for clicking and marking.
    fn move_cells(&self, mv: M) -> (Option<usize>, Option<usize>);

    /// The board as a picture.
    fn view(&self) -> View;

    /// Points so far, in games that count them.
    fn points(&self) -> Option<PerSide<i32>> {
        None
    }

    /// The points written down when `loser` fails as a player (an illegal move, a crash, no time
    /// left), in games that say so.
    fn points_after_fault(&self, loser: Side) -> Option<PerSide<i32>> {
        let _ = loser;
        None
    }

    /// Why the game is over, in a few words; called only when it is.
    fn reason(&self) -> Phrase;
}

/// Why a move was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    Malformed {
        text: String,
        expected: Phrase,
    },
    /// A move, but not one the rules allow here.
    Illegal {
        text: String,
        why: Phrase,
    },
    /// The other side is on the move, or this side has chosen already.
    NotYourTurn(Side),
    GameOver,
}

impl MoveError {
    pub fn in_language(&self, language: Language) -> String {
        let english = language == Language::English;
        match self {
            Self::Malformed { text, expected } => {
                let (text, expected) = (Short(text), expected.in_language(language));
                if english {
                    format!("`{text}` is not a move: expected {expected}")
                } else {
                    format!("“{text}”不是着法：应为{expected}")
                }
            }
            Self::Illegal { text, why } => {
                let (text, why) = (Short(text), why.in_language(language));
                if english {
                    format!("`{text}` is not legal: {why}")
                } else {
                    format!("“{text}”不合规则：{why}")
                }
            }
            Self::NotYourTurn(side) if english => format!("it is not the {side} player's turn"),
            Self::NotYourTurn(Side::First) => "还没轮到先手".to_owned(),
            Self::NotYourTurn(Side::Second) => "还没轮到后手".to_owned(),
            Self::GameOver if english => "the game is over".to_owned(),
            Self::GameOver => "对局已结束".to_owned(),
        }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_language(Language::English))
    }
}

impl std::error::Error for MoveError {}

/// Text from outside may be a megabyte of rubbish; messages quote the beginning.
struct Short<'a>(&'a str);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MAX_QUOTED: usize = 40;
        let mut chars = self.0.chars();
        for c in chars.by_ref().take(MAX_QUOTED) {
            write!(f, "{}", c.escape_debug())?;
        }
        if chars.next().is_some() {
            f.write_str("…")?;
        }
        Ok(())
    }
}
