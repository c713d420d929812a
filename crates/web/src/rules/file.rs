//! A file of rules: Markdown in which a fenced block `board` is a small board. The block has fields a line
//! (`caption`, `rules`, `moves`, `shows`), then, after an empty line, a position in any format of the game.

use thiserror::Error;

/// The rules as they are written.
#[derive(Default, Debug)]
pub(super) struct RulesFile {
    pub(super) parts: Vec<Part>,
}

/// Text, and the board that ends it.
#[derive(Default, Debug)]
pub(super) struct Part {
    pub(super) text: String,
    pub(super) figure: Option<FigureFile>,
}

/// A board as it is written.
#[derive(Default, Debug)]
pub(super) struct FigureFile {
    pub(super) caption: String,
    pub(super) rules: Option<String>,
    /// The usual start unless there is one.
    pub(super) position: Option<String>,
    pub(super) moves: Vec<String>,
    /// The point whose piece shows its moves.
    pub(super) shows: Option<String>,
}

#[derive(PartialEq, Eq, Debug, Error)]
pub(super) enum RulesError {
    #[error("line {0}: the board has no end")]
    Open(usize),
    #[error("line {0}: a board has no field of that name")]
    Field(usize),
    #[error("line {0}: a board needs a caption")]
    Caption(usize),
}

impl RulesFile {
    pub(super) fn read(text: &str) -> Result<Self, RulesError> {
        let mut file = Self::default();
        let mut part = Part::default();
        let mut lines = (1..).zip(text.lines());
        while let Some((number, line)) = lines.next() {
            if line.trim_end() != "```board" {
                part.text.push_str(line);
                part.text.push('\n');
                continue;
            }
            let mut block = Vec::new();
            loop {
                match lines.next() {
                    None => return Err(RulesError::Open(number)),
                    Some((_, "```")) => break,
                    Some(line) => block.push(line),
                }
            }
            part.figure = Some(FigureFile::read(number, &block)?);
            file.parts.push(std::mem::take(&mut part));
        }
        file.parts.push(part);
        Ok(file)
    }
}

impl FigureFile {
    fn read(first: usize, block: &[(usize, &str)]) -> Result<Self, RulesError> {
        let mut figure = Self::default();
        let end = block.iter().position(|(_, line)| line.is_empty());
        let (fields, position) = block.split_at(end.unwrap_or(block.len()));
        for &(number, line) in fields {
            let (name, value) = line.split_once(": ").ok_or(RulesError::Field(number))?;
            match name {
                "caption" => value.clone_into(&mut figure.caption),
                "rules" => figure.rules = Some(value.to_owned()),
                "moves" => figure.moves = value.split(", ").map(str::to_owned).collect(),
                "shows" => figure.shows = Some(value.to_owned()),
                _ => return Err(RulesError::Field(number)),
            }
        }
        let position: Vec<&str> = position.iter().map(|&(_, line)| line).collect();
        let position = position.join("\n").trim().to_owned();
        figure.position = (!position.is_empty()).then_some(position);
        if figure.caption.is_empty() {
            return Err(RulesError::Caption(first));
        }
        Ok(figure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_and_mistakes_named() {
        let text = "Text.\n\n```board\ncaption: C\nmoves: a1, b2\n\n2 2\nxo\n```\n\nMore.\n";
        let file = RulesFile::read(text).expect("rules");
        let figure = file.parts[0].figure.as_ref().expect("a board");
        assert_eq!(figure.position.as_deref(), Some("2 2\nxo"));
        assert_eq!(figure.moves, ["a1", "b2"]);
        assert_eq!(file.parts[1].text.trim(), "More.");
        for (from, to, error) in [
            ("xo\n```\n", "xo\n", RulesError::Open(3)),
            ("moves: ", "move: ", RulesError::Field(5)),
            ("caption: C\n", "", RulesError::Caption(3)),
        ] {
            let wrong = text.replacen(from, to, 1);
            assert_eq!(RulesFile::read(&wrong).expect_err("a mistake"), error);
        }
    }
}
