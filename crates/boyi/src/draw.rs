//! A board drawn with characters.

use boyi_game::{Cell, Ground, Language, LegalMove, PerSide, Phrase, Piece, Side, View};
use boyi_xiangqi::Kind;

/// What is drawn, and for whom.
pub(crate) struct Drawing<'a> {
    pub(crate) view: &'a View,
    /// Places one may play to are marked with `·`.
    pub(crate) legal: &'a [LegalMove],
    /// What the sides are called.
    pub(crate) sides: PerSide<Phrase>,
    pub(crate) colour: bool,
    pub(crate) language: Language,
}

impl Drawing<'_> {
    /// The board, its names around it, the last move in brackets.
    pub(crate) fn text(&self) -> String {
        let view = self.view;
        let wide = self.has_chinese_pieces();
        let mut text = String::new();
        let names: String = view
            .col_names
            .iter()
            .map(|name| {
                if wide {
                    format!("{name:>2}  ")
                } else {
                    format!("{name:>2} ")
                }
            })
            .collect();
        text.push_str(&format!("   {}\n", names.trim_end()));
        for row in 0..view.rows {
            text.push_str(&format!("{:>2} ", view.row_names[row]));
            for col in 0..view.cols {
                text.push_str(&self.cell(row * view.cols + col, wide));
            }
            while text.ends_with(' ') {
                text.pop();
            }
            text.push('\n');
        }
        if let Some(points) = view.points {
            let line = Side::BOTH.map(|side| {
                let name = self.sides[side].in_language(self.language);
                match self.mark(side) {
                    Some(mark) => format!("{mark} {name} {}", points[side]),
                    None => format!("{name} {}", points[side]),
                }
            });
            text.push_str(&format!("   {}\n", line.join("  ")));
        }
        for note in &view.notes {
            text.push_str(&format!("   {}\n", note.in_language(self.language)));
        }
        text
    }

    /// How the discs or stones of a side are drawn, where the game has such.
    fn mark(&self, side: Side) -> Option<char> {
        let mut pieces = self.view.cells.iter().filter_map(|cell| cell.piece);
        pieces
            .all(|piece| piece.kind == DISC)
            .then_some(match side {
                Side::First => '●',
                Side::Second => '○',
            })
    }

    fn cell(&self, index: usize, wide: bool) -> String {
        let cell = &self.view.cells[index];
        let mut places = self.legal.iter();
        let playable = places.any(|mv| mv.to == Some(index) && mv.from.is_none());
        let (symbol, takes_two) = match cell.piece.and_then(chinese).filter(|_| wide) {
            Some(piece) => (piece, true),
            None => (symbol(cell, playable), false),
        };
        let (left, right) = if self.view.last.contains(&index) {
            ('[', ']')
        } else {
            (' ', ' ')
        };
        let gap = if wide && !takes_two { " " } else { "" };
        let text = format!("{left}{symbol}{right}{gap}");
        if self.colour {
            painted(cell, playable, &text)
        } else {
            text
        }
    }

    /// Whether the pieces have names of their own that Chinese readers know them by.
    fn has_chinese_pieces(&self) -> bool {
        let mut pieces = self.view.cells.iter().filter_map(|cell| cell.piece);
        self.language == Language::Chinese
            && pieces.clone().next().is_some()
            && pieces.all(|piece| chinese(piece).is_some())
    }
}

/// What the view calls discs and stones, which are all alike but for their side.
const DISC: char = 'O';

/// A piece of xiangqi as it stands on Chinese boards. Where both sides write it alike the second one's
/// has the old form, so that they can be told apart without colours.
fn chinese(piece: Piece) -> Option<char> {
    let kind = Kind::from_letter(piece.kind)?;
    let side = piece.owner?;
    Some(match (kind.chinese(side), side) {
        ('马', Side::Second) => '馬',
        ('车', Side::Second) => '車',
        ('炮', Side::Second) => '砲',
        (name, _) => name,
    })
}

fn symbol(cell: &Cell, playable: bool) -> char {
    if let Some(piece) = cell.piece {
        return match (piece.kind, piece.owner) {
            (DISC, Some(Side::First)) => '●',
            (DISC, Some(Side::Second)) => '○',
            (kind, Some(Side::Second)) => kind.to_ascii_lowercase(),
            (kind, _) => kind,
        };
    }
    match (cell.ground, cell.worth) {
        (Ground::Wall, _) => '#',
        (Ground::Star, _) => '*',
        (Ground::SuperStar, _) => '@',
        (Ground::Open, Some(worth)) => char::from_digit(u32::from(worth), 36).unwrap_or('+'),
        (Ground::Open, None) if playable => '·',
        (Ground::Open, None) => '.',
    }
}

fn painted(cell: &Cell, playable: bool, text: &str) -> String {
    let code = match cell.piece.and_then(|piece| piece.owner) {
        Some(Side::First) => "1;31",
        Some(Side::Second) => "1;36",
        None if playable => "1;32",
        None => "2",
    };
    format!("\x1b[{code}m{text}\x1b[0m")
}
