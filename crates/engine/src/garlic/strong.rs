//! The player that looks ahead.

use boyi_search::Instant;

use boyi_game::{Seen, Shown, Side, Simultaneous};
use boyi_garlic::{Battle, Cell, Target};
use boyi_search::Counts;

use super::budget::Budget;
use super::evaluator::Evaluator;
use super::hunt_plans::HuntPlanner;
use super::map_values::MapValues;
use super::opponent_model::{OpponentModel, Policy};
use super::table::TranspositionTable;
use super::tour::SoloTour;
use super::{BattleReader, deepening};
use crate::engine::{Engine, EngineError, Thinking, Thought, Watch};
use crate::spec::{PlayerSpec, SpecError};
use boyi_search::kernel::Go;

pub(super) struct Strong {
    spec: PlayerSpec,
    reader: BattleReader,
    map_values: Option<MapValues>,
    opponent: OpponentModel,
    table: TranspositionTable,
    tour: SoloTour,
    planner: HuntPlanner,
}

impl Strong {
    /// Takes time=, nodes= (rounds played in thought), depth= and seed=; threads= and hash= make no
    /// difference.
    pub(super) fn new(spec: &PlayerSpec) -> Result<Self, SpecError> {
        let expected = "a player with time=, nodes=, depth=, seed=, threads= or hash= only";
        spec.refuse_beyond(&spec.limits_only(), expected)?;
        Ok(Self {
            spec: spec.clone(),
            reader: BattleReader::default(),
            map_values: None,
            opponent: OpponentModel::default(),
            table: TranspositionTable::new(),
            tour: SoloTour::default(),
            planner: HuntPlanner::default(),
        })
    }

    /// The next step of a tour or of a plan, where no search is needed.
    fn planned_step(
        &mut self,
        battle: &Battle,
        side: Side,
        policy: Option<Policy>,
        budget: &Budget,
    ) -> Option<Cell> {
        let tour = self.tour.step(battle, side, policy, budget);
        tour.or_else(|| match policy? {
            Policy::Still => None,
            policy => (self.planner).step(battle, side, policy, &budget.extended()),
        })
    }
}

impl Engine for Strong {
    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn prepare(&mut self, game: &Seen) -> Result<(), EngineError> {
        let battle = self.reader.read(game)?;
        self.map_values = Some(MapValues::new(&battle));
        self.opponent = OpponentModel::default();
        self.tour = SoloTour::default();
        self.planner = HuntPlanner::default();
        Ok(())
    }

    fn think(&mut self, game: &Seen, side: Side, go: &Go, _watch: Watch<'_>) -> Thinking {
        let began = Instant::now();
        let battle = self.reader.read(game)?;
        if battle.outcome().is_some() {
            return Ok(Thought::unexplained(None, began.elapsed()));
        }
        let budget = Budget::new(began, &self.spec, go);
        self.opponent.observe(&battle, side);
        let policy = self.opponent.policy();
        if let Some(cell) = self.planned_step(&battle, side, policy, &budget) {
            let best = battle.move_text(Target::Cell(cell));
            return Ok(Thought::unexplained(Some(best), began.elapsed()));
        }
        let map_values = match self.map_values.take() {
            Some(map_values) if map_values.is_of(&battle) => map_values,
            _ => MapValues::new(&battle),
        };
        let map_values = self.map_values.insert(map_values);
        let mut evaluator = Evaluator::new(map_values, &battle, side, policy);
        let budget = budget.renewed();
        let found = deepening::search(&battle, side, &mut evaluator, &mut self.table, budget);
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
