//! A board drawn with characters.

use boyi_game::{Cell, Ground, Language, LegalMove, Side, View};

/// The board, its names around it, the places one may play to marked with `·`, the last move in
/// brackets.
pub(crate) fn draw(view: &View, legal: &[LegalMove], colour: bool, language: Language) -> String {
    let mut text = String::new();
    let names: String = view
        .col_names
        .iter()
        .map(|name| format!("{name:>2} "))
        .collect();
    text.push_str(&format!("   {}\n", names.trim_end()));
    for row in 0..view.rows {
        text.push_str(&format!("{:>2} ", view.row_names[row]));
        for col in 0..view.cols {
            let index = row * view.cols + col;
            let playable = legal
                .iter()
                .any(|mv| mv.to == Some(index) && mv.from.is_none());
            let symbol = symbol(&view.cells[index], playable);
            let (left, right) = if view.last.contains(&index) {
                ('[', ']')
            } else {
                (' ', ' ')
            };
            let cell = format!("{left}{symbol}{right}");
            text.push_str(&if colour {
                painted(&view.cells[index], playable, &cell)
            } else {
                cell
            });
        }
        while text.ends_with(' ') {
            text.pop();
        }
        text.push('\n');
    }
    if let Some(points) = view.points {
        text.push_str(&format!(
            "   X {}  O {}\n",
            points[Side::First],
            points[Side::Second]
        ));
    }
    for note in &view.notes {
        text.push_str(&format!("   {}\n", note.in_language(language)));
    }
    text
}

fn symbol(cell: &Cell, playable: bool) -> char {
    if let Some(piece) = cell.piece {
        return match (piece.kind, piece.owner) {
            // Discs and stones are all alike; the side tells them apart.
            ('O', Some(Side::First)) => 'X',
            (kind, Some(Side::Second)) if kind != 'O' => kind.to_ascii_lowercase(),
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
