//! The published scenario lengths, on the maps in the folder `$BOYI_MAPS` (`NAME.map` beside
//! `NAME.map.scen`). The maps are other people's and not part of this repository.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use boyi_game::shared_files;
use boyi_paths::fast::Solver;
use boyi_paths::maze::{Connectivity, length};
use boyi_paths::movingai::{read_map, read_scenarios};

use super::slow::is_path;

fn maps() -> Option<Vec<PathBuf>> {
    let Some(folder) = env::var_os("BOYI_MAPS") else {
        shared_files::skip("BOYI_MAPS is not set");
        return None;
    };
    let mut maps: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "map"))
        .collect();
    maps.sort();
    Some(maps)
}

fn check_every_scenario(map: &Path) {
    let grid = read_map(&fs::read_to_string(map).unwrap()).unwrap();
    let scenarios = fs::read_to_string(map.with_extension("map.scen")).unwrap();
    let scenarios = read_scenarios(&scenarios).unwrap();
    let mut scan = Solver::new(&grid, Connectivity::Eight);
    let mut tables = Solver::prepared(&grid, Connectivity::Eight);
    for (index, query) in scenarios.iter().enumerate() {
        query.fits(&grid, index + 2).unwrap();
        for solver in [&mut scan, &mut tables] {
            let context = format!("{}, {query:?}, {:?}", map.display(), solver.method());
            let found = solver.find(query.start, query.goal);
            let found = found.unwrap_or_else(|| panic!("no path: {context}"));
            assert!(
                query.agrees(length(found.path)),
                "{}: {context}",
                length(found.path)
            );
            let ends = (query.start, query.goal);
            let legal = is_path(&grid, Connectivity::Eight, found.path, ends.0, ends.1);
            assert!(legal, "{context}");
        }
    }
}

#[test]
fn every_scenario_length_is_reproduced() {
    let Some(maps) = maps() else { return };
    assert!(!maps.is_empty(), "no .map in BOYI_MAPS");
    for map in maps {
        check_every_scenario(&map);
    }
}
