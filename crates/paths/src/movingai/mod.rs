//! The benchmark formats of the Moving AI Lab (Sturtevant 2012): `.map` grids and `.scen` lists of
//! queries with their known lengths, so that the sets everyone measures on run here too.

mod map;
mod scenario;

pub use map::{read_map, write_map};
pub use scenario::{Scenario, read_scenarios};
