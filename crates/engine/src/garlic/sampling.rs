//! Players of the textbook's kind: sampling of simultaneous moves, and expectiminimax over rounds taken
//! apart.

use boyi_search::Instant;

use boyi_game::{Actor, Rounds, Score, Seen, Shown, Side, Simultaneous};
use boyi_garlic::{Battle, Target};
use boyi_search::kernel::Go;
use boyi_search::{
    Ended, Expect, NodeFacts, Observer, Parallel, Payoff, RevisedNode, RevisedTree, RoundsPlan,
    RoundsReport, RoundsTree, SampledNode, SampledTree, Selection, StarPruning, Step, Unobserved,
    Way, expectiminimax, sample_rounds, score_of,
};

use super::BattleReader;
use crate::engine::{Engine, EngineError, Line, Sampled, Thinking, Thought, Watch};
use crate::game::Choice;
use crate::sampled::{SampledBranch, SampledSearch};
use crate::spec::{PlayerSpec, REGRET_MATCHING, SpecError};
use crate::tree::{TreeRequest, Words};

/// Games that are played in thought when nobody set a limit.
const USUAL_PLAYOUTS: u64 = 1000;

/// Choices of a player when nobody set a limit: one round.
const USUAL_DEPTH: u32 = 2;

/// Rounds of a random game.
const USUAL_ROLLOUT: u32 = 8;

/// The lead that wins about three games in four, in points.
const SPREAD: f64 = 40.0;

/// What a step towards the nearest star is worth, in points: enough to set out for one.
const STEP: f64 = 0.5;

/// The searches of this file by name, with what each does.
pub(super) const SEARCHES: &[Choice] = &[
    Choice::new(
        "monte-carlo",
        "flat Monte Carlo: as many random games after each choice",
    ),
    Choice::new(
        "uct",
        "decoupled UCT: samples games, each side by its own confidence bounds",
    ),
    Choice::new(
        "rave",
        "UCT that also learns from the same choice made later in a game",
    ),
    Choice::new(
        "puct",
        "UCT with a prior from the lead after a choice, which judges the leaves, too",
    ),
    Choice::new(
        REGRET_MATCHING,
        "samples games, each choice as often as it is regretted; plays a mixture",
    ),
    Choice::new(
        EXPECTIMINIMAX,
        "searches as if the other answered knowing its choice, with chance nodes",
    ),
];

const EXPECTIMINIMAX: &str = "expectiminimax";

/// How a search of this name chooses; `None` for expectiminimax, which does not sample.
fn selection(name: &str) -> Option<Selection> {
    match name {
        "monte-carlo" => Some(Selection::Flat),
        "uct" => Some(Selection::Uct),
        "rave" => Some(Selection::Rave),
        "puct" => Some(Selection::Puct),
        REGRET_MATCHING => Some(Selection::RegretMatching),
        _ => None,
    }
}

/// The exploration constant, or the share of random choices, when nobody said.
fn usual_exploration(selection: Selection) -> f64 {
    match selection {
        Selection::Flat | Selection::Uct => 0.7,
        Selection::Rave | Selection::RegretMatching => 0.2,
        Selection::Puct => 1.25,
    }
}

pub(super) struct Sampling {
    spec: PlayerSpec,
    reader: BattleReader,
    /// The tree of the last thought, for as long as the game goes on from there.
    tree: RoundsTree<Target>,
}

impl Sampling {
    /// Takes playouts=, c=, rollout=, time=, nodes=, depth=, seed=, threads= and root; hash= makes no difference.
    pub(super) fn new(spec: &PlayerSpec) -> Result<Self, SpecError> {
        let known = PlayerSpec {
            playouts: spec.playouts,
            exploration: spec.exploration,
            rollout: spec.rollout,
            root_parallel: spec.root_parallel,
            ..spec.limits_only()
        };
        let expected = "a player with playouts=, c=, rollout=, time=, nodes=, depth=, seed=, threads=, root or hash= only";
        spec.refuse_beyond(&known, expected)?;
        Ok(Self {
            spec: spec.clone(),
            reader: BattleReader::default(),
            tree: RoundsTree::default(),
        })
    }

    fn plan(&self, selection: Selection, battle: &Battle, side: Side, go: &Go) -> RoundsPlan {
        let go = self.spec.tighten(go).with_moves(None);
        let is_limited = go.nodes.is_some() || go.has_clock();
        let usual = usual_exploration(selection);
        // A prior comes from the payoff, and so may the value of the leaf.
        let usual_rollout = match selection {
            Selection::Puct => 0,
            _ => USUAL_ROLLOUT,
        };
        let ply = battle.round() as usize * 2 + side.index();
        RoundsPlan {
            selection,
            playouts: self
                .spec
                .playouts
                .or((!is_limited).then_some(USUAL_PLAYOUTS)),
            exploration: (self.spec.exploration).map_or(usual, |c| f64::from(c) / 1000.0),
            seed: self.spec.seed_for(ply).unwrap_or(ply as u64),
            rollout: self.spec.rollout.unwrap_or(usual_rollout),
            threads: self.spec.threads.unwrap_or(1),
            parallel: if self.spec.root_parallel {
                Parallel::Root
            } else {
                Parallel::Tree
            },
            go,
        }
    }

    fn expectiminimax(
        &self,
        battle: &Battle,
        side: Side,
        go: &Go,
        observer: &mut impl Observer<Target>,
    ) -> Thought {
        let mut go = self.spec.tighten(go).with_moves(None);
        if go.is_unlimited() {
            go.depth = Some(USUAL_DEPTH);
        }
        let game = Rounds::new(battle.clone(), side);
        let report = expectiminimax(&game, &Lead, StarPruning::default(), &go, observer);
        let best = report.best.map(|mv| battle.move_text(mv));
        let line = report.value.map(|value| Line {
            // Back from the scale between the bounds to points.
            score: score_of(f64::midpoint(f64::from(value.value()) / SCALE, 1.0), SPREAD),
            depth: report.depth,
            moves: best.clone().into_iter().collect(),
        });
        Thought {
            lines: line.into_iter().collect(),
            counts: report.counts,
            ended: Some(report.ended),
            ..Thought::unexplained(best, report.elapsed)
        }
    }
}

impl Engine for Sampling {
    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn prepare(&mut self, game: &Seen) -> Result<(), EngineError> {
        self.tree = RoundsTree::default();
        self.reader.read(game).map(|_| ())
    }

    fn think(&mut self, game: &Seen, side: Side, go: &Go, _watch: Watch<'_>) -> Thinking {
        let began = Instant::now();
        let battle = self.reader.read(game)?;
        if battle.outcome().is_some() {
            return Ok(Thought::unexplained(None, began.elapsed()));
        }
        let Some(selection) = selection(&self.spec.name) else {
            return Ok(self.expectiminimax(&battle, side, go, &mut Unobserved));
        };
        let plan = self.plan(selection, &battle, side, go);
        self.tree.follow(battle.key());
        let tree = &mut self.tree;
        let found = sample_rounds(&battle, side, &Lead, &plan, tree, |_, _, _| ());
        let best = found.best.map(|mv| battle.move_text(mv));
        let line = Line {
            score: score_for(side, &found),
            depth: 1,
            moves: best.clone().into_iter().collect(),
        };
        Ok(Thought {
            lines: vec![line],
            counts: found.counts,
            ended: Some(found.ended),
            ..Thought::unexplained(best, began.elapsed())
        })
    }

    fn sampled(&mut self, game: &Seen, side: Side, request: &TreeRequest) -> Sampled {
        let Some(selection) = selection(&self.spec.name) else {
            return self.with_chance(game, side, request);
        };
        let began = Instant::now();
        let battle = self.reader.read(game)?;
        let mut plan = self.plan(selection, &battle, side, &request.go);
        plan.threads = 1;
        let mut film = SampledTree::new(request.cap);
        let tree = &mut RoundsTree::default();
        let found = sample_rounds(&battle, side, &Lead, &plan, tree, |line, value, is_over| {
            let own = if side == Side::First {
                value
            } else {
                1.0 - value
            };
            film.add(line, own, is_over);
        });
        let facts = tree.facts_of(&film, side);
        let mut words = Words::default();
        let branch = |(node, facts): (&SampledNode<Step<Target>>, NodeFacts)| SampledBranch {
            parent: node.parent,
            mv: match node.mv {
                Some(Step::Both(moves)) => {
                    let [one, other] = Side::BOTH.map(|side| battle.move_text(moves[side]));
                    Some(words.number_of(format!("{one} · {other}")))
                }
                Some(Step::Chance(_)) | None => None,
            },
            is_chance: matches!(node.mv, Some(Step::Both(_))),
            is_over: node.is_over,
            mover: None,
            odds: 1.0,
            moves: 0,
            facts,
        };
        let branches = film.nodes().iter().zip(facts).map(branch).collect();
        let best = found.best.map(|mv| words.number_of(battle.move_text(mv)));
        Ok(SampledSearch {
            branches,
            playouts: film.playouts().to_vec(),
            exploration: plan.exploration,
            revisions: Vec::new(),
            draw_from: None,
            counts: found.counts,
            best: best.into_iter().collect(),
            value: Some(score_for(side, &found)),
            seconds: began.elapsed().as_secs_f64(),
            ended: found.ended,
            moves: words.texts,
        })
    }
}

impl Sampling {
    /// The tree of expectiminimax.
    fn with_chance(&mut self, game: &Seen, side: Side, request: &TreeRequest) -> Sampled {
        let battle = self.reader.read(game)?;
        let mut tree = RevisedTree::new(request.cap);
        let thought = self.expectiminimax(&battle, side, &request.go, &mut tree);
        let mut words = Words::default();
        let branch = |node: &RevisedNode<Target>| SampledBranch {
            parent: node.parent,
            mv: match node.way {
                Some(Way::Move(mv)) => Some(words.number_of(battle.move_text(mv))),
                Some(Way::Chance(_)) | None => None,
            },
            is_chance: node.actor == Some(Actor::Chance),
            is_over: node.is_over,
            mover: match node.actor {
                Some(Actor::Player(side)) => Some(side),
                Some(Actor::Chance) | None => None,
            },
            odds: node.odds,
            moves: node.moves,
            facts: NodeFacts::NONE,
        };
        let branches = tree.nodes().iter().map(branch).collect();
        let best = thought.best.map(|mv| words.number_of(mv));
        let found = SampledSearch {
            branches,
            playouts: Vec::new(),
            revisions: Vec::new(),
            draw_from: None,
            exploration: 0.0,
            counts: thought.counts,
            best: best.into_iter().collect(),
            value: thought.lines.first().map(|line| line.score),
            seconds: thought.elapsed.as_secs_f64(),
            ended: thought.ended.unwrap_or(Ended::GameOver),
            moves: words.texts,
        };
        Ok(found.with_looks(&tree))
    }
}

fn score_for(side: Side, found: &RoundsReport<Target>) -> Score {
    let own = match side {
        Side::First => found.value,
        Side::Second => 1.0 - found.value,
    };
    score_of(own, SPREAD)
}

/// Judges by the lead in points, and by who is nearer to a star.
struct Lead;

/// Expectiminimax counts between minus and plus this.
const SCALE: f64 = 1_000_000.0;

impl Payoff<Battle> for Lead {
    fn payoff(&self, battle: &Battle) -> f64 {
        let points = |side: Side| {
            let garlic = battle.garlic(side);
            let steps = battle
                .stars()
                .filter_map(|star| battle.terrain().distance(garlic.cell, star))
                .min();
            let nearness = steps.map_or(0.0, |steps| STEP * f64::from(steps));
            f64::from(garlic.score) - if garlic.is_there() { nearness } else { 0.0 }
        };
        let lead = points(Side::First) - points(Side::Second);
        1.0 / (1.0 + (-lead / SPREAD).exp())
    }
}

impl Expect<Rounds<Battle>> for Lead {
    fn value(&self, position: &Rounds<Battle>) -> f64 {
        SCALE * (2.0 * self.payoff(position.position()) - 1.0)
    }

    fn bounds(&self) -> [f64; 2] {
        [-SCALE, SCALE]
    }
}
