#![doc = include_str!("../README.md")]

mod terrain;
mod stars;
mod setup;
mod read;
mod battle;
mod destroyers;
mod shown;
mod fairness;
mod generate;
mod maps;

pub use battle::{Battle, Garlic, Status, Target};
pub use fairness::{Symmetry, Unfair};
pub use generate::{Destroyers, NoSuchMap, Order};
pub use maps::{BuiltIn, MAPS, built_in};
pub use read::{Problem, ReadError};
pub use setup::{Ground, Progress, Setup};
pub use terrain::{Cell, Neighbours, Terrain};
