//! `boyi.Game`: a game by name, with its rules and the size of its board.

use boyi_engine::Setup;
use boyi_game::Side;
use pyo3::prelude::*;

use crate::errors;
use crate::position::Position;

/// A game by name: ``"xiangqi"``, ``"gomoku"``, ``"othello"`` (``"reversi"``) or ``"garlic"``.
///
/// >>> import boyi
/// >>> game = boyi.Game("xiangqi")
/// >>> game
/// Game('xiangqi')
/// >>> game.start().play("h2e2").fen()
/// 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1'
/// >>> boyi.Game("othello", size=6).start().legal_moves()
/// ['c2', 'b3', 'e4', 'd5']
#[pyclass(frozen, module = "boyi", from_py_object)]
#[derive(Clone)]
pub(crate) struct Game {
    kind: &'static dyn boyi_engine::Game,
    name: String,
    pub(crate) rules: Option<String>,
    pub(crate) size: Option<(usize, usize)>,
    seed: u64,
}

/// Rows and columns, or one number for both.
#[derive(FromPyObject)]
pub(crate) enum BoardSize {
    Square(usize),
    Rectangle(usize, usize),
}

/// The names of all games.
///
/// >>> boyi.games()
/// ['reversi', 'xiangqi', 'gomoku', 'garlic']
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    boyi_engine::games()
        .iter()
        .map(|game| game.name())
        .collect()
}

/// The game of a name; Othello is what most people call reversi on 8 x 8.
pub(crate) fn by_name(name: &str) -> PyResult<&'static dyn boyi_engine::Game> {
    let known = if name == "othello" { "reversi" } else { name };
    boyi_engine::game(known).map_err(|error| errors::unknown_game(&error))
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, *, rules=None, size=None, seed=0))]
    fn new(
        name: &str,
        rules: Option<String>,
        size: Option<BoardSize>,
        seed: u64,
    ) -> PyResult<Self> {
        let game = Self {
            kind: by_name(name)?,
            name: name.to_owned(),
            rules,
            size: size.map(|size| match size {
                BoardSize::Square(side) => (side, side),
                BoardSize::Rectangle(rows, cols) => (rows, cols),
            }),
            seed,
        };
        game.position(None)?;
        Ok(game)
    }

    /// The name it was asked for by.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The name people know it by, in English and in Chinese.
    #[getter]
    fn title(&self) -> (&'static str, &'static str) {
        let [english, chinese] = self.kind.title();
        (english, chinese)
    }

    /// The rule set that was asked for, ``None`` for the usual one.
    #[getter]
    fn rules(&self) -> Option<&str> {
        self.rules.as_deref()
    }

    /// Rows and columns that were asked for, ``None`` for the usual board.
    #[getter]
    fn size(&self) -> Option<(usize, usize)> {
        self.size
    }

    /// The rule sets it can be played by, the usual one first: names and what they mean.
    #[getter]
    fn rule_sets(&self) -> Vec<(&'static str, &'static str)> {
        let rules = self.kind.rules().iter();
        rules.map(|choice| (choice.name, choice.about)).collect()
    }

    /// Players by name that :class:`boyi.Player` takes, the strongest first, then levels and searches.
    #[getter]
    fn players(&self) -> Vec<String> {
        let mut names = vec![self.kind.best_player().to_owned()];
        names.extend(self.kind.levels().iter().map(|level| level.name.to_owned()));
        let searches = self.kind.searches();
        let others = self.kind.characters().iter().chain(&searches);
        names.extend(others.map(|choice| choice.name.to_owned()));
        let mut seen = std::collections::HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
        names
    }

    /// What a side is called, in English (``"en"``) or in Chinese (``"zh"``): 0 moves first.
    ///
    /// >>> boyi.Game("xiangqi").side_name(0), boyi.Game("xiangqi").side_name(1, "zh")
    /// ('Red', '黑方')
    #[pyo3(signature = (player, language="en"))]
    fn side_name(&self, player: usize, language: &str) -> PyResult<String> {
        let name = self.kind.side_name(side(player)?);
        match language {
            "en" => Ok(name.english),
            "zh" => Ok(name.chinese),
            other => Err(errors::Error::new_err(format!(
                "names are in en and zh, not in `{other}`"
            ))),
        }
    }

    /// The position a game begins with.
    fn start(&self) -> PyResult<Position> {
        self.position(None)
    }

    /// A position from text, in any format the game reads; the usual start without one.
    ///
    /// >>> boyi.Game("xiangqi").position("3k5/9/9/9/9/9/9/9/4R4/4K4 w").legal_moves()[:2]
    /// ['e0f0', 'e1a1']
    #[pyo3(signature = (fen=None))]
    fn position(&self, fen: Option<String>) -> PyResult<Position> {
        let setup = Setup {
            // A position has its own size.
            size: if fen.is_some() { None } else { self.size },
            position: fen,
            rules: self.rules.clone(),
            moves: None,
            seed: self.seed,
        };
        Position::begin(self.kind, &setup)
    }

    fn __repr__(&self) -> String {
        let mut words = vec![format!("'{}'", self.name)];
        words.extend(self.rules.as_ref().map(|rules| format!("rules='{rules}'")));
        words.extend(
            self.size
                .map(|(rows, cols)| format!("size=({rows}, {cols})")),
        );
        if self.seed != 0 {
            words.push(format!("seed={}", self.seed));
        }
        format!("Game({})", words.join(", "))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.described() == other.described()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.described().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let restore = py.import("boyi._boyi")?.getattr("_restore_game")?;
        let arguments = (&self.name, &self.rules, self.size, self.seed);
        Ok((restore, arguments.into_pyobject(py)?.into_any()))
    }
}

impl Game {
    /// Everything that tells games apart.
    fn described(&self) -> (&str, Option<&str>, Option<(usize, usize)>, u64) {
        (
            self.kind.name(),
            self.rules.as_deref(),
            self.size,
            self.seed,
        )
    }
}

/// For pickle.
#[pyfunction(name = "_restore_game")]
pub(crate) fn restore(
    name: &str,
    rules: Option<String>,
    size: Option<(usize, usize)>,
    seed: u64,
) -> PyResult<Game> {
    let size = size.map(|(rows, cols)| BoardSize::Rectangle(rows, cols));
    Game::new(name, rules, size, seed)
}

/// The side of a player's number.
pub(crate) fn side(player: usize) -> PyResult<Side> {
    Side::BOTH.get(player).copied().ok_or_else(|| {
        errors::Error::new_err(format!("players are 0 (moves first) and 1, not {player}"))
    })
}
