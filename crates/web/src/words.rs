//! The small types every reply uses: words in both languages, sides.

use boyi_game::{Phrase, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The same thing in English and in Chinese.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, Debug)]
pub(crate) struct Words {
    /// English.
    pub(crate) en: String,
    /// Chinese.
    pub(crate) zh: String,
}

impl Words {
    /// Said in both.
    pub(crate) fn new(en: impl Into<String>, zh: impl Into<String>) -> Self {
        Self {
            en: en.into(),
            zh: zh.into(),
        }
    }

    /// The same in both, such as a move in coordinates.
    pub(crate) fn same(text: &str) -> Self {
        Self::new(text, text)
    }
}

impl From<Phrase> for Words {
    fn from(phrase: Phrase) -> Self {
        Self::new(phrase.english, phrase.chinese)
    }
}

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SideName {
    /// Moves first from the usual start.
    First,
    /// The other one.
    Second,
}

impl From<Side> for SideName {
    fn from(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }
}

impl From<SideName> for Side {
    fn from(side: SideName) -> Self {
        match side {
            SideName::First => Self::First,
            SideName::Second => Self::Second,
        }
    }
}
