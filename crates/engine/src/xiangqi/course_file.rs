//! Course evaluations from files: piece values, square tables, and what can be captured next.
//!
//! Two formats are in use. One gives a table a kind, file after file (`MaPosition` and nine lines of
//! ten numbers, one's own back rank first), then `piece_values` and `next_move_values`; the other
//! gives `single` values and a table a kind as the board lies, red at the bottom (`pos m` and ten
//! lines of nine numbers).

use boyi_xiangqi::{Kind, Square};

use super::course::Course;

/// Why a text is no evaluation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum CourseFileError {
    #[error("line {line}: found `{found}` where {expected} should stand")]
    Line {
        line: usize,
        found: String,
        expected: &'static str,
    },
    #[error("the file ends where {expected} should stand")]
    End { expected: &'static str },
    #[error("no piece has a value: there is neither `piece_values` nor `single`")]
    NoValues,
}

type Lines<'a> = std::iter::Peekable<Box<dyn Iterator<Item = (usize, &'a str)> + 'a>>;

/// Reads either format.
pub(super) fn read(text: &str) -> Result<Course, CourseFileError> {
    let mut found = Course {
        values: [0; 7],
        places: [[0; Square::COUNT]; 7],
        threats: [0; 7],
        counts_attackers: true,
    };
    let lines = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let lines: Box<dyn Iterator<Item = (usize, &str)>> = Box::new(lines);
    let mut lines: Lines = lines.peekable();
    while let Some((number, line)) = lines.next() {
        let wrong = |expected| CourseFileError::Line {
            line: number,
            found: line.to_owned(),
            expected,
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [
                list @ ("piece_values" | "single" | "next_move_values"),
                ref rest @ ..,
            ] => {
                let values = if list == "next_move_values" {
                    &mut found.threats
                } else {
                    &mut found.values
                };
                read_values(rest, values)
                    .ok_or_else(|| wrong("kinds of pieces, each with a number"))?;
            }
            ["pos", name] => {
                let kinds = kinds(name).ok_or_else(|| wrong("`pos` and a kind of piece"))?;
                let rows = read_rows(&mut lines, 10, 9, "ten lines of nine numbers")?;
                for kind in kinds {
                    for (row, numbers) in rows.iter().enumerate() {
                        for (col, &number) in numbers.iter().enumerate() {
                            found.places[kind as usize][9 * (9 - row) + col] = number;
                        }
                    }
                }
            }
            [title] => {
                let name = title.strip_suffix("Position");
                let kinds = name.and_then(kinds);
                let kinds = kinds.ok_or_else(|| wrong("a title such as `MaPosition`"))?;
                let rows = read_rows(&mut lines, 9, 10, "nine lines of ten numbers")?;
                for kind in kinds {
                    for (col, numbers) in rows.iter().enumerate() {
                        for (rank, &number) in numbers.iter().enumerate() {
                            found.places[kind as usize][9 * rank + col] = number;
                        }
                    }
                }
            }
            _ => return Err(wrong("the title of a table or a list of values")),
        }
    }
    if found.values == [0; 7] {
        return Err(CourseFileError::NoValues);
    }
    Ok(found)
}

/// `Ma 300 Ju 500`, `m 439 c 989`.
fn read_values(words: &[&str], values: &mut [i32; 7]) -> Option<()> {
    for pair in words.chunks(2) {
        let [name, number] = pair else {
            return None;
        };
        let number = number.parse().ok()?;
        for kind in kinds(name)? {
            values[kind as usize] = number;
        }
    }
    Some(())
}

fn read_rows(
    lines: &mut Lines,
    rows: usize,
    columns: usize,
    expected: &'static str,
) -> Result<Vec<Vec<i32>>, CourseFileError> {
    let mut table = Vec::new();
    for _ in 0..rows {
        let (line, text) = lines.next().ok_or(CourseFileError::End { expected })?;
        let numbers: Result<Vec<i32>, _> = text.split_whitespace().map(str::parse).collect();
        match numbers {
            Ok(numbers) if numbers.len() == columns => table.push(numbers),
            _ => {
                return Err(CourseFileError::Line {
                    line,
                    found: text.to_owned(),
                    expected,
                });
            }
        }
    }
    Ok(table)
}

/// The kinds a name stands for: the courses write them in pinyin, or by its first letter.
fn kinds(name: &str) -> Option<Vec<Kind>> {
    name.split('_')
        .map(|part| {
            Some(match part.to_ascii_lowercase().as_str() {
                "jiang" | "j" => Kind::General,
                "shi" | "s" => Kind::Advisor,
                "xiang" | "x" => Kind::Elephant,
                "ma" | "m" => Kind::Horse,
                "ju" | "che" | "c" => Kind::Rook,
                "pao" | "p" => Kind::Cannon,
                "bing" | "z" => Kind::Pawn,
                _ => return None,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use boyi_game::{Score, shared_files};
    use boyi_search::Evaluate;
    use boyi_xiangqi::{Rules, Xiangqi};

    use super::*;

    fn start() -> Xiangqi {
        Xiangqi::start(Rules::Axf)
    }

    #[test]
    fn both_formats_say_the_same() {
        // A horse is worth 10, and 7 more on its own second rank of file b (or h for black's eye).
        let by_file = "MaPosition\n0 0 0 0 0 0 0 0 0 0\n0 7 0 0 0 0 0 0 0 0\n".to_owned()
            + &"0 0 0 0 0 0 0 0 0 0\n".repeat(7)
            + "piece_values Ma 10\nnext_move_values Ju 3\n";
        let as_it_lies = "# a comment\nsingle m 10\npos m\n".to_owned()
            + &"0 0 0 0 0 0 0 0 0\n".repeat(8)
            + "0 7 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0\n";
        let (first, second) = (read(&by_file), read(&as_it_lies));
        let (first, second) = (first.expect("a file"), second.expect("a file"));
        assert_eq!(first.places, second.places);
        assert_eq!(first.values, second.values);
        assert_eq!(Evaluate::evaluate(&first, &start()), Score::EVEN);
        let knight = second.places[Kind::Horse as usize][10];
        assert_eq!(knight, 7);
    }

    #[test]
    fn mistakes_are_pointed_at() {
        let why = |text: &str| read(text).expect_err("wrong").to_string();
        assert_eq!(
            why("MaPosition\n1 2 3\n"),
            "line 2: found `1 2 3` where nine lines of ten numbers should stand"
        );
        assert!(why("pos q").contains("line 1"));
        assert!(why("pos m\n0 0 0 0 0 0 0 0 0").contains("the file ends"));
        assert!(why("single m").contains("each with a number"));
        assert!(why("").contains("no piece has a value"));
        assert!(why("hello there you").contains("title of a table"));
    }

    #[test]
    fn the_courses_own_files_are_read() {
        for name in ["xiangqi/tables-a.txt", "xiangqi/tables-b.txt"] {
            let Some(text) = shared_files::text(name) else {
                continue;
            };
            let evaluation = read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(
                Evaluate::evaluate(&evaluation, &start()),
                Score::EVEN,
                "{name}"
            );
            assert!(evaluation.values[Kind::Rook as usize] > 400, "{name}");
        }
    }
}
