//! Points and squares as `h8`: a letter for the column, a number for the row.

/// Column and row counted from zero; `None` for what is no point.
pub(super) fn read(text: &str) -> Option<(usize, usize)> {
    let text = text.trim();
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let column = (letter.to_ascii_lowercase() as u8 - b'a') as usize;
    let row: usize = text[1..]
        .parse()
        .ok()
        .filter(|row| (1..=99).contains(row))?;
    Some((column, row - 1))
}

pub(super) fn write(column: usize, row: usize) -> Option<String> {
    let letter = u8::try_from(column).ok().filter(|&column| column < 26)?;
    Some(format!("{}{}", char::from(b'a' + letter), row + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_read_back() {
        for text in ["a1", "h8", "o15", "t20"] {
            let (column, row) = read(text).expect(text);
            assert_eq!(write(column, row).as_deref(), Some(text));
        }
        for wrong in ["", "a", "a0", "8h", "pass", "h-1", "é1", "a100"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        assert_eq!(write(26, 0), None);
    }
}
