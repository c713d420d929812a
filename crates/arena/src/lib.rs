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
mod source;
pub mod bot;
pub mod live;
pub mod export;
mod import;
pub mod store;
pub mod contest;
pub mod sandbox;
pub mod terminal;

pub use boyi_statistics as statistics;
pub use built_in::BuiltIn;
pub use contestant::{Answer, Ask, Choice, Contestant, Contestants};
pub use control::{Control, ControlError, Timing};
pub use ending::{Ending, Ruling};
pub use fault::Fault;
pub use import::{fitting_games, import, is_record};
pub use opening::Opening;
pub use record::{Closing, Event, GameRecord, Header, MoveEvent, RecordError, outcome_name};
pub use referee::Referee;
pub use source::{SourceError, contestant};
pub use terms::{Adjudication, Agreement, Terms};
