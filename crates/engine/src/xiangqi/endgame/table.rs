//! A table that was worked out, and a shelf of them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::{env, fs, io};

use boyi_game::{Position, Side, whole_file};
use boyi_search::kernel::fnv1a;
use boyi_xiangqi::{Board, Setup, Square, fen};

use super::material::Material;
use super::numbering::Numbering;

/// What is known of a position, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    Draw,
    /// Won in so many plies.
    Won(u32),
    /// Lost in so many plies.
    Lost(u32),
}

/// Every position of one material.
#[derive(Clone, Debug)]
pub struct Table {
    material: Material,
    numbering: Numbering,
    /// 0 for a draw, else plies to the end plus one.
    values: Vec<u8>,
}

/// What stands at the beginning of a file.
const MAGIC: &[u8] = b"boyi xiangqi endgame 1\n";

/// Why a file holds no table.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    #[error(transparent)]
    File(#[from] io::Error),
    #[error("this is no table of {0}, or a damaged one: make it again")]
    Content(Material),
}

impl Table {
    pub(super) fn new(material: Material, numbering: Numbering, values: Vec<u8>) -> Self {
        Self {
            material,
            numbering,
            values,
        }
    }

    /// What it is about.
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// How many positions it holds, impossible ones included.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether it holds nothing: never.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The most plies a win takes.
    pub fn longest(&self) -> u32 {
        u32::from(self.values.iter().copied().max().unwrap_or(0)).saturating_sub(1)
    }

    /// Positions that are decided.
    pub fn decided(&self) -> usize {
        self.values.iter().filter(|&&value| value != 0).count()
    }

    /// A position in which the longest win begins, the attacker red, as a FEN.
    pub fn longest_example(&self) -> Option<String> {
        let longest = self.longest();
        if longest == 0 {
            return None;
        }
        let place = self
            .values
            .iter()
            .position(|&value| u32::from(value) == longest + 1)?;
        let (pieces, turn) = self.numbering.pieces(place);
        let mut cells = [None; Square::COUNT];
        for (square, piece) in pieces {
            cells[square.index()] = Some(piece);
        }
        Some(fen::write(&Setup {
            cells,
            turn,
            quiet: 0,
            number: 1,
        }))
    }

    /// Position number `number`, the attacker red; `None` where the number is of no position.
    pub fn any(&self, number: usize) -> Option<Board> {
        let (pieces, turn) = self.numbering.pieces(number);
        let board = Board::of_pieces(&pieces, turn)?;
        (!board.checkers(!turn).exist()).then_some(board)
    }

    fn value(&self, board: &Board, attacker: Side) -> Option<Known> {
        let number = self.numbering.of_board(board, attacker)?;
        Some(match self.values[number].checked_sub(1) {
            None => Known::Draw,
            Some(plies) if plies % 2 == 0 => Known::Lost(u32::from(plies)),
            Some(plies) => Known::Won(u32::from(plies)),
        })
    }

    /// Writes it to a folder, under the name of its material.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&fnv1a(&self.values).to_le_bytes());
        bytes.extend_from_slice(&self.values);
        whole_file::write(&folder.join(file_name(&self.material)), bytes)
    }

    /// Reads one from a folder.
    pub fn read(folder: &Path, material: &Material) -> Result<Self, TableError> {
        let bytes = fs::read(folder.join(file_name(material)))?;
        let numbering = Numbering::new(material);
        let wrong = || TableError::Content(material.clone());
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(wrong)?;
        let (sum, values) = rest.split_at_checked(8).ok_or_else(wrong)?;
        if values.len() != numbering.count() || sum != fnv1a(values).to_le_bytes() {
            return Err(wrong());
        }
        Ok(Self::new(material.clone(), numbering, values.to_vec()))
    }
}

fn file_name(material: &Material) -> String {
    format!("{material}.xqe")
}

/// Tables by material. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Tables(Arc<HashMap<Material, Table>>);

/// Names the folder in which tables are kept.
const FOLDER: &str = "BOYI_TABLES";

impl Tables {
    /// More pieces than this, generals included, are in no table.
    pub const MOST_PIECES: usize = 8;

    /// Where tables are kept: `$BOYI_TABLES`, else a folder of the user's data.
    pub fn folder() -> Option<PathBuf> {
        let named = env::var_os(FOLDER).map(PathBuf::from);
        let data = || env::var_os("XDG_DATA_HOME").map(PathBuf::from);
        let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".local/share"));
        named.or_else(|| Some(data().or_else(home)?.join("boyi/xiangqi")))
    }

    /// The tables that are kept there, read once for the whole program.
    pub fn kept() -> Self {
        static KEPT: OnceLock<Tables> = OnceLock::new();
        let read = || Self::folder().map_or_else(Self::default, |folder| Self::read_all(&folder));
        KEPT.get_or_init(read).clone()
    }

    /// With one more.
    pub fn add(&mut self, table: Table) {
        Arc::make_mut(&mut self.0).insert(table.material.clone(), table);
    }

    /// All tables of a folder; files that are none are passed over.
    pub fn read_all(folder: &Path) -> Self {
        let mut tables = Self::default();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let material = name.to_str().and_then(|name| name.strip_suffix(".xqe"));
            if let Some(Ok(material)) = material.map(str::parse)
                && let Ok(table) = Table::read(folder, &material)
            {
                tables.add(table);
            }
        }
        tables
    }

    /// The table of a material.
    pub fn get(&self, material: &Material) -> Option<&Table> {
        self.0.get(material)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is known of a position; `None` where there is no table for it.
    pub fn probe(&self, board: &Board) -> Option<Known> {
        if self.is_empty() {
            return None;
        }
        let (material, attacker) = Material::of(board)?;
        self.get(&material)?.value(board, attacker)
    }

    /// The value of a position of known material. A table that should be there and is not counts as
    /// a draw: callers make sure that it is there.
    pub(super) fn value(&self, material: &Material, board: &Board, attacker: Side) -> Known {
        debug_assert!(self.get(material).is_some(), "{material} is needed");
        let found = self
            .get(material)
            .and_then(|table| table.value(board, attacker));
        found.unwrap_or(Known::Draw)
    }
}

impl Known {
    /// The same from the other side's view, a ply earlier.
    pub fn before(self) -> Self {
        match self {
            Self::Draw => Self::Draw,
            Self::Won(plies) => Self::Lost(plies + 1),
            Self::Lost(plies) => Self::Won(plies + 1),
        }
    }

    /// What a board's best move makes of it, for checking tables against their own moves.
    pub fn by_its_moves(board: &Board, probe: impl Fn(&Board) -> Option<Self>) -> Option<Self> {
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        let mut best = Self::Lost(0);
        for mv in moves {
            let mut after = board.clone();
            after.make(mv);
            best = better(best, probe(&after)?.before());
        }
        Some(best)
    }
}

/// The better one for the side to move.
fn better(a: Known, b: Known) -> Known {
    let rank = |known: Known| match known {
        Known::Won(plies) => 10_000 - i64::from(plies),
        Known::Draw => 0,
        Known::Lost(plies) => i64::from(plies) - 10_000,
    };
    if rank(b) > rank(a) { b } else { a }
}
