//! What is measured: benchmark maps with their scenarios, or maps of our own.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::generate::{Kind, Stream, generate};
use crate::maze::{Cell, Grid, Maze};
use crate::movingai::{read_map, read_scenarios};

/// A name and what to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Workload {
    pub name: String,
    pub parts: Vec<Part>,
}

/// A map and queries on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub grid: Grid,
    pub queries: Vec<Query>,
}

/// A path to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Query {
    pub start: Cell,
    pub goal: Cell,
}

/// Why a folder of benchmark maps could not be read.
#[derive(Debug, Error)]
#[error("{}: {error}", path.display())]
pub struct WorkloadError {
    pub path: PathBuf,
    pub error: Box<dyn Error + Send + Sync>,
}

impl WorkloadError {
    fn of<E: Into<Box<dyn Error + Send + Sync>>>(path: &Path) -> impl Fn(E) -> Self {
        move |error| Self {
            path: path.to_owned(),
            error: error.into(),
        }
    }
}

/// Every `NAME.map` of a folder that has a `NAME.map.scen` beside it, in the order of the names,
/// with at most `most` queries each, spread evenly over the file.
pub fn read_folder(folder: &Path, most: usize) -> Result<Vec<Workload>, WorkloadError> {
    let mut maps = Vec::new();
    for entry in fs::read_dir(folder).map_err(WorkloadError::of(folder))? {
        let path = entry.map_err(WorkloadError::of(folder))?.path();
        if path.extension().is_some_and(|extension| extension == "map")
            && path.with_extension("map.scen").exists()
        {
            maps.push(path);
        }
    }
    maps.sort();
    maps.iter().map(|path| read_one(path, most)).collect()
}

fn read_one(path: &Path, most: usize) -> Result<Workload, WorkloadError> {
    let text = |path: &Path| fs::read_to_string(path).map_err(WorkloadError::of(path));
    let grid = read_map(&text(path)?).map_err(WorkloadError::of(path))?;
    let scenarios = path.with_extension("map.scen");
    let list = read_scenarios(&text(&scenarios)?).map_err(WorkloadError::of(&scenarios))?;
    let mut queries = Vec::new();
    let every = list.len().div_ceil(most.max(1)).max(1);
    for (index, query) in list.iter().enumerate().step_by(every) {
        let fits = query.fits(&grid, index + 2);
        fits.map_err(WorkloadError::of(&scenarios))?;
        let (start, goal) = (query.start, query.goal);
        queries.push(Query { start, goal });
    }
    let name = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    Ok(Workload {
        name,
        parts: vec![Part { grid, queries }],
    })
}

/// Maps of our own in the manner of the benchmark sets, with `most` queries each.
pub fn generated(most: usize) -> Vec<Workload> {
    let kinds = [
        ("open-512", Kind::Obstacles { density: 0.02 }),
        ("obstacles-10", Kind::Obstacles { density: 0.1 }),
        ("obstacles-35", Kind::Obstacles { density: 0.35 }),
        (
            "rooms-8",
            Kind::Rooms {
                side: 8,
                doors: 0.85,
            },
        ),
        (
            "rooms-32",
            Kind::Rooms {
                side: 32,
                doors: 0.9,
            },
        ),
        ("braided", Kind::Braided { share: 0.3 }),
        ("perfect", Kind::Perfect),
    ];
    let mut list = Vec::new();
    for (name, kind) in kinds {
        let grid = generate(kind, 511, 511, 1).expect("a legal size");
        let free = grid.free_list();
        let mut stream = Stream::new(2);
        let mut pick = || free[stream.below(free.len() as u32) as usize];
        let queries = (0..most)
            .map(|_| Query {
                start: pick(),
                goal: pick(),
            })
            .collect();
        list.push(Workload {
            name: name.to_owned(),
            parts: vec![Part { grid, queries }],
        });
    }
    list
}

/// Mazes of the course's two sizes, `count` of each, from entry to exit.
pub fn seed_sizes(count: u64) -> Vec<Workload> {
    [(18, 25), (30, 60)]
        .into_iter()
        .map(|(rows, cols)| {
            let part = |seed| {
                // Loops and open places among the corridors, as the course's mazes have them.
                let kind = Kind::Braided { share: 0.6 };
                let grid = generate(kind, rows, cols, seed).expect("a legal size");
                let maze = Maze::new(grid, None, None).expect("generated mazes have ends");
                let (start, goal) = (maze.entry(), maze.exit());
                Part {
                    grid: maze.grid().clone(),
                    queries: vec![Query { start, goal }],
                }
            };
            Workload {
                name: format!("{rows}x{cols}"),
                parts: (0..count).map(part).collect(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_maps_have_free_ends() {
        for workload in generated(5).into_iter().chain(seed_sizes(4)) {
            for part in &workload.parts {
                assert!(!part.queries.is_empty(), "{}", workload.name);
                for query in &part.queries {
                    assert!(part.grid.is_free(query.start) && part.grid.is_free(query.goal));
                }
            }
        }
    }

    #[test]
    fn a_missing_folder_is_named() {
        let error = read_folder(Path::new("no such folder"), 3).unwrap_err();
        assert!(error.to_string().contains("no such folder"));
    }
}
