//! Mazes with supplies and road maps in pictures: shortest paths, exact and fast.

mod stream;

pub mod observer;

pub mod roads;
pub mod supply;
