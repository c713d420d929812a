//! What a program writes to its standard error, and what we have to say about it.

/// The beginning and the end of a log; what lies between is left out once there is too much.
#[derive(Default)]
pub(super) struct Log {
    head: Vec<u8>,
    tail: Vec<u8>,
    left_out: u64,
}

/// Kept of the beginning, where programs introduce themselves.
const HEAD: usize = 4 << 10;
/// Kept of the end, where they say what went wrong.
const TAIL: usize = 16 << 10;

impl Log {
    pub(super) fn write(&mut self, bytes: &[u8]) {
        let room = HEAD.saturating_sub(self.head.len()).min(bytes.len());
        let (first, rest) = bytes.split_at(room);
        self.head.extend_from_slice(first);
        self.tail.extend_from_slice(rest);
        // Cut rarely, so that a flood costs no more than copying it once.
        if self.tail.len() > 2 * TAIL {
            let cut = self.tail.len() - TAIL;
            self.tail.drain(..cut);
            self.left_out += cut as u64;
        }
    }

    /// Takes down a remark of ours, on a line of its own.
    pub(super) fn note(&mut self, remark: &str) {
        let last = self.tail.last().or(self.head.last());
        let new_line = last.is_some_and(|&byte| byte != b'\n');
        let start = if new_line { "\n" } else { "" };
        self.write(format!("{start}[boyi] {remark}\n").as_bytes());
    }

    /// All of it since this was last asked; nothing where nothing was written.
    pub(super) fn take(&mut self) -> Option<String> {
        if self.head.is_empty() {
            return None;
        }
        let log = std::mem::take(self);
        let mut text = String::from_utf8_lossy(&log.head).into_owned();
        let surplus = log.tail.len().saturating_sub(TAIL);
        let left_out = log.left_out + surplus as u64;
        if left_out > 0 {
            text.push_str(&format!("\n[boyi] {left_out} bytes left out\n"));
        }
        text.push_str(&String::from_utf8_lossy(&log.tail[surplus..]));
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_keeps_its_beginning_and_its_end() {
        let mut log = Log::default();
        assert_eq!(log.take(), None);
        log.write(b"begin");
        log.note("it stalled");
        for _ in 0..1000 {
            log.write(&[b'x'; 1000]);
        }
        log.write(b"end");
        let text = log.take().expect("much was written");
        assert!(text.starts_with("begin\n[boyi] it stalled\n"), "{text}");
        assert!(text.ends_with("xend"));
        assert!(text.len() < HEAD + TAIL + 100);
        let kept = text.bytes().filter(|&byte| byte == b'x').count() as u64;
        let note = text
            .lines()
            .find(|line| line.contains("left out"))
            .expect("a gap");
        let left_out: u64 = note
            .split(' ')
            .nth(1)
            .and_then(|word| word.parse().ok())
            .expect("a number");
        assert_eq!(kept + left_out, 1_000_000);
        assert_eq!(log.take(), None);
    }
}
