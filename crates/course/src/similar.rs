//! Which submissions look alike: winnowing (Schleimer, Wilkerson and Aiken 2003) over tokens.
//!
//! Names of one's own, numbers and texts all count as the same token, so that renaming hides nothing; comments
//! and layout do not count at all. What the starter holds is left out. It finds what to look at, and proves
//! nothing.

use std::collections::{HashMap, HashSet};

use boyi_game::Language;

use crate::register::{Register, RegisterError, Submission};
use crate::{Files, LANGUAGES, starter};

/// Tokens that must agree in a row to be noticed.
const GRAM: usize = 12;
/// Of so many neighbouring hashes the least is kept: whatever agrees for `GRAM + WINDOW - 1` tokens is found.
const WINDOW: usize = 6;

/// Two submissions that look alike.
#[derive(Clone, PartialEq, Debug)]
pub struct Pair {
    /// The places of both in the list that was compared.
    pub a: usize,
    pub b: usize,
    /// The share of the fingerprints of the smaller one that the other has, too.
    pub share: f64,
    /// Stretches that agree: in which file of each, from which line to which, counted from 1.
    pub stretches: Vec<Stretch>,
}

/// Lines that agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stretch {
    pub file_a: String,
    pub lines_a: (usize, usize),
    pub file_b: String,
    pub lines_b: (usize, usize),
}

/// A token's kind as a hash sees it, and its line.
type Token = (u64, usize);

/// A hash that was kept: where it stands.
#[derive(Clone, Debug)]
struct Mark {
    hash: u64,
    file: usize,
    lines: (usize, usize),
}

/// Words that programs are built of, in our languages; any other word is a name.
const KEYWORDS: &[&str] = &[
    "if", "else", "elif", "for", "while", "return", "def", "class", "fn", "let", "mut", "match",
    "struct", "enum", "impl", "static", "void", "int", "import", "from", "in", "not", "and", "or",
    "break", "continue", "new", "public", "private", "const", "auto", "lambda", "yield", "try",
    "except", "catch", "switch", "case", "do", "loop", "bool", "char", "double", "float", "long",
];

fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// The tokens of a source: comments (`#`, `//`, `/* */`) are none.
fn tokens(text: &str, hash_comments: bool) -> Vec<Token> {
    let letters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    let name = |letter: char| letter.is_alphanumeric() || letter == '_';
    while let Some(&letter) = letters.get(at) {
        let next = letters.get(at + 1).copied();
        match letter {
            '\n' => {
                line += 1;
                at += 1;
            }
            letter if letter.is_whitespace() => at += 1,
            '#' if hash_comments => {
                while letters.get(at).is_some_and(|&letter| letter != '\n') {
                    at += 1;
                }
            }
            '/' if next == Some('/') && !hash_comments => {
                while letters.get(at).is_some_and(|&letter| letter != '\n') {
                    at += 1;
                }
            }
            '/' if next == Some('*') && !hash_comments => {
                at += 2;
                while at < letters.len()
                    && !(letters[at] == '*' && letters.get(at + 1) == Some(&'/'))
                {
                    line += usize::from(letters[at] == '\n');
                    at += 1;
                }
                at += 2;
            }
            '"' => {
                tokens.push((fnv("\"text\""), line));
                at += 1;
                while at < letters.len() && letters[at] != '"' {
                    line += usize::from(letters[at] == '\n');
                    at += if letters[at] == '\\' { 2 } else { 1 };
                }
                at += 1;
            }
            letter if name(letter) => {
                let from = at;
                while letters.get(at).copied().is_some_and(name) {
                    at += 1;
                }
                let word: String = letters[from..at].iter().collect();
                let kind = if letter.is_ascii_digit() {
                    fnv("0")
                } else if KEYWORDS.contains(&word.as_str()) {
                    fnv(&word)
                } else {
                    fnv("name")
                };
                tokens.push((kind, line));
            }
            letter => {
                tokens.push((fnv(&letter.to_string()), line));
                at += 1;
            }
        }
    }
    tokens
}

/// Sources by their endings; other texts are no programs.
fn is_source(name: &str) -> Option<bool> {
    let ending = name.rsplit_once('.')?.1;
    match ending {
        "py" => Some(true),
        "cpp" | "cc" | "h" | "hpp" | "c" | "java" | "rs" | "js" => Some(false),
        _ => None,
    }
}

fn marks(files: &Files) -> (Vec<String>, Vec<Mark>) {
    let mut names = Vec::new();
    let mut kept = Vec::new();
    for (name, text) in files.texts() {
        let Some(hash_comments) = is_source(name) else {
            continue;
        };
        let tokens = tokens(text, hash_comments);
        let grams: Vec<u64> = tokens
            .windows(GRAM)
            .map(|gram| {
                gram.iter().fold(7, |hash: u64, (kind, _)| {
                    hash.wrapping_mul(0x0100_0000_01B3) ^ kind
                })
            })
            .collect();
        let mut last = None;
        for start in 0..grams.len().saturating_sub(WINDOW - 1) {
            let window = &grams[start..start + WINDOW];
            // The rightmost of the least, as the paper has it: long runs keep few.
            let least = (0..WINDOW).rev().min_by_key(|&place| window[place]);
            let place = start + least.unwrap_or(0);
            if last.replace(place) != Some(place) {
                kept.push(Mark {
                    hash: grams[place],
                    file: names.len(),
                    lines: (tokens[place].1, tokens[place + GRAM - 1].1),
                });
            }
        }
        names.push(name.to_owned());
    }
    (names, kept)
}

/// All pairs that share at least this much, most alike first. `starters` is what everybody began with.
pub fn similar(submissions: &[Files], starters: &[Files], least: f64) -> Vec<Pair> {
    let given: HashSet<u64> = starters
        .iter()
        .flat_map(|files| marks(files).1)
        .map(|mark| mark.hash)
        .collect();
    let marked: Vec<(Vec<String>, Vec<Mark>)> = submissions
        .iter()
        .map(|files| {
            let (names, mut marks) = marks(files);
            marks.retain(|mark| !given.contains(&mark.hash));
            (names, marks)
        })
        .collect();
    let mut owners: HashMap<u64, Vec<usize>> = HashMap::new();
    for (index, (_, marks)) in marked.iter().enumerate() {
        for mark in marks {
            let known = owners.entry(mark.hash).or_default();
            if known.last() != Some(&index) {
                known.push(index);
            }
        }
    }
    let mut shared: HashMap<(usize, usize), usize> = HashMap::new();
    for owners in owners.values() {
        for (place, &a) in owners.iter().enumerate() {
            for &b in &owners[place + 1..] {
                *shared.entry((a, b)).or_default() += 1;
            }
        }
    }
    let size = |index: usize| -> usize {
        let hashes: HashSet<u64> = marked[index].1.iter().map(|mark| mark.hash).collect();
        hashes.len()
    };
    let mut pairs: Vec<Pair> = shared
        .into_iter()
        .filter_map(|((a, b), count)| {
            let share = count as f64 / size(a).min(size(b)).max(1) as f64;
            (share >= least && count >= 3).then(|| Pair {
                a,
                b,
                share,
                stretches: stretches(&marked[a], &marked[b]),
            })
        })
        .collect();
    pairs.sort_by(|one, other| {
        other
            .share
            .total_cmp(&one.share)
            .then((one.a, one.b).cmp(&(other.a, other.b)))
    });
    pairs
}

/// The newest versions of a class, compared.
pub struct Compared {
    pub submissions: Vec<Submission>,
    /// Of the same submissions.
    pub files: Vec<Files>,
    /// Places in these lists.
    pub pairs: Vec<Pair>,
}

/// Compares everybody's newest version; what the starters hold is nobody's copy.
pub fn similar_in(
    register: &Register,
    course: &str,
    assignment: &str,
    least: f64,
) -> Result<Compared, RegisterError> {
    let asked = register.assignment(course, assignment)?;
    let mut newest: HashMap<String, Submission> = HashMap::new();
    for submission in register.submissions(course, Some(assignment), None)? {
        newest.insert(submission.person.clone(), submission);
    }
    let mut submissions: Vec<Submission> = newest.into_values().collect();
    submissions.sort_by(|a, b| a.person.cmp(&b.person));
    let files = submissions.iter().map(|one| register.files(one.number));
    let files: Vec<Files> = files.collect::<Result<_, _>>()?;
    let starters = LANGUAGES.iter();
    let starters: Vec<Files> = starters
        .filter_map(|language| starter(&asked, language, Language::English).ok())
        .collect();
    Ok(Compared {
        pairs: similar(&files, &starters, least),
        submissions,
        files,
    })
}

/// Marks that both have, those that follow each other in both joined.
fn stretches(a: &(Vec<String>, Vec<Mark>), b: &(Vec<String>, Vec<Mark>)) -> Vec<Stretch> {
    let mut places: HashMap<u64, &Mark> = HashMap::new();
    for mark in &b.1 {
        places.entry(mark.hash).or_insert(mark);
    }
    let mut found: Vec<Stretch> = Vec::new();
    for mark in &a.1 {
        let Some(other) = places.get(&mark.hash) else {
            continue;
        };
        let (file_a, file_b) = (&a.0[mark.file], &b.0[other.file]);
        let follows = found.last_mut().filter(|last| {
            let near = |last: (usize, usize), next: (usize, usize)| {
                next.0 + 1 >= last.0 && next.0 <= last.1 + 2
            };
            last.file_a == *file_a
                && last.file_b == *file_b
                && near(last.lines_a, mark.lines)
                && near(last.lines_b, other.lines)
        });
        match follows {
            Some(last) => {
                last.lines_a.1 = last.lines_a.1.max(mark.lines.1);
                last.lines_b.1 = last.lines_b.1.max(other.lines.1);
            }
            None => found.push(Stretch {
                file_a: file_a.clone(),
                lines_a: mark.lines,
                file_b: file_b.clone(),
                lines_b: other.lines,
            }),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = "def way(maze):\n    queue = [(0, maze.entry)]\n    seen = {maze.entry: None}\n    \
        while queue:\n        cost, cell = queue.pop(0)\n        for step, next in maze.around(cell):\n            \
        if next not in seen:\n                seen[next] = (cell, step)\n                \
        queue.append((cost + 1, next))\n    return seen\n";
    const OTHER: &str = "def solve(text):\n    rows = [list(map(int, line.split())) for line in text.splitlines()]\n    \
        total = sum(max(row) - min(row) for row in rows)\n    print(total)\n    x = 3\n    \
        return {y: x * y for y in range(total) if y % 7}\n";

    fn files(text: &str) -> Files {
        Files::new([("bot.py".to_owned(), text.as_bytes().to_owned())]).expect("small")
    }

    #[test]
    fn renaming_and_comments_hide_nothing() {
        let renamed = format!(
            "# my own work\n{}",
            OWN.replace("queue", "todo")
                .replace("cost", "w")
                .replace("cell", "c")
        );
        let renamed = renamed
            .replace("maze", "m # said I\n")
            .replace("m # said I\n.", "m.");
        let all = [files(OWN), files(OTHER), files(&renamed)];
        let pairs = similar(&all, &[], 0.3);
        assert_eq!(pairs.len(), 1, "{pairs:?}");
        assert_eq!((pairs[0].a, pairs[0].b), (0, 2));
        assert!(pairs[0].share > 0.6, "{pairs:?}");
        assert!(!pairs[0].stretches.is_empty());
    }

    #[test]
    fn what_was_handed_out_is_nobodys_copy() {
        let all = [files(OWN), files(&format!("{OWN}\nx = 1\n"))];
        assert_eq!(similar(&all, &[], 0.3).len(), 1);
        assert!(similar(&all, &[files(OWN)], 0.3).is_empty());
    }
}
