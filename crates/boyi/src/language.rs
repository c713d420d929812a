//! English or Chinese.

use std::env;

use clap::builder::{EnumValueParser, StringValueParser, TypedValueParser};

/// The language of boards and messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Language {
    /// English
    En,
    /// 中文
    Zh,
}

/// What `--lang` names: the language of messages, but for a new bot, where it is one to program in.
#[derive(Clone, Debug)]
pub(crate) enum LanguageArg {
    Messages(Language),
    Programming(String),
}

impl LanguageArg {
    pub(crate) fn of_messages() -> impl TypedValueParser<Value = Self> {
        EnumValueParser::<Language>::new().map(Self::Messages)
    }

    pub(crate) fn to_program_in() -> impl TypedValueParser<Value = Self> {
        StringValueParser::new().map(Self::Programming)
    }

    pub(crate) fn messages(self) -> Option<Language> {
        match self {
            Self::Messages(language) => Some(language),
            Self::Programming(_) => None,
        }
    }

    pub(crate) fn programming(&self) -> Option<&str> {
        match self {
            Self::Messages(_) => None,
            Self::Programming(name) => Some(name),
        }
    }
}

impl Language {
    /// What the environment asks for: the first of `BOYI_LANG`, `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.
    pub(crate) fn of_environment() -> Self {
        let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
        match ["BOYI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .find_map(set)
        {
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
