#![doc = include_str!("../README.md")]

pub mod games;
pub mod reversi;
pub mod logistic;
pub mod network;
pub mod tuning;
pub mod gomoku;
pub mod xiangqi;

use boyi_arena::numbered;
