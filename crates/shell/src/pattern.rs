//! Patterns such as `*.tx?` and `[a-z]*`, and whether a name matches.

/// One byte of an expanded word, and whether quotes keep it from meaning anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) byte: u8,
    pub(crate) quoted: bool,
}

impl Mark {
    /// A text without any quotes.
    pub(crate) fn bare(text: &str) -> Vec<Self> {
        let quoted = false;
        text.bytes().map(|byte| Self { byte, quoted }).collect()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    elements: Vec<Element>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Element {
    Exactly(u32),
    One,
    Any,
    Class { negated: bool, members: Vec<Member> },
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Member {
    Range(u32, u32),
    Named(String),
}

impl Pattern {
    pub(crate) fn new(marks: &[Mark]) -> Self {
        let chars = decode_marks(marks);
        let mut elements = Vec::new();
        let mut at = 0;
        while at < chars.len() {
            let (c, quoted) = chars[at];
            at += 1;
            elements.push(match char::from_u32(c) {
                Some('*') if !quoted => Element::Any,
                Some('?') if !quoted => Element::One,
                Some('[') if !quoted => match class(&chars[at..]) {
                    Some((element, length)) => {
                        at += length;
                        element
                    }
                    None => Element::Exactly(c),
                },
                _ => Element::Exactly(c),
            });
        }
        Self { elements }
    }

    /// Whether every character means itself.
    pub(crate) fn is_plain(&self) -> bool {
        self.elements
            .iter()
            .all(|element| matches!(element, Element::Exactly(_)))
    }

    /// Whether it begins with a dot as such: only then are hidden files meant.
    pub(crate) fn wants_hidden(&self) -> bool {
        self.elements.first() == Some(&Element::Exactly(u32::from('.')))
    }

    /// Whether the whole of `name` matches.
    ///
    /// When something does not fit, only the last `*` need take one more character: whatever an
    /// earlier one could do, the last can do too. So the time is at most the product of the lengths.
    pub(crate) fn matches(&self, name: &[u8]) -> bool {
        let name = decode(name);
        let (mut at, mut element) = (0, 0);
        let mut retry: Option<(usize, usize)> = None;
        loop {
            match self.elements.get(element) {
                Some(Element::Any) => {
                    element += 1;
                    retry = Some((element, at));
                    continue;
                }
                Some(one) if at < name.len() && one.fits(name[at]) => {
                    element += 1;
                    at += 1;
                    continue;
                }
                None if at == name.len() => return true,
                _ => {}
            }
            match &mut retry {
                Some((after_star, taken)) if *taken < name.len() => {
                    *taken += 1;
                    (element, at) = (*after_star, *taken);
                }
                _ => return false,
            }
        }
    }
}

impl Pattern {
    /// `value` with another text for its first or for all its longest matches; a match has at least one
    /// character.
    pub(crate) fn replaced(&self, value: &[u8], text: &[u8], all: bool) -> Vec<u8> {
        let chars = decode(value);
        let mut output = Vec::with_capacity(value.len());
        let mut at = 0;
        while at < chars.len() {
            match self.longest_match(&chars[at..]) {
                Some(length) => {
                    output.extend_from_slice(text);
                    at += length;
                    if !all {
                        break;
                    }
                }
                None => {
                    encode(chars[at], &mut output);
                    at += 1;
                }
            }
        }
        for &c in &chars[at..] {
            encode(c, &mut output);
        }
        output
    }

    /// How many characters at the beginning match, at most. All ways to match are followed at once.
    fn longest_match(&self, chars: &[u32]) -> Option<usize> {
        let elements = &self.elements;
        let mut at = vec![false; elements.len() + 1];
        at[0] = true;
        let mut longest = None;
        for (read, &c) in chars.iter().enumerate() {
            self.skip_stars(&mut at);
            let mut next = vec![false; elements.len() + 1];
            for (index, element) in elements.iter().enumerate().filter(|(index, _)| at[*index]) {
                if *element == Element::Any {
                    next[index] = true;
                } else if element.fits(c) {
                    next[index + 1] = true;
                }
            }
            self.skip_stars(&mut next);
            if next[elements.len()] {
                longest = Some(read + 1);
            }
            if !next.contains(&true) {
                break;
            }
            at = next;
        }
        longest
    }

    /// A `*` may match nothing.
    fn skip_stars(&self, at: &mut [bool]) {
        for (index, element) in self.elements.iter().enumerate() {
            if at[index] && *element == Element::Any {
                at[index + 1] = true;
            }
        }
    }
}

/// Whether a name matches a file pattern in which nothing is quoted.
///
/// ```
/// assert!(boyi_shell::matches("[a-c]*.txt", b"board.txt"));
/// ```
pub fn matches(pattern: &str, name: &[u8]) -> bool {
    Pattern::new(&Mark::bare(pattern)).matches(name)
}

impl Element {
    fn fits(&self, c: u32) -> bool {
        match self {
            Self::Exactly(wanted) => *wanted == c,
            Self::One | Self::Any => true,
            Self::Class { negated, members } => {
                members.iter().any(|member| member.fits(c)) != *negated
            }
        }
    }
}

impl Member {
    fn fits(&self, c: u32) -> bool {
        match self {
            Self::Range(low, high) => (*low..=*high).contains(&c),
            Self::Named(name) => char::from_u32(c).is_some_and(|c| match name.as_str() {
                "alpha" => c.is_alphabetic(),
                "digit" => c.is_ascii_digit(),
                "alnum" => c.is_alphanumeric(),
                "upper" => c.is_uppercase(),
                "lower" => c.is_lowercase(),
                "space" => c.is_whitespace(),
                "blank" => c == ' ' || c == '\t',
                "punct" => c.is_ascii_punctuation(),
                "cntrl" => c.is_control(),
                "xdigit" => c.is_ascii_hexdigit(),
                "graph" => !c.is_control() && !c.is_whitespace(),
                "print" => !c.is_control(),
                _ => false,
            }),
        }
    }
}

/// Reads a class after its `[`; `None` where it is never closed and `[` means itself.
fn class(chars: &[(u32, bool)]) -> Option<(Element, usize)> {
    let bare = |at: usize, wanted: char| chars.get(at) == Some(&(u32::from(wanted), false));
    let mut at = 0;
    let negated = bare(0, '!') || bare(0, '^');
    at += usize::from(negated);
    let mut members = Vec::new();
    let first = at;
    loop {
        let &(c, _) = chars.get(at)?;
        if bare(at, ']') && at > first {
            return Some((Element::Class { negated, members }, at + 1));
        }
        if bare(at, '[')
            && bare(at + 1, ':')
            && let Some(length) =
                (at + 2..chars.len()).position(|end| bare(end, ':') && bare(end + 1, ']'))
        {
            let name = &chars[at + 2..at + 2 + length];
            let name = name.iter().filter_map(|(c, _)| char::from_u32(*c));
            members.push(Member::Named(name.collect()));
            at += length + 4;
        } else if bare(at + 1, '-') && chars.get(at + 2).is_some() && !bare(at + 2, ']') {
            members.push(Member::Range(c, chars[at + 2].0));
            at += 3;
        } else {
            members.push(Member::Range(c, c));
            at += 1;
        }
    }
}

/// Characters as numbers. A byte that is no character gets a number beyond all of them, so that names
/// in any encoding can be matched.
fn decode(bytes: &[u8]) -> Vec<u32> {
    let mut decoded = Vec::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        decoded.extend(chunk.valid().chars().map(u32::from));
        decoded.extend(
            chunk
                .invalid()
                .iter()
                .map(|byte| 0x11_0000 + u32::from(*byte)),
        );
    }
    decoded
}

/// Adds the bytes of a character that [`decode`] has read.
fn encode(c: u32, output: &mut Vec<u8>) {
    match char::from_u32(c) {
        Some(c) => output.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        None => output.push(c as u8),
    }
}

fn decode_marks(marks: &[Mark]) -> Vec<(u32, bool)> {
    let mut decoded = Vec::with_capacity(marks.len());
    for run in marks.chunk_by(|a, b| a.quoted == b.quoted) {
        let bytes: Vec<u8> = run.iter().map(|mark| mark.byte).collect();
        decoded.extend(decode(&bytes).into_iter().map(|c| (c, run[0].quoted)));
    }
    decoded
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    fn matches(pattern: &str, name: &str) -> bool {
        super::matches(pattern, name.as_bytes())
    }

    #[test]
    fn patterns_match_as_in_every_shell() {
        for (pattern, name) in [
            ("*", ""),
            ("*.txt", "a.txt"),
            ("a*b*c", "aXbXbc"),
            ("?", "界"),
            ("[a-c]x", "bx"),
            ("[!a-c]x", "dx"),
            ("[]a]", "]"),
            ("[[:digit:]]*", "7up"),
            ("[a-]", "-"),
            ("[open", "[open"),
        ] {
            assert!(matches(pattern, name), "{pattern} matches {name}");
        }
        for (pattern, name) in [("?", ""), ("?", "ab"), ("[a-c]", "d"), ("*.txt", "a.text")] {
            assert!(!matches(pattern, name), "{pattern} does not match {name}");
        }
    }

    #[test]
    fn many_stars_do_not_take_forever() {
        assert!(!matches(
            &format!("{}c", "a*".repeat(60)),
            &format!("{}b", "a".repeat(20_000))
        ));
    }

    /// The obvious version: exponential, and plainly right.
    fn slow(pattern: &[u8], name: &[u8]) -> bool {
        match (pattern.first(), name.first()) {
            (None, None) => true,
            (Some(b'*'), _) => {
                slow(&pattern[1..], name) || (!name.is_empty() && slow(pattern, &name[1..]))
            }
            (Some(b'?'), Some(_)) => slow(&pattern[1..], &name[1..]),
            (Some(a), Some(b)) if a == b => slow(&pattern[1..], &name[1..]),
            _ => false,
        }
    }

    proptest! {
        #[test]
        fn fast_matching_is_slow_matching(pattern in "[ab*?]{0,8}", name in "[ab]{0,10}") {
            prop_assert_eq!(matches(&pattern, &name), slow(pattern.as_bytes(), name.as_bytes()));
        }
    }
}
