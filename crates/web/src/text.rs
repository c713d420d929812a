//! The small types every reply uses: text in both languages, sides.

use boyi_game::{Phrase, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A text in English and in Chinese.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, Debug)]
pub(crate) struct Localized {
    pub(crate) en: String,
    pub(crate) zh: String,
}

impl Localized {
    pub(crate) fn new(en: impl Into<String>, zh: impl Into<String>) -> Self {
        Self {
            en: en.into(),
            zh: zh.into(),
        }
    }

    /// The same text in both, such as a move in coordinates.
    pub(crate) fn same(text: impl Into<String>) -> Self {
        let text = text.into();
        Self::new(text.clone(), text)
    }
}

impl From<Phrase> for Localized {
    fn from(phrase: Phrase) -> Self {
        Self::new(phrase.english, phrase.chinese)
    }
}

/// A game or a maze written in a format.
#[derive(Serialize, ToSchema)]
pub(crate) struct TextReply {
    pub(crate) text: String,
}

/// [`Side`] as JSON.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SideName {
    First,
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
