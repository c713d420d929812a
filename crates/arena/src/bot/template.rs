//! Bots to begin with, in several languages.

use super::manifest::Manifest;

/// The files of a new bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    pub files: Vec<(String, String)>,
    /// The command that builds it, in its folder; `None` where it runs as it is.
    pub build: Option<String>,
    pub source: &'static str,
}

/// There is no template in this language.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no template in `{language}`: choose from {}", languages().collect::<Vec<_>>().join(", "))]
pub struct TemplateError {
    pub language: String,
}

struct Language {
    name: &'static str,
    aliases: &'static [&'static str],
    source: &'static str,
    text: &'static str,
    command: &'static [&'static str],
    build: Option<&'static str>,
}

const LANGUAGES: &[Language] = &[
    Language {
        name: "python",
        aliases: &["py", "python3"],
        source: "bot.py",
        text: include_str!("../../templates/bot.py"),
        command: &["python3", "bot.py"],
        build: None,
    },
    Language {
        name: "cpp",
        aliases: &["c++", "cxx"],
        source: "bot.cpp",
        text: include_str!("../../templates/bot.cpp"),
        command: &["./bot"],
        build: Some("g++ -std=c++17 -O2 -o bot bot.cpp"),
    },
    Language {
        name: "java",
        aliases: &[],
        source: "Bot.java",
        text: include_str!("../../templates/Bot.java"),
        command: &["java", "-XX:+UseSerialGC", "-cp", ".", "Bot"],
        build: Some("javac Bot.java"),
    },
    Language {
        name: "javascript",
        aliases: &["js", "node"],
        source: "bot.js",
        text: include_str!("../../templates/bot.js"),
        command: &["node", "bot.js"],
        build: None,
    },
    Language {
        name: "rust",
        aliases: &["rs"],
        source: "bot.rs",
        text: include_str!("../../templates/bot.rs"),
        command: &["./bot"],
        build: Some("rustc --edition 2021 -O -o bot bot.rs"),
    },
];

pub fn languages() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().map(|language| language.name)
}

/// A new bot of this name for this game.
pub fn template(name: &str, game: &str, language: &str) -> Result<Template, TemplateError> {
    let wanted = language.to_ascii_lowercase();
    let found = LANGUAGES
        .iter()
        .find(|language| language.name == wanted || language.aliases.contains(&wanted.as_str()));
    let language = found.ok_or_else(|| TemplateError {
        language: language.to_owned(),
    })?;
    let manifest = Manifest {
        name: name.to_owned(),
        command: language
            .command
            .iter()
            .map(|word| (*word).to_owned())
            .collect(),
        protocol: super::Protocol::Boyi.name().to_owned(),
        games: vec![game.to_owned()],
        build: language.build.map(str::to_owned),
    };
    Ok(Template {
        files: vec![
            (Manifest::FILE.to_owned(), manifest.write()),
            (
                language.source.to_owned(),
                language.text.replace("{{game}}", game),
            ),
        ],
        build: manifest.build,
        source: language.source,
    })
}
