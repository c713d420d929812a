#![doc = include_str!("../README.md")]

pub mod games;
mod numbered;
pub mod reversi;
pub mod logistic;
pub mod network;
pub mod tuning;
pub mod gomoku;
pub mod xiangqi;
