//! The file of experience: a line that says what it is, then a line for each entry, with tabs between
//! its parts and a checksum at its end.

use boyi_game::{Key, Score};

use super::{Experience, ExperienceEntry, ExperienceError, MAX_ENTRIES};
use crate::file_error::FileError;

/// With the version: what a later one means is not guessed.
const HEAD: &str = "boyi experience 1";

impl Experience {
    pub(super) fn write(&self) -> String {
        let mut text = format!("{HEAD} {}\n", self.game);
        for entry in &self.entries {
            let line = write_line(entry);
            let sum = checksum(&line);
            text.push_str(&format!("{line}\t{sum:016x}\n"));
        }
        text
    }

    /// Takes up what a file says. Anything odd in it, and none of it is believed.
    pub(super) fn read(&mut self, text: &str) -> Result<(), ExperienceError> {
        let file = self.file.clone();
        let wrong = |line, why| ExperienceError::File(FileError::content(&file, line, why));
        let mut lines = text.lines().enumerate();
        let head = format!("{HEAD} {}", self.game);
        if lines.next().map(|(_, line)| line) != Some(head.as_str()) {
            return Err(wrong(0, format!("expected `{head}`")));
        }
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            if number > MAX_ENTRIES {
                let why = format!("more than {MAX_ENTRIES} entries");
                return Err(wrong(number, why));
            }
            let (line, sum) = line
                .rsplit_once('\t')
                .ok_or_else(|| wrong(number, "expected an entry and a checksum".to_owned()))?;
            if u64::from_str_radix(sum, 16).ok() != Some(checksum(line)) {
                let why = "the checksum does not fit: the line was changed".to_owned();
                return Err(wrong(number, why));
            }
            let entry = read_line(line).ok_or_else(|| {
                let why = "expected rules, position, mistake, value, refutation, better and value";
                wrong(number, why.to_owned())
            })?;
            self.add(entry);
        }
        Ok(())
    }
}

fn write_line(entry: &ExperienceEntry) -> String {
    let ExperienceEntry {
        rules,
        position,
        mistake,
        value,
        refutation,
        better,
        better_value,
    } = entry;
    let (value, better_value) = (value.value(), better_value.value());
    let refutation = refutation.join(" ");
    format!("{rules}\t{position}\t{mistake}\t{value}\t{refutation}\t{better}\t{better_value}")
}

fn read_line(line: &str) -> Option<ExperienceEntry> {
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
    Some(ExperienceEntry {
        rules: rules.to_owned(),
        position: position.to_owned(),
        mistake: mistake.to_owned(),
        value: score(value)?,
        refutation: refutation.split_whitespace().map(str::to_owned).collect(),
        better: better.to_owned(),
        better_value: score(better_value)?,
    })
}

/// Against accidents, not against forgers: what a forger can do is limited by how entries are used.
fn checksum(line: &str) -> u64 {
    let mix = |sum: u64, byte: u8| Key::mixed(sum ^ u64::from(byte)).0;
    line.bytes().fold(line.len() as u64, mix)
}
