//! Moves as small numbers, for arrays: every game numbers all moves it can ever have.
//!
//! Boards are numbered row by row from the top left, as they are drawn. Othello adds the pass at the end;
//! xiangqi numbers the 2086 ways from point to point that some piece can go; the garlic battle knows staying,
//! up, left, right, down.

use std::sync::LazyLock;

use boyi_game::{GameMove, Position, Side};
use boyi_garlic::{Battle, Cell, Target};
use boyi_gomoku::{Point, Size};
use boyi_reversi::Move as Disc;
use boyi_reversi::{Layout, Square as DiscSquare};
use boyi_xiangqi::{Move, Square};

use crate::play::Play;

/// How many actions a side of the garlic battle has.
pub(crate) const STEPS: usize = 5;

/// All ways from point to point that a piece of xiangqi can go, in the order of their codes.
pub(crate) static WAYS: LazyLock<Ways> = LazyLock::new(Ways::new);

/// Action numbers of xiangqi.
pub(crate) struct Ways {
    moves: Vec<Move>,
    /// By [`GameMove::code`]; `NOWHERE` where no piece goes.
    numbers: Vec<u16>,
}

const NOWHERE: u16 = u16::MAX;

impl Ways {
    fn new() -> Self {
        let points =
            || Square::all().flat_map(|from| Square::all().map(move |to| Move { from, to }));
        let moves: Vec<Move> = points().filter(|&mv| is_a_way(mv)).collect();
        let mut numbers = vec![NOWHERE; Move::CODES];
        for (number, mv) in moves.iter().enumerate() {
            numbers[usize::from(mv.code())] = number as u16;
        }
        Self { moves, numbers }
    }

    pub(crate) fn count(&self) -> usize {
        self.moves.len()
    }

    /// The number of a move that a piece can make.
    pub(crate) fn number(&self, mv: Move) -> usize {
        usize::from(self.numbers[usize::from(mv.code())])
    }

    pub(crate) fn mv(&self, number: usize) -> Option<Move> {
        self.moves.get(number).copied()
    }
}

/// Whether some piece of some side goes from here to there on some board.
fn is_a_way(mv: Move) -> bool {
    let files = mv.from.file().abs_diff(mv.to.file());
    let ranks = mv.from.rank().abs_diff(mv.to.rank());
    let side = if mv.from.rank() < 5 {
        Side::First
    } else {
        Side::Second
    };
    match (files, ranks) {
        (0, 0) => false,
        (0, _) | (_, 0) | (1, 2) | (2, 1) => true,
        (1, 1) => [mv.from, mv.to]
            .iter()
            .all(|&point| on_a_palace_diagonal(point, side)),
        (2, 2) => [mv.from, mv.to]
            .iter()
            .all(|&point| is_of_elephants(point, side)),
        _ => false,
    }
}

fn on_a_palace_diagonal(point: Square, side: Side) -> bool {
    let (file, rank) = (point.file(), point.rank_of(side));
    (3..=5).contains(&file) && rank <= 2 && (file + rank) % 2 == 1
}

fn is_of_elephants(point: Square, side: Side) -> bool {
    matches!(
        (point.file(), point.rank_of(side)),
        (2 | 6, 0 | 4) | (0 | 4 | 8, 2)
    )
}

/// How many actions a side has on this kind of board.
pub(crate) fn count(play: &Play) -> usize {
    match play {
        Play::Othello(position) => discs(position.layout()),
        Play::Reversi(position) => discs(position.layout()),
        Play::Xiangqi(_) => WAYS.count(),
        Play::Gomoku(position) => position.size().points(),
        Play::Garlic(_) => STEPS,
    }
}

/// The action of a move of `side`, which must be legal here.
pub(crate) fn of_code(play: &Play, side: Side, code: u16) -> usize {
    match play {
        Play::Othello(position) => of_disc(position.layout(), disc(code)),
        Play::Reversi(position) => of_disc(position.layout(), disc(code)),
        Play::Xiangqi(_) => WAYS.number(Move::from_code(code).expect("a legal move")),
        Play::Gomoku(position) => of_point(
            position.size(),
            Point::from_code(code).expect("a legal move"),
        ),
        Play::Garlic(round) => {
            let target = Target::from_code(code).expect("a legal move");
            step(&round.battle, side, target)
        }
    }
}

/// The code of the legal move with this action; `None` where no legal move has it.
pub(crate) fn code_of(play: &Play, side: Side, action: usize) -> Option<u16> {
    fn legal<P: Position>(position: &P, mv: P::Move) -> Option<u16> {
        position.is_legal(mv).then(|| mv.code())
    }
    if !play.to_act().includes(side) {
        return None;
    }
    match play {
        Play::Othello(position) => legal(position, to_disc(position.layout(), action)?),
        Play::Reversi(position) => legal(&**position, to_disc(position.layout(), action)?),
        Play::Xiangqi(position) => legal(&**position, WAYS.mv(action)?),
        Play::Gomoku(position) => legal(&**position, to_point(position.size(), action)?),
        Play::Garlic(_) => {
            let mut codes = play.legal_moves(side).into_iter();
            codes.find(|&code| of_code(play, side, code) == action)
        }
    }
}

fn disc(code: u16) -> Disc {
    Disc::from_code(code).expect("a legal move")
}

fn discs(layout: &Layout) -> usize {
    layout.rows() * layout.cols() + 1
}

fn of_disc(layout: &Layout, mv: Disc) -> usize {
    let index = |square: DiscSquare| layout.index(square);
    mv.square().map_or(discs(layout) - 1, index)
}

fn to_disc(layout: &Layout, action: usize) -> Option<Disc> {
    if action == discs(layout) - 1 {
        return Some(Disc::Pass);
    }
    let square = layout.square(action / layout.cols(), action % layout.cols());
    square.map(Disc::Place)
}

/// The point of an action; `None` off the board.
pub(crate) fn to_point(size: Size, action: usize) -> Option<Point> {
    let rows = size.rows();
    let row = rows.checked_sub(1 + action / rows)?;
    Point::new(action % rows, row)
}

/// The action of a stone on a point.
pub(crate) fn of_point(size: Size, point: Point) -> usize {
    (size.rows() - 1 - point.row()) * size.rows() + point.column()
}

/// Which step leads a garlic there.
pub(crate) fn step(battle: &Battle, side: Side, target: Target) -> usize {
    let Target::Cell(to) = target else {
        return 0;
    };
    let terrain = battle.terrain();
    let from = battle.garlic(side).cell;
    let at = |cell: Cell| (terrain.row(cell), terrain.col(cell));
    let ((row, col), (to_row, to_col)) = (at(from), at(to));
    match (to_row.cmp(&row), to_col.cmp(&col)) {
        (std::cmp::Ordering::Less, _) => 1,
        (_, std::cmp::Ordering::Less) => 2,
        (_, std::cmp::Ordering::Greater) => 3,
        (std::cmp::Ordering::Greater, _) => 4,
        _ => 0,
    }
}
