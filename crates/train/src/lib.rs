#![doc = include_str!("../README.md")]

pub mod logistic;
pub mod xiangqi;
