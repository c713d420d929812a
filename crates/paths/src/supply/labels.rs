//! The textbook search: A* whose nodes are labels (cell, days, food), with dominance.
//!
//! A cell may have to be passed twice with different food, so each label has its own parent, and a
//! cell keeps every label that no other one dominates: no later and with no less food.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::heuristic::{Estimator, Heuristic};
use super::maze::{SupplyMaze, Tile};
use super::trek::Trek;
use crate::maze::Cell;
use crate::observer::{Change, Event, Observer, is_stopped, tell};

/// What a search did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub expanded: u64,
    pub generated: u64,
    /// Labels dropped because another was at least as good.
    pub dominated: u64,
    pub peak_frontier: usize,
}

/// What a search found, and what it did for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// A walk of the fewest days, `None` where the goal cannot be reached or the observer stopped it.
    pub trek: Option<Trek>,
    pub counts: Counts,
}

/// Where the walker is and what it carries: what an observer sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walker {
    pub cell: Cell,
    pub food: u32,
}

/// Searches by label setting. Exact with every heuristic.
pub fn search_labels<O: Observer<Walker>>(
    maze: &SupplyMaze,
    heuristic: Heuristic,
    observer: &mut O,
) -> Report {
    let mut search = Search {
        maze,
        estimator: Estimator::new(maze, heuristic),
        labels: Vec::new(),
        open: BinaryHeap::new(),
        kept: vec![Vec::new(); maze.walled().len()],
        counts: Counts::default(),
    };
    let trek = search.run(observer);
    if let Some(trek) = trek.as_ref().filter(|_| O::ON) {
        let nodes = walkers(maze, trek);
        tell!(observer, Event::Path { nodes });
    }
    Report {
        trek,
        counts: search.counts,
    }
}

#[derive(Clone, Copy)]
struct Label {
    cell: Cell,
    days: u64,
    food: u32,
    parent: Option<u32>,
}

impl Label {
    const fn event(&self, change: Change, h: u64) -> Event<Walker> {
        let &Self {
            cell,
            days: g,
            food,
            ..
        } = self;
        let node = Walker { cell, food };
        Event::Node { change, node, g, h }
    }

    const fn dominates(&self, other: &Self) -> bool {
        self.days <= other.days && self.food >= other.food
    }
}

struct Search<'a> {
    maze: &'a SupplyMaze,
    estimator: Estimator,
    labels: Vec<Label>,
    /// The estimate of the whole, then the label; of equal estimates the most food first.
    open: BinaryHeap<(Reverse<u64>, u32, u32)>,
    /// The labels taken up on each cell.
    kept: Vec<Vec<u32>>,
    counts: Counts,
}

impl Search<'_> {
    fn run(&mut self, observer: &mut impl Observer<Walker>) -> Option<Trek> {
        let first = Label {
            cell: self.maze.start(),
            days: 0,
            food: self.maze.food(),
            parent: None,
        };
        self.generate(first, observer);
        while let Some((_, _, index)) = self.open.pop() {
            let label = self.labels[index as usize];
            if label.cell == self.maze.goal() {
                return Some(self.trek(index));
            }
            if self.is_dominated(&label) {
                continue;
            }
            if is_stopped!(observer) {
                return None;
            }
            self.kept[self.maze.index(label.cell)].push(index);
            self.expand(index, observer);
        }
        None
    }

    fn expand<O: Observer<Walker>>(&mut self, index: u32, observer: &mut O) {
        let label = self.labels[index as usize];
        self.counts.expanded += 1;
        if O::ON {
            let to_go = self.estimator.estimate(self.maze, label.cell, label.food);
            let event = label.event(Change::Expanded, to_go.unwrap_or_default());
            tell!(observer, event);
        }
        let Some(food) = label.food.checked_sub(1) else {
            return;
        };
        let maze = self.maze;
        for cell in maze.neighbours(label.cell) {
            let fills_up = maze.tile(cell) == Tile::Supply;
            let next = Label {
                cell,
                days: label.days + 1,
                food: if fills_up { maze.food() } else { food },
                parent: Some(index),
            };
            if !self.is_dominated(&next) {
                self.generate(next, observer);
            }
        }
    }

    fn generate(&mut self, label: Label, observer: &mut impl Observer<Walker>) {
        let estimate = self.estimator.estimate(self.maze, label.cell, label.food);
        let Some(to_go) = estimate else { return };
        self.counts.generated += 1;
        let index = self.labels.len() as u32;
        self.labels.push(label);
        let whole = Reverse(label.days + to_go);
        self.open.push((whole, label.food, index));
        self.counts.peak_frontier = self.counts.peak_frontier.max(self.open.len());
        tell!(observer, label.event(Change::Opened, to_go));
    }

    fn is_dominated(&mut self, label: &Label) -> bool {
        let kept = &self.kept[self.maze.index(label.cell)];
        let mut kept = kept.iter().map(|&index| self.labels[index as usize]);
        let dominated = kept.any(|other| other.dominates(label));
        self.counts.dominated += u64::from(dominated);
        dominated
    }

    fn trek(&self, index: u32) -> Trek {
        let parent = |&index: &u32| self.labels[index as usize].parent;
        let labels = std::iter::successors(Some(index), parent);
        let mut cells: Vec<Cell> = labels
            .map(|index| self.labels[index as usize].cell)
            .collect();
        cells.reverse();
        Trek { cells }
    }
}

/// A walk with what is left to eat after each step.
fn walkers(maze: &SupplyMaze, trek: &Trek) -> Vec<Walker> {
    let mut food = maze.food();
    let step = |(day, &cell): (usize, &Cell)| {
        if day > 0 {
            food = food.saturating_sub(1);
        }
        if maze.tile(cell) == Tile::Supply {
            food = maze.food();
        }
        Walker { cell, food }
    };
    trek.cells.iter().enumerate().map(step).collect()
}
