//! Named strengths, from one that a beginner beats to everything there is.
//!
//! A weak level is the strongest player with little foresight that now and then plays whatever comes
//! to mind: it loses as beginners lose, by oversights, and never by playing badly on purpose in a way
//! that looks strange.

use boyi_game::Phrase;

use crate::engine::Engine;
use crate::game::Game;
use crate::player::Player;
use crate::spec::{PlayerSpec, SpecError};

/// What `boyi lab levels GAME --games 160 --csv` measured for the levels as they are, in whole numbers, all games
/// below each other: full strength at 100 ms a move.
const MEASURED: &str = include_str!("levels.csv");

/// How strong a level is, on a scale of its game on which the weakest has 800.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelRating {
    pub rating: i32,
    /// Half of the interval of 95 % confidence.
    pub error: i32,
    /// Somebody won everything, so that everybody was given a drawn game.
    pub tempered: bool,
}

/// The rating of a level of a game; `None` where it was not measured.
pub(crate) fn measured(game: &str, level: &str) -> Option<LevelRating> {
    let row = MEASURED.lines().find_map(|line| {
        let mut cells = line.split(',');
        (cells.next() == Some(game) && cells.next() == Some(level)).then_some(cells)
    });
    let mut cells = row?;
    let mut number = || {
        let number: f64 = cells.next()?.parse().ok()?;
        Some(number.round() as i32)
    };
    Some(LevelRating {
        rating: number()?,
        error: number()?,
        tempered: cells.next()? == "true",
    })
}

/// A strength to choose by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// The name: `beginner`, `full`.
    pub name: &'static str,
    pub title: Phrase,
    pub about: Phrase,
    pub player: String,
    /// How many of a hundred moves are any legal move.
    pub careless: u8,
}

impl Level {
    /// A level.
    pub fn new(
        name: &'static str,
        title: [&str; 2],
        about: [&str; 2],
        player: impl Into<String>,
        careless: u8,
    ) -> Self {
        Self {
            name,
            title: Phrase::new(title[0], title[1]),
            about: Phrase::new(about[0], about[1]),
            player: player.into(),
            careless,
        }
    }

    /// The levels of a game whose strongest player searches to a depth.
    pub(crate) fn by_depth(best: &str) -> Vec<Self> {
        let deep = |depth: u32| format!("{best}:depth={depth}");
        vec![
            Self::new(
                "beginner",
                ["Beginner", "入门"],
                [
                    "Looks at one move, and plays every second one at random",
                    "只看一步，每两步就有一步随手走",
                ],
                deep(1),
                50,
            ),
            Self::new(
                "novice",
                ["Novice", "初级"],
                [
                    "Sees the answer to its move; every fifth move is an oversight",
                    "能看到对方的应手，每五步有一步疏忽",
                ],
                deep(2),
                20,
            ),
            Self::new(
                "casual",
                ["Casual", "中级"],
                [
                    "Looks three plies ahead; an oversight now and then",
                    "向前看三步，偶有疏忽",
                ],
                deep(3),
                6,
            ),
            Self::new(
                "skilled",
                ["Skilled", "高级"],
                [
                    "Looks four plies ahead, no oversights",
                    "向前看四步，无疏忽",
                ],
                deep(4),
                0,
            ),
            Self::new(
                "expert",
                ["Expert", "专家"],
                ["Looks six plies ahead", "向前看六步"],
                deep(6),
                0,
            ),
            Self::new(
                "full",
                ["Full strength", "全力"],
                [
                    "The strongest player there is, as deep as the clock allows",
                    "最强棋手，时间允许多深就看多深",
                ],
                best,
                0,
            ),
        ]
    }

    /// The player of this level. The seed decides when it is careless.
    pub fn engine(&self, game: &'static dyn Game, seed: u64) -> Result<Box<dyn Engine>, SpecError> {
        let spec: PlayerSpec = self.player.parse()?;
        let engine = game.player(&spec)?;
        if self.careless == 0 {
            return Ok(engine);
        }
        let player = Player::new(engine).with_carelessness(game, self.careless, seed);
        Ok(Box::new(player))
    }
}

#[cfg(test)]
mod tests {
    use crate::game::games;

    #[test]
    fn every_level_of_every_game_was_measured_and_they_rise() {
        for game in games() {
            let levels = game.levels();
            let ratings = levels.iter().map(|level| game.level_rating(level.name));
            let ratings: Option<Vec<_>> = ratings.collect();
            let ratings = ratings.unwrap_or_else(|| panic!("{}", game.name()));
            assert_eq!(ratings[0].rating, 800);
            assert!(
                ratings.is_sorted_by_key(|level| level.rating),
                "{}",
                game.name()
            );
            assert!(ratings.iter().all(|level| level.error > 0));
        }
        assert_eq!(games()[0].level_rating("nobody"), None);
    }
}
