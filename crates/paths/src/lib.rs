#![doc = include_str!("../README.md")]

pub mod bench;
pub mod fast;
pub mod generate;
pub mod maze;
pub mod movingai;
pub mod search;
