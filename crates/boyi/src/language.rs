//! English or Chinese.

use std::env;

/// The language of boards and messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Language {
    /// English
    En,
    /// 中文
    Zh,
}

impl Language {
    /// What the environment asks for: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.
    pub(crate) fn of_environment() -> Self {
        let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
        match ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set) {
            Some(value) if value.starts_with("zh") => Self::Zh,
            _ => Self::En,
        }
    }

    /// The same for texts that come from the games.
    pub(crate) fn of_games(self) -> boyi_game::Language {
        self.pick(boyi_game::Language::English, boyi_game::Language::Chinese)
    }

    /// The text in this language.
    pub(crate) fn pick<T>(self, english: T, chinese: T) -> T {
        match self {
            Self::En => english,
            Self::Zh => chinese,
        }
    }
}
