#![doc = include_str!("../README.md")]

pub mod reversi;
pub mod logistic;
pub mod gomoku;
pub mod xiangqi;
