//! Preparation kept in a file: what was worked out for a map, with the version of the format, a
//! checksum of the map it belongs to and one of the file itself.

use thiserror::Error;

use super::octile_search::OctileSearch;
use super::octile_tables::OctileTables;
use super::solver::{Method, Solver};
use crate::maze::{Connectivity, Grid};

/// Why a file cannot be used with a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum LoadError {
    #[error("this is not a file of prepared paths")]
    NotOurs,
    #[error("the file has version {found}, this program reads version {VERSION}: prepare again")]
    Version { found: u32 },
    #[error("the file has {found} bytes instead of {expected}: it was cut off or added to")]
    Length { expected: u64, found: u64 },
    #[error("the file is damaged: its checksum does not fit")]
    Damaged,
    #[error("the file was prepared for another map of {rows} rows and {cols} columns")]
    OtherMap { rows: u32, cols: u32 },
    #[error("the file does not describe its map")]
    Impossible,
}

const MAGIC: [u8; 8] = *b"boyipath";
const VERSION: u32 = 1;
/// Magic, version, connectivity and method, rows, columns, checksum of the map, payload length.
const HEADER: usize = 8 + 4 + 4 + 4 + 4 + 8 + 8;
const CHECKSUM: usize = 8;

impl Solver {
    /// The preparation as bytes. Tables are written out; what is as quick to work out again as to
    /// read, such as corridors, is only named.
    pub fn save(&self) -> Vec<u8> {
        let grid = self.grid();
        let payload = self.engine.to_bytes();
        let kind = u32::from(kind_of(self.connectivity())) | (self.method() as u32) << 8;
        let mut bytes = Vec::with_capacity(HEADER + payload.len() + CHECKSUM);
        bytes.extend(MAGIC);
        for number in [VERSION, kind, grid.rows(), grid.cols()] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(map_checksum(grid).to_le_bytes());
        bytes.extend((payload.len() as u64).to_le_bytes());
        bytes.extend(payload);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The solver that [`Solver::save`] wrote for this very map.
    pub fn load(grid: &Grid, bytes: &[u8]) -> Result<Self, LoadError> {
        let file = File::read(bytes)?;
        if file.map != map_checksum(grid) || (file.rows, file.cols) != (grid.rows(), grid.cols()) {
            return Err(LoadError::OtherMap {
                rows: file.rows,
                cols: file.cols,
            });
        }
        file.solver(grid).ok_or(LoadError::Impossible)
    }
}

/// A file whose checksum fits.
struct File<'a> {
    connectivity: Connectivity,
    method: Method,
    rows: u32,
    cols: u32,
    map: u64,
    payload: &'a [u8],
}

impl<'a> File<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, LoadError> {
        let found = bytes.len() as u64;
        if !bytes.starts_with(&MAGIC) {
            return Err(LoadError::NotOurs);
        }
        let expected = (HEADER + CHECKSUM) as u64;
        if found < expected {
            return Err(LoadError::Length { expected, found });
        }
        let version = number(bytes, 8);
        if version != VERSION {
            return Err(LoadError::Version { found: version });
        }
        let expected = expected.saturating_add(long_number(bytes, HEADER - 8));
        if found != expected {
            return Err(LoadError::Length { expected, found });
        }
        let (body, sum) = bytes.split_at(bytes.len() - CHECKSUM);
        // A fuzzer would never guess the sum and so never see what lies behind it.
        if long_number(sum, 0) != checksum(body) && !cfg!(fuzzing) {
            return Err(LoadError::Damaged);
        }
        let kind = number(bytes, 12);
        let connectivity = match kind & 0xFF {
            4 => Connectivity::Four,
            8 => Connectivity::Eight,
            _ => return Err(LoadError::Impossible),
        };
        let method = Method::ALL
            .into_iter()
            .find(|&method| method as u32 == kind >> 8);
        Ok(Self {
            connectivity,
            method: method.ok_or(LoadError::Impossible)?,
            rows: number(bytes, 16),
            cols: number(bytes, 20),
            map: long_number(bytes, 24),
            payload: &body[HEADER..],
        })
    }

    /// `None` if the file cannot be true of the grid.
    fn solver(&self, grid: &Grid) -> Option<Solver> {
        let &Self {
            connectivity,
            method,
            ..
        } = self;
        match (connectivity, method) {
            (Connectivity::Eight, Method::OctileTables) => {
                let tables = OctileTables::from_bytes(grid, self.payload)?;
                let engine = Box::new((tables, OctileSearch::new(grid)?));
                Some(Solver::with(grid, connectivity, method, engine))
            }
            _ if self.payload.is_empty() => Solver::with_method(grid, connectivity, method),
            _ => None,
        }
    }
}

fn kind_of(connectivity: Connectivity) -> u8 {
    match connectivity {
        Connectivity::Four => 4,
        Connectivity::Eight => 8,
    }
}

fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

fn long_number(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

/// Of the free cells and the size.
fn map_checksum(grid: &Grid) -> u64 {
    let size = u64::from(grid.rows()) << 32 | u64::from(grid.cols());
    grid.words()
        .iter()
        .fold(mixed(0, size), |sum, &word| mixed(sum, word))
}

/// Of bytes, eight at a time. Against accidents, not against forgers.
fn checksum(bytes: &[u8]) -> u64 {
    let mut words = bytes.chunks_exact(8);
    let sum = words.by_ref().fold(bytes.len() as u64, |sum, word| {
        mixed(sum, long_number(word, 0))
    });
    let mut last = [0; 8];
    last[..words.remainder().len()].copy_from_slice(words.remainder());
    mixed(sum, u64::from_le_bytes(last))
}

/// One round of a multiply-and-rotate hash: every bit of the word reaches every later bit.
fn mixed(sum: u64, word: u64) -> u64 {
    (sum ^ word)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .rotate_left(29)
        .wrapping_add(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Kind, generate};
    use crate::maze::Cell;

    fn maps() -> Vec<Grid> {
        let kinds = [
            Kind::Obstacles { density: 0.01 },
            Kind::Obstacles { density: 0.15 },
            Kind::Obstacles { density: 0.4 },
            Kind::Perfect,
        ];
        kinds
            .into_iter()
            .map(|kind| generate(kind, 40, 70, 3).unwrap())
            .collect()
    }

    #[test]
    fn what_was_saved_answers_as_before() {
        for grid in maps() {
            let free = grid.free_list();
            for connectivity in [Connectivity::Four, Connectivity::Eight] {
                for method in Method::ALL {
                    let solver = Solver::with_method(&grid, connectivity, method);
                    let Some(mut solver) = solver else { continue };
                    let mut loaded = Solver::load(&grid, &solver.save()).unwrap();
                    assert_eq!(loaded.method(), method);
                    for pair in free.windows(400).step_by(97) {
                        let (start, goal) = (pair[0], pair[399]);
                        assert_eq!(loaded.find(start, goal), solver.find(start, goal));
                    }
                }
            }
        }
    }

    #[test]
    fn a_flipped_bit_anywhere_is_noticed() {
        let grid = generate(Kind::Obstacles { density: 0.05 }, 9, 11, 1).unwrap();
        let bytes = Solver::prepared(&grid, Connectivity::Eight).save();
        for at in 0..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[at / 8] ^= 1 << (at % 8);
            assert!(Solver::load(&grid, &damaged).is_err(), "bit {at}");
        }
        for length in 0..bytes.len() {
            assert!(
                Solver::load(&grid, &bytes[..length]).is_err(),
                "{length} bytes"
            );
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let grid = generate(Kind::Obstacles { density: 0.05 }, 9, 11, 1).unwrap();
        let bytes = Solver::prepared(&grid, Connectivity::Eight).save();
        let error = |grid: &Grid, bytes: &[u8]| Solver::load(grid, bytes).err().unwrap();
        assert_eq!(error(&grid, b"PNG"), LoadError::NotOurs);
        let mut newer = bytes.clone();
        newer[8] = 9;
        assert_eq!(error(&grid, &newer), LoadError::Version { found: 9 });
        assert!(matches!(
            error(&grid, &bytes[..20]),
            LoadError::Length { .. }
        ));
        let mut damaged = bytes.clone();
        damaged[HEADER + 3] ^= 4;
        assert_eq!(error(&grid, &damaged), LoadError::Damaged);
        let mut other = grid.clone();
        let corner = Cell { row: 0, col: 0 };
        other.set_free(corner, !other.is_free(corner));
        assert_eq!(
            error(&other, &bytes),
            LoadError::OtherMap { rows: 9, cols: 11 }
        );
    }

    /// A file with a good checksum and nonsense inside must not lead a search out of the map.
    #[test]
    fn nonsense_with_a_good_checksum_is_refused() {
        let grid = generate(Kind::Obstacles { density: 0.05 }, 9, 11, 1).unwrap();
        let mut bytes = Solver::prepared(&grid, Connectivity::Eight).save();
        let end = bytes.len() - CHECKSUM;
        bytes[HEADER..end].fill(0x33);
        let sum = checksum(&bytes[..end]).to_le_bytes();
        bytes[end..].copy_from_slice(&sum);
        let error = Solver::load(&grid, &bytes).err();
        assert_eq!(error, Some(LoadError::Impossible));
    }
}
