//! Text from outside on a terminal: names, errors, logs and comments are anything, and a terminal obeys
//! what it is told. Whatever is printed for people goes through here.

use std::borrow::Cow;

/// The text with everything written out that would do something to a terminal, or make a line read as it
/// is not: control characters but line ends and tabs, and characters that turn the direction of writing.
pub fn escaped(text: &str) -> Cow<'_, str> {
    written_out(text, |letter| letter.escape_unicode().to_string())
}

/// The same for JSON, whose strings have a form of their own for such characters.
pub fn escaped_json(json: &str) -> Cow<'_, str> {
    written_out(json, |letter| {
        let mut units = [0; 2];
        let units = letter.encode_utf16(&mut units).iter();
        units.map(|unit| format!("\\u{unit:04x}")).collect()
    })
}

fn written_out(text: &str, form: impl Fn(char) -> String) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if is_unsafe(letter) {
            safe.push_str(&form(letter));
        } else {
            safe.push(letter);
        }
    }
    Cow::Owned(safe)
}

fn is_unsafe(letter: char) -> bool {
    match letter {
        '\n' | '\t' => false,
        // Marks, embeddings, overrides and isolates of direction; separators of lines; invisible tags.
        '\u{061c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}'
        | '\u{e0000}'..='\u{e007f}' => true,
        _ => letter.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_is_left() {
        let hostile = "\u{1b}]0;owned\u{7}\u{1b}[2J\r\u{9b}31m\u{7f}\u{202e}drow\u{2069}";
        let safe = escaped(hostile);
        assert!(!safe.contains(is_unsafe), "{safe:?}");
        assert_eq!(escaped("a\u{1b}[31mb"), "a\\u{1b}[31mb");
        let plain = "棋手 é½ ✓\tone\ntwo";
        assert!(matches!(escaped(plain), Cow::Borrowed(same) if same == plain));
    }

    #[test]
    fn json_stays_the_same_json() {
        let hostile = "\u{9b}31m \u{202e} \u{e0041} \u{1b} \u{7f}";
        let json = serde_json::to_string(hostile).expect("text");
        let safe = escaped_json(&json);
        assert!(!safe.contains(is_unsafe), "{safe:?}");
        let read: String = serde_json::from_str(&safe).expect("JSON");
        assert_eq!(read, hostile);
    }
}
