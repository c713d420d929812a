//! Braces: `a{b,c}d` is `abd acd`, `{1..5}` counts. Before all other expansions.

use crate::tree::{Part, Word};

/// More words than this are not made of one: `{1..1000000000}` stays as it is written.
const MOST_WORDS: usize = 100_000;

/// A word with more braces than this stays as it is written too: nobody means that.
const MOST_BRACES: usize = 500;

/// A character that may mean something to braces, or any other part of a word.
#[derive(Clone)]
enum Atom {
    Char(char),
    Part(Part),
}

/// The words that a word with braces means; the word itself where there are none.
pub(crate) fn expand(word: &Word) -> Vec<Word> {
    let opened = |part: &Part| match part {
        Part::Bare(text) => text.matches('{').count(),
        _ => 0,
    };
    let braces = word.parts.iter().map(opened).sum::<usize>();
    if braces == 0 || braces > MOST_BRACES {
        return vec![word.clone()];
    }
    let mut atoms = Vec::new();
    for part in &word.parts {
        match part {
            Part::Bare(text) => atoms.extend(text.chars().map(Atom::Char)),
            part => atoms.push(Atom::Part(part.clone())),
        }
    }
    match alternatives(&atoms) {
        Some(words) => words.into_iter().map(|atoms| joined(&atoms)).collect(),
        None => vec![word.clone()],
    }
}

fn is(atom: &Atom, wanted: char) -> bool {
    matches!(atom, Atom::Char(c) if *c == wanted)
}

/// All words of a row of atoms; `None` where there would be too many.
fn alternatives(atoms: &[Atom]) -> Option<Vec<Vec<Atom>>> {
    let Some((open, close)) = first_braces(atoms) else {
        return Some(vec![atoms.to_vec()]);
    };
    let (before, inside, after) = (&atoms[..open], &atoms[open + 1..close], &atoms[close + 1..]);
    let mut middle = Vec::new();
    match counted(inside) {
        Some(words) => middle = words,
        None => {
            for piece in pieces(inside) {
                middle.extend(alternatives(piece)?);
            }
        }
    }
    let after = alternatives(after)?;
    if middle.len().saturating_mul(after.len()) > MOST_WORDS {
        return None;
    }
    let mut words = Vec::new();
    for one in &middle {
        for end in &after {
            words.push([before, one, end].concat());
        }
    }
    Some(words)
}

/// The first pair of braces that holds a comma or a count.
fn first_braces(atoms: &[Atom]) -> Option<(usize, usize)> {
    let opens = (0..atoms.len()).filter(|&at| is(&atoms[at], '{'));
    for open in opens {
        let mut depth = 0_usize;
        let close = (open..atoms.len()).find(|&at| {
            if is(&atoms[at], '{') {
                depth += 1;
            } else if is(&atoms[at], '}') {
                depth -= 1;
            }
            depth == 0
        });
        let Some(close) = close else { continue };
        let inside = &atoms[open + 1..close];
        if pieces(inside).len() > 1 || counted(inside).is_some() {
            return Some((open, close));
        }
    }
    None
}

/// What stands between the commas that are in no inner braces.
fn pieces(atoms: &[Atom]) -> Vec<&[Atom]> {
    let mut depth = 0_usize;
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, atom) in atoms.iter().enumerate() {
        if is(atom, '{') {
            depth += 1;
        } else if is(atom, '}') {
            depth = depth.saturating_sub(1);
        } else if is(atom, ',') && depth == 0 {
            pieces.push(&atoms[start..at]);
            start = at + 1;
        }
    }
    pieces.push(&atoms[start..]);
    pieces
}

/// `1..5`, `a..e`, `1..10..3`.
fn counted(atoms: &[Atom]) -> Option<Vec<Vec<Atom>>> {
    let text: Option<String> = atoms
        .iter()
        .map(|atom| match atom {
            Atom::Char(c) => Some(*c),
            Atom::Part(_) => None,
        })
        .collect();
    let text = text?;
    let fields: Vec<&str> = text.split("..").collect();
    let (&[from, to], step) = (fields.get(..2)?, fields.get(2)) else {
        return None;
    };
    let step: u64 = match (step, fields.len()) {
        (None, 2) => 1,
        (Some(step), 3) => step.parse::<i64>().ok()?.unsigned_abs().max(1),
        _ => return None,
    };
    let letter = |text: &str| {
        let mut chars = text.chars();
        chars
            .next()
            .filter(|c| c.is_ascii_alphabetic() && chars.next().is_none())
    };
    let is_padded = |text: &str| {
        let digits = text.trim_start_matches('-');
        digits.len() > 1 && digits.starts_with('0')
    };
    let width = if is_padded(from) || is_padded(to) {
        from.len().max(to.len())
    } else {
        0
    };
    let (first, last, show): (i64, i64, &dyn Fn(i64) -> String) =
        match (from.parse(), to.parse(), letter(from), letter(to)) {
            (Ok(from), Ok(to), ..) => (from, to, &move |n| format!("{n:0width$}")),
            (_, _, Some(from), Some(to)) => (i64::from(from as u32), i64::from(to as u32), &|n| {
                char::from(n as u8).to_string()
            }),
            _ => return None,
        };
    let count = first.abs_diff(last) / step;
    if count >= MOST_WORDS as u64 {
        return None;
    }
    let value = |index: u64| {
        let distance = (index * step) as i64;
        if first <= last {
            first + distance
        } else {
            first - distance
        }
    };
    let word = |index| show(value(index)).chars().map(Atom::Char).collect();
    Some((0..=count).map(word).collect())
}

/// A word again, with the characters of each stretch as one part.
fn joined(atoms: &[Atom]) -> Word {
    let mut parts = Vec::new();
    let mut text = String::new();
    for atom in atoms {
        match atom {
            Atom::Char(c) => text.push(*c),
            Atom::Part(part) => {
                if !text.is_empty() {
                    parts.push(Part::Bare(std::mem::take(&mut text)));
                }
                parts.push(part.clone());
            }
        }
    }
    if !text.is_empty() {
        parts.push(Part::Bare(text));
    }
    Word { parts }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        let word = Word {
            parts: vec![Part::Bare(text.to_owned())],
        };
        let words = expand(&word);
        words
            .iter()
            .map(Word::plain_text)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn braces_with_commas_and_counts_become_words() {
        for (text, expected) in [
            ("a{b,c}d", "abd acd"),
            ("{a,b}{1,2}", "a1 a2 b1 b2"),
            ("{a,{b,c}}", "a b c"),
            ("{1..4}", "1 2 3 4"),
            ("{3..1}", "3 2 1"),
            ("{a..e..2}", "a c e"),
            ("{01..03}", "01 02 03"),
            ("{-1..1}", "-1 0 1"),
            ("{}", "{}"),
            ("{a}", "{a}"),
            ("{a,b", "{a,b"),
            ("a}{b,c}", "a}b a}c"),
            ("{{a,b}", "{a {b"),
            ("{a,}x", "ax x"),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    #[test]
    fn too_many_words_stay_as_they_are_written() {
        for text in [
            "{1..1000000000}",
            "{1..1000}{1..1000}",
            "{-9223372036854775808..9223372036854775807}",
        ] {
            assert_eq!(words(text), text);
        }
        let deep = "{a,".repeat(50_000);
        assert_eq!(words(&deep), deep);
    }
}
