//! A search by sampling in words: what a front end needs to show its tree as it grew.

use boyi_game::{Position, Score, Shown};
use boyi_search::{Counts, Ended, NodeFacts, Report, SampledPlayout, SampledTree};

use crate::tree::Words;

/// A search, its tree, and every game it played in thought.
#[derive(Clone, PartialEq, Debug)]
pub struct SampledSearch {
    /// Every move that occurs; branches name moves by their place here.
    pub moves: Vec<String>,
    /// Parents come first.
    pub branches: Vec<SampledBranch>,
    /// In the order in which they were played; values are those of the side that searches.
    pub playouts: Vec<SampledPlayout>,
    /// The exploration constant.
    pub exploration: f64,
    pub counts: Counts,
    /// The moves it expects, the best first.
    pub best: Vec<u32>,
    pub value: Option<Score>,
    pub seconds: f64,
    pub ended: Ended,
}

/// A position of the tree, or what chance made of a round.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SampledBranch {
    pub parent: Option<u32>,
    /// The move that led here; `None` for the root, and where chance did.
    pub mv: Option<u32>,
    /// Whether chance moves here: its children are what may come of it.
    pub is_chance: bool,
    pub is_over: bool,
    pub facts: NodeFacts,
}

impl SampledSearch {
    /// Puts a recording into words.
    pub(crate) fn new<P>(
        root: &P,
        film: &SampledTree<P::Move>,
        facts: &[NodeFacts],
        report: &Report<P::Move>,
        exploration: f64,
    ) -> Self
    where
        P: Position + Shown<P::Move>,
    {
        let mut words = Words::default();
        // Positions of the branches, by walking down from the root again for each: trees are shallow.
        let mut line_to: Vec<Vec<P::Move>> = Vec::with_capacity(film.nodes().len());
        let mut branches = Vec::with_capacity(film.nodes().len());
        for (node, &facts) in film.nodes().iter().zip(facts) {
            let mut line = node
                .parent
                .map(|parent| line_to[parent as usize].clone())
                .unwrap_or_default();
            let mv = node.mv.map(|mv| {
                let mut position = root.clone();
                for &mv in &line {
                    position.make(mv);
                }
                line.push(mv);
                words.number_of(position.move_text(mv))
            });
            line_to.push(line);
            branches.push(SampledBranch {
                parent: node.parent,
                mv,
                is_chance: false,
                is_over: node.is_over,
                facts,
            });
        }
        let mut position = root.clone();
        let mut best = Vec::new();
        for &mv in &report.line {
            best.push(words.number_of(position.move_text(mv)));
            position.make(mv);
        }
        Self {
            moves: words.texts,
            branches,
            playouts: film.playouts().to_vec(),
            exploration,
            counts: report.counts,
            best,
            value: report.value,
            seconds: report.elapsed.as_secs_f64(),
            ended: report.ended,
        }
    }
}
