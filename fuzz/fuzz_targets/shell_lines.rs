//! Any text as commands: a tree, or a mistake that points into the text.
#![no_main]

use boyi_shell::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Err(error) = parse(text) {
        let line = text.split('\n').nth(error.line - 1).expect("a line of the text");
        assert!(error.column >= 1 && error.column <= line.chars().count() + 1);
        assert!(error.pointing_into(text, 0).ends_with("^\n"));
    }
});
