//! What a student begins with: the functions to be written, and below them our side of the protocol.

use boyi_arena::bot::{Manifest, Speaking, languages, speaking};
use boyi_game::Language;

use crate::{Assignment, Files, Function};

/// Languages in which there are starters.
pub const LANGUAGES: [&str; 4] = ["python", "cpp", "java", "rust"];

/// There is no starter in this language.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no starter in `{language}`: choose from {}", LANGUAGES.join(", "))]
pub struct StarterError {
    pub language: String,
}

/// How a language writes the parts of a starter.
struct Style {
    frame: &'static str,
    /// The frame of an assignment that wants a whole program.
    whole: &'static str,
    function: fn(&Function, comment: &str) -> String,
    choose: &'static str,
    dispatch: fn(&str) -> String,
    comment: &'static str,
}

fn style(language: &str) -> Option<&'static Style> {
    Some(match language {
        "python" => &Style {
            frame: include_str!("../starters/solution.py"),
            whole: include_str!("../starters/whole.py"),
            function: |function, comment| {
                let Function { name, answer, .. } = function;
                format!("def {name}(text):\n{comment}\n    return {answer:?}\n")
            },
            choose: include_str!("../starters/choose.py"),
            dispatch: |name| format!("\"{name}\": {name}, "),
            comment: "    # ",
        },
        "cpp" => &Style {
            frame: include_str!("../starters/solution.cpp"),
            whole: include_str!("../starters/whole.cpp"),
            function: |function, comment| {
                let Function { name, answer, .. } = function;
                format!(
                    "std::string {name}(const std::string &text) {{\n{comment}\n    (void)text;\n    return {answer:?};\n}}\n"
                )
            },
            choose: include_str!("../starters/choose.cpp"),
            dispatch: |name| format!("    if (task == \"{name}\") return {name}(input);\n"),
            comment: "    // ",
        },
        "java" => &Style {
            frame: include_str!("../starters/Solution.java"),
            whole: include_str!("../starters/Whole.java"),
            function: |function, comment| {
                let Function { name, answer, .. } = function;
                format!(
                    "    static String {name}(String text) {{\n{comment}\n        return {answer:?};\n    }}\n"
                )
            },
            choose: include_str!("../starters/Choose.java"),
            dispatch: |name| {
                format!("        if (task.equals(\"{name}\")) return {name}(input);\n")
            },
            comment: "        // ",
        },
        "rust" => &Style {
            frame: include_str!("../starters/solution.rs"),
            whole: include_str!("../starters/whole.rs"),
            function: |function, comment| {
                let Function { name, answer, .. } = function;
                format!(
                    "fn {name}(text: &str) -> String {{\n{comment}\n    let _ = text;\n    {answer:?}.to_string()\n}}\n"
                )
            },
            choose: include_str!("../starters/choose.rs"),
            dispatch: |name| format!("        \"{name}\" => {name}(input),\n"),
            comment: "    // ",
        },
        _ => return None,
    })
}

fn known(language: &str) -> Result<(Speaking, &'static Style), StarterError> {
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
            (style.function)(function, &lines.join("\n"))
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
        let dispatch: String = names.map(|name| (style.dispatch)(name)).collect();
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
        name: assignment.name.clone(),
        command: speaking
            .command
            .iter()
            .map(|word| (*word).to_owned())
            .collect(),
        protocol: "boyi".to_owned(),
        games: assignment.game.iter().cloned().collect(),
        build: speaking.build.map(str::to_owned),
    };
    let files = [
        (speaking.source.to_owned(), source.into_bytes()),
        (Manifest::FILE.to_owned(), manifest.write().into_bytes()),
    ];
    Ok(Files::new(files).expect("two small files"))
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
        (Some(speaking), None) => Ok(Manifest {
            name: "submission".to_owned(),
            command: speaking
                .command
                .iter()
                .map(|word| (*word).to_owned())
                .collect(),
            protocol: "boyi".to_owned(),
            games: Vec::new(),
            build: speaking.build.map(str::to_owned),
        }),
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
