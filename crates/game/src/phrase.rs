//! Texts for users, in English and Chinese.

/// A language that users read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    English,
    Chinese,
}

impl Language {
    /// What is said in this language.
    pub fn pick<T>(self, english: T, chinese: T) -> T {
        match self {
            Self::English => english,
            Self::Chinese => chinese,
        }
    }
}

/// The same thing said in both languages. Whoever shows it picks one; records and JSON keep the
/// English.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase {
    pub english: String,
    pub chinese: String,
}

impl Phrase {
    /// A phrase in both languages.
    pub fn new(english: impl Into<String>, chinese: impl Into<String>) -> Self {
        Self {
            english: english.into(),
            chinese: chinese.into(),
        }
    }

    /// The text in one language.
    pub fn in_language(&self, language: Language) -> &str {
        language.pick(&self.english, &self.chinese)
    }
}
