//! Text in columns of a terminal, where a Chinese character takes two.

use boyi_arena::terminal::escaped;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// A text in exactly so many columns: filled up with spaces, or with a sign in its middle for what is
/// missing, since players differ at the end of their names as often as at the beginning.
pub(super) fn fitted(text: &str, room: usize) -> String {
    // Names come from outside: nothing in them may move the cursor, and none takes two lines.
    let text = escaped(text).replace(['\n', '\t'], " ");
    let fitted = if text.width() <= room {
        text
    } else {
        let letters = room.saturating_sub(1);
        let tail: Vec<char> = within(text.chars().rev(), letters / 2).collect();
        let head = within(text.chars(), letters - letters / 2);
        head.chain(['…']).chain(tail.into_iter().rev()).collect()
    };
    let left = room.saturating_sub(fitted.width());
    fitted + &" ".repeat(left)
}

/// As many letters as fit into so many columns.
fn within(letters: impl Iterator<Item = char>, room: usize) -> impl Iterator<Item = char> {
    letters.scan(room, |left, letter| {
        *left = left.checked_sub(letter.width().unwrap_or(0))?;
        Some(letter)
    })
}

/// A bar of so many columns, filled to this share.
pub(super) fn bar(share: f64, room: usize) -> String {
    let filled = (share.clamp(0.0, 1.0) * room as f64).round() as usize;
    "█".repeat(filled) + &"░".repeat(room - filled)
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
        assert_eq!(fitted("a\u{1b}[2J", 12), "a\\u{1b}[2J  ");
        for text in ["", "x", "棋", "abc棋手def", "ééé"] {
            for room in 1..12 {
                assert_eq!(fitted(text, room).width(), room, "{text} in {room}");
            }
        }
        assert_eq!(
            [bar(0.0, 4), bar(0.5, 4), bar(2.0, 4)],
            ["░░░░", "██░░", "████"]
        );
    }
}
