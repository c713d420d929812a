//! Any text as a file pattern and any bytes as a name: matched as the obvious version does.
#![no_main]

use boyi_shell::matches;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &[u8])| {
    let (pattern, name) = input;
    let matched = matches(pattern, name);
    // Exponential, so only short patterns without classes are compared.
    if pattern.len() <= 8 && name.len() <= 16 && pattern.is_ascii() && name.is_ascii() && !pattern.contains('[') {
        assert_eq!(matched, slow(pattern.as_bytes(), name));
    }
});

fn slow(pattern: &[u8], name: &[u8]) -> bool {
    match (pattern.first(), name.first()) {
        (None, None) => true,
        (Some(b'*'), _) => slow(&pattern[1..], name) || (!name.is_empty() && slow(pattern, &name[1..])),
        (Some(b'?'), Some(_)) => slow(&pattern[1..], &name[1..]),
        (Some(a), Some(b)) if a == b => slow(&pattern[1..], &name[1..]),
        _ => false,
    }
}
