//! The board as a picture for notebooks: plain, without scripts. The widget has the page's own drawing.

use boyi_game::{Cell, Ground, Lattice, Piece, Side, View};
use boyi_xiangqi::Kind;

/// Pixels of a cell's side, and of the margin with the names.
const CELL: usize = 40;
const MARGIN: usize = 26;

/// An SVG document.
pub(crate) fn draw(game: &str, view: &View) -> String {
    let (width, height) = (view.cols * CELL + 2 * MARGIN, view.rows * CELL + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\">"
    );
    let wood = if game == "reversi" {
        "#2e7d4f"
    } else {
        "#e8c98f"
    };
    svg.push_str(&format!(
        "<rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{wood}\"/>"
    ));
    lines(&mut svg, game, view);
    for (index, cell) in view.cells.iter().enumerate() {
        let (x, y) = centre(view, index);
        ground(&mut svg, cell, x, y);
        if view.last.contains(&index) {
            let (x, y, side) = (x - CELL / 2 + 2, y - CELL / 2 + 2, CELL - 4);
            svg.push_str(&format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"4\" fill=\"none\" stroke=\"#f2a516\" stroke-width=\"3\"/>"
            ));
        }
        if let Some(drawn) = cell.piece {
            piece(&mut svg, game, drawn, x, y);
        }
    }
    names(&mut svg, view);
    svg.push_str("</svg>");
    svg
}

fn centre(view: &View, index: usize) -> (usize, usize) {
    let at = |place: usize| MARGIN + place * CELL + CELL / 2;
    (at(index % view.cols), at(index / view.cols))
}

/// The lines of the board: around squares, or through the points.
fn lines(svg: &mut String, game: &str, view: &View) {
    let mut path = String::new();
    let (inset, across, down) = match view.lattice {
        Lattice::Squares => (0, view.cols + 1, view.rows + 1),
        Lattice::Crossings => (CELL / 2, view.cols, view.rows),
    };
    let first = MARGIN + inset;
    let (right, bottom) = (first + (across - 1) * CELL, first + (down - 1) * CELL);
    for row in 0..down {
        path.push_str(&format!("M{first} {}H{right}", first + row * CELL));
    }
    for col in 0..across {
        let x = first + col * CELL;
        if game == "xiangqi" && col > 0 && col + 1 < across {
            // The river has banks and no lines across.
            let (bank, other) = (first + 4 * CELL, first + 5 * CELL);
            path.push_str(&format!("M{x} {first}V{bank}M{x} {other}V{bottom}"));
        } else {
            path.push_str(&format!("M{x} {first}V{bottom}"));
        }
    }
    if game == "xiangqi" {
        let left = first + 3 * CELL;
        for top in [first, first + 7 * CELL] {
            let side = 2 * CELL;
            path.push_str(&format!(
                "M{left} {top}l{side} {side}m0 -{side}l-{side} {side}"
            ));
        }
    }
    svg.push_str(&format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"#3b2a16\" stroke-width=\"1.2\"/>"
    ));
}

fn ground(svg: &mut String, cell: &Cell, x: usize, y: usize) {
    let (left, top) = (x - CELL / 2, y - CELL / 2);
    match cell.ground {
        Ground::Open => {}
        Ground::Wall => svg.push_str(&format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#5b4a3a\"/>"
        )),
        Ground::Star => svg.push_str(&format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"#d98d00\"/>"
        )),
        Ground::SuperStar => svg.push_str(&format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"10\" fill=\"#d94f00\"/>"
        )),
    }
    if let (Some(worth), None) = (cell.worth, cell.piece) {
        label(svg, x, y, 14, "#f4f1e8", &worth.to_string());
    }
}

fn piece(svg: &mut String, game: &str, piece: Piece, x: usize, y: usize) {
    let radius = CELL * 43 / 100;
    let mut disc = |fill: &str, stroke: &str| {
        svg.push_str(&format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1.5\"/>"
        ));
    };
    match (game, piece.owner) {
        ("xiangqi", Some(side)) => {
            let ink = match side {
                Side::First => "#b3261e",
                Side::Second => "#1c1c1c",
            };
            disc("#f8ead0", ink);
            let name = Kind::from_letter(piece.kind).map_or(piece.kind, |kind| kind.chinese(side));
            label(svg, x, y, 23, ink, &name.to_string());
        }
        (_, owner) => {
            let (fill, ink) = match owner {
                Some(Side::First) => ("#161a18", "#ffffff"),
                Some(Side::Second) => ("#f7f5ee", "#161a18"),
                None => ("#8e24aa", "#ffffff"),
            };
            disc(fill, "#3b3b3b");
            if piece.kind != 'O' {
                label(svg, x, y, 18, ink, &piece.kind.to_string());
            }
        }
    }
}

fn names(svg: &mut String, view: &View) {
    let bottom = MARGIN + view.rows * CELL + MARGIN / 2;
    for (col, name) in view.col_names.iter().enumerate() {
        label(svg, centre(view, col).0, bottom, 12, "#2b2b2b", name);
    }
    for (row, name) in view.row_names.iter().enumerate() {
        label(
            svg,
            MARGIN / 2,
            centre(view, row * view.cols).1,
            12,
            "#2b2b2b",
            name,
        );
    }
}

/// Names come from our own games; none of them holds a character that SVG would read as markup.
fn label(svg: &mut String, x: usize, y: usize, size: usize, fill: &str, text: &str) {
    svg.push_str(&format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{fill}\" text-anchor=\"middle\" dominant-baseline=\"central\">{text}</text>"
    ));
}
