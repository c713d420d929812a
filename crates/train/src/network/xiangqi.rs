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
            let mut add_game = |number: usize, game: ScoredGame| {
                let set = &mut sets[usize::from(number.is_multiple_of(super::HELD_OUT))];
                set.add(&game, &mut seen)?;
                if number.is_multiple_of(1024) {
                    watch(sets[0].len());
                }
                Ok(())
            };
            read_games(file, Some(("xiangqi", None)), &mut add_game)?;
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

#[cfg(test)]
mod tests {
    use boyi_search::Stop;

    use super::*;
    use crate::games::{GameWriter, Settings, play};

    fn played(games: usize) -> ScoredGames {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games");
        let settings = Settings {
            game: boyi_engine::game("xiangqi").expect("a game"),
            rules: None,
            player: "strong:nodes=100,hash=1".parse().expect("a player"),
            seed: 1,
            threads: 2,
            time: None,
            games: Some(games),
        };
        let header = settings.header().expect("a setup");
        let mut writer = GameWriter::open(&file, &header).expect("a file");
        play(&settings, &mut writer, &Stop::default(), &mut |_, _| ()).expect("played");
        ScoredGames {
            _folder: folder,
            file,
        }
    }

    struct ScoredGames {
        _folder: tempfile::TempDir,
        file: std::path::PathBuf,
    }

    #[test]
    fn labels_are_coherent_and_positions_come_once() {
        let games = played(40);
        let no_watch = &mut |_| ();
        let [samples, held_out] = XiangqiSamples::load(&[&games.file], no_watch).expect("games");
        assert!(samples.len() > 500 && !held_out.is_empty());
        let twice = XiangqiSamples::load(&[&games.file, &games.file], no_watch).expect("games");
        assert_eq!(twice[0].len(), samples.len());
        // Scores and results of the side to move go together.
        let labels = || (0..samples.len()).map(|index| samples.label(index));
        let count = samples.len() as f32;
        let mean = |part: fn((f32, f32)) -> f32| labels().map(part).sum::<f32>() / count;
        let (result, score) = (mean(|(result, _)| result), mean(|(_, score)| score));
        let (mut both, mut results, mut scores) = (0.0, 0.0, 0.0);
        for (r, s) in labels() {
            both += (r - result) * (s - score);
            results += (r - result).powi(2);
            scores += (s - score).powi(2);
        }
        let correlation = both / (results * scores).sqrt();
        assert!(correlation > 0.3, "{correlation}");
    }

    #[test]
    fn inputs_are_those_of_the_player_and_mirrored_ones_those_of_the_mirrored_board() {
        let games = played(3);
        let [samples, _] = XiangqiSamples::load(&[&games.file], &mut |_| ()).expect("games");
        let mut inputs = [Vec::new(), Vec::new()];
        for index in 0..samples.len() {
            let position = &samples.positions[index];
            let pieces = || position.pieces[..usize::from(position.count)].iter();
            for mirrored in [false, true] {
                let found = samples.inputs(index, mirrored, &mut inputs);
                assert_eq!(found, bucket(pieces().len()));
                let view = Side::BOTH[usize::from(position.black_to_move)];
                for (view, inputs) in [view, !view].into_iter().zip(&inputs) {
                    let general = |&&code: &&u16| piece_of(code).0.side == view;
                    let (_, general) =
                        piece_of(*pieces().find(general).expect("generals come first"));
                    let swapped = is_mirrored(general) || (mirrored && general.file() == 4);
                    let expected: Vec<usize> = pieces()
                        .map(|&code| piece_of(code))
                        .map(|(piece, square)| input(view, swapped, piece, square))
                        .collect();
                    assert_eq!(*inputs, expected);
                }
            }
        }
    }

    #[test]
    fn a_game_that_cannot_be_is_refused() {
        let game: ScoredGame = "1-0 h2e2:3 h2e2:4".parse().expect("moves");
        let refused = XiangqiSamples::default().add(&game, &mut HashSet::new());
        assert_eq!(refused, Err("move 2 `h2e2` is not legal".to_owned()));
    }
}
