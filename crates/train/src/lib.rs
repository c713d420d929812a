#![doc = include_str!("../README.md")]

pub mod reversi;
pub mod logistic;
pub mod xiangqi;
