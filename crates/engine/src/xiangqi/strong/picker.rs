//! Moves one at a time, the most promising first, each stage generated only when it is reached.

use boyi_game::Position;
use boyi_xiangqi::attacks;
use boyi_xiangqi::{Board, Checks, Kind, Move, Piece, Squares};

use super::history::{CONTINUATION_PLIES, Histories, PieceTo};
use super::see::{self, worth};
use super::tune;
use boyi_search::kernel::value::Value;

/// A move and how promising it is.
#[derive(Clone, Copy)]
pub(crate) struct Scored {
    mv: Move,
    score: i32,
}

/// What a picker must know about the node.
#[derive(Clone, Copy)]
pub(crate) struct Hints {
    pub(crate) table: Option<Move>,
    /// Moves that were good at this distance from the root, and the answer to the last move.
    pub(crate) refutations: [Option<Move>; 3],
    /// The steps before this one, as far as continuation histories look back.
    pub(crate) earlier: [PieceTo; CONTINUATION_PLIES.len()],
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Stage {
    Table,
    GenerateCaptures,
    GoodCaptures,
    Refutations(u8),
    GenerateQuiets,
    Quiets,
    BadCaptures,
    GenerateEvasions,
    Evasions,
    Done,
}

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    All,
    /// Captures that do not lose material, for quiescence.
    Captures,
    /// The same, and then quiet checks.
    CapturesAndChecks,
    /// Captures that gain at least this much.
    Gaining(Value),
}

/// Goes through the moves of one node. The moves lie in a list that all nodes of a line share: each
/// picker owns the part from `base` on, and [`Picker::finish`] gives it back.
pub(crate) struct Picker {
    hints: Hints,
    stage: Stage,
    wanted: Wanted,
    base: usize,
    next: usize,
    /// Bad captures are put aside, at the front of our part: `base..bad`.
    bad: usize,
    skip_quiets: bool,
}

impl Picker {
    fn with(hints: Hints, wanted: Wanted, in_check: bool, list: &[Scored]) -> Self {
        let first = if in_check {
            Stage::GenerateEvasions
        } else {
            Stage::GenerateCaptures
        };
        Self {
            stage: if hints.table.is_some() {
                Stage::Table
            } else {
                first
            },
            hints,
            wanted,
            base: list.len(),
            next: list.len(),
            bad: list.len(),
            skip_quiets: false,
        }
    }

    /// All moves.
    pub(crate) fn all(hints: Hints, in_check: bool, list: &[Scored]) -> Self {
        Self::with(hints, Wanted::All, in_check, list)
    }

    /// For quiescence: captures that do not lose material, perhaps checks; in check all moves.
    pub(crate) fn tactical(hints: Hints, in_check: bool, checks: bool, list: &[Scored]) -> Self {
        let wanted = if in_check {
            Wanted::All
        } else if checks {
            Wanted::CapturesAndChecks
        } else {
            Wanted::Captures
        };
        Self::with(hints, wanted, in_check, list)
    }

    /// Captures that gain at least this much.
    pub(crate) fn gaining(threshold: Value, table: Option<Move>, list: &[Scored]) -> Self {
        let hints = Hints {
            table,
            refutations: [None; 3],
            earlier: [PieceTo::NONE; CONTINUATION_PLIES.len()],
        };
        Self::with(hints, Wanted::Gaining(threshold), false, list)
    }

    /// No quiet moves from now on.
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Gives the list back as it was.
    pub(crate) fn finish(self, list: &mut Vec<Scored>) {
        list.truncate(self.base);
    }

    /// The next move.
    #[expect(clippy::too_many_lines, reason = "one arm a stage, in their order")]
    pub(crate) fn next(
        &mut self,
        board: &Board,
        checks: &Checks,
        histories: &Histories,
        list: &mut Vec<Scored>,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = if board.in_check() {
                        Stage::GenerateEvasions
                    } else {
                        Stage::GenerateCaptures
                    };
                    return self.hints.table;
                }
                Stage::GenerateCaptures => {
                    self.next = list.len();
                    self.bad = list.len();
                    board.moves_to(board.of_side(!board.turn()), |mv| {
                        let score = capture_score(board, histories, mv);
                        list.push(Scored { mv, score });
                    });
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    if let Some(scored) = self.best(list) {
                        if Some(scored.mv) == self.hints.table {
                            continue;
                        }
                        let needed = match self.wanted {
                            Wanted::All => -scored.score / 24,
                            Wanted::Gaining(threshold) => threshold,
                            _ => 0,
                        };
                        if see::is_at_least(board, scored.mv, needed) {
                            return Some(scored.mv);
                        }
                        if self.wanted == Wanted::All {
                            list[self.bad] = scored;
                            self.bad += 1;
                        }
                        continue;
                    }
                    self.stage = match self.wanted {
                        Wanted::All => Stage::Refutations(0),
                        Wanted::CapturesAndChecks => Stage::GenerateQuiets,
                        Wanted::Captures | Wanted::Gaining(_) => Stage::Done,
                    };
                }
                Stage::Refutations(number) => {
                    let Some(&refutation) = self.hints.refutations.get(usize::from(number)) else {
                        self.stage = Stage::GenerateQuiets;
                        continue;
                    };
                    self.stage = Stage::Refutations(number + 1);
                    if let Some(mv) = refutation
                        && !self.skip_quiets
                        && Some(mv) != self.hints.table
                        && !self.hints.refutations[..usize::from(number)].contains(&Some(mv))
                        && board.at(mv.to).is_none()
                        && board.is_legal(mv)
                    {
                        return Some(mv);
                    }
                }
                Stage::GenerateQuiets => {
                    self.next = list.len();
                    self.stage = Stage::Quiets;
                    if self.skip_quiets {
                        continue;
                    }
                    if self.wanted == Wanted::CapturesAndChecks {
                        board.quiet_checks(checks, |mv| {
                            let score = self.quiet_score(board, checks, histories, mv);
                            list.push(Scored { mv, score });
                        });
                    } else {
                        let danger = Danger::new(board);
                        board.moves_to(!board.occupied().squares(), |mv| {
                            let score = self.quiet_score(board, checks, histories, mv)
                                + danger.score(board, mv);
                            list.push(Scored { mv, score });
                        });
                    }
                }
                Stage::Quiets => {
                    if !self.skip_quiets
                        && let Some(scored) = self.best(list)
                    {
                        if Some(scored.mv) == self.hints.table
                            || self.wanted == Wanted::All
                                && self.hints.refutations.contains(&Some(scored.mv))
                        {
                            continue;
                        }
                        if self.wanted == Wanted::CapturesAndChecks
                            && !see::is_at_least(board, scored.mv, -tune::quiet_check_loss())
                        {
                            continue;
                        }
                        return Some(scored.mv);
                    }
                    self.next = self.base;
                    self.stage = if self.wanted == Wanted::All {
                        Stage::BadCaptures
                    } else {
                        Stage::Done
                    };
                }
                Stage::BadCaptures => {
                    if self.next < self.bad {
                        self.next += 1;
                        return Some(list[self.next - 1].mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::GenerateEvasions => {
                    self.next = list.len();
                    board.moves_to(!Squares::NONE, |mv| {
                        let score = if board.at(mv.to).is_some() {
                            (1 << 24) + capture_score(board, histories, mv)
                        } else {
                            self.quiet_score(board, checks, histories, mv)
                        };
                        list.push(Scored { mv, score });
                    });
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => {
                    let Some(scored) = self.best(list) else {
                        self.stage = Stage::Done;
                        continue;
                    };
                    if Some(scored.mv) != self.hints.table {
                        return Some(scored.mv);
                    }
                }
                Stage::Done => return None,
            }
        }
    }

    /// The best of what is left, taken out.
    #[inline]
    fn best(&mut self, list: &mut [Scored]) -> Option<Scored> {
        let rest = &mut list[self.next..];
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].score > rest[best].score {
                best = index;
            }
        }
        rest.swap(0, rest.len().checked_sub(1).map(|_| best)?);
        self.next += 1;
        Some(rest[0])
    }

    #[inline]
    fn quiet_score(&self, board: &Board, checks: &Checks, histories: &Histories, mv: Move) -> i32 {
        let Some(piece) = board.at(mv.from) else {
            return 0;
        };
        let step = PieceTo::new(piece, mv.to);
        let earlier = &self.hints.earlier;
        let mut score = 2 * histories.quiet(piece.side, mv)
            + 2 * histories.continuation(0, earlier[0], step)
            + histories.continuation(1, earlier[1], step)
            + histories.continuation(2, earlier[2], step) / 2;
        if checks.direct(piece.kind).has(mv.to) {
            score += 8_000;
        }
        score
    }
}

/// Where our more valuable pieces would be exchanged for cheaper ones.
struct Danger {
    /// Attacked by pawns and guards.
    for_pieces: Squares,
    /// Attacked by anything but rooks.
    for_rooks: Squares,
}

impl Danger {
    #[inline]
    fn new(board: &Board) -> Self {
        let side = !board.turn();
        let occupied = board.occupied();
        let taken = occupied.squares();
        let mut cheap = attacks::general(board.general(side));
        for square in board.pieces(side, Kind::Pawn) {
            cheap |= attacks::pawn(side, square);
        }
        for square in board.pieces(side, Kind::Elephant) {
            cheap |= attacks::elephant(square, taken);
        }
        for square in board.pieces(side, Kind::Advisor) {
            cheap |= attacks::advisor(square);
        }
        let mut dearer = cheap;
        for square in board.pieces(side, Kind::Horse) {
            dearer |= attacks::horse(square, taken);
        }
        for square in board.pieces(side, Kind::Cannon) {
            dearer |= attacks::cannon_controls(square, occupied);
        }
        Self {
            for_pieces: cheap,
            for_rooks: dearer,
        }
    }

    /// Leaving danger is good, going there is bad.
    #[inline]
    fn score(&self, board: &Board, mv: Move) -> i32 {
        let Some(piece) = board.at(mv.from) else {
            return 0;
        };
        let (points, weight) = match piece.kind {
            Kind::Rook => (self.for_rooks, tune::rook_in_danger()),
            Kind::Horse | Kind::Cannon => (self.for_pieces, tune::piece_in_danger()),
            _ => return 0,
        };
        weight * (i32::from(points.has(mv.from)) - i32::from(points.has(mv.to)))
    }
}

/// The most valuable victim first, then what captures of its kind have brought.
#[inline]
fn capture_score(board: &Board, histories: &Histories, mv: Move) -> i32 {
    match (board.at(mv.from), board.at(mv.to)) {
        (Some(Piece { kind, .. }), Some(captured)) => {
            7 * worth(captured.kind) + histories.capture(kind, mv.to, captured.kind) / 8
                - i32::from(kind == Kind::Rook) * 50
        }
        _ => 0,
    }
}
