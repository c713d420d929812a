//! A search that grows its tree leaf by leaf, in words: what a front end needs to show it as it grew.

use boyi_game::{Position, Score, Shown, Side};
use boyi_search::{
    Counts, Ended, Goal, NodeFacts, Numbers, Report, RevisedTree, SampledPlayout, SampledTree, Way,
};

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
    /// What was thought of positions, and when: of searches that do not take the mean of playouts.
    pub revisions: Vec<SampledRevision>,
    /// After how many looks a proof of a draw was asked for, a win being disproven.
    pub draw_from: Option<u32>,
    /// The exploration constant; 0 where nothing is sampled.
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
    /// Who moves here, where that is known.
    pub mover: Option<Side>,
    /// How likely this is where chance moves before it; 1 otherwise.
    pub odds: f64,
    /// Moves to choose from, of a search for a proof: those without a branch have nothing shown yet.
    pub moves: u32,
    pub facts: NodeFacts,
}

impl SampledBranch {
    /// A position of a game without chance, of which nothing is known yet.
    fn after(mv: Option<u32>, parent: Option<u32>, is_over: bool, mover: Side) -> Self {
        Self {
            parent,
            mv,
            is_chance: false,
            is_over,
            mover: Some(mover),
            odds: 1.0,
            moves: 0,
            facts: NodeFacts::NONE,
        }
    }
}

/// What is thought of a position changes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SampledRevision {
    /// Leaves looked at by then.
    pub look: u32,
    /// The position, by its place among the branches.
    pub node: u32,
    pub numbers: Numbers,
}

impl SampledSearch {
    /// Puts a recording into words.
    pub(crate) fn new<P: Position + Shown<P::Move>>(
        root: &P,
        film: &SampledTree<P::Move>,
        facts: &[NodeFacts],
        report: &Report<P::Move>,
        exploration: f64,
    ) -> Self {
        let mut words = Words::default();
        let ways = film.nodes().iter().map(|node| (node.parent, node.mv));
        let spelt = spell(root, ways, &mut words);
        let branches = film.nodes().iter().zip(facts).zip(spelt);
        let branches = branches.map(|((node, &facts), (mv, mover))| SampledBranch {
            facts,
            ..SampledBranch::after(mv, node.parent, node.is_over, mover)
        });
        Self {
            branches: branches.collect(),
            playouts: film.playouts().to_vec(),
            exploration,
            ..Self::reported(root, report, words)
        }
    }

    /// Puts a recording of a search that revises into words; chances of winning come from values as the
    /// first player sees them.
    pub(crate) fn revised<P: Position + Shown<P::Move>>(
        root: &P,
        tree: &RevisedTree<P::Move>,
        report: &Report<P::Move>,
    ) -> Self {
        let mut words = Words::default();
        let ways = tree.nodes().iter().map(|node| match node.way {
            Some(Way::Move(mv)) => (node.parent, Some(mv)),
            Some(Way::Chance(_)) | None => (node.parent, None),
        });
        let spelt = spell(root, ways, &mut words);
        let branches = tree.nodes().iter().zip(spelt);
        let branches = branches.map(|(node, (mv, mover))| SampledBranch {
            moves: node.moves,
            ..SampledBranch::after(mv, node.parent, node.is_over, mover)
        });
        let branches = branches.collect();
        Self {
            branches,
            ..Self::reported(root, report, words).with_looks(tree)
        }
    }

    /// The same with what a recording says of looks and revisions.
    pub(crate) fn with_looks<M>(self, tree: &RevisedTree<M>) -> Self {
        let look = |&leaf: &u32| SampledPlayout { leaf, value: 0.5 };
        let revision = |revision: &boyi_search::Revision| SampledRevision {
            look: revision.look,
            node: revision.node,
            numbers: revision.numbers,
        };
        let draw = tree.goals().iter().find(|(goal, _)| *goal == Goal::Draw);
        Self {
            playouts: tree.looks().iter().map(look).collect(),
            revisions: tree.revisions().iter().map(revision).collect(),
            draw_from: draw.map(|&(_, look)| look),
            ..self
        }
    }

    /// What a search found, without its tree.
    fn reported<P: Position + Shown<P::Move>>(
        root: &P,
        report: &Report<P::Move>,
        mut words: Words,
    ) -> Self {
        let mut position = root.clone();
        let mut best = Vec::new();
        for &mv in &report.line {
            best.push(words.number_of(position.move_text(mv)));
            position.make(mv);
        }
        Self {
            moves: words.texts,
            branches: Vec::new(),
            playouts: Vec::new(),
            revisions: Vec::new(),
            draw_from: None,
            exploration: 0.0,
            counts: report.counts,
            best,
            value: report.value,
            seconds: report.elapsed.as_secs_f64(),
            ended: report.ended,
        }
    }
}

/// The moves to these nodes, parents first, by their place among the words, and who is to move there.
fn spell<P>(
    root: &P,
    nodes: impl Iterator<Item = (Option<u32>, Option<P::Move>)>,
    words: &mut Words,
) -> Vec<(Option<u32>, Side)>
where
    P: Position + Shown<P::Move>,
{
    // Positions of the nodes, by walking down from the root again for each: trees are shallow.
    let mut line_to: Vec<Vec<P::Move>> = Vec::new();
    let spell = |(parent, mv): (Option<u32>, Option<P::Move>)| {
        let mut line = parent.map_or_else(Vec::new, |parent| line_to[parent as usize].clone());
        let mut position = root.clone();
        for &mv in &line {
            position.make(mv);
        }
        let word = mv.map(|mv| {
            let word = words.number_of(position.move_text(mv));
            position.make(mv);
            line.push(mv);
            word
        });
        line_to.push(line);
        (word, position.turn())
    };
    nodes.map(spell).collect()
}
