//! The commands, one file each.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod bench_paths;
pub(crate) mod bot;
pub(crate) mod completions;
pub(crate) mod contest;
pub(crate) mod doctor;
pub(crate) mod games;
pub(crate) mod garlic;
pub(crate) mod judge;
pub(crate) mod lab;
pub(crate) mod man;
pub(crate) mod matches;
pub(crate) mod maze;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod record;
pub(crate) mod roads;
pub(crate) mod shell;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod solve_reversi;
pub(crate) mod sprt;
pub(crate) mod supply;
pub(crate) mod tournament;
pub(crate) mod worker;
