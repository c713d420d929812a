//! What a backslash means to `echo -e` and in `$'…'`.

/// `\n` and its relatives as `echo -e` reads them; whether `\c` ended the text.
pub(crate) fn unescaped(text: &[u8]) -> (Vec<u8>, bool) {
    let mut output = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let Some((&escape, after)) = after.split_first().filter(|_| byte == b'\\') else {
            output.push(byte);
            continue;
        };
        rest = after;
        let meant = match escape {
            b'a' => 7,
            b'b' => 8,
            b'e' => 27,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'v' => 11,
            b'\\' => b'\\',
            b'c' => return (output, true),
            b'0' | b'x' => {
                let (radix, most) = if escape == b'0' { (8, 3) } else { (16, 2) };
                let digits = rest
                    .iter()
                    .take(most)
                    .take_while(|digit| char::from(**digit).is_digit(radix))
                    .count();
                let number = std::str::from_utf8(&rest[..digits]).unwrap_or_default();
                rest = &rest[digits..];
                (u32::from_str_radix(number, radix).unwrap_or(0) & 0xFF) as u8
            }
            other => {
                output.push(b'\\');
                other
            }
        };
        output.push(meant);
    }
    (output, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_read() {
        let read = |text: &str| unescaped(text.as_bytes());
        assert_eq!(read(r"a\tb\n"), (b"a\tb\n".to_vec(), false));
        assert_eq!(read(r"\x41\0102\q\"), (br"AB\q\".to_vec(), false));
        assert_eq!(read(r"a\cb"), (b"a".to_vec(), true));
    }
}
