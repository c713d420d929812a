#![doc = include_str!("../README.md")]

pub mod process;
pub mod machine;
pub mod files;
pub mod usage;
