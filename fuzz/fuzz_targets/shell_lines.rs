//! Any text as a command line: a tree, or a mistake that points into the line.
#![no_main]

use boyi_shell::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    if let Err(error) = parse(line) {
        assert!(error.column >= 1 && error.column <= line.chars().count() + 1);
        assert!(error.pointing_into(line).ends_with("^\n"));
    }
});
