//! The garlic battle: the game with its players.

mod characters;
mod camper;
mod strong;
mod sampling;
mod budget;
mod opponent_model;
mod tour;
mod hunt_plans;
mod pursuit;
mod deepening;
mod steps;
mod table;
mod evaluator;
mod nearby_stars;
mod escape;
mod map_values;
mod farm;
mod discount;
mod bound;

pub use bound::{NoBound, ScoreBound, score_bound};

use std::sync::Arc;

use boyi_game::{Record, RoundTable, Seen, Side, Table, View};
use boyi_garlic::{Battle, Destroyers, Order, Terrain, built_in};

use crate::engine::{Engine, EngineError};
use crate::game::{Choice, ExportError, Game, GameFacts, PerftMode, Setup, SetupError};
use crate::levels::Level;
use crate::spec::{PlayerSpec, SpecError};

/// The game.
pub struct GarlicBattle;

const RULES: &[Choice] = &[Choice::new(
    "usual",
    "both choose at once; stars 10, destroyers 200 or -500, a round 1",
)];

/// What is known of the game.
static FACTS: GameFacts = GameFacts {
    name: "garlic",
    title: ["The garlic battle", "蒜头抢分大作战"],
    sides: [["Purple", "紫方"], ["Green", "绿方"]],
    rules: RULES,
    characters: characters::CHARACTERS,
    own_searches: sampling::SEARCHES,
    // Points; a star is worth ten.
    score_unit: 1,
    telling_lead: 40.0,
    strong_bench: STRONG_BENCH,
    ..GameFacts::USUAL
};

impl Game for GarlicBattle {
    fn facts(&self) -> &'static GameFacts {
        &FACTS
    }

    fn lay(&self, setup: &Setup) -> Result<Box<dyn Table>, SetupError> {
        if let Some(name) = setup.rules.as_deref().filter(|&name| name != "usual") {
            return Err(SetupError::rules(name, RULES));
        }
        let start = start(setup)?;
        let mut table = RoundTable::new(Battle::new(&start), setup.seed);
        // Two numbers a move, the first player's move before the second's, however they are parted.
        let moves = setup.moves.as_deref().unwrap_or_default();
        let words = moves.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        for (mv, side) in words.chunks(2).zip(Side::BOTH.into_iter().cycle()) {
            let played = table.play(side, &mv.join(" "));
            played.map_err(|error| SetupError::Moves(error.to_string()))?;
        }
        Ok(Box::new(table))
    }

    /// A map as its files write it: cells, then both destroyers, then both garlics.
    fn arranged(&self, view: &View, _turn: Side) -> Result<String, SetupError> {
        let mut text = format!("{} {}\n", view.rows, view.cols);
        for row in view.cells.chunks(view.cols.max(1)) {
            text.extend(row.iter().map(|cell| match cell.ground {
                boyi_game::Ground::Wall => '#',
                boyi_game::Ground::Open => '.',
                boyi_game::Ground::Star => 'o',
                boyi_game::Ground::SuperStar => 'O',
            }));
            text.push('\n');
        }
        let whereabouts = |owner: Option<Side>| {
            let stands =
                move |cell: &boyi_game::Cell| cell.piece.is_some_and(|piece| piece.owner == owner);
            let cells = view.cells.iter().enumerate();
            let found = cells.filter(move |(_, cell)| stands(cell));
            found.map(|(index, _)| format!("{} {}\n", index / view.cols, index % view.cols))
        };
        text.extend(whereabouts(None));
        text.extend(
            Side::BOTH
                .into_iter()
                .flat_map(|side| whereabouts(Some(side))),
        );
        Ok(text)
    }

    /// Cells in reverse, and every place as far from the other corner.
    fn turned_around(&self, position: &str) -> Option<String> {
        let mut lines = position.lines();
        let head = lines.next()?;
        let (rows, cols) = head.split_once(' ')?;
        let (rows, cols): (usize, usize) = (rows.parse().ok()?, cols.trim().parse().ok()?);
        let cells: Vec<&str> = lines.by_ref().take(rows).collect();
        let mut text = format!("{head}\n");
        for row in cells.iter().rev() {
            text.extend(row.chars().rev());
            text.push('\n');
        }
        for line in lines {
            let (name, places) = match line.strip_prefix("homes ") {
                Some(places) => ("homes ", places),
                None if line.starts_with(|c: char| c.is_ascii_digit()) => ("", line),
                None => {
                    text.push_str(&format!("{line}\n"));
                    continue;
                }
            };
            let numbers = places
                .split_whitespace()
                .enumerate()
                .map(|(index, number)| {
                    let size = if index % 2 == 0 { rows } else { cols };
                    let number: usize = number.parse().ok()?;
                    Some((size - 1).checked_sub(number)?.to_string())
                });
            let numbers: Option<Vec<String>> = numbers.collect();
            text.push_str(&format!("{name}{}\n", numbers?.join(" ")));
        }
        Some(text)
    }

    /// No search to a depth: characters first, then the strong player with more and more time.
    fn levels(&self) -> Vec<Level> {
        vec![
            Level::new(
                "beginner",
                ["Beginner", "入门"],
                [
                    "Wanders about, and into danger now and then",
                    "四处闲逛，时常撞进危险",
                ],
                "random-safe",
                15,
            ),
            Level::new(
                "novice",
                ["Novice", "初级"],
                [
                    "Goes for the nearest star, and now and then forgets to",
                    "奔向最近的星星，但时常走神",
                ],
                "greedy",
                10,
            ),
            Level::new(
                "casual",
                ["Casual", "中级"],
                ["Goes for the nearest safe star", "奔向最近的安全星星"],
                "greedy",
                0,
            ),
            Level::new(
                "full",
                ["Full strength", "全力"],
                [
                    "Plays out every pair of moves many times",
                    "把每一对走法推演许多遍",
                ],
                "strong",
                0,
            ),
        ]
    }

    fn thinker(&self, spec: &PlayerSpec) -> Result<Box<dyn Engine>, SpecError> {
        characters::player(spec)
    }

    fn export(&self, _record: &Record, format: &str) -> Result<String, ExportError> {
        Err(ExportError::Format {
            name: format.to_owned(),
            known: "none: a game of rounds is kept as its record".to_owned(),
        })
    }

    fn perft(
        &self,
        _setup: &Setup,
        _depth: u32,
        _mode: PerftMode,
    ) -> Result<Vec<(String, u64)>, SetupError> {
        Err(SetupError::NoPerft("garlic"))
    }
}

/// Built-in maps; the depth is counted in rounds.
const STRONG_BENCH: &[(&str, u32)] = &[
    (include_str!("../../garlic/maps/10x10-one.txt"), 6),
    (include_str!("../../garlic/maps/13x15-walled.txt"), 6),
];

/// The map that was asked for: a text, else one of ours of that size, else one made to order.
fn start(setup: &Setup) -> Result<boyi_garlic::Setup, SetupError> {
    match (&setup.position, setup.size) {
        (Some(_), Some(_)) => Err(SetupError::SizeAndPosition),
        (Some(text), None) => {
            boyi_garlic::Setup::read(text).map_err(|error| SetupError::Position(error.to_string()))
        }
        (None, size) => {
            let (rows, cols) = size.unwrap_or((10, 10));
            if let Some(map) = built_in(&format!("{rows}x{cols}-free")) {
                return Ok(map.setup());
            }
            let order = Order {
                rows,
                cols,
                seed: setup.seed,
                destroyers: Destroyers::Free,
            };
            order
                .make()
                .map_err(|error| SetupError::Size(error.to_string()))
        }
    }
}

/// Reads the position of every round and keeps the distances, which only the walls decide.
#[derive(Default)]
pub(crate) struct BattleReader {
    terrain: Option<Arc<Terrain>>,
}

impl BattleReader {
    /// The battle as it stands.
    pub(crate) fn read(&mut self, game: &Seen) -> Result<Battle, EngineError> {
        let setup = boyi_garlic::Setup::read(&game.position)
            .map_err(|error| EngineError::Record(error.to_string()))?;
        let terrain = match self.terrain.take() {
            Some(terrain) if setup.lies_on(&terrain) => terrain,
            _ => Arc::new(setup.terrain()),
        };
        self.terrain = Some(Arc::clone(&terrain));
        Ok(Battle::on(terrain, &setup))
    }
}
