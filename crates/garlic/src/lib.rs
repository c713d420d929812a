#![doc = include_str!("../README.md")]

mod terrain;
mod cell_set;
mod setup;
mod read;
mod garlic;
mod battle;
mod round;
mod destroyers;
mod shown;
mod fairness;
mod generate;
mod maps;

pub use battle::Battle;
pub use cell_set::CellSet;
pub use destroyers::Odds;
pub use fairness::{Symmetry, Unfair};
pub use garlic::{Garlic, Status, Target};
pub use generate::{Destroyers, NoSuchMap, Order};
pub use maps::{BuiltIn, MAPS, built_in};
pub use read::{Problem, ReadError};
pub use setup::{Ground, Progress, Setup};
pub use terrain::{Cell, Neighbours, Reached, Terrain};
