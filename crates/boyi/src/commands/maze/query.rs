//! What is asked of a maze: the ends, how the map changes, who else walks.

use std::fs;

use anyhow::{Context, Result};
use boyi_paths::maze::{Cell, Connectivity, Maze, Node, Terrain, move_string};
use boyi_paths::search::{Changes, GridProblem, Recorder, SearchSpec, Solution, SpecError, Trip};

use super::MazeOptions;

pub(super) struct Query<'a> {
    pub(super) maze: &'a Maze,
    /// The ground, where it may be slow to cross.
    pub(super) terrain: Option<Terrain>,
    pub(super) connectivity: Connectivity,
    pub(super) changes: Changes,
    pub(super) others: Vec<Trip>,
}

impl<'a> Query<'a> {
    pub(super) fn read(
        maze: &'a Maze,
        terrain: Option<Terrain>,
        connectivity: Connectivity,
        options: &MazeOptions,
    ) -> Result<Self> {
        let changes = match &options.changes {
            None => Changes::default(),
            Some(changes) => read_changes(changes, maze, options.seed)?,
        };
        let own = Trip {
            start: maze.entry(),
            goal: maze.exit(),
        };
        let trips = match options.walkers {
            Some(walkers) => Trip::random(maze, walkers.into(), options.seed)?,
            None => std::iter::once(own)
                .chain(options.walker.iter().copied())
                .collect(),
        };
        Trip::check(&trips, maze.grid())?;
        Ok(Self {
            maze,
            terrain,
            connectivity,
            changes,
            others: trips[1..].to_vec(),
        })
    }

    pub(super) fn problem(&self) -> GridProblem<'_> {
        let problem = GridProblem::of(self.maze, self.connectivity)
            .with_changes(&self.changes)
            .with_others(&self.others);
        match &self.terrain {
            None => problem,
            Some(terrain) => problem.with_terrain(terrain),
        }
    }

    pub(super) fn solve(
        &self,
        spec: &SearchSpec,
        recorder: Option<&mut Recorder<Node>>,
    ) -> Result<Solution, SpecError> {
        let report = spec.run(&self.problem(), recorder)?;
        Ok(Solution::of(self.maze.grid(), &report))
    }
}

/// So many random changes during a walk as long as the maze is high and wide, or those of a file.
fn read_changes(text: &str, maze: &Maze, seed: u64) -> Result<Changes> {
    if let Ok(count) = text.parse() {
        let steps = maze.grid().rows() + maze.grid().cols();
        return Ok(Changes::random(maze, count, steps, seed));
    }
    let file = fs::read_to_string(text).with_context(|| format!("cannot read {text}"))?;
    Changes::read(&file, maze).with_context(|| format!("in {text}"))
}

/// The moves of a walker among others; a dot where it waits.
pub(super) fn moves_and_waits(path: &[Cell]) -> String {
    let step = |pair: &[Cell]| {
        if pair[0] == pair[1] {
            ".".to_owned()
        } else {
            move_string(pair)
        }
    };
    path.windows(2).map(step).collect()
}
