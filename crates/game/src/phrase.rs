//! Words for people, in both of our languages.

/// A language that users read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    English,
    Chinese,
}

/// The same thing said in both languages. Whoever shows it picks one; records and JSON keep the
/// English.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase {
    pub english: String,
    pub chinese: String,
}

impl Phrase {
    /// Says it in both.
    pub fn new(english: impl Into<String>, chinese: impl Into<String>) -> Self {
        Self {
            english: english.into(),
            chinese: chinese.into(),
        }
    }

    /// Says it in one.
    pub fn in_language(&self, language: Language) -> &str {
        match language {
            Language::English => &self.english,
            Language::Chinese => &self.chinese,
        }
    }
}
