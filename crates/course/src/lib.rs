#![doc = include_str!("../README.md")]

mod words;
mod date;
mod digest;
mod csv;
mod files;
mod assignment;
mod report;
pub mod register;

pub use assignment::{
    Assignment, AssignmentError, BuildLimits, CaseFile, Counting, Function, Kind, Late, Question,
};
pub use csv::{CsvError, read_csv, write_csv};
pub use date::Date;
pub use files::{Files, FilesError};
pub use report::{Alarm, CaseReport, QuestionReport, Report};
pub use words::Words;

/// Seconds since 1970, for whoever asks the register something now.
pub fn now() -> u64 {
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    time.map_or(0, |time| time.as_secs())
}
