//! A position as the page draws it: board, moves one may play, how things stand.

use boyi_arena::Closing;
use boyi_game::{
    Cell, Ground, Lattice, LegalMove, Outcome, Piece, Side, Status, Table, ToAct, View,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::text::{Localized, SideName};

/// Everything about one moment of a game.
#[derive(Clone, PartialEq, Serialize, ToSchema, Debug)]
pub(crate) struct Scene {
    pub(crate) board: Board,
    /// What may be played; in a game of rounds by either side.
    pub(crate) legal: Vec<LegalChoice>,
    /// Whose move is awaited: nobody's, one side's, or both.
    pub(crate) to_act: Vec<SideName>,
    pub(crate) over: Option<GameOver>,
    /// The position in the field's own notation.
    pub(crate) position: String,
}

/// A board of rows and columns, cells counted from the top left.
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema, Debug)]
pub(crate) struct Board {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    /// Whether pieces stand on the crossings of lines or in squares.
    pub(crate) crossings: bool,
    pub(crate) pieces: Vec<PlacedPiece>,
    /// A letter a cell, `.` open, `#` wall, `o` star, `O` super star; left out where all is open.
    pub(crate) ground: Option<String>,
    /// What cells are worth, where they differ.
    pub(crate) worth: Option<Vec<u16>>,
    pub(crate) row_names: Vec<String>,
    pub(crate) col_names: Vec<String>,
    /// Cells the last move touched.
    pub(crate) last: Vec<usize>,
    pub(crate) marks: Vec<CellMark>,
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) points: Option<[i32; 2]>,
    pub(crate) notes: Vec<Localized>,
}

/// A piece on its cell.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, Debug)]
pub(crate) struct PlacedPiece {
    pub(crate) cell: usize,
    /// Whose; nobody's for the destroyers of the garlic battle.
    pub(crate) owner: Option<SideName>,
    pub(crate) kind: String,
    /// Rounds a special state of it lasts.
    pub(crate) charged: u16,
}

/// Something to point out on the board.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, Debug)]
pub(crate) struct CellMark {
    pub(crate) cell: usize,
    /// `check`, `forbidden`.
    pub(crate) kind: String,
    pub(crate) about: Localized,
}

/// A move one may play.
#[derive(Clone, PartialEq, Eq, Serialize, ToSchema, Debug)]
pub(crate) struct LegalChoice {
    pub(crate) side: SideName,
    /// In the game's notation.
    pub(crate) text: String,
    /// From this cell, in games in which pieces move.
    pub(crate) from: Option<usize>,
    /// To this cell; none for a pass.
    pub(crate) to: Option<usize>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, Debug)]
pub(crate) struct GameOver {
    pub(crate) winner: Option<SideName>,
    pub(crate) reason: Localized,
}

impl Scene {
    /// The game on a table as it stands.
    pub(crate) fn of(table: &dyn Table) -> Self {
        let sides = Side::BOTH.into_iter();
        let legal = sides.clone().flat_map(|side| {
            let described = move |mv| LegalChoice::of(side, mv);
            table.legal_moves(side).into_iter().map(described)
        });
        let to_act = sides.filter(|&side| table.to_act().includes(side));
        Self {
            board: Board::of(&table.view()),
            legal: legal.collect(),
            to_act: match table.to_act() {
                ToAct::Nobody => Vec::new(),
                _ => to_act.map(SideName::from).collect(),
            },
            over: GameOver::by_rules(&table.status()),
            position: table.position(),
        }
    }
}

impl Scene {
    /// The same moment, with nothing more to come.
    pub(crate) fn close(&mut self, over: GameOver) {
        self.legal.clear();
        self.to_act.clear();
        self.over = Some(over);
    }
}

impl LegalChoice {
    pub(crate) fn of(side: Side, mv: LegalMove) -> Self {
        Self {
            side: side.into(),
            text: mv.text,
            from: mv.from,
            to: mv.to,
        }
    }
}

impl GameOver {
    pub(crate) fn of(closing: &Closing) -> Self {
        let winner = closing.result().and_then(Outcome::winner);
        Self {
            winner: winner.map(SideName::from),
            reason: Localized::new(closing.reason.clone(), closing.reason_zh.clone()),
        }
    }

    pub(crate) fn by_rules(status: &Status) -> Option<Self> {
        match status {
            Status::Going => None,
            Status::Over { outcome, reason } => Some(Self {
                winner: match outcome {
                    Outcome::Win(side) => Some((*side).into()),
                    Outcome::Draw => None,
                },
                reason: reason.clone().into(),
            }),
        }
    }
}

impl Board {
    pub(crate) fn of(view: &View) -> Self {
        let stone = |(cell, shown): (usize, &Cell)| {
            let piece = shown.piece?;
            Some(PlacedPiece {
                cell,
                owner: piece.owner.map(SideName::from),
                kind: piece.kind.to_string(),
                charged: piece.charged,
            })
        };
        let plain = view.cells.iter().all(|cell| cell.ground == Ground::Open);
        let letters = || view.cells.iter().map(|cell| letter(cell.ground)).collect();
        let weighted = view.cells.iter().any(|cell| cell.worth.is_some());
        let worth = || view.cells.iter().map(|cell| cell.worth.unwrap_or(0));
        Self {
            rows: view.rows,
            cols: view.cols,
            crossings: view.lattice == Lattice::Crossings,
            pieces: view.cells.iter().enumerate().filter_map(stone).collect(),
            ground: (!plain).then(letters),
            worth: weighted.then(|| worth().collect()),
            row_names: view.row_names.clone(),
            col_names: view.col_names.clone(),
            last: view.last.clone(),
            marks: view.marks.iter().map(CellMark::of).collect(),
            points: view
                .points
                .map(|points| [points[Side::First], points[Side::Second]]),
            notes: view.notes.iter().cloned().map(Localized::from).collect(),
        }
    }

    /// The view of a board that came from outside; `None` where its parts do not fit together.
    pub(crate) fn view(&self) -> Option<View> {
        const MAX_SIDE: usize = 64;
        let cells = self.rows.checked_mul(self.cols)?;
        if self.rows > MAX_SIDE || self.cols > MAX_SIDE || cells == 0 {
            return None;
        }
        let lattice = if self.crossings {
            Lattice::Crossings
        } else {
            Lattice::Squares
        };
        let mut view = View::new(self.rows, self.cols, lattice);
        if let Some(letters) = &self.ground {
            let ground = letters.chars().map(ground).collect::<Option<Vec<_>>>()?;
            if ground.len() != cells {
                return None;
            }
            for (cell, ground) in view.cells.iter_mut().zip(ground) {
                cell.ground = ground;
            }
        }
        if let Some(worth) = &self.worth {
            if worth.len() != cells {
                return None;
            }
            for (cell, &worth) in view.cells.iter_mut().zip(worth) {
                cell.worth = Some(worth);
            }
        }
        for stone in &self.pieces {
            view.cells.get_mut(stone.cell)?.piece = Some(Piece {
                owner: stone.owner.map(Side::from),
                kind: stone.kind.chars().next()?,
                charged: stone.charged,
            });
        }
        Some(view)
    }
}

impl CellMark {
    fn of(mark: &boyi_game::Mark) -> Self {
        Self {
            cell: mark.cell,
            kind: mark.kind.to_owned(),
            about: mark.about.clone().into(),
        }
    }
}

const fn letter(ground: Ground) -> char {
    match ground {
        Ground::Open => '.',
        Ground::Wall => '#',
        Ground::Star => 'o',
        Ground::SuperStar => 'O',
    }
}

const fn ground(letter: char) -> Option<Ground> {
    match letter {
        '.' => Some(Ground::Open),
        '#' => Some(Ground::Wall),
        'o' => Some(Ground::Star),
        'O' => Some(Ground::SuperStar),
        _ => None,
    }
}
