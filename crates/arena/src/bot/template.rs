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

/// What a program in this language is called and run by, and how it reads our messages with nothing but the
/// standard library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Speaking {
    pub language: &'static str,
    pub source: &'static str,
    pub command: &'static [&'static str],
    pub build: Option<&'static str>,
    /// The part of the template that reads JSON; empty where the standard library does.
    pub reader: &'static str,
}

/// How a language speaks our protocol.
pub fn speaking(language: &str) -> Option<Speaking> {
    let found = find(language)?;
    let begin = found.text.find("// Just enough JSON");
    let mains = ["int main", "fn main", "public static void main"];
    let end = mains.iter().find_map(|main| found.text.find(main));
    let reader = begin
        .zip(end)
        .map_or("", |(begin, end)| found.text[begin..end].trim_end());
    Some(Speaking {
        language: found.name,
        source: found.source,
        command: found.command,
        build: found.build,
        reader,
    })
}

fn find(language: &str) -> Option<&'static Language> {
    let wanted = language.to_ascii_lowercase();
    LANGUAGES
        .iter()
        .find(|language| language.name == wanted || language.aliases.contains(&wanted.as_str()))
}

pub fn languages() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().map(|language| language.name)
}

/// A new bot of this name for this game.
pub fn template(name: &str, game: &str, language: &str) -> Result<Template, TemplateError> {
    let language = find(language).ok_or_else(|| TemplateError {
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
