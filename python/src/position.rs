//! `boyi.Position`: a game at one moment. It never changes; playing gives another one.

mod history;

use std::borrow::Cow;
use std::sync::Arc;

use boyi_engine::Setup;
use boyi_game::{Side, ToAct};
use boyi_search::Stop;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use history::Start;

use crate::environments::observation;
use crate::errors::{self, BadPosition, Error};
use crate::game::{by_name, side};
use crate::play::Play;
use crate::result::GameResult;
use crate::{actions, background, board, svg};

/// A position of a game, with the moves that led to it. It never changes: :meth:`play` gives another one.
///
/// Positions are equal when game, rules and text (:meth:`fen`) are; how they came about does not count.
///
/// >>> import boyi, copy, pickle
/// >>> start = boyi.Game("othello").start()
/// >>> after = start.play("f5")
/// >>> after.turn, after.legal_moves()
/// (1, ['f4', 'd6', 'f6'])
/// >>> after == start.play("f5") and hash(after) == hash(start.play("f5")) and after != start
/// True
/// >>> pickle.loads(pickle.dumps(after)) == after == copy.copy(after)
/// True
/// >>> start.play("a1")
/// Traceback (most recent call last):
/// ...
/// boyi.IllegalMove: `a1` is not legal: it flips nothing
#[pyclass(frozen, module = "boyi")]
pub(crate) struct Position {
    start: Arc<Start>,
    pub(crate) play: Play,
    /// Codes of the moves since the start; in a game of rounds the first player's before the second's.
    moves: Vec<u16>,
}

#[pymethods]
impl Position {
    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.start.game.name()
    }

    /// The name of the rule set.
    #[getter]
    fn rules(&self) -> &str {
        &self.start.record.rules
    }

    /// The player to move, 0 or 1; ``None`` when the game is over and where both choose at once.
    #[getter]
    fn turn(&self) -> Option<usize> {
        match self.play.to_act() {
            ToAct::One(side) => Some(side.index()),
            ToAct::Nobody | ToAct::Both => None,
        }
    }

    /// The players whose move is awaited: one, both, or none when the game is over.
    #[getter]
    fn to_act(&self) -> Vec<usize> {
        let to_act = self.play.to_act();
        let awaited = Side::BOTH.into_iter().filter(|&side| to_act.includes(side));
        awaited.map(Side::index).collect()
    }

    /// Whether the game is over; :meth:`result` says how it ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.play.to_act() == ToAct::Nobody
    }

    /// Whether both players choose at once, as in the garlic battle.
    #[getter]
    fn is_simultaneous(&self) -> bool {
        self.play.is_simultaneous()
    }

    /// How many moves were played since the start; a round counts as two.
    #[getter]
    fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Points of both players so far, in games that count them.
    #[getter]
    fn points(&self) -> Option<(i32, i32)> {
        let points = self.play.points()?;
        Some((points[Side::First], points[Side::Second]))
    }

    /// The legal moves as text, none when the game is over. Where both choose at once, say whose.
    #[pyo3(signature = (player=None))]
    fn legal_moves(&self, player: Option<usize>) -> PyResult<Vec<String>> {
        let Some(side) = self.mover(player)? else {
            return Ok(Vec::new());
        };
        let legal = self.play.legal_moves(side);
        Ok(legal
            .into_iter()
            .map(|code| self.play.move_text(code))
            .collect())
    }

    /// Whether a text is a legal move here.
    #[pyo3(name = "is_legal", signature = (r#move, player=None))]
    fn is_legal(&self, r#move: &str, player: Option<usize>) -> PyResult<bool> {
        let side = self.mover(player)?;
        Ok(side.is_some_and(|side| self.play.parse(side, r#move).is_ok()))
    }

    /// The position after a move, or after several in turn. In a game of rounds: both choices of a round.
    #[pyo3(signature = (*moves))]
    fn play(&self, py: Python<'_>, moves: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let texts = moves.iter().map(|text| text.extract::<String>());
        let texts = texts.collect::<PyResult<Vec<String>>>()?;
        if texts.is_empty() {
            return Err(PyTypeError::new_err("play() needs a move"));
        }
        if self.play.is_simultaneous() && texts.len() % 2 == 1 {
            let both = "both choose at once: play(first, second) takes the choices of both";
            return Err(Error::new_err(both));
        }
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let played = self.after(&texts);
        played.map_err(|(number, error)| errors::illegal(py, texts[number - 1], number, &error))
    }

    /// The same with numbers of moves, see :meth:`legal_actions`.
    #[pyo3(signature = (*actions))]
    fn play_actions(&self, py: Python<'_>, actions: Vec<usize>) -> PyResult<Self> {
        let sides = if self.play.is_simultaneous() { 2 } else { 1 };
        if actions.is_empty() || actions.len() % sides == 1 {
            return Err(Error::new_err(
                "play_actions() needs an action for each player to act",
            ));
        }
        let mut next = self.again();
        for (round, chosen) in actions.chunks(sides).enumerate() {
            let mut codes = Vec::with_capacity(sides);
            for (index, &action) in chosen.iter().enumerate() {
                let side = match next.play.to_act() {
                    ToAct::One(side) => side,
                    _ => Side::BOTH[index],
                };
                let code = actions::code_of(&next.play, side, action);
                let illegal = || {
                    let why = format!("action {action} is not legal here");
                    errors::illegal_action(py, why, action as i64, round * sides + index + 1)
                };
                codes.push(code.ok_or_else(illegal)?);
            }
            match codes[..] {
                [first, second] => next.play.play_round([first, second]),
                _ => next.play.make(codes[0]),
            }
            next.moves.extend(codes);
        }
        Ok(next)
    }

    /// The position as text, in the field's own format; :meth:`Game.position` reads it back.
    fn fen(&self) -> String {
        self.play.text()
    }

    /// How the game ended, ``None`` while it goes on.
    fn result(&self) -> Option<GameResult> {
        GameResult::of(&self.play)
    }

    /// Every move since the start. In a game of rounds the first player's choice stands before the second's.
    fn moves(&self) -> Vec<String> {
        self.played()
            .into_iter()
            .map(|played| played.text)
            .collect()
    }

    /// The position the game began with.
    fn start(&self) -> Self {
        Self {
            start: Arc::clone(&self.start),
            play: self.start.play.clone(),
            moves: Vec::new(),
        }
    }

    /// How many actions environments of this game have; see :meth:`legal_actions`.
    #[getter]
    fn num_actions(&self) -> usize {
        actions::count(&self.play)
    }

    /// The legal moves as numbers, the same as in :class:`boyi.VecEnv`, in rising order.
    #[pyo3(signature = (player=None))]
    fn legal_actions(&self, player: Option<usize>) -> PyResult<Vec<usize>> {
        let Some(side) = self.mover(player)? else {
            return Ok(Vec::new());
        };
        let legal = self.play.legal_moves(side).into_iter();
        let mut numbers: Vec<usize> = legal
            .map(|code| actions::of_code(&self.play, side, code))
            .collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// The text of the legal move with this number.
    #[pyo3(signature = (action, player=None))]
    fn action_to_move(&self, action: usize, player: Option<usize>) -> PyResult<String> {
        let side = self.mover(player)?;
        let code = side.and_then(|side| actions::code_of(&self.play, side, action));
        let code =
            code.ok_or_else(|| Error::new_err(format!("action {action} is not legal here")))?;
        Ok(self.play.move_text(code))
    }

    /// The number of a legal move.
    #[pyo3(signature = (r#move, player=None))]
    fn move_to_action(
        &self,
        py: Python<'_>,
        r#move: &str,
        player: Option<usize>,
    ) -> PyResult<usize> {
        let Some(side) = self.mover(player)? else {
            return Err(Error::new_err("the game is over"));
        };
        let refused = |error| errors::illegal(py, r#move, 1, &error);
        let code = self.play.parse(side, r#move).map_err(refused)?;
        Ok(actions::of_code(&self.play, side, code))
    }

    /// How many ways the next `depth` plies can go: the number everybody checks rules with.
    ///
    /// >>> import boyi
    /// >>> boyi.Game("xiangqi").start().perft(3)
    /// 79666
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        if self.play.is_simultaneous() {
            return Err(Error::new_err("there is no perft for games of rounds"));
        }
        let stop = Stop::default();
        background::quietly(py, &stop, || self.play.perft(depth, &stop))
    }

    /// What a player sees, as :class:`boyi.VecEnv` has it: the shape (planes, rows, columns) and the bytes.
    #[pyo3(name = "_observation", signature = (player=None))]
    fn observation(&self, player: Option<usize>) -> PyResult<(Vec<usize>, Cow<'static, [u8]>)> {
        let side = match player {
            Some(player) => side(player)?,
            None => self.play.to_act().first().unwrap_or(Side::First),
        };
        let (shape, planes) = observation(&self.play, side);
        Ok((shape.to_vec(), planes.into()))
    }

    /// Everything a front end needs to draw the board, as plain dicts and lists.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        board::describe(py, &self.play, self.moves.last().copied())
    }

    /// The board as text.
    fn __str__(&self) -> String {
        board::text(&self.play.view())
    }

    fn __repr__(&self) -> String {
        let text = self.play.text();
        let line = text.lines().next().unwrap_or_default();
        let more = if text.lines().count() > 1 { "…" } else { "" };
        format!("<Position of {}: {line}{more}>", self.start.game.name())
    }

    /// The board as a picture: Jupyter and marimo show it.
    fn _repr_svg_(&self) -> String {
        svg::draw(
            self.start.game.name(),
            &board::view(&self.play, self.moves.last().copied()),
        )
    }

    fn __eq__(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
            || self.play.key() == other.play.key()
                && self.start.game.name() == other.start.game.name()
                && self.start.record.rules == other.start.record.rules
                && self.play.text() == other.play.text()
    }

    fn __hash__(&self) -> u64 {
        self.play.key().0
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let restore = py.import("boyi._boyi")?.getattr("_restore_position")?;
        let record = &self.start.record;
        let arguments = (
            self.start.game.name(),
            &record.rules,
            &record.start,
            record.seed,
            self.moves(),
        );
        Ok((restore, arguments.into_pyobject(py)?.into_any()))
    }
}

/// For pickle.
#[pyfunction(name = "_restore_position")]
pub(crate) fn restore(
    game: &str,
    rules: &str,
    start: &str,
    seed: u64,
    moves: Vec<String>,
) -> PyResult<Position> {
    let setup = Setup {
        seed,
        ..Setup::at(start, rules)
    };
    let begun = Position::begin(by_name(game)?, &setup)?;
    let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
    let played = begun.after(&texts);
    played.map_err(|(number, error)| BadPosition::new_err(format!("move {number}: {error}")))
}
