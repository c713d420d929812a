//! Text of an assignment or a verdict, in English and Chinese, as it stands in files and replies.

use boyi_game::{Language, Phrase};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    pub en: String,
    pub zh: String,
}

impl Words {
    pub fn new(en: impl Into<String>, zh: impl Into<String>) -> Self {
        Self {
            en: en.into(),
            zh: zh.into(),
        }
    }

    pub fn in_language(&self, language: Language) -> &str {
        language.pick(&self.en, &self.zh)
    }
}

impl From<Phrase> for Words {
    fn from(phrase: Phrase) -> Self {
        Self::new(phrase.english, phrase.chinese)
    }
}
