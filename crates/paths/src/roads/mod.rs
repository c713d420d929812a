//! Road maps: a picture of hexagonal states, and the cheapest roads across it.
//!
//! A picture becomes a [`RoadMap`] ([`read`]); a [`Trip`] on it has a [`shortest`] road, a strictly
//! longer second shortest one ([`solve`]) and as many further ones as wanted ([`k_shortest`]). They
//! can be drawn back onto the picture ([`draw_png`], [`draw_svg`]). Costs are 64-bit sums of the values of
//! the states on a road, without its first.
//!
//! ```
//! use boyi_paths::roads::{Colours, Country, Formula, k_shortest, read, solve};
//!
//! let country = Country { columns: 30, rows: 20, holes: 10, colours: Colours::Random, seed: 1 };
//! let map = read(&country.png()?, Formula::Squares)?;
//! let answer = solve(&map, map.whole_trip())?;
//! let third = k_shortest(&map, map.whole_trip())?.nth(2).expect("a third road");
//! assert!(answer.shortest.cost < answer.second.expect("a second road").cost);
//! assert!(answer.shortest.cost <= third.cost);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod map;
mod builder;
mod formula;
mod read;
mod pixels;
mod sums;
mod shortest;
mod second;
mod ties;
mod dominators;
mod delete_edge;
mod k_shortest;
mod detours;
mod problem;
mod paint;
mod draw;
mod svg;
mod generate;

#[cfg(test)]
mod exhaustive;

pub use delete_edge::second_by_deleting_edges;
pub use draw::{DrawError, RoadLine, draw_png};
pub use formula::Formula;
pub use generate::{Colours, Country, SizeError};
pub use k_shortest::{KShortest, k_shortest};
pub use map::{NoSuchState, Place, RoadMap, State, Trip};
pub use problem::{ROAD_SEARCHES, RoadProblem, RoadRun, RoadSearch};
pub use read::{MAX_PIXELS_A_SIDE, ReadError, read};
pub use shortest::{Answer, NotConnected, Road, shortest, solve};
pub use svg::draw_svg;
