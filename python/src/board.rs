//! The board as text, and as the dicts that the page's own board code draws.

use boyi_game::{Cell, Ground, Lattice, Phrase, Side, View};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::play::Play;

/// The picture, with the last move marked.
pub(crate) fn view(play: &Play, last: Option<u16>) -> View {
    let mut view = play.view();
    if let (Some(code), false) = (last, play.is_simultaneous()) {
        let (from, to) = play.move_cells(code);
        view.last.extend(from.into_iter().chain(to));
    }
    view
}

/// `game`, `board` and `legal`, with the fields of the page's own types.
pub(crate) fn describe<'py>(
    py: Python<'py>,
    play: &Play,
    last: Option<u16>,
) -> PyResult<Bound<'py, PyDict>> {
    let view = view(play, last);
    let board = PyDict::new(py);
    board.set_item("rows", view.rows)?;
    board.set_item("cols", view.cols)?;
    board.set_item("crossings", view.lattice == Lattice::Crossings)?;
    board.set_item("pieces", pieces(py, &view)?)?;
    let is_open = view.cells.iter().all(|cell| cell.ground == Ground::Open);
    let ground: String = view.cells.iter().map(|cell| letter(cell.ground)).collect();
    board.set_item("ground", (!is_open).then_some(ground))?;
    let worth: Vec<u16> = view.cells.iter().filter_map(|cell| cell.worth).collect();
    board.set_item("worth", (!worth.is_empty()).then_some(worth))?;
    board.set_item("row_names", &view.row_names)?;
    board.set_item("col_names", &view.col_names)?;
    board.set_item("last", &view.last)?;
    let mut marks = Vec::new();
    for mark in &view.marks {
        let one = PyDict::new(py);
        one.set_item("cell", mark.cell)?;
        one.set_item("kind", mark.kind)?;
        one.set_item("about", phrase(py, &mark.about)?)?;
        marks.push(one);
    }
    board.set_item("marks", marks)?;
    let points = view.points;
    let points = points.map(|points| [points[Side::First], points[Side::Second]]);
    board.set_item("points", points)?;
    let notes = view.notes.iter().map(|note| phrase(py, note));
    board.set_item("notes", notes.collect::<PyResult<Vec<_>>>()?)?;

    let described = PyDict::new(py);
    described.set_item("board", board)?;
    described.set_item("legal", legal(py, play)?)?;
    Ok(described)
}

fn pieces<'py>(py: Python<'py>, view: &View) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let mut pieces = Vec::new();
    for (index, cell) in view.cells.iter().enumerate() {
        let Some(piece) = cell.piece else { continue };
        let one = PyDict::new(py);
        one.set_item("cell", index)?;
        one.set_item("owner", piece.owner.map(Side::name))?;
        one.set_item("kind", piece.kind.to_string())?;
        one.set_item("charged", piece.charged)?;
        pieces.push(one);
    }
    Ok(pieces)
}

fn legal<'py>(py: Python<'py>, play: &Play) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let mut choices = Vec::new();
    for side in Side::BOTH {
        for code in play.legal_moves(side) {
            let (from, to) = play.move_cells(code);
            let one = PyDict::new(py);
            one.set_item("side", side.name())?;
            one.set_item("text", play.move_text(code))?;
            one.set_item("from", from)?;
            one.set_item("to", to)?;
            choices.push(one);
        }
    }
    Ok(choices)
}

fn phrase<'py>(py: Python<'py>, phrase: &Phrase) -> PyResult<Bound<'py, PyDict>> {
    let both = PyDict::new(py);
    both.set_item("en", &phrase.english)?;
    both.set_item("zh", &phrase.chinese)?;
    Ok(both)
}

fn letter(ground: Ground) -> char {
    match ground {
        Ground::Open => '.',
        Ground::Wall => '#',
        Ground::Star => 'o',
        Ground::SuperStar => 'O',
    }
}

/// The board drawn with characters, names around it.
pub(crate) fn text(view: &View) -> String {
    let names = view.col_names.iter().map(|name| format!("{name:>2}"));
    let mut lines = vec![format!("   {}", names.collect::<String>())];
    for (cells, name) in view.cells.chunks(view.cols).zip(&view.row_names) {
        let cells: String = cells
            .iter()
            .map(|cell| format!(" {}", symbol(cell)))
            .collect();
        lines.push(format!("{name:>3}{cells}"));
    }
    if let Some(points) = view.points {
        lines.push(format!(
            "    X {}  O {}",
            points[Side::First],
            points[Side::Second]
        ));
    }
    lines.extend(
        view.notes
            .iter()
            .map(|note| format!("    {}", note.english)),
    );
    lines.join("\n")
}

/// Discs and stones are all alike, so the side tells them apart; other pieces have letters.
fn symbol(cell: &Cell) -> char {
    match cell.piece {
        None => match (cell.ground, cell.worth) {
            (Ground::Open, Some(worth)) => char::from_digit(u32::from(worth), 36).unwrap_or('+'),
            (ground, _) => letter(ground),
        },
        Some(piece) => match (piece.kind, piece.owner) {
            ('O', Some(Side::First)) => 'X',
            ('O', _) => 'O',
            (kind, Some(Side::Second)) => kind.to_ascii_lowercase(),
            (kind, _) => kind,
        },
    }
}
