//! What a file holds, recognised by how it begins.

/// The formats of mazes and maps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// Rows of 0 and 1; also any text that is none of the others, so that reading it says what is
    /// wrong with it.
    Maze,
    /// `M N T` and M rows of N numbers.
    Supply,
    /// A `MovingAI` map.
    Map,
    /// A `MovingAI` list of queries.
    Scenarios,
    /// A PNG picture of a road map.
    RoadPicture,
}

impl FileKind {
    /// Tells the formats apart. Three numbers on the first line are the size and food of a supply
    /// maze, unless they are 0 and 1 and the second line has three too: that is a maze three cells
    /// wide.
    pub fn of(bytes: &[u8]) -> Self {
        if bytes.starts_with(b"\x89PNG") {
            return Self::RoadPicture;
        }
        let text = String::from_utf8_lossy(bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let mut lines = text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<&str>>())
            .filter(|words| !words.is_empty());
        let first = lines.next().unwrap_or_default();
        match first[..] {
            ["version", ..] => Self::Scenarios,
            ["type", ..] => Self::Map,
            [_, _, _] if first.iter().all(|word| word.parse::<u32>().is_ok()) => {
                let three_wide = lines.next().is_some_and(|second| second.len() == 3)
                    && first.iter().all(|word| matches!(*word, "0" | "1"));
                if three_wide { Self::Maze } else { Self::Supply }
            }
            _ => Self::Maze,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_recognised_by_how_they_begin() {
        for (text, kind) in [
            ("0101\n1111", FileKind::Maze),
            ("\n0 1 0\n0 0 0\n", FileKind::Maze),
            ("", FileKind::Maze),
            ("2 2 5\n3 0\n0 4\n", FileKind::Supply),
            ("3 3 5\r\n3 0 0\r\n0 0 0\r\n0 0 4\r\n", FileKind::Supply),
            ("type octile\nheight 2", FileKind::Map),
            ("\u{feff}type octile\nheight 2", FileKind::Map),
            ("version 1\n", FileKind::Scenarios),
        ] {
            assert_eq!(FileKind::of(text.as_bytes()), kind, "{text:?}");
        }
        assert_eq!(FileKind::of(b"\x89PNG\r\n"), FileKind::RoadPicture);
        assert_eq!(FileKind::of(b"\xff\x00"), FileKind::Maze);
    }
}
