//! Makes the maps that come with the program: `make_maps FOLDER`. Run again only to change them.

use std::{env, fs, io};

use boyi_garlic::{Destroyers, Ground, Order, Setup};

fn main() -> io::Result<()> {
    let folder = env::args().nth(1);
    let folder = folder.unwrap_or_else(|| "crates/garlic/maps".to_owned());
    let write =
        |name: &str, map: &Setup| fs::write(format!("{folder}/{name}.txt"), map.to_string());
    for (number, (rows, cols)) in [(10, 10), (13, 15), (30, 30), (41, 41), (50, 50), (60, 60)]
        .into_iter()
        .enumerate()
    {
        for destroyers in Destroyers::ALL {
            // Any seed is fair; this spreads them over symmetries, walls and stars.
            let seed = number as u64 * 10 + destroyers as u64;
            let order = Order {
                rows,
                cols,
                seed,
                destroyers,
            };
            let map = order.make().expect("the sizes are fine");
            write(&format!("{rows}x{cols}-{}", destroyers.name()), &map)?;
        }
    }
    write("10x10-full", &full_of_stars())
}

/// The first map without a bare cell but those that the characters stand on.
fn full_of_stars() -> Setup {
    let order = |seed| Order {
        rows: 10,
        cols: 10,
        seed,
        destroyers: Destroyers::Free,
    };
    let maps = (100..).map(|seed| order(seed).make().expect("the size is fine"));
    let bare = |map: &Setup| map.ground().iter().filter(|&&g| g == Ground::Open).count();
    let mut full = maps.filter(|map| bare(map) == 4);
    full.next().expect("one map in four is full")
}
