//! A map with everybody on it: what a file says, checked, before any rule is applied.

use std::fmt;

use boyi_game::{PerSide, Side};

use crate::garlic::Status;
use crate::terrain::{Cell, Terrain};

/// What a cell holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    Wall,
    Open,
    /// 10 points.
    Star,
    /// 10 points and 20 rounds of strength.
    SuperStar,
}

impl Ground {
    /// Whether there is a star, of either kind.
    #[inline]
    pub const fn is_star(self) -> bool {
        matches!(self, Self::Star | Self::SuperStar)
    }

    /// As maps write it.
    pub const fn letter(self) -> char {
        match self {
            Self::Wall => '#',
            Self::Open => '.',
            Self::Star => 'o',
            Self::SuperStar => 'O',
        }
    }

    /// What this letter stands for.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            '#' => Some(Self::Wall),
            '.' => Some(Self::Open),
            'o' => Some(Self::Star),
            'O' => Some(Self::SuperStar),
            _ => None,
        }
    }
}

/// A map as read: at most 64 x 64 cells, everybody on open ground, and on distinct cells unless the
/// game is in progress. Its text is the map file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) ground: Vec<Ground>,
    pub(crate) destroyers: [Cell; 2],
    pub(crate) garlics: PerSide<Cell>,
    pub(crate) progress: Option<Progress>,
}

/// What a map file does not say, for a game that has begun. Stands after the map in four lines:
/// `homes 0 3 0 6`, `scores 10 10`, `statuses 0 0`, `round 0`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Where the destroyers started and return to.
    pub homes: [Cell; 2],
    pub scores: PerSide<i32>,
    pub statuses: PerSide<Status>,
    pub round: u32,
}

impl Setup {
    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn cols(&self) -> usize {
        self.cols
    }

    /// What lies where, row by row.
    pub fn ground(&self) -> &[Ground] {
        &self.ground
    }

    pub fn destroyers(&self) -> [Cell; 2] {
        self.destroyers
    }

    pub fn garlics(&self) -> PerSide<Cell> {
        self.garlics
    }

    pub fn lies_on(&self, terrain: &Terrain) -> bool {
        (self.rows, self.cols) == (terrain.rows(), terrain.cols())
            && self.open().eq(terrain.open().iter().copied())
    }

    /// The terrain with all distances: the one costly step, up to a tenth of a second on the
    /// largest maps.
    pub fn terrain(&self) -> Terrain {
        Terrain::new(self.rows, self.cols, self.open().collect())
    }

    fn open(&self) -> impl Iterator<Item = bool> + '_ {
        self.ground.iter().map(|&ground| ground != Ground::Wall)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |cell: Cell| format!("{} {}", cell.index() / self.cols, cell.index() % self.cols);
        writeln!(f, "{} {}", self.rows, self.cols)?;
        for row in self.ground.chunks(self.cols) {
            let line: String = row.iter().map(|ground| ground.letter()).collect();
            writeln!(f, "{line}")?;
        }
        let [one, two] = self.destroyers;
        for cell in [
            one,
            two,
            self.garlics[Side::First],
            self.garlics[Side::Second],
        ] {
            writeln!(f, "{}", at(cell))?;
        }
        let Some(progress) = &self.progress else {
            return Ok(());
        };
        let [one, two] = progress.homes;
        let scores = progress.scores;
        let statuses = progress.statuses.map(Status::number);
        writeln!(f, "homes {} {}", at(one), at(two))?;
        writeln!(f, "scores {} {}", scores[Side::First], scores[Side::Second])?;
        writeln!(
            f,
            "statuses {} {}",
            statuses[Side::First],
            statuses[Side::Second]
        )?;
        writeln!(f, "round {}", progress.round)
    }
}
