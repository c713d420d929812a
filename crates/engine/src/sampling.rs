//! The searches beyond the classic ones as players, for any game of turns and any evaluation.

use std::time::Duration;

use boyi_game::{InTurn, Position, Score, Seen, Shown, Side};
use boyi_search::kernel::Go;
use boyi_search::{
    Evaluate, Expect, Method, Observer, PROOF_ROOM, Parallel, Proof, Report, RevisedTree,
    SampledTree, SamplingPlan, SamplingTree, StarPruning, Tree, beam, expectiminimax, prove,
    root_shares, sample, score_of,
};

use crate::classic::{Watcher, add_report, left_over};
use crate::engine::{Engine, EngineError, Line, Sampled, Thinking, Thought, Watch};
use crate::sampled::SampledSearch;
use crate::seat::Seat;
use crate::spec::PlayerSpec;
use crate::strong::read_moves;
use crate::tree::{SearchTree, TreeRequest};

/// Games that are played in thought when nobody set a limit.
const USUAL_PLAYOUTS: u64 = 2000;

/// Plies, for the searches that go by depth.
const USUAL_DEPTH: u32 = 4;

/// Positions that a proof may look at when nobody set a limit.
const USUAL_PROOF: u64 = 200_000;

/// Moves that a beam follows unless said otherwise.
const USUAL_WIDTH: u32 = 6;

/// Bytes of a node of the tree, about.
const NODE_BYTES: usize = 48;

/// Rules, method and evaluation put together.
pub(crate) struct Sampling<P: Position, E> {
    method: Method,
    spec: PlayerSpec,
    seat: Seat<P>,
    evaluate: E,
    kept: Option<Kept<P>>,
}

/// The tree of the last thought, and of which position it is after how many moves.
struct Kept<P: Position> {
    tree: SamplingTree<P::Move>,
    position: P,
    played: usize,
}

impl<P, E> Sampling<P, E>
where
    P: Position + Sync + Shown<P::Move>,
    E: Evaluate<P> + Send + Sync,
{
    /// A player for games that begin at `start`.
    pub(crate) fn new(method: Method, spec: &PlayerSpec, start: P, evaluate: E) -> Self {
        Self {
            method,
            spec: spec.clone(),
            seat: Seat::new(start),
            evaluate,
            kept: None,
        }
    }

    fn plan(&self, go: Go<P::Move>, ply: usize) -> SamplingPlan<P::Move> {
        let spec = &self.spec;
        let usual = SamplingPlan::new(self.method, go);
        let is_limited = usual.go.nodes.is_some() || usual.go.has_clock();
        let playouts = (spec.playouts).or((!is_limited).then_some(USUAL_PLAYOUTS));
        SamplingPlan {
            playouts,
            exploration: match spec.exploration {
                Some(thousandths) => f64::from(thousandths) / 1000.0,
                None => usual.exploration,
            },
            seed: spec.seed_for(ply).unwrap_or(0),
            rollout: spec.rollout.or(usual.rollout),
            threads: spec.threads.unwrap_or(1),
            parallel: if spec.root_parallel {
                Parallel::Root
            } else {
                Parallel::Tree
            },
            room: spec
                .hash
                .map_or(usual.room, |hash| (hash << 20) / NODE_BYTES),
            ..usual
        }
    }

    /// One of the searches that do not sample.
    fn search(
        &self,
        position: &P,
        go: &Go<P::Move>,
        watcher: &mut impl Observer<P::Move>,
    ) -> Report<P::Move> {
        match self.method {
            Method::Beam => {
                let width = self.spec.width.unwrap_or(USUAL_WIDTH) as usize;
                beam(position, &self.evaluate, width, &with_depth(go), watcher)
            }
            Method::Expectiminimax => {
                let scores = Scores(&self.evaluate);
                let game = InTurn(position.clone());
                let go = with_depth(go);
                expectiminimax(&game, &scores, StarPruning::default(), &go, watcher)
            }
            method => {
                let mut go = go.clone();
                if go.nodes.is_none() && !go.has_clock() {
                    go.nodes = Some(USUAL_PROOF);
                }
                prove(position, method, &go, PROOF_ROOM, watcher)
            }
        }
    }

    /// The tree of the last thought, if the game went on from there.
    fn tree_for(&mut self, game: &Seen) -> SamplingTree<P::Move> {
        let followed = self.kept.take().and_then(|mut kept| {
            for mv in game.moves.get(kept.played..)? {
                let read = kept.position.parse_move(mv.side, &mv.text).ok()?;
                if !kept.tree.advance(read) {
                    return None;
                }
                kept.position.make(read);
            }
            let position = self.seat.follow(game).ok()?;
            (kept.position.key() == position.key()).then_some(kept.tree)
        });
        followed.unwrap_or_default()
    }
}

/// With a depth where nothing else ends the search.
fn with_depth<M: Clone>(go: &Go<M>) -> Go<M> {
    Go {
        depth: go.depth.or(go.is_unlimited().then_some(USUAL_DEPTH)),
        ..go.clone()
    }
}

impl<P, E> Engine for Sampling<P, E>
where
    P: Position + Sync + Shown<P::Move>,
    E: Evaluate<P> + Send + Sync,
{
    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn prepare(&mut self, _game: &Seen) -> Result<(), EngineError> {
        self.kept = None;
        Ok(())
    }

    fn think(&mut self, game: &Seen, side: Side, go: &Go, watch: Watch<'_>) -> Thinking {
        let is_sampling = self.method.is_sampling();
        let mut tree = if is_sampling && go.only.is_none() {
            self.tree_for(game)
        } else {
            SamplingTree::default()
        };
        let position = self.seat.follow(game)?.clone();
        let only = read_moves(&position, side, go);
        let asked = self.spec.tighten(go).with_moves(only);
        let mut watcher = Watcher::new(&position, watch);
        let mut thought = Thought::unexplained(None, Duration::ZERO);
        if !is_sampling {
            let mut left = asked.clone();
            let mut all = Vec::new();
            position.legal_moves(&mut all);
            for _ in 0..go.lines.clamp(1, all.len().max(1)) {
                let report = self.search(&position, &left, &mut watcher);
                add_report(&position, &mut thought, &report);
                all.retain(|&mv| Some(mv) != report.best);
                left = left_over(&asked, &thought);
                left.only = Some(all.clone());
            }
            thought
                .lines
                .sort_by_key(|line| std::cmp::Reverse(line.score));
            thought.branching_factor = None;
            return Ok(thought);
        }
        let plan = self.plan(asked, game.moves.len());
        let report = sample(&position, &self.evaluate, &plan, &mut tree, &mut watcher);
        add_report(&position, &mut thought, &report);
        thought.branching_factor = None;
        if go.lines > 1 {
            thought.lines = lines(
                &position,
                &tree,
                self.method,
                self.evaluate.spread(),
                go.lines,
            );
        }
        self.kept = go.only.is_none().then(|| Kept {
            tree,
            position,
            played: game.moves.len(),
        });
        Ok(thought)
    }

    fn tree(&mut self, game: &Seen, request: &TreeRequest) -> Result<SearchTree, EngineError> {
        if self.method != Method::Beam {
            return Err(EngineError::NoTree(self.name()));
        }
        let position = self.seat.follow(game)?;
        let go = with_depth(&self.spec.tighten(&request.go).with_moves(None));
        let mut tree = match request.below {
            None => Tree::new(request.cap),
            Some(number) => Tree::below(number, request.cap),
        };
        let width = self.spec.width.unwrap_or(USUAL_WIDTH) as usize;
        let report = beam(position, &self.evaluate, width, &go, &mut tree);
        Ok(SearchTree::new(position, &tree, &report))
    }

    fn sampled(&mut self, game: &Seen, _side: Side, request: &TreeRequest) -> Sampled {
        if self.method == Method::Beam {
            return Err(EngineError::NoSamples(self.name()));
        }
        let position = self.seat.follow(game)?.clone();
        let go = self.spec.tighten(&request.go).with_moves(None);
        if !self.method.is_sampling() {
            let mut tree = RevisedTree::new(request.cap);
            let report = self.search(&position, &go, &mut tree);
            return Ok(SampledSearch::revised(&position, &tree, &report));
        }
        let mut plan = self.plan(go, game.moves.len());
        plan.threads = 1;
        let (mut tree, mut film) = (SamplingTree::default(), SampledTree::new(request.cap));
        let report = sample(&position, &self.evaluate, &plan, &mut tree, &mut film);
        let facts = tree.facts_of(&film);
        let exploration = plan.exploration;
        Ok(SampledSearch::new(
            &position,
            &film,
            &facts,
            &report,
            exploration,
        ))
    }
}

/// The best moves of a tree.
fn lines<P: Position + Shown<P::Move>>(
    position: &P,
    tree: &SamplingTree<P::Move>,
    method: Method,
    spread: f64,
    count: usize,
) -> Vec<Line> {
    let shares = root_shares(tree, method);
    let line = |share: &boyi_search::RootShare<P::Move>| Line {
        score: match share.proof {
            Some(Proof::Loss) => Score::win_in(1),
            Some(Proof::Win) => Score::loss_in(2),
            _ => score_of(share.value, spread),
        },
        depth: 1,
        moves: vec![position.move_text(share.mv)],
    };
    shares.iter().take(count).map(line).collect()
}

/// Scores of an evaluation as expectiminimax wants them: seen by the first player.
struct Scores<'a, E>(&'a E);

impl<P: Position, E: Evaluate<P>> Expect<InTurn<P>> for Scores<'_, E> {
    fn value(&self, InTurn(position): &InTurn<P>) -> f64 {
        let own = match position.outcome() {
            Some(outcome) => self.0.decided(position, outcome, 0),
            None => self.0.evaluate(position),
        };
        let own = f64::from(own.value());
        match position.turn() {
            Side::First => own,
            Side::Second => -own,
        }
    }

    fn bounds(&self) -> [f64; 2] {
        [Score::MIN, Score::MAX].map(|score| f64::from(score.value()))
    }
}
