//! Positions of xiangqi to learn from.

use std::collections::HashSet;
use std::path::Path;

use boyi_engine::xiangqi::network::{bucket, input, is_mirrored};
use boyi_game::{Position, Side};
use boyi_xiangqi::notation::coordinates::{self, Ranks};
use boyi_xiangqi::{Board, Kind, Piece, Setup, Square};

use super::Samples;
use crate::games::{DataError, ScoredGame, read_games};

/// Positions with the result of their game and the score of a search. Positions in check, before a
/// capture, or far from even are left out, and so are those that came before.
#[derive(Default)]
pub struct XiangqiSamples {
    positions: Vec<Packed>,
}

/// A position in 68 bytes; there are many millions.
#[derive(Clone, Copy)]
struct Packed {
    /// Pieces on their points, generals first, then empty: see [`code`].
    pieces: [u16; 32],
    score: i16,
    /// Half points of the side to move.
    result: u8,
    count: u8,
    black_to_move: bool,
}

/// Scores beyond this are won games.
const WON: i32 = 2000;

/// One game in so many is kept aside.
const HELD_OUT: usize = 32;

impl XiangqiSamples {
    /// Reads the games of files; some of them are kept aside in the second set.
    pub fn load(
        files: &[impl AsRef<Path>],
        watch: &mut dyn FnMut(usize),
    ) -> Result<[Self; 2], DataError> {
        let mut sets = [Self::default(), Self::default()];
        let mut seen = HashSet::new();
        for file in files {
            let file = file.as_ref();
            let mut of_xiangqi = |number: usize, game: ScoredGame| {
                let set = &mut sets[usize::from(number % HELD_OUT == 0)];
                set.add(&game, &mut seen)?;
                if number % 1024 == 0 {
                    watch(sets[0].len());
                }
                Ok(())
            };
            let header = read_games(file, &mut of_xiangqi)?;
            if header.game != "xiangqi" {
                return Err(DataError::OtherKind {
                    file: file.to_owned(),
                    found: Box::new(header),
                });
            }
        }
        Ok(sets)
    }

    fn add(&mut self, game: &ScoredGame, seen: &mut HashSet<u64>) -> Result<(), String> {
        let mut board = Setup::start().board().expect("the start");
        for (number, played) in game.moves.iter().enumerate() {
            let mv =
                coordinates::read(&played.text, Ranks::FromZero).filter(|&mv| board.is_legal(mv));
            let wrong = || format!("move {} `{}` is not legal", number + 1, played.text);
            let mv = mv.ok_or_else(wrong)?;
            if let Some(score) = played.score
                && score.abs() < WON
                && board.at(mv.to).is_none()
                && !board.in_check()
                && seen.insert(board.key().0)
            {
                let result = 2.0 * game.points(board.turn());
                self.positions
                    .push(Packed::new(&board, score as i16, result as u8));
            }
            board.make(mv);
        }
        Ok(())
    }
}

/// A piece on a point as a number.
fn code(piece: Piece, square: Square) -> u16 {
    let piece = 7 * piece.side.index() + piece.kind as usize;
    (Square::COUNT * piece + square.index()) as u16
}

fn piece_of(code: u16) -> (Piece, Square) {
    let (piece, square) = (
        usize::from(code) / Square::COUNT,
        usize::from(code) % Square::COUNT,
    );
    let side = Side::BOTH[piece / 7];
    let kind = Kind::ALL[piece % 7];
    (
        Piece { side, kind },
        Square::from_index(square).expect("codes are made of squares"),
    )
}

impl Packed {
    fn new(board: &Board, score: i16, result: u8) -> Self {
        let mut pieces = [0; 32];
        let generals = Side::BOTH.map(|side| board.general(side));
        let others = board
            .occupied()
            .squares()
            .into_iter()
            .filter(|square| !generals.contains(square));
        let mut count = 0;
        for square in generals.into_iter().chain(others) {
            let piece = board
                .at(square)
                .expect("the points that are taken hold pieces");
            pieces[count] = code(piece, square);
            count += 1;
        }
        Self {
            pieces,
            score,
            result,
            count: count as u8,
            black_to_move: board.turn() == Side::Second,
        }
    }
}

impl Samples for XiangqiSamples {
    fn len(&self) -> usize {
        self.positions.len()
    }

    fn inputs(&self, index: usize, mirrored: bool, inputs: &mut [Vec<usize>; 2]) -> usize {
        let position = &self.positions[index];
        let pieces = &position.pieces[..usize::from(position.count)];
        let views = if position.black_to_move {
            [Side::Second, Side::First]
        } else {
            Side::BOTH
        };
        for (view, inputs) in views.into_iter().zip(inputs) {
            let (_, general) = piece_of(pieces[view.index()]);
            // Files are swapped by the general; in the middle either way will do.
            let swapped = match general.file() {
                4 => mirrored,
                _ => is_mirrored(general),
            };
            inputs.clear();
            inputs.extend(pieces.iter().map(|&code| {
                let (piece, square) = piece_of(code);
                input(view, swapped, piece, square)
            }));
        }
        bucket(pieces.len())
    }

    fn label(&self, index: usize) -> (f32, f32) {
        let position = &self.positions[index];
        (f32::from(position.result) / 2.0, f32::from(position.score))
    }
}
