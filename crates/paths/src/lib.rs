#![doc = include_str!("../README.md")]
#![cfg_attr(
    feature = "without-observer",
    allow(
        unused_variables,
        unused_mut,
        dead_code,
        reason = "they are for the observer"
    )
)]

mod file_kind;
mod names;
mod text_error;

pub use file_kind::FileKind;
pub use names::UnknownName;
pub use text_error::TextError;

pub mod maze;
pub mod search;
pub mod fast;
pub mod movingai;
pub mod generate;
pub mod supply;
pub mod roads;
pub mod observer;
pub mod trace;
// What `boyi bench` measures; nobody else is promised anything about it.
#[doc(hidden)]
pub mod bench;

mod stream;
