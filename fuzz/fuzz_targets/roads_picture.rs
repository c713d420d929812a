//! Any bytes as a picture: an error, or a map whose answers are in order.
#![no_main]

use boyi_paths::roads::{Formula, read, solve};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(map) = read(bytes, Formula::Squares)
        && let Ok(answer) = solve(&map, map.whole_trip())
        && let Some(second) = answer.second
    {
        assert!(second.cost > answer.shortest.cost);
    }
});
