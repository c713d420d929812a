//! What does the observer cost where nobody watches? `cargo xtask instructions` counts instructions
//! of each search here, and of the same searches built with the feature `without-observer`, in which
//! the calls are not even in the source. `nothing` only makes what is searched.

use boyi_paths::generate::{Kind, generate};
use boyi_paths::maze::{Connectivity, Maze};
use boyi_paths::roads::{self, Colours, Country, Formula, RoadMap};
use boyi_paths::search::{GridProblem, by_name};
use boyi_paths::supply::{self, Ground, Heuristic, Order, SupplyMaze};

fn main() {
    // Anything but a workload's name (the harness passes its own flags) does nothing.
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let (mazes, hungry, map) = (mazes(), hungry(), road_map());
    let sum: u64 = match wanted.as_str() {
        "supply" => {
            let report = supply::search_labels(&hungry, Heuristic::Manhattan, &mut ());
            report.counts.expanded
        }
        "roads" => {
            let road = roads::shortest(&map, map.whole_trip(), &mut ());
            road.expect("no holes").cost
        }
        name => {
            let search = by_name(name).filter(|search| search.name != "auto");
            let expanded = mazes.iter().filter_map(|maze| {
                let problem = GridProblem::of(maze, Connectivity::Four);
                Some(search?.run(&problem, None).counts.expanded)
            });
            expanded.sum()
        }
    };
    println!("{sum}");
}

fn mazes() -> Vec<Maze> {
    let maze = |seed| {
        let kind = Kind::Braided { share: 0.5 };
        let grid = generate(kind, 121, 121, seed).expect("a legal size");
        Maze::new(grid, None, None).expect("generated mazes have ends")
    };
    (0..5).map(maze).collect()
}

fn hungry() -> SupplyMaze {
    let order = Order {
        rows: 60,
        cols: 60,
        food: 20,
        ground: Ground::Open { walls: 20 },
        supplies: 10,
        seed: 1,
    };
    order.make().expect("a possible size")
}

fn road_map() -> RoadMap {
    let country = Country {
        rows: 120,
        columns: 120,
        holes: 0,
        colours: Colours::Random,
        seed: 1,
    };
    let picture = country.png().expect("a possible size");
    roads::read(&picture, Formula::Squares).expect("our own picture")
}
