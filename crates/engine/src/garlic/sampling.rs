//! Players of the textbook's kind: sampling of simultaneous moves, and expectiminimax over rounds taken
//! apart.

use std::time::Instant;

use boyi_game::{Rounds, Score, Seen, Shown, Side, Simultaneous};
use boyi_garlic::{Battle, Target};
use boyi_search::kernel::Go;
use boyi_search::{
    Expect, NodeFacts, Payoff, RoundsPlan, RoundsReport, SampledTree, Selection, StarPruning, Step,
    expectiminimax, sample_rounds, score_of,
};

use super::BattleReader;
use crate::engine::{Engine, EngineError, Line, Thinking, Thought, Watch};
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

pub(super) struct Sampling {
    spec: PlayerSpec,
    reader: BattleReader,
}

impl Sampling {
    /// Takes playouts=, c=, rollout=, time=, nodes=, depth= and seed=; threads= and hash= make no difference.
    pub(super) fn new(spec: &PlayerSpec) -> Result<Self, SpecError> {
        let known = PlayerSpec {
            playouts: spec.playouts,
            exploration: spec.exploration,
            rollout: spec.rollout,
            time: spec.time,
            nodes: spec.nodes,
            depth: spec.depth,
            seed: spec.seed,
            threads: spec.threads,
            hash: spec.hash,
            ..PlayerSpec::named(&spec.name)
        };
        let expected = "a player with playouts=, c=, rollout=, time=, nodes=, depth=, seed=, threads= or hash= only";
        spec.refuse_beyond(&known, expected)?;
        Ok(Self {
            spec: spec.clone(),
            reader: BattleReader::default(),
        })
    }

    fn plan(&self, battle: &Battle, side: Side, go: &Go) -> RoundsPlan {
        let selection = if self.spec.name == REGRET_MATCHING {
            Selection::RegretMatching
        } else {
            Selection::DecoupledUct
        };
        let go = self.spec.tighten(go).with_moves(None);
        let is_limited = go.nodes.is_some() || go.has_clock();
        let usual = match selection {
            Selection::DecoupledUct => 0.7,
            Selection::RegretMatching => 0.2,
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
            rollout: self.spec.rollout.unwrap_or(USUAL_ROLLOUT),
            go,
        }
    }

    fn expectiminimax(&self, battle: &Battle, side: Side, go: &Go) -> Thought {
        let mut go = self.spec.tighten(go).with_moves(None);
        if go.is_unlimited() {
            go.depth = Some(USUAL_DEPTH);
        }
        let game = Rounds::new(battle.clone(), side);
        let report = expectiminimax(&game, &Lead, StarPruning::default(), &go, |_| ());
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
        self.reader.read(game).map(|_| ())
    }

    fn think(&mut self, game: &Seen, side: Side, go: &Go, _watch: Watch<'_>) -> Thinking {
        let began = Instant::now();
        let battle = self.reader.read(game)?;
        if battle.outcome().is_some() {
            return Ok(Thought::unexplained(None, began.elapsed()));
        }
        if self.spec.name == "expectiminimax" {
            return Ok(self.expectiminimax(&battle, side, go));
        }
        let plan = self.plan(&battle, side, go);
        let found = sample_rounds(&battle, side, &Lead, &plan, |_, _, _| ());
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

    fn sampled(
        &mut self,
        game: &Seen,
        side: Side,
        request: &TreeRequest,
    ) -> Result<SampledSearch, EngineError> {
        if self.spec.name == "expectiminimax" {
            return Err(EngineError::NoSamples(self.name()));
        }
        let began = Instant::now();
        let battle = self.reader.read(game)?;
        let plan = self.plan(&battle, side, &request.go);
        let mut film = SampledTree::new(request.cap);
        let found = sample_rounds(&battle, side, &Lead, &plan, |line, value, is_over| {
            let own = if side == Side::First {
                value
            } else {
                1.0 - value
            };
            film.add(line, own, is_over);
        });
        let mut words = Words::default();
        let branch = |node: &boyi_search::SampledNode<Step<Target>>| SampledBranch {
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
            facts: NOTHING,
        };
        let branches = film.nodes().iter().map(branch).collect();
        let best = found.best.map(|mv| words.number_of(battle.move_text(mv)));
        Ok(SampledSearch {
            branches,
            playouts: film.playouts().to_vec(),
            exploration: plan.exploration,
            counts: found.counts,
            best: best.into_iter().collect(),
            value: Some(score_for(side, &found)),
            seconds: began.elapsed().as_secs_f64(),
            ended: found.ended,
            moves: words.texts,
        })
    }
}

const NOTHING: NodeFacts = NodeFacts {
    prior: 0.0,
    later_visits: 0,
    later_value: None,
    proof: None,
};

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
