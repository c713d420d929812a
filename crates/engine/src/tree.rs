//! The tree of a search in words: what a front end needs to draw it, whichever game it is.

use std::collections::HashMap;

use boyi_game::{Phrase, Position, Score, Shown};
use boyi_search::kernel::Go;
use boyi_search::{Against, Counts, Ended, Leave, Report, Techniques, Tree, Window};

/// What is asked of a search that is to be drawn.
#[derive(Clone, Debug)]
pub struct TreeRequest {
    /// How far to search; the player's own limits hold as well. A search that is stopped leaves the tree
    /// unfinished.
    pub go: Go,
    pub techniques: Techniques,
    /// Draw only what lies below this position, by its [`Branch::number`]; all if none is named.
    pub below: Option<u64>,
    /// About how many positions to keep.
    pub cap: usize,
}

/// A search and its tree.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchTree {
    /// Every move that occurs, as the field writes it; branches name moves by their place here.
    pub moves: Vec<String>,
    /// The moves from the root to what is drawn.
    pub line: Vec<u32>,
    /// The positions that were kept, in the order in which they were entered: parents first.
    pub branches: Vec<Branch>,
    /// Positions entered in what is drawn, kept or not.
    pub entered: u64,
    /// How many plies the drawing goes down; `None` where nothing was left out.
    pub kept_plies: Option<u32>,
    /// What the search counted.
    pub counts: Counts,
    /// The same counted from its events.
    pub traced: Counts,
    /// What it found: the best move, its value, and what would follow.
    pub best: Vec<u32>,
    /// From the view of the side to move; `None` where it was stopped too early.
    pub value: Option<Score>,
    /// Seconds it took, watched.
    pub seconds: f64,
    pub ended: Ended,
}

/// A position of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The position before, by its place among the branches; `None` for the first.
    pub parent: Option<u32>,
    /// The move that led here; `None` for the root of the search.
    pub mv: Option<u32>,
    /// Plies from the root.
    pub ply: u32,
    /// Plies that were left to search.
    pub depth: u32,
    /// The scores that mattered, from the view of the side to move here.
    pub window: Window,
    pub number: u64,
    /// Positions entered below it, kept or not.
    pub below: u64,
    /// Whether it had just been searched with another window.
    pub again: bool,
    /// Its value and where that came from; `None` where the search was stopped before.
    pub value: Option<(Score, Leave)>,
    /// What need not be searched here, and why.
    pub cut: Option<BranchCut>,
}

/// Moves that were not searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BranchCut {
    /// The move that was good enough.
    pub by: Option<u32>,
    /// What it is worth at least.
    pub value: Score,
    /// The moves that were not searched, in the order in which they would have been.
    pub spared: Vec<u32>,
    pub reason: Reason,
}

/// Why moves were not searched. Plies count from the root, moves as in [`SearchTree::moves`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The opponent has a better move already.
    Better { ply: u32, mv: u32 },
    /// The opponent has a move already that is just as good for it.
    AsGood { ply: u32, mv: u32 },
    /// The opponent does better by standing still there.
    Standing { ply: u32 },
    /// It was only asked whether a move is better than the best before it.
    Question { ply: u32, mv: Option<u32> },
    /// The search was only about a window of scores.
    Window,
}

impl Reason {
    /// One of each kind, for front ends that keep a list of words.
    pub const KINDS: [Self; 5] = [
        Self::Better { ply: 0, mv: 0 },
        Self::AsGood { ply: 0, mv: 0 },
        Self::Standing { ply: 0 },
        Self::Question { ply: 0, mv: None },
        Self::Window,
    ];

    /// The name of its kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Better { .. } => "better",
            Self::AsGood { .. } => "as_good",
            Self::Standing { .. } => "standing",
            Self::Question { .. } => "question",
            Self::Window => "window",
        }
    }

    /// Where the bound was set, and by which move.
    pub const fn place(self) -> (Option<u32>, Option<u32>) {
        match self {
            Self::Better { ply, mv } | Self::AsGood { ply, mv } => (Some(ply), Some(mv)),
            Self::Standing { ply } => (Some(ply), None),
            Self::Question { ply, mv } => (Some(ply), mv),
            Self::Window => (None, None),
        }
    }

    /// The sentence, with blanks: `{alpha}`, `{beta}`, `{by}` the move that cut, `{move}` and
    /// `{ply}` what it is compared with, `{count}` the moves spared.
    pub fn sentence(self) -> Phrase {
        let (english, chinese) = match self {
            Self::Better { .. } => (
                "the opponent already has better at ply {ply}: with {move} it gets {better}, so it will not go here, where {by} gives it at most {worse}",
                "对手在第 {ply} 层已有更好的选择：走 {move} 可得 {better}，不会走到这里，因为这里 {by} 使它至多得 {worse}",
            ),
            Self::AsGood { .. } => (
                "the opponent already has as good at ply {ply}: {move} gets it {better} too, and {by} here gives it no more, so nothing is gained by coming here",
                "对手在第 {ply} 层已有同样好的选择：走 {move} 也得 {better}，而这里 {by} 使它得不到更多，来这里没有好处",
            ),
            Self::Standing { .. } => (
                "at ply {ply} the opponent does better by not capturing at all ({better})",
                "对手在第 {ply} 层不吃子就更好（{better}）",
            ),
            Self::Question { .. } => (
                "the search only asked whether {move} at ply {ply} beats the best move before it (a null window); {by} answers that",
                "这里只问第 {ply} 层的 {move} 是否好于之前的最佳着法（零窗口），{by} 已给出答案",
            ),
            Self::Window => (
                "the search only asked about values inside its first window; {by} is outside",
                "搜索只关心初始窗口之内的值，{by} 已在窗口之外",
            ),
        };
        Phrase::new(
            format!("beta {{beta}} <= alpha {{alpha}}: {english}. Not searched: {{count}}"),
            format!("beta {{beta}} <= alpha {{alpha}}：{chinese}。未搜索的着法：{{count}}"),
        )
    }
}

impl SearchTree {
    /// Why a branch was cut, in full; `None` where it was not.
    pub fn why(&self, branch: &Branch) -> Option<Phrase> {
        let cut = branch.cut.as_ref()?;
        let named = |mv: Option<u32>| mv.map_or("?", |mv| &self.moves[mv as usize]);
        let (ply, mv) = cut.reason.place();
        let blanks = [
            ("{beta}", branch.window.beta.to_string()),
            ("{alpha}", cut.value.to_string()),
            ("{better}", (-branch.window.beta).to_string()),
            ("{worse}", (-cut.value).to_string()),
            ("{by}", named(cut.by).to_owned()),
            ("{move}", named(mv).to_owned()),
            ("{ply}", ply.unwrap_or(0).to_string()),
            ("{count}", cut.spared.len().to_string()),
        ];
        let fill = |text: String| {
            let filled = |text: String, (blank, word): &(&str, String)| text.replace(blank, word);
            blanks.iter().fold(text, filled)
        };
        let Phrase { english, chinese } = cut.reason.sentence();
        Some(Phrase::new(fill(english), fill(chinese)))
    }

    /// Puts a recording into words.
    pub(crate) fn new<P>(root: &P, tree: &Tree<P::Move>, report: &Report<P::Move>) -> Self
    where
        P: Position + Shown<P::Move>,
    {
        let mut words = Words::default();
        let mut line = Line::from(root);
        let focus = tree.line().iter();
        let focus = focus.map(|&mv| line.play(mv, &mut words)).collect();
        let mut branches = Vec::with_capacity(tree.nodes().len());
        for node in tree.nodes() {
            if let (Some(mv), Some(_)) = (node.mv, node.parent) {
                line.positions.truncate(node.ply as usize);
                line.play(mv, &mut words);
            }
            let mut named = |ply: u32, mv| words.number(&line.positions[ply as usize], mv);
            let mv = node.mv.map(|mv| named(node.ply - 1, mv));
            let cut = node.cut.as_ref().map(|cut| BranchCut {
                by: cut.by.map(|mv| named(node.ply, mv)),
                value: cut.value,
                spared: cut.spared.iter().map(|&mv| named(node.ply, mv)).collect(),
                reason: match cut.against {
                    Against::Move { ply, mv } => {
                        let mv = named(ply, mv);
                        if cut.value > node.window.beta {
                            Reason::Better { ply, mv }
                        } else {
                            Reason::AsGood { ply, mv }
                        }
                    }
                    Against::Standing { ply } => Reason::Standing { ply },
                    Against::Question { ply, mv } => Reason::Question {
                        ply,
                        mv: mv.map(|mv| named(ply, mv)),
                    },
                    Against::Window => Reason::Window,
                },
            });
            branches.push(Branch {
                parent: node.parent,
                mv,
                ply: node.ply,
                depth: node.depth,
                window: node.window,
                number: node.number,
                below: tree.beneath(node),
                again: node.again,
                value: node.left.map(|left| (left.value, left.how)),
                cut,
            });
        }
        let mut expected = Line::from(root);
        let best = report.line.iter();
        let best = best.map(|&mv| expected.play(mv, &mut words)).collect();
        Self {
            line: focus,
            branches,
            entered: tree.entered(),
            kept_plies: tree.kept_plies(),
            counts: report.counts,
            traced: *tree.counts(),
            best,
            value: report.value,
            seconds: report.elapsed.as_secs_f64(),
            ended: report.ended,
            moves: words.texts,
        }
    }
}

/// The positions from the root to where one stands.
struct Line<P> {
    positions: Vec<P>,
}

impl<P: Position + Shown<P::Move>> Line<P> {
    fn from(root: &P) -> Self {
        Self {
            positions: vec![root.clone()],
        }
    }

    /// Plays a move at the end, and names it.
    fn play(&mut self, mv: P::Move, words: &mut Words) -> u32 {
        let mut position = self.positions.last().expect("the root at least").clone();
        let number = words.number(&position, mv);
        position.make(mv);
        self.positions.push(position);
        number
    }
}

/// Texts of moves, each once.
#[derive(Default)]
pub(crate) struct Words {
    pub(crate) texts: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Words {
    fn number<P: Position + Shown<P::Move>>(&mut self, position: &P, mv: P::Move) -> u32 {
        self.number_of(position.move_text(mv))
    }

    pub(crate) fn number_of(&mut self, text: String) -> u32 {
        if let Some(&number) = self.numbers.get(&text) {
            return number;
        }
        let number = self.texts.len() as u32;
        self.texts.push(text.clone());
        self.numbers.insert(text, number);
        number
    }
}
