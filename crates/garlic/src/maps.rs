//! Maps that come with the program: the course's sizes and two larger ones, all fair.

use crate::setup::Setup;

/// A map that comes with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuiltIn {
    pub name: &'static str,
    pub text: &'static str,
}

impl BuiltIn {
    pub fn setup(&self) -> Setup {
        Setup::read_fair(self.text).expect("a test reads every map")
    }
}

pub fn built_in(name: &str) -> Option<&'static BuiltIn> {
    MAPS.iter().find(|map| map.name == name)
}

macro_rules! maps {
    ($($name:literal)*) => {
        &[$(BuiltIn { name: $name, text: include_str!(concat!("../maps/", $name, ".txt")) }),*]
    };
}

/// All of them. The tasks of the course are played on `10x10-walled` (1), `10x10-one` (2a),
/// `10x10-free` (2b), `13x15-free` and `10x10-full` (3), and those up to 30x30 (4).
pub const MAPS: &[BuiltIn] = maps! {
    "10x10-walled" "10x10-one" "10x10-free" "10x10-full"
    "13x15-walled" "13x15-one" "13x15-free"
    "30x30-walled" "30x30-one" "30x30-free"
    "41x41-walled" "41x41-one" "41x41-free"
    "50x50-walled" "50x50-one" "50x50-free"
    "60x60-walled" "60x60-one" "60x60-free"
};
