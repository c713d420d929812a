//! The book in `docs/`: its list of chapters is whole, its links lead somewhere, its commands are understood.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use boyi_paths::search::ALGORITHMS;
use boyi_search::{Algorithm, Method};
use clap::CommandFactory;

use crate::Boyi;

fn docs_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// All Markdown files, by where they lie in `docs/`.
fn files() -> BTreeSet<PathBuf> {
    fn collect(folder: &Path, found: &mut BTreeSet<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                collect(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                let inside = path.strip_prefix(docs_folder()).expect("below it");
                found.insert(inside.to_owned());
            }
        }
    }
    let mut found = BTreeSet::new();
    collect(&docs_folder(), &mut found);
    found
}

fn read(file: &Path) -> String {
    fs::read_to_string(docs_folder().join(file)).expect("a file of docs")
}

/// The lines of a text, and whether each stands in a block of code and of which language.
fn lines(text: &str) -> impl Iterator<Item = (Option<&str>, &str)> {
    let mut language: Option<&str> = None;
    text.lines().filter_map(move |line| {
        if let Some(rest) = line.trim_start().strip_prefix("```") {
            language = match language {
                None => Some(rest.trim()),
                Some(_) => None,
            };
            return None;
        }
        Some((language, line))
    })
}

/// The targets of links, pictures and frames.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (_, line) in lines(text).filter(|(language, _)| language.is_none()) {
        // What stands in backticks is shown as it is.
        let spoken: String = line.split('`').step_by(2).collect::<Vec<_>>().join(" ");
        for rest in spoken.split("](").skip(1) {
            found.extend(rest.split([')', ' ']).next().map(str::to_owned));
        }
        for rest in spoken.split("src=\"").skip(1) {
            found.extend(rest.split('"').next().map(str::to_owned));
        }
    }
    found
}

/// What a heading is called in links to it: small letters, blanks as hyphens, no marks.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = lines(text).filter_map(|(language, line)| {
        let heading = line.strip_prefix('#').filter(|_| language.is_none())?;
        Some(heading.trim_start_matches('#').trim().to_lowercase())
    });
    let letters = |heading: String| {
        let kept = heading
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(letters).collect()
}

/// `a/../b` is `b`.
fn tidy(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                assert!(tidied.pop(), "{} leaves the book", path.display());
            }
            Component::CurDir => {}
            other => tidied.push(other),
        }
    }
    tidied
}

/// Where the folder that `boyi page` writes has what another page shows of it.
const FILMS: &str = "page/?/embed/";

/// What a frame shows: which part of the page, and what its address says to it.
fn film(link: &str) -> Option<(&str, Vec<(&str, &str)>)> {
    let (_, address) = link.split_once(FILMS)?;
    let (part, query) = address.split_once('?').unwrap_or((address, ""));
    let words = query.split("&amp;").filter_map(|word| word.split_once('='));
    Some((part, words.collect()))
}

/// The searches that a chapter has films of.
fn filmed(language: &str, chapter: &str, part: &str) -> BTreeSet<String> {
    let text = read(&Path::new("book").join(language).join(chapter));
    let links = links(&text);
    let films = links.iter().filter_map(|link| film(link));
    let words = films.filter(|film| film.0 == part).flat_map(|film| film.1);
    let names = words.filter(|(word, _)| ["search", "samples"].contains(word));
    names
        .flat_map(|(_, names)| names.split(','))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_search_has_its_film() {
    let set =
        |names: Vec<&str>| -> BTreeSet<String> { names.into_iter().map(str::to_owned).collect() };
    let classic = Algorithm::ALL.map(Algorithm::name);
    let looked_through = set([&classic[..], &[Method::Beam.name()]].concat());
    let others = Method::ALL.map(Method::name);
    let sampled = set(others.to_vec())
        .difference(&looked_through)
        .cloned()
        .collect();
    let found = set(ALGORITHMS.iter().map(|search| search.name).collect());
    for language in ["en", "zh"] {
        assert_eq!(filmed(language, "alpha-beta.md", "tree"), looked_through);
        assert_eq!(filmed(language, "sampling.md", "tree"), sampled);
        assert_eq!(filmed(language, "paths.md", "paths"), found);
    }
}

#[test]
fn every_link_leads_somewhere() {
    let mut problems = Vec::new();
    for file in files() {
        let text = read(&file);
        for link in links(&text) {
            let is_elsewhere = link.contains("://") || link.starts_with("mailto:");
            // Lessons and rules are shown by the page, too, whose addresses begin at its root.
            if is_elsewhere || link.starts_with('/') {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let folder = Path::new("docs").join(file.parent().unwrap_or(Path::new("")));
            let target = match path {
                "" => Path::new("docs").join(&file),
                path => tidy(&folder.join(path)),
            };
            let inside = target.strip_prefix("docs").unwrap_or(&target).to_owned();
            if let Some((part, _)) = film(&link) {
                let is_beside = inside.starts_with(FILMS);
                if !is_beside || !["tree", "paths", "lessons"].contains(&part) {
                    problems.push(format!("{}: {link} is no film", file.display()));
                }
                continue;
            }
            let place = docs_folder().join("..").join(&target);
            if !place.exists() {
                problems.push(format!("{}: {link} is not there", file.display()));
            } else if !anchor.is_empty() && place.is_file() {
                let there = fs::read_to_string(&place).unwrap_or_default();
                if !anchors(&there).contains(anchor) {
                    problems.push(format!("{}: {link} has no such heading", file.display()));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What stands in no list of chapters cannot be found in the book. Lessons are read on the page.
#[test]
fn every_file_is_a_chapter() {
    let summary = read(Path::new("SUMMARY.md"));
    let chapters: BTreeSet<PathBuf> = links(&summary).iter().map(PathBuf::from).collect();
    let is_chapter = |file: &PathBuf| {
        let is_lesson = file.starts_with("lessons") && !file.ends_with("README.md");
        !is_lesson && file != Path::new("SUMMARY.md")
    };
    let files: BTreeSet<PathBuf> = files().into_iter().filter(is_chapter).collect();
    assert_eq!(chapters, files);
    let settings = fs::read_to_string(docs_folder().join("book.toml")).expect("its settings");
    assert!(settings.contains("src = \".\""), "{settings}");
}

/// Every chapter of ours that is English is there in Chinese, or its Chinese neighbour names the English one.
#[test]
fn both_languages_have_the_same_chapters() {
    let of = |language: &str| -> BTreeSet<PathBuf> {
        let folder = Path::new("book").join(language);
        let files = files().into_iter();
        files
            .filter_map(|file| Some(file.strip_prefix(&folder).ok()?.to_owned()))
            .collect()
    };
    let (english, mut chinese) = (of("en"), of("zh"));
    for (chapter, original) in [("bots.md", "bots.md"), ("operations.md", "operations.md")] {
        assert!(chinese.remove(Path::new(chapter)), "{chapter}");
        assert!(docs_folder().join(original).exists());
    }
    // The first page greets in both.
    chinese.insert("introduction.md".into());
    assert_eq!(english, chinese);
}

#[test]
fn every_command_is_understood() {
    let mut problems = Vec::new();
    let mut count = 0;
    for file in files() {
        for command in commands(&read(&file)) {
            count += 1;
            if let Err(error) = understood(&command) {
                let command = command.replace('\u{0}', " ");
                problems.push(format!("{}: {command}: {error}", file.display()));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(count > 100, "only {count} commands were found");
    understood("boyi\u{0}lab\u{0}--no-such-option").expect_err("the check can fail");
}

#[test]
fn commands_are_found_in_blocks_of_a_shell() {
    let text =
        "```sh\nboyi a 'b c' > out.txt # why\ncat x | boyi d \\\n  --e 2>> log\n```\nboyi no\n";
    assert_eq!(commands(text), ["boyi\u{0}a\u{0}b c", "boyi\u{0}d\u{0}--e"]);
}

/// The commands of ours in blocks of a shell: what stands at the beginning of a line or after a pipe.
fn commands(text: &str) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    let mut goes_on = false;
    for (_, line) in lines(text).filter(|(language, _)| *language == Some("sh")) {
        let whole = line.trim_end_matches('\\').trim();
        match joined.last_mut().filter(|_| goes_on) {
            Some(last) => *last += &format!(" {whole}"),
            None => joined.push(whole.to_owned()),
        }
        goes_on = line.ends_with('\\');
    }
    joined
        .iter()
        .flat_map(|line| split(line))
        .filter(|words| words.first().is_some_and(|word| word == "boyi"))
        .map(|words| words.join("\u{0}"))
        .collect()
}

/// The simple commands of a line, each as its words, by the quotes of a shell.
fn split(line: &str) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    let (mut word, mut quote, mut is_word) = (String::new(), None, false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let words = all.last_mut().expect("one at least");
        match (letter, quote) {
            (_, Some(open)) if letter == open => quote = None,
            (_, Some(_)) => word.push(letter),
            ('\'' | '"', None) => (quote, is_word) = (Some(letter), true),
            ('#', None) if !is_word => break,
            (' ' | '|' | ';' | '&' | '>' | '<', None) => {
                // `2>` says which stream, and is no word.
                let is_stream = matches!(letter, '>' | '<') && word.parse::<u8>().is_ok();
                if is_word && !is_stream {
                    words.push(std::mem::take(&mut word));
                }
                word.clear();
                is_word = false;
                match letter {
                    '|' | ';' | '&' => all.push(Vec::new()),
                    // The name of a file follows.
                    '>' | '<' => {
                        while letters.next_if(|c| " >&".contains(*c)).is_some() {}
                        while letters.next_if(|c| !" |;&".contains(*c)).is_some() {}
                    }
                    _ => {}
                }
            }
            _ => {
                word.push(letter);
                is_word = true;
            }
        }
    }
    if is_word {
        all.last_mut().expect("one at least").push(word);
    }
    all
}

/// Whether the program's own definitions accept a command: its words, with a zero between them.
fn understood(command: &str) -> Result<(), String> {
    match Boyi::command().try_get_matches_from(command.split('\u{0}')) {
        Ok(_) => Ok(()),
        // Help and versions are answers, too.
        Err(error) if !error.use_stderr() => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}
