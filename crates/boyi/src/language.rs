//! English or Chinese.

use std::env;

use boyi_game::Language;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};

/// What `--lang` names: the language of messages, but for a new bot, where it is one to program in.
#[derive(Clone, Debug)]
pub(crate) enum LanguageArg {
    Messages(Language),
    Programming(String),
}

impl LanguageArg {
    pub(crate) fn of_messages() -> impl TypedValueParser<Value = Self> {
        let english = PossibleValue::new("en").help("English");
        let chinese = PossibleValue::new("zh").help("中文");
        PossibleValuesParser::new([english, chinese]).map(|name| Self::Messages(named(&name)))
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

/// What the environment asks for: the first of `BOYI_LANG`, `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.
pub(crate) fn of_environment() -> Language {
    let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let mut names = ["BOYI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"].into_iter();
    named(&names.find_map(set).unwrap_or_default())
}

fn named(name: &str) -> Language {
    if name.starts_with("zh") {
        Language::Chinese
    } else {
        Language::English
    }
}
