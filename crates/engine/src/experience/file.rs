//! The file of experience: a line that says what it is, then a line for each lesson, with tabs between
//! its parts and a checksum at its end.

use boyi_game::{Key, Score};

use super::{Experience, ExperienceError, Lesson, MOST_LESSONS};

/// With the version: what a later one means is not guessed.
const HEAD: &str = "boyi experience 1";

impl Experience {
    /// The text of the file.
    pub(super) fn write(&self) -> String {
        let mut text = format!("{HEAD} {}\n", self.game);
        for lesson in &self.lessons {
            let line = write_line(lesson);
            let sum = checksum(&line);
            text.push_str(&format!("{line}\t{sum:016x}\n"));
        }
        text
    }

    /// Takes up what a file says. Anything odd in it, and none of it is believed.
    pub(super) fn read(&mut self, text: &str) -> Result<(), ExperienceError> {
        let file = self.file.display().to_string();
        let wrong = |line: usize, why: String| ExperienceError::Content {
            file: file.clone(),
            line: line + 1,
            why,
        };
        let mut lines = text.lines().enumerate();
        let head = format!("{HEAD} {}", self.game);
        if lines.next().map(|(_, line)| line) != Some(head.as_str()) {
            return Err(wrong(0, format!("expected `{head}`")));
        }
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            if number > MOST_LESSONS {
                let why = format!("more than {MOST_LESSONS} lessons");
                return Err(wrong(number, why));
            }
            let (line, sum) = line
                .rsplit_once('\t')
                .ok_or_else(|| wrong(number, "expected a lesson and a checksum".to_owned()))?;
            if u64::from_str_radix(sum, 16).ok() != Some(checksum(line)) {
                let why = "the checksum does not fit: the line was changed".to_owned();
                return Err(wrong(number, why));
            }
            let lesson = read_line(line).ok_or_else(|| {
                let why = "expected rules, position, mistake, value, refutation, better and value";
                wrong(number, why.to_owned())
            })?;
            self.add(lesson);
        }
        Ok(())
    }
}

fn write_line(lesson: &Lesson) -> String {
    let Lesson {
        rules,
        position,
        mistake,
        value,
        refutation,
        better,
        better_value,
    } = lesson;
    let (value, better_value) = (value.value(), better_value.value());
    let refutation = refutation.join(" ");
    format!("{rules}\t{position}\t{mistake}\t{value}\t{refutation}\t{better}\t{better_value}")
}

fn read_line(line: &str) -> Option<Lesson> {
    let parts: Vec<&str> = line.split('\t').collect();
    let [
        rules,
        position,
        mistake,
        value,
        refutation,
        better,
        better_value,
    ] = parts[..]
    else {
        return None;
    };
    let score = |text: &str| text.parse().ok().map(Score::from_value);
    let worse = mistake != better && !mistake.is_empty() && !better.is_empty();
    worse.then_some(())?;
    Some(Lesson {
        rules: rules.to_owned(),
        position: position.to_owned(),
        mistake: mistake.to_owned(),
        value: score(value)?,
        refutation: refutation.split_whitespace().map(str::to_owned).collect(),
        better: better.to_owned(),
        better_value: score(better_value)?,
    })
}

/// Against accidents, not against forgers: what a forger can do is limited by how lessons are used.
fn checksum(line: &str) -> u64 {
    let mix = |sum: u64, byte: u8| Key::mixed(sum ^ u64::from(byte)).0;
    line.bytes().fold(line.len() as u64, mix)
}
