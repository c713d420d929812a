#![doc = include_str!("../README.md")]

pub mod games;
pub mod reversi;
pub mod network;

use boyi_arena::numbered;
