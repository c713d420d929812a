//! Text in columns of a terminal, where a Chinese character takes two.

/// How many columns a text takes.
pub(super) fn width(text: &str) -> usize {
    text.chars().map(columns).sum()
}

/// A text in exactly so many columns: filled up with spaces, or with a sign in its middle for what is
/// missing, since players differ at the end of their names as often as at the beginning.
pub(super) fn fitted(text: &str, room: usize) -> String {
    let text: String = text.chars().map(shown).collect();
    let fitted = if width(&text) <= room {
        text
    } else {
        let letters = room.saturating_sub(1);
        let tail: Vec<char> = within(text.chars().rev(), letters / 2).collect();
        let head = within(text.chars(), letters - letters / 2);
        head.chain(['…']).chain(tail.into_iter().rev()).collect()
    };
    let left = room.saturating_sub(width(&fitted));
    fitted + &" ".repeat(left)
}

/// As many letters as fit into so many columns.
fn within(letters: impl Iterator<Item = char>, room: usize) -> impl Iterator<Item = char> {
    letters.scan(room, |left, letter| {
        *left = left.checked_sub(columns(letter))?;
        Some(letter)
    })
}

/// A bar of so many columns, filled to this share.
pub(super) fn bar(share: f64, room: usize) -> String {
    let filled = (share.clamp(0.0, 1.0) * room as f64).round() as usize;
    "█".repeat(filled) + &"░".repeat(room - filled)
}

/// Names come from outside: nothing in them may move the cursor.
fn shown(letter: char) -> char {
    if letter.is_control() { '?' } else { letter }
}

/// Wide are the scripts of East Asia, their punctuation and their full-width forms.
fn columns(letter: char) -> usize {
    let wide = matches!(u32::from(letter),
        0x1100..=0x115F | 0x2E80..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF
        | 0xFE30..=0xFE6F | 0xFF01..=0xFF60 | 0xFFE0..=0xFFE6 | 0x1F300..=0x1FAFF | 0x20000..=0x3FFFD);
    if wide { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_takes_exactly_its_room() {
        assert_eq!(fitted("pvs", 5), "pvs  ");
        assert_eq!(fitted("alpha-beta", 6), "alp…ta");
        assert_eq!(fitted("棋手", 5), "棋手 ");
        assert_eq!(fitted("棋手棋手", 6), "棋…手 ");
        assert_eq!(fitted("a\u{1b}[2J", 8), "a?[2J   ");
        for text in ["", "x", "棋", "abc棋手def", "ééé"] {
            for room in 1..12 {
                assert_eq!(width(&fitted(text, room)), room, "{text} in {room}");
            }
        }
        assert_eq!(
            [bar(0.0, 4), bar(0.5, 4), bar(2.0, 4)],
            ["░░░░", "██░░", "████"]
        );
    }
}
