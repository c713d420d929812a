//! The players that look ahead.

use std::time::Instant;

use boyi_game::{Seen, Shown, Side, Simultaneous};
use boyi_garlic::Target;
use boyi_search::Counts;

use super::budget::Budget;
use super::habits::{Habit, Habits};
use super::memory::Memory;
use super::outlook::Outlook;
use super::plans::Plans;
use super::scene::Scene;
use super::sweep::Sweep;
use super::{Lookout, deepening, rollouts};
use crate::engine::{Engine, EngineError, Thought};
use crate::spec::{PlayerSpec, SpecError};
use boyi_search::kernel::Go;

/// How a player looks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Design {
    /// Matrix games with chance, depth by depth.
    Deepening,
    /// Games played out by simple habits.
    Rollouts,
}

pub(super) struct Strong {
    spec: PlayerSpec,
    design: Design,
    lookout: Lookout,
    outlook: Option<Outlook>,
    habits: Habits,
    memory: Memory,
    sweep: Sweep,
    plans: Plans,
}

impl Strong {
    /// Takes time=, nodes= (rounds played in thought), depth= and seed=; threads= and hash= make no
    /// difference.
    pub(super) fn new(spec: &PlayerSpec, design: Design) -> Result<Self, SpecError> {
        let known = PlayerSpec {
            time: spec.time,
            nodes: spec.nodes,
            depth: spec.depth,
            seed: spec.seed,
            threads: spec.threads,
            hash: spec.hash,
            ..PlayerSpec::named(&spec.name)
        };
        if *spec != known {
            return Err(SpecError::Value {
                spec: spec.to_string(),
                value: spec.to_string(),
                expected: "a player with time=, nodes=, depth=, seed=, threads= or hash= only",
            });
        }
        Ok(Self {
            spec: spec.clone(),
            design,
            lookout: Lookout::default(),
            outlook: None,
            habits: Habits::default(),
            memory: Memory::new(),
            sweep: Sweep::default(),
            plans: Plans::default(),
        })
    }
}

impl Engine for Strong {
    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn prepare(&mut self, game: &Seen) -> Result<(), EngineError> {
        let battle = self.lookout.read(game)?;
        self.outlook = Some(Outlook::new(&battle));
        self.habits = Habits::default();
        self.sweep = Sweep::default();
        self.plans = Plans::default();
        Ok(())
    }

    fn think(
        &mut self,
        game: &Seen,
        side: Side,
        go: &Go,
        _watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, EngineError> {
        let began = Instant::now();
        let battle = self.lookout.read(game)?;
        if battle.outcome().is_some() {
            return Ok(Thought::unexplained(None, began.elapsed()));
        }
        let outlook = match self.outlook.take() {
            Some(outlook) if outlook.is_of(&battle) => outlook,
            _ => Outlook::new(&battle),
        };
        let outlook = self.outlook.insert(outlook);
        let budget = Budget::new(began, &self.spec, go);
        self.habits.watch(&battle, side);
        let habit = self.habits.believed();
        if self.design == Design::Deepening
            && let Some(cell) = self.sweep.step(&battle, side, habit, &budget)
        {
            let best = battle.move_text(Target::Cell(cell));
            return Ok(Thought::unexplained(Some(best), began.elapsed()));
        }
        if self.design == Design::Deepening
            && let Some(habit) = habit
            && habit != Habit::Still
            && let Some(cell) = self.plans.step(&battle, side, habit, &budget.extended())
        {
            let best = battle.move_text(Target::Cell(cell));
            return Ok(Thought::unexplained(Some(best), began.elapsed()));
        }
        let found = match self.design {
            Design::Deepening => {
                let mut scene = Scene::new(outlook, &battle, side, habit);
                deepening::search(
                    &battle,
                    side,
                    &mut scene,
                    &mut self.memory,
                    budget.renewed(),
                )
            }
            Design::Rollouts => {
                let seed = self.spec.seed.unwrap_or(0);
                rollouts::search(&battle, side, habit, seed, &budget)
            }
        };
        let best = battle.move_text(Target::Cell(found.best));
        Ok(Thought {
            counts: Counts {
                nodes: found.nodes,
                ..Counts::default()
            },
            lines: found.line(&best),
            ended: Some(found.ended),
            ..Thought::unexplained(Some(best), began.elapsed())
        })
    }
}
