#![doc = include_str!("../README.md")]

pub mod games;
pub mod reversi;
pub mod network;
pub mod tune;
mod adjudication;

use boyi_arena::numbered;
