//! The players by name. All but the strong one look no further than their next step.

use boyi_search::Instant;

use boyi_game::{Key, Random, Seen, Shown, Side, Simultaneous};
use boyi_garlic::{Battle, Cell, Target};

use super::BattleReader;
use super::camper::camper;
use super::sampling::{SEARCHES, Sampling};
use super::strong::Strong;
use crate::engine::{Engine, EngineError, Thinking, Thought, Watch};
use crate::game::{Choice, names};
use crate::spec::{PlayerSpec, SpecError};
use boyi_search::kernel::Go;

pub(super) const CHARACTERS: &[Choice] = &[
    Choice::new("still", "stays where it is (course tasks 1 and 2)"),
    Choice::new(
        "random-safe",
        "a random step, never onto or next to a destroyer unless strengthened (task 3)",
    ),
    Choice::new(
        "flee-hunt",
        "keeps away from everybody, or hunts the nearest when strengthened",
    ),
    Choice::new("greedy", "goes for the nearest star that is safe to go for"),
    Choice::new(
        "camper",
        "the ideas of the course's solutions: eats destroyers where they come home",
    ),
    Choice::new(
        "strong",
        "looks ahead over both sides' moves at once and all that chance may do",
    ),
];

/// The player of this name.
pub(super) fn player(spec: &PlayerSpec) -> Result<Box<dyn Engine>, SpecError> {
    let choose: Choose = match spec.name.as_str() {
        "still" => |battle, side, _| battle.garlic(side).cell,
        "random-safe" => random_safe,
        "flee-hunt" => |battle, side, _| flee_hunt(battle, side),
        "greedy" => |battle, side, _| greedy(battle, side),
        "camper" => |battle, side, _| camper(battle, side),
        "strong" => return Ok(Box::new(Strong::new(spec)?)),
        name if SEARCHES.iter().any(|search| search.name == name) => {
            return Ok(Box::new(Sampling::new(spec)?));
        }
        _ => {
            return Err(SpecError::Name {
                name: spec.name.clone(),
                known: names(&[SEARCHES, CHARACTERS].concat()),
            });
        }
    };
    spec.only_a_seed()?;
    Ok(Box::new(Opponent {
        spec: spec.clone(),
        choose,
        reader: BattleReader::default(),
    }))
}

type Choose = fn(&Battle, Side, &mut Random) -> Cell;

struct Opponent {
    spec: PlayerSpec,
    choose: Choose,
    reader: BattleReader,
}

impl Engine for Opponent {
    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn prepare(&mut self, game: &Seen) -> Result<(), EngineError> {
        self.reader.read(game).map(|_| ())
    }

    fn think(&mut self, game: &Seen, side: Side, _go: &Go, _watch: Watch<'_>) -> Thinking {
        let began = Instant::now();
        let battle = self.reader.read(game)?;
        let best = battle.outcome().is_none().then(|| {
            // One stream for each round and side, so that the same game goes on the same way.
            let round = u64::from(battle.round()) << 1 | side.index() as u64;
            let seed = Key::mixed(self.spec.seed.unwrap_or(0)) ^ Key::mixed(round);
            let cell = (self.choose)(&battle, side, &mut Random::new(seed.0));
            battle.move_text(Target::Cell(cell))
        });
        Ok(Thought::unexplained(best, began.elapsed()))
    }
}

fn random_safe(battle: &Battle, side: Side, random: &mut Random) -> Cell {
    let own = battle.garlic(side).cell;
    let steps = battle.terrain().neighbours(own);
    let safe = steps.only(|cell| is_safe(battle, side, cell));
    random.choose(safe.as_slice()).copied().unwrap_or(own)
}

pub(super) fn flee_hunt(battle: &Battle, side: Side) -> Cell {
    let terrain = battle.terrain();
    let opponent = battle.garlic(!side);
    let others = || {
        let opponent = opponent.is_there().then_some(opponent.cell);
        battle.destroyers().into_iter().chain(opponent)
    };
    let nearest = |cell: &Cell| others().map(|other| terrain.manhattan(*cell, other)).min();
    let choices = choices(battle, side);
    let best = if battle.garlic(side).is_strong() {
        choices.into_iter().min_by_key(nearest)
    } else {
        // Of equals the first, which is to stay.
        choices.into_iter().rev().max_by_key(nearest)
    };
    best.expect("staying is a choice")
}

pub(super) fn greedy(battle: &Battle, side: Side) -> Cell {
    let terrain = battle.terrain();
    let mut steps = choices(battle, side);
    steps.retain(|&step| is_safe(battle, side, step));
    let way = |step: &Cell| {
        let ways = battle
            .stars()
            .filter_map(|star| terrain.distance(*step, star));
        ways.min()
    };
    let towards_a_star = steps
        .into_iter()
        .filter_map(|step| Some((way(&step)?, step)));
    match towards_a_star.min_by_key(|&(way, _)| way) {
        Some((_, step)) => step,
        None => flee_hunt(battle, side),
    }
}

/// Its own cell and those around it.
fn choices(battle: &Battle, side: Side) -> Vec<Cell> {
    let own = battle.garlic(side).cell;
    let mut cells = vec![own];
    cells.extend(battle.terrain().neighbours(own).as_slice());
    cells
}

/// Whether a garlic may stand here: strengthened, or two steps from whoever can end its game.
fn is_safe(battle: &Battle, side: Side, cell: Cell) -> bool {
    let terrain = battle.terrain();
    let opponent = battle.garlic(!side);
    let eater = opponent.is_strong().then_some(opponent.cell);
    let mut dangers = battle.destroyers().into_iter().chain(eater);
    battle.garlic(side).is_strong()
        || dangers.all(|danger| terrain.distance(cell, danger).is_none_or(|steps| steps > 1))
}
