//! A recording of a search that revises what it thinks of positions: proof numbers, or values with chance.

use boyi_game::{Actor, Score};

use crate::proof::{Goal, ProofNumbers};
use crate::{Iteration, Leave, Observer, Window};

/// The tree as it grew: which leaf was looked at when, and what was thought of each position since.
///
/// Of a search that deepens it is the tree of the last depth that was finished.
#[derive(Clone, PartialEq, Debug)]
pub struct RevisedTree<M> {
    /// The depth being searched, and the last that was finished.
    current: Recording<M>,
    finished: Option<Recording<M>>,
    cap: usize,
    /// Where the search stands, ply by ply; `None` below what is kept.
    open: Vec<Option<u32>>,
    /// How the next position is reached.
    next: Option<(Way<M>, f64)>,
}

#[derive(Clone, PartialEq, Debug)]
struct Recording<M> {
    nodes: Vec<RevisedNode<M>>,
    children: Vec<Vec<u32>>,
    /// What is thought of each node now.
    numbers: Vec<Option<Numbers>>,
    looks: Vec<u32>,
    revisions: Vec<Revision>,
    goals: Vec<(Goal, u32)>,
}

/// How a position was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way<M> {
    Move(M),
    /// One of the ways in which chance may go.
    Chance(usize),
}

/// A position that was looked at, or that is known without a look.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RevisedNode<M> {
    /// The position before, by its place among the nodes; `None` for the root.
    pub parent: Option<u32>,
    pub way: Option<Way<M>>,
    /// How likely this is where chance moves before it; 1 otherwise.
    pub odds: f64,
    /// Who is to move, where the search says so.
    pub actor: Option<Actor>,
    /// Moves to choose from, where the search says so: those that are no nodes have the numbers of an open one.
    pub moves: u32,
    pub is_over: bool,
}

/// What is thought of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Numbers {
    Proof(ProofNumbers),
    /// As the first player sees it.
    Value(f64),
}

/// What is thought of a position changes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Revision {
    /// How many leaves had been looked at by then.
    pub look: u32,
    pub node: u32,
    pub numbers: Numbers,
}

impl<M> Recording<M> {
    fn new() -> Self {
        Self {
            nodes: vec![RevisedNode {
                parent: None,
                way: None,
                odds: 1.0,
                actor: None,
                moves: 0,
                is_over: false,
            }],
            children: vec![Vec::new()],
            numbers: vec![None],
            looks: Vec::new(),
            revisions: Vec::new(),
            goals: Vec::new(),
        }
    }
}

impl<M> RevisedTree<M> {
    /// Keeps about so many positions; what lies below them is told of the last one kept.
    pub fn new(cap: usize) -> Self {
        Self {
            current: Recording::new(),
            finished: None,
            cap,
            open: Vec::new(),
            next: None,
        }
    }

    fn shown(&self) -> &Recording<M> {
        self.finished.as_ref().unwrap_or(&self.current)
    }

    /// Parents come before their children.
    pub fn nodes(&self) -> &[RevisedNode<M>] {
        &self.shown().nodes
    }

    /// The leaf of each look, in their order.
    pub fn looks(&self) -> &[u32] {
        &self.shown().looks
    }

    pub fn revisions(&self) -> &[Revision] {
        &self.shown().revisions
    }

    /// What was asked, and after how many looks.
    pub fn goals(&self) -> &[(Goal, u32)] {
        &self.shown().goals
    }

    /// What was thought of a node in the end.
    pub fn numbers(&self, node: u32) -> Option<Numbers> {
        self.shown().numbers[node as usize]
    }
}

impl<M: Copy + PartialEq> Recording<M> {
    /// The child reached in this way, which is added if there is room.
    fn child(&mut self, node: u32, way: Way<M>, odds: f64, cap: usize) -> Option<u32> {
        let mut known = self.children[node as usize].iter().copied();
        if let Some(child) = known.find(|&at| self.nodes[at as usize].way == Some(way)) {
            return Some(child);
        }
        if self.nodes.len() >= cap {
            return None;
        }
        let child = self.nodes.len() as u32;
        self.nodes.push(RevisedNode {
            parent: Some(node),
            way: Some(way),
            odds,
            actor: None,
            moves: 0,
            is_over: false,
        });
        self.children.push(Vec::new());
        self.numbers.push(None);
        self.children[node as usize].push(child);
        Some(child)
    }

    /// The node at the end of these moves, or the last one kept on the way; and whether it is the end.
    fn follow(&mut self, line: &[M], cap: usize) -> (u32, bool) {
        let mut node = 0;
        for &mv in line {
            match self.child(node, Way::Move(mv), 1.0, cap) {
                Some(child) => node = child,
                None => return (node, false),
            }
        }
        (node, true)
    }

    fn revise(&mut self, node: u32, numbers: Numbers) {
        let known = &mut self.numbers[node as usize];
        if *known != Some(numbers) {
            *known = Some(numbers);
            self.revisions.push(Revision {
                look: self.looks.len() as u32,
                node,
                numbers,
            });
        }
    }
}

impl<M: Copy + PartialEq> Observer<M> for RevisedTree<M> {
    fn deepen(&mut self, _depth: u32) {
        self.current = Recording::new();
        self.open.clear();
    }

    fn complete(&mut self, _iteration: &Iteration<M>) {
        let done = std::mem::replace(&mut self.current, Recording::new());
        self.finished = Some(done);
    }

    fn enter(&mut self, ply: u32, _depth: u32, _window: Window) {
        self.open.truncate(ply as usize);
        let way = self.next.take();
        let node = match (self.open.last(), way) {
            (None, _) => Some(0),
            (Some(&Some(parent)), Some((way, odds))) => {
                self.current.child(parent, way, odds, self.cap)
            }
            (Some(_), _) => None,
        };
        self.open.push(node);
    }

    fn actor(&mut self, ply: u32, actor: Actor) {
        if let Some(&Some(node)) = self.open.get(ply as usize) {
            self.current.nodes[node as usize].actor = Some(actor);
        }
    }

    fn play(&mut self, _ply: u32, mv: M) {
        self.next = Some((Way::Move(mv), 1.0));
    }

    fn chance(&mut self, _ply: u32, way: usize, odds: f64) {
        self.next = Some((Way::Chance(way), odds));
    }

    fn leave(&mut self, ply: u32, value: Score, how: Leave) {
        self.open.truncate(ply as usize + 1);
        let is_leaf = how != Leave::Searched;
        let last = self.open.iter().rev().find_map(|&node| node);
        if is_leaf && let Some(last) = last {
            self.current.looks.push(last);
        }
        if let Some(Some(node)) = self.open.pop() {
            self.current.nodes[node as usize].is_over |= how == Leave::Finished;
            let value = f64::from(value.value());
            self.current.revise(node, Numbers::Value(value));
        }
    }

    fn ask(&mut self, goal: Goal) {
        let recording = &mut self.current;
        recording.goals.push((goal, recording.looks.len() as u32));
        // Nothing is known yet of the new question.
        for node in 0..recording.nodes.len() as u32 {
            if recording.numbers[node as usize].is_some() {
                recording.revise(node, Numbers::Proof(ProofNumbers::OPEN));
            }
        }
    }

    fn look(&mut self, line: &[M]) {
        let (node, _) = self.current.follow(line, self.cap);
        self.current.looks.push(node);
    }

    fn proof(
        &mut self,
        line: &[M],
        here: ProofNumbers,
        children: impl Iterator<Item = (M, ProofNumbers)>,
    ) {
        let (node, is_kept) = self.current.follow(line, self.cap);
        if !is_kept {
            return;
        }
        let mut moves = 0;
        for (mv, numbers) in children {
            moves += 1;
            let known = self.current.children[node as usize].iter();
            let is_known = known
                .clone()
                .any(|&at| self.current.nodes[at as usize].way == Some(Way::Move(mv)));
            // A child that nobody has looked at needs no place of its own.
            if (is_known || numbers != ProofNumbers::OPEN)
                && let Some(child) = self.current.child(node, Way::Move(mv), 1.0, self.cap)
            {
                self.current.revise(child, Numbers::Proof(numbers));
            }
        }
        self.current.nodes[node as usize].moves = moves;
        self.current.revise(node, Numbers::Proof(here));
    }
}
