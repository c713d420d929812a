#![doc = include_str!("../README.md")]

mod contestant;
mod fault;
mod control;
mod terms;
mod ending;
mod opening;
mod record;
mod referee;
pub mod numbered;
pub mod self_play;
pub mod trial;
mod built_in;
pub mod export;
mod import;

// What needs files, processes or a network: not in a browser.
#[cfg(not(target_arch = "wasm32"))]
mod source;
#[cfg(not(target_arch = "wasm32"))]
pub mod bot;
#[cfg(not(target_arch = "wasm32"))]
pub mod live;
#[cfg(not(target_arch = "wasm32"))]
pub mod store;
#[cfg(not(target_arch = "wasm32"))]
pub mod contest;
#[cfg(not(target_arch = "wasm32"))]
pub mod sandbox;
#[cfg(not(target_arch = "wasm32"))]
pub mod terminal;

pub use boyi_statistics as statistics;
pub use built_in::BuiltIn;
pub use contestant::{Answer, Ask, Choice, Contestant, Contestants};
pub use control::{Control, ControlError, Timing};
pub use ending::{Ending, Ruling};
pub use fault::Fault;
pub use import::{fitting_games, import, is_record};
pub use opening::Opening;
pub use record::{
    Closing, Event, GameRecord, Header, MoveEvent, RecordError, SeatLock, Seats, outcome_name,
};
pub use referee::Referee;
#[cfg(not(target_arch = "wasm32"))]
pub use source::{SourceError, contestant};
pub use terms::{Adjudication, Agreement, Terms};
