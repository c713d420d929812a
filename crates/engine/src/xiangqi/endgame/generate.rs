//! Working backwards from every mate.
//!
//! First every position is looked at forwards, once: is it possible, is it over, what do its captures
//! lead to (smaller tables know), how many quiet moves has it got. Then, distance by distance, every
//! position that became known tells the positions before it: a loss makes them won, a win takes one
//! of their moves away, and with the last one gone they are lost.

use boyi_game::{Position, Side};
use boyi_search::Stop;
use boyi_xiangqi::attacks::{self, Occupied};
use boyi_xiangqi::{Board, Kind, Move, Piece, Square, Squares};

use super::material::Material;
use super::numbering::Numbering;
use super::table::{Known, Table, Tables};

/// What is known of a position while it is being worked out.
const OPEN: u8 = 0;
const IMPOSSIBLE: u8 = 255;

/// Works a table out. `smaller` must hold what [`Material::needs`]. `None` if it was stopped.
pub fn generate(
    material: &Material,
    smaller: &Tables,
    stop: &Stop,
    watch: &mut dyn FnMut(usize, usize),
) -> Option<Table> {
    let numbering = Numbering::new(material);
    let mut work = Work {
        material,
        smaller,
        values: vec![OPEN; numbering.count()],
        moves: vec![0; numbering.count()],
        late_losses: Vec::new(),
        waiting: Vec::new(),
        numbering,
    };
    let count = work.values.len();
    for number in 0..count {
        if number % 65_536 == 0 {
            watch(number, count);
            if stop.is_stopped() {
                return None;
            }
        }
        work.look_forwards(number);
    }
    watch(count, count);
    work.late_losses.sort_unstable();
    work.go_backwards(stop)?;
    // What nothing ever reached is a draw.
    for value in &mut work.values {
        if *value == IMPOSSIBLE {
            *value = OPEN;
        }
    }
    Some(Table::new(material.clone(), work.numbering, work.values))
}

struct Work<'a> {
    material: &'a Material,
    smaller: &'a Tables,
    numbering: Numbering,
    /// Plies to the end plus one; even plies are lost for the side to move, odd ones won.
    values: Vec<u8>,
    /// Moves that are not known to lose.
    moves: Vec<u8>,
    /// Positions with captures that lose so late that they decide how long a loss takes.
    late_losses: Vec<(u32, u8)>,
    /// Positions that become known at a distance, by distance.
    waiting: Vec<Vec<u32>>,
}

impl Work<'_> {
    fn look_forwards(&mut self, number: usize) {
        let (pieces, turn) = self.numbering.pieces(number);
        let board = Board::of_pieces(&pieces, turn).filter(|board| {
            // Nobody leaves his general to be captured.
            !board.checkers(!turn).exist()
        });
        let Some(board) = board else {
            self.values[number] = IMPOSSIBLE;
            return;
        };
        let mut moves = Vec::with_capacity(32);
        board.legal_moves(&mut moves);
        if moves.is_empty() {
            self.wait(number, 0);
            return;
        }
        let mut open = 0;
        let mut best_win: Option<u32> = None;
        let mut latest_loss = 0;
        for mv in moves {
            let Some(captured) = board.at(mv.to) else {
                open += 1;
                continue;
            };
            match self.after_capture(&board, mv, captured) {
                Known::Draw => open += 1,
                Known::Lost(plies) => {
                    let plies = plies + 1;
                    best_win = Some(best_win.map_or(plies, |best| best.min(plies)));
                }
                Known::Won(plies) => latest_loss = latest_loss.max(plies + 1),
            }
        }
        self.moves[number] = open;
        if let Some(plies) = best_win {
            self.wait(number, plies);
        } else if open == 0 {
            self.wait(number, latest_loss);
        } else if latest_loss > 0 {
            self.late_losses.push((number as u32, latest_loss as u8));
        }
    }

    fn after_capture(&self, board: &Board, mv: Move, captured: Piece) -> Known {
        let mut after = board.clone();
        after.make(mv);
        let left = match captured.side {
            Side::Second => Some(self.material.after_capture_of(captured.kind)),
            Side::First => self.material.after_loss_of(captured.kind),
        };
        match left {
            Some(left) => self.smaller.value(&left, &after, Side::First),
            None if after.outcome().is_some() => Known::Lost(0),
            None => Known::Draw,
        }
    }

    fn wait(&mut self, number: usize, plies: u32) {
        let plies = plies as usize;
        if self.waiting.len() <= plies {
            self.waiting.resize_with(plies + 1, Vec::new);
        }
        self.waiting[plies].push(number as u32);
    }

    fn go_backwards(&mut self, stop: &Stop) -> Option<()> {
        let mut plies = 0;
        while plies < self.waiting.len() {
            if stop.is_stopped() {
                return None;
            }
            for number in std::mem::take(&mut self.waiting[plies]) {
                let number = number as usize;
                if self.values[number] != OPEN {
                    continue;
                }
                self.values[number] = plies as u8 + 1;
                self.tell_predecessors(number, plies as u32);
            }
            plies += 1;
        }
        Some(())
    }

    fn tell_predecessors(&mut self, number: usize, plies: u32) {
        let (mut pieces, turn) = self.numbering.pieces(number);
        let mut occupied = Occupied::default();
        for (square, _) in &pieces {
            occupied.flip(*square);
        }
        let lost = plies.is_multiple_of(2);
        for index in 0..pieces.len() {
            let (square, piece) = pieces[index];
            if piece.side == turn {
                continue;
            }
            for from in came_from(square, piece, occupied) {
                pieces[index].0 = from;
                if let Some(before) = self.numbering.number(&pieces, piece.side)
                    && self.values[before] == OPEN
                {
                    if lost {
                        self.wait(before, plies + 1);
                    } else {
                        self.moves[before] -= 1;
                        if self.moves[before] == 0 {
                            let late = self.latest_loss_by_capture(before);
                            self.wait(before, (plies + 1).max(late));
                        }
                    }
                }
            }
            pieces[index].0 = square;
        }
    }

    fn latest_loss_by_capture(&self, number: usize) -> u32 {
        let key = number as u32;
        let found = self.late_losses.binary_search_by_key(&key, |entry| entry.0);
        found.map_or(0, |place| u32::from(self.late_losses[place].1))
    }
}

/// The empty points from which a piece can have come without capturing.
fn came_from(square: Square, piece: Piece, occupied: Occupied) -> Squares {
    let taken = occupied.squares();
    let from = match piece.kind {
        Kind::General => attacks::general(square),
        Kind::Advisor => attacks::advisor(square),
        Kind::Elephant => attacks::elephant(square, taken),
        Kind::Horse => attacks::horse_to(square, taken),
        Kind::Rook | Kind::Cannon => attacks::rook(square, occupied),
        Kind::Pawn => attacks::pawn_to(piece.side, square),
    };
    from & !taken
}
