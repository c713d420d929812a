//! The commands, one file each.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod bench_paths;
pub(crate) mod completions;
pub(crate) mod games;
pub(crate) mod gomocup;
pub(crate) mod garlic;
pub(crate) mod judge;
pub(crate) mod lab;
pub(crate) mod man;
pub(crate) mod maze;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod roads;
pub(crate) mod shell;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod solve_gomoku;
pub(crate) mod solve_reversi;
pub(crate) mod supply;
