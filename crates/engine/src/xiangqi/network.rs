//! The learned evaluation: a network that sees where every piece stands, from the view of both sides.
//!
//! An input is a piece of one's own or of the other side on a point, counted from one's own end of the
//! board; files are mirrored where one's own general has left the middle file to the right, so that both
//! halves of the board are learned at once.

use std::sync::{Arc, LazyLock};

use boyi_game::{Position, Side};
use boyi_nnue::{PerspectiveNetwork, Shape};
use boyi_search::kernel::{EvaluationFile, EvaluationFileError, Value};
use boyi_xiangqi::{Board, Kind, Move, Piece, Square};

use super::strong::position::Evaluation;

/// Inputs of a network: fourteen kinds of pieces on ninety points.
pub const INPUTS: usize = 14 * Square::COUNT;

/// Sets of output weights, by the number of pieces on the board.
pub const BUCKETS: usize = 8;

/// The input that stands for a piece on a point, as one side sees it.
#[inline]
pub fn input(view: Side, mirrored: bool, piece: Piece, square: Square) -> usize {
    let file = square.file();
    let file = if mirrored { 8 - file } else { file };
    let kind = piece.kind as usize + if piece.side == view { 0 } else { 7 };
    Square::COUNT * kind + 9 * square.rank_of(view) + file
}

/// Whether a side whose general stands here sees the files mirrored.
#[inline]
pub fn is_mirrored(general: Square) -> bool {
    general.file() > 4
}

/// The output weights for so many pieces.
#[inline]
pub fn bucket(pieces: usize) -> usize {
    (pieces.saturating_sub(2) / 4).min(BUCKETS - 1)
}

/// A network of xiangqi, as it is kept in a file: two bytes that say how wide it is, then its numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct XiangqiNetwork(pub PerspectiveNetwork);

impl XiangqiNetwork {
    pub const KIND: &'static str = "network";

    /// The evaluation file that is part of the program.
    pub fn built_in_bytes() -> &'static [u8] {
        crate::files::program_file!("xiangqi-network")
    }

    pub const fn shape(width: usize) -> Shape {
        Shape {
            inputs: INPUTS,
            width,
            buckets: BUCKETS,
        }
    }

    pub fn read(file: &EvaluationFile) -> Result<Self, EvaluationFileError> {
        let payload = file.payload_for("xiangqi", Self::KIND, file.payload.len())?;
        let width = payload
            .first_chunk()
            .map_or(0, |&width| u16::from_le_bytes(width));
        let shape = Self::shape(usize::from(width));
        let network = PerspectiveNetwork::decode(shape, payload.get(2..).unwrap_or_default());
        network.map(Self).ok_or(EvaluationFileError::WrongSize {
            found: payload.len(),
            expected: 2 + shape.bytes(),
        })
    }

    /// The bytes of an evaluation file; `recipe` says how the network was made.
    pub fn to_file(&self, recipe: &str) -> Vec<u8> {
        let mut payload = (self.0.shape().width as u16).to_le_bytes().to_vec();
        payload.extend(self.0.encode());
        let file = EvaluationFile {
            game: "xiangqi",
            kind: Self::KIND,
            recipe,
            payload: &payload,
        };
        file.to_bytes()
    }
}

/// A network at work: what it has accumulated for the positions on the way to the present one. A
/// position's accumulators are computed when it is evaluated, from the last one before it that has some.
#[derive(Clone)]
pub(crate) struct Learned {
    network: Arc<PerspectiveNetwork>,
    frames: Vec<Frame>,
    /// Two for each frame, each as wide as the network.
    accumulators: Vec<i16>,
}

#[derive(Clone, Copy)]
struct Frame {
    /// The move that led here.
    change: Option<Change>,
    /// By view.
    mirrored: [bool; 2],
    computed: [bool; 2],
}

#[derive(Clone, Copy)]
struct Change {
    piece: Piece,
    mv: Move,
    captured: Option<Piece>,
}

/// With the network that is built in.
impl Default for Learned {
    fn default() -> Self {
        static BUILT_IN: LazyLock<Learned> = LazyLock::new(|| {
            let file = EvaluationFile::parse(XiangqiNetwork::built_in_bytes());
            let network = file.and_then(|file| XiangqiNetwork::read(&file));
            Learned::new(network.expect("tests read every file that is built in"))
        });
        BUILT_IN.clone()
    }
}

impl Learned {
    pub(crate) fn new(network: XiangqiNetwork) -> Self {
        Self {
            network: Arc::new(network.0),
            frames: Vec::new(),
            accumulators: Vec::new(),
        }
    }

    fn accumulator(&self, frame: usize, view: Side) -> &[i16] {
        let width = self.network.shape().width;
        &self.accumulators[(2 * frame + view.index()) * width..][..width]
    }

    /// Computes the accumulators of the last frame for one view.
    fn compute(&mut self, view: Side, board: &Board) {
        let last = self.frames.len() - 1;
        let mirrored = self.frames[last].mirrored[view.index()];
        let mut from = last;
        while !self.frames[from].computed[view.index()] {
            if from == 0 || self.frames[from - 1].mirrored[view.index()] != mirrored {
                return self.refresh(view, board);
            }
            from -= 1;
        }
        for frame in from + 1..=last {
            self.update(frame, view, mirrored);
        }
    }

    /// Computes the accumulator of the last frame from the board.
    fn refresh(&mut self, view: Side, board: &Board) {
        let frame = self.frames.len() - 1;
        let mirrored = self.frames[frame].mirrored[view.index()];
        let width = self.network.shape().width;
        let sums = &mut self.accumulators[(2 * frame + view.index()) * width..][..width];
        sums.copy_from_slice(self.network.bias());
        for square in board.occupied().squares() {
            if let Some(piece) = board.at(square) {
                self.network.add(sums, input(view, mirrored, piece, square));
            }
        }
        self.frames[frame].computed[view.index()] = true;
    }

    /// Computes the accumulator of a frame from the one before.
    fn update(&mut self, frame: usize, view: Side, mirrored: bool) {
        let Some(Change {
            piece,
            mv,
            captured,
        }) = self.frames[frame].change
        else {
            return;
        };
        let width = self.network.shape().width;
        let (before, after) = self.accumulators.split_at_mut(2 * frame * width);
        let before = &before[(2 * (frame - 1) + view.index()) * width..][..width];
        let after = &mut after[view.index() * width..][..width];
        let input = |piece, square| input(view, mirrored, piece, square);
        let (added, removed) = (input(piece, mv.to), input(piece, mv.from));
        match captured {
            None => self.network.moved(before, after, added, removed),
            Some(captured) => {
                let captured = input(captured, mv.to);
                self.network
                    .captured(before, after, added, [removed, captured]);
            }
        }
        self.frames[frame].computed[view.index()] = true;
    }

    /// What a board is worth to the side to move.
    pub(crate) fn value_of(&mut self, board: &Board) -> Value {
        self.begin(board);
        self.evaluate(board)
    }
}

impl Evaluation for Learned {
    fn begin(&mut self, board: &Board) {
        self.frames.clear();
        self.frames.push(Frame {
            change: None,
            mirrored: Side::BOTH.map(|view| is_mirrored(board.general(view))),
            computed: [false; 2],
        });
        self.accumulators.resize(2 * self.network.shape().width, 0);
    }

    #[inline]
    fn make(&mut self, piece: Piece, mv: Move, captured: Option<Piece>) {
        let before = self.frames.last().expect("the search has begun");
        let mut mirrored = before.mirrored;
        if piece.kind == Kind::General {
            mirrored[piece.side.index()] = is_mirrored(mv.to);
        }
        self.frames.push(Frame {
            change: Some(Change {
                piece,
                mv,
                captured,
            }),
            mirrored,
            computed: [false; 2],
        });
        let needed = 2 * self.frames.len() * self.network.shape().width;
        if self.accumulators.len() < needed {
            self.accumulators.resize(needed, 0);
        }
    }

    #[inline]
    fn unmake(&mut self) {
        self.frames.pop();
    }

    fn evaluate(&mut self, board: &Board) -> Value {
        for view in Side::BOTH {
            self.compute(view, board);
        }
        let frame = self.frames.len() - 1;
        let side = board.turn();
        let (own, other) = (
            self.accumulator(frame, side),
            self.accumulator(frame, !side),
        );
        let bucket = bucket(board.occupied().squares().count());
        self.network.output(own, other, bucket)
    }
}

#[cfg(test)]
mod tests {
    use boyi_game::Random;
    use boyi_nnue::FloatNetwork;
    use boyi_xiangqi::{Setup, fen};

    use super::*;

    fn random_network(seed: u64) -> XiangqiNetwork {
        let mut random = Random::new(seed);
        let mut float = FloatNetwork::zero(XiangqiNetwork::shape(16));
        let mut small = |range: f32| (random.below(2001) as f32 / 1000.0 - 1.0) * range;
        float.input_weights.fill_with(|| small(0.3));
        float.input_bias.fill_with(|| small(0.3));
        float.output_weights.fill_with(|| small(1.0));
        float.output_bias.fill_with(|| small(1.0));
        XiangqiNetwork(float.quantised(400.0))
    }

    /// Games of random moves: whatever was kept from move to move, across moves that were taken back
    /// and positions that were not evaluated, is what is computed from nothing.
    #[test]
    fn what_is_kept_is_what_is_computed_from_nothing() {
        let mut random = Random::new(5);
        let mut kept = Learned::new(random_network(1));
        let mut fresh = kept.clone();
        for _ in 0..300 {
            let mut board = Setup::start().board().expect("the start");
            kept.begin(&board);
            let mut played = Vec::new();
            for _ in 0..400 {
                let mut moves = Vec::new();
                board.legal_moves(&mut moves);
                match (random.below(4), played.pop()) {
                    (0, Some((mv, captured))) => {
                        board.unmake(mv, captured);
                        kept.unmake();
                    }
                    (_, last) => {
                        played.extend(last);
                        let Some(&mv) = random.choose(&moves) else {
                            break;
                        };
                        let piece = board.at(mv.from).expect("a piece");
                        let captured = board.make(mv);
                        kept.make(piece, mv, captured);
                        played.push((mv, captured));
                    }
                }
                if random.below(3) > 0 {
                    assert_eq!(kept.evaluate(&board), fresh.value_of(&board));
                }
            }
        }
    }

    #[test]
    fn both_sides_see_the_same_from_their_ends() {
        let mut learned = Learned::new(random_network(2));
        let mut value = |text: &str| {
            let board = fen::read(text).expect("a FEN").board().expect("a board");
            learned.value_of(&board)
        };
        for (red, black) in [
            (
                "r1bakab1r/9/1cn3nc1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w",
                "rnbakabr1/9/1c2c1n2/p3p1p1p/2p6/6P2/P1P1P3P/1CN3NC1/9/R1BAKAB1R b",
            ),
            ("3k5/9/9/9/9/9/9/9/R8/4K4 w", "4k4/r8/9/9/9/9/9/9/9/3K5 b"),
        ] {
            assert_eq!(value(red), value(black), "{red}");
        }
        // Left and right are the same where both generals have left the middle file.
        let left = "3k5/4a4/9/2h6/9/9/9/4C4/9/R4K3 w";
        let right = "5k3/4a4/9/6h2/9/9/9/4C4/9/3K4R w";
        assert_eq!(value(left), value(right));
    }

    #[test]
    fn the_network_that_is_built_in_knows_what_pieces_are_worth() {
        let mut learned = Learned::default();
        let mut value = |text: &str| {
            let board = fen::read(text).expect("a FEN").board().expect("a board");
            learned.value_of(&board)
        };
        let start = value(fen::START);
        assert!(start.abs() < 100, "{start}");
        for (without, least) in [
            (
                "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
                350,
            ),
            (
                "r1bakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
                150,
            ),
            (
                "rnbakabnr/9/7c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
                150,
            ),
        ] {
            assert!(value(without) > start + least, "{without}");
        }
    }

    #[test]
    fn files_are_read_back_and_wrong_ones_refused() {
        let network = random_network(3);
        let bytes = network.to_file("by hand");
        let file = EvaluationFile::parse(&bytes).expect("a file");
        assert_eq!(XiangqiNetwork::read(&file), Ok(network));
        for payload in [&file.payload[..file.payload.len() - 1], &[], &[255, 255, 1]] {
            let wrong = EvaluationFile { payload, ..file };
            let error = XiangqiNetwork::read(&wrong).expect_err("wrong");
            assert!(
                matches!(error, EvaluationFileError::WrongSize { .. }),
                "{error}"
            );
        }
    }
}
