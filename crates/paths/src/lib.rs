#![doc = include_str!("../README.md")]

pub mod maze;
pub mod search;
pub mod fast;
pub mod movingai;
pub mod generate;
pub mod supply;
pub mod roads;
pub mod observer;
pub mod bench;

mod stream;
