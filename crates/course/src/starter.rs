//! What a student begins with: the functions to be written, and below them our side of the protocol.

use boyi_arena::bot::{Manifest, Speaking, languages, speaking};
use boyi_game::Language;

use crate::{Assignment, Files};

/// Languages in which there are starters.
pub const LANGUAGES: [&str; 4] = ["python", "cpp", "java", "rust"];

/// There is no starter in this language.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no starter in `{language}`: choose from {}", LANGUAGES.join(", "))]
pub struct StarterError {
    pub language: String,
}

/// How a language writes the parts of a starter, with names in double braces for what comes in.
struct Style {
    frame: &'static str,
    /// The frame of an assignment that wants a whole program.
    whole: &'static str,
    function: &'static str,
    choose: &'static str,
    dispatch: &'static str,
    comment: &'static str,
}

/// The style of a language, whose parts lie in files with this ending.
macro_rules! style {
    ($ending:literal, comment: $comment:literal, dispatch: $dispatch:literal) => {
        Style {
            frame: include_str!(concat!("../starters/solution.", $ending)),
            whole: include_str!(concat!("../starters/whole.", $ending)),
            function: include_str!(concat!("../starters/function.", $ending)),
            choose: include_str!(concat!("../starters/choose.", $ending)),
            comment: $comment,
            dispatch: $dispatch,
        }
    };
}

fn style(language: &str) -> Option<Style> {
    Some(match language {
        "python" => style!("py", comment: "    # ", dispatch: "\"{{name}}\": {{name}}, "),
        "cpp" => style!(
            "cpp",
            comment: "    // ",
            dispatch: "    if (task == \"{{name}}\") return {{name}}(input);\n"
        ),
        "java" => style!(
            "java",
            comment: "        // ",
            dispatch: "        if (task.equals(\"{{name}}\")) return {{name}}(input);\n"
        ),
        "rust" => style!(
            "rs",
            comment: "    // ",
            dispatch: "        \"{{name}}\" => {{name}}(input),\n"
        ),
        _ => return None,
    })
}

fn known(language: &str) -> Result<(Speaking, Style), StarterError> {
    let found = speaking(language).and_then(|speaking| Some((speaking, style(speaking.language)?)));
    found.ok_or_else(|| StarterError {
        language: language.to_owned(),
    })
}

/// The files of a starter: the source, and `bot.json`, which says how it is built and run.
pub fn starter(
    assignment: &Assignment,
    language: &str,
    words: Language,
) -> Result<Files, StarterError> {
    let (_, style) = known(language)?;
    let functions: Vec<String> = assignment
        .functions
        .iter()
        .map(|function| {
            let about = function.about.in_language(words);
            let lines: Vec<String> = about
                .lines()
                .map(|line| format!("{}{line}", style.comment).trim_end().to_owned())
                .collect();
            style
                .function
                .replace("{{name}}", &function.name)
                .replace("{{answer}}", &format!("{:?}", function.answer))
                .replace("{{comment}}", &lines.join("\n"))
        })
        .collect();
    let choose = match &assignment.game {
        Some(_) => style.choose,
        None => "",
    };
    let written = functions.into_iter().chain([choose.to_owned()]);
    let written: Vec<String> = written.filter(|text| !text.is_empty()).collect();
    submission(assignment, language, &written.join("\n\n"))
}

/// The same with these functions in the place of the empty ones; a whole program in the place of all.
pub fn submission(
    assignment: &Assignment,
    language: &str,
    functions: &str,
) -> Result<Files, StarterError> {
    let (speaking, style) = known(language)?;
    let source = if assignment.whole_program {
        match functions {
            "" => style.whole.to_owned(),
            program => program.to_owned(),
        }
    } else {
        let names = assignment.functions.iter().map(|function| &function.name);
        let dispatch: String = names
            .map(|name| style.dispatch.replace("{{name}}", name))
            .collect();
        let turns = assignment.game.is_some();
        let frame = picked(style.frame, turns);
        frame
            .replace("{{name}}", &assignment.name)
            .replace(
                "{{dispatch}}",
                dispatch.trim_end_matches([' ', ',']).trim_end_matches('\n'),
            )
            .replace("{{reader}}", speaking.reader)
            .replace("{{functions}}", functions.trim_end())
    };
    let manifest = Manifest {
        games: assignment.game.iter().cloned().collect(),
        ..usual(&assignment.name, speaking)
    };
    let files = [
        (speaking.source.to_owned(), source.into_bytes()),
        (Manifest::FILE.to_owned(), manifest.write().into_bytes()),
    ];
    Ok(Files::new(files).expect("two small files"))
}

/// How a program in a language is usually built and run.
fn usual(name: &str, speaking: Speaking) -> Manifest {
    let command = speaking.command.iter();
    Manifest {
        name: name.to_owned(),
        command: command.map(|word| (*word).to_owned()).collect(),
        protocol: "boyi".to_owned(),
        games: Vec::new(),
        build: speaking.build.map(str::to_owned),
    }
}

/// Lines between `{{turn` and `}}` are for assignments with a game alone.
fn picked(frame: &str, turns: bool) -> String {
    let mut inside = false;
    let mut kept = String::new();
    for line in frame.lines() {
        match line.trim() {
            "{{turn" => inside = true,
            "}}" if inside => inside = false,
            _ if inside && !turns => {}
            _ => kept.push_str(&format!("{line}\n")),
        }
    }
    kept
}

/// How a submission is run: as its `bot.json` says, else as its only source file is.
pub(crate) fn manifest(files: &Files) -> Result<Manifest, String> {
    if let Some(text) = files.text(Manifest::FILE) {
        let read: Manifest =
            serde_json::from_str(text).map_err(|error| format!("{}: {error}", Manifest::FILE))?;
        if read.command.is_empty() {
            return Err(format!("{}: `command` is empty", Manifest::FILE));
        }
        return Ok(read);
    }
    let sources = languages().filter_map(speaking);
    let mut found = sources.filter(|speaking| files.text(speaking.source).is_some());
    match (found.next(), found.next()) {
        (Some(speaking), None) => Ok(usual("submission", speaking)),
        (Some(_), Some(_)) => Err("it has sources in several languages and no bot.json".to_owned()),
        (None, _) => {
            let names: Vec<&str> = languages()
                .filter_map(speaking)
                .map(|speaking| speaking.source)
                .collect();
            Err(format!(
                "it has no bot.json and no source file: {}",
                names.join(", ")
            ))
        }
    }
}
