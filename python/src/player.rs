//! `boyi.Player`: one of our players, for any game it can play.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use boyi_engine::{Engine, Game as BoyiGame, Go, PlayerSpec, Thought};
use boyi_search::Stop;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;

use crate::analysis::Analysis;
use crate::background;
use crate::errors::{BadPlayer, Error, bad_player, engine_failed};
use crate::position::Position;

/// One of our players: ``"strong"``, a level such as ``"casual"``, a search such as ``"alpha-beta"``, or any other
/// of :attr:`Game.players`. Options may stand behind the name as on the command line (``"pvs:eval=lab"``).
///
/// Calling it with a position gives the move, so that it and a function of yours can take each other's place.
///
/// >>> import boyi
/// >>> start = boyi.Game("othello").start()
/// >>> player = boyi.Player("strong", nodes=1000)
/// >>> player(start) in start.legal_moves()
/// True
/// >>> boyi.Player("nobody")
/// Traceback (most recent call last):
/// ...
/// boyi.BadPlayer: no game has a player called `nobody`: see Game(...).players
#[pyclass(frozen, module = "boyi")]
pub(crate) struct Player {
    spec: PlayerSpec,
    /// Engines by game, made when the game is first met.
    engines: Mutex<HashMap<&'static str, Box<dyn Engine>>>,
}

/// Limits of one thought, as they come from Python.
#[derive(Default)]
pub(crate) struct Limits {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<f64>,
}

/// Seconds without any limit of the caller's or the player's own.
const USUAL_SECONDS: f64 = 1.0;

/// The most lines an analysis may have: more than any position has moves.
const MOST_LINES: usize = 1000;

impl Player {
    /// What is asked of the engine.
    fn go(&self, limits: &Limits, stop: &Stop) -> PyResult<Go> {
        if limits.depth == Some(0) || limits.nodes == Some(0) {
            return Err(Error::new_err("depth and nodes count from 1"));
        }
        let time = limits.time.map(duration).transpose()?;
        let is_limited = limits.depth.is_some() || limits.nodes.is_some() || time.is_some();
        let usual = Duration::from_secs_f64(USUAL_SECONDS);
        let time = time.or((!is_limited && !self.spec.has_limits()).then_some(usual));
        Ok(Go {
            depth: limits.depth,
            nodes: limits.nodes,
            stop: stop.clone(),
            ..time.map_or_else(Go::default, Go::time)
        })
    }

    /// The engines, unless they are at work already: in another thread, or around a progress function.
    fn idle(&self) -> PyResult<MutexGuard<'_, HashMap<&'static str, Box<dyn Engine>>>> {
        match self.engines.try_lock() {
            Ok(engines) => Ok(engines),
            Err(TryLockError::Poisoned(poisoned)) => {
                // A bug stopped it in the middle of a thought: it begins anew.
                let mut engines = poisoned.into_inner();
                engines.clear();
                self.engines.clear_poison();
                Ok(engines)
            }
            Err(TryLockError::WouldBlock) => {
                let busy =
                    "this player is thinking already: one player thinks one thought at a time";
                Err(PyRuntimeError::new_err(busy))
            }
        }
    }

    /// The engine for a game: a level of this name, else a player.
    fn engine(&self, game: &'static dyn BoyiGame) -> PyResult<Box<dyn Engine>> {
        let plain = PlayerSpec {
            seed: self.spec.seed,
            ..PlayerSpec::named(&self.spec.name)
        };
        let levels = game.levels();
        let level = levels.iter().find(|level| level.name == self.spec.name);
        let made = match level {
            Some(level) if self.spec == plain => {
                level.engine(game, self.spec.seed.unwrap_or_default())
            }
            Some(level) => {
                let why = format!("the level `{}` takes no option but seed", level.name);
                return Err(BadPlayer::new_err(why));
            }
            None => game.player(&self.spec),
        };
        made.map_err(|error| bad_player(&error))
    }

    /// Thinks with the interpreter released; `progress` is called with every finished depth.
    fn think(
        &self,
        py: Python<'_>,
        position: &Position,
        player: Option<usize>,
        limits: &Limits,
        lines: usize,
        progress: Option<&Py<PyAny>>,
    ) -> PyResult<Thought> {
        let stop = Stop::default();
        let side = position.thinker(player)?;
        let mut go = self.go(limits, &stop)?;
        go.lines = lines.min(MOST_LINES);
        let game = position.boyi_game();
        let shown = position.shown();
        let mut engines = self.idle()?;
        if !engines.contains_key(game.name()) {
            engines.insert(game.name(), self.engine(game)?);
        }
        let engine = engines.get_mut(game.name()).expect("it was just made");
        let unit = game.score_unit();
        let wants_progress = progress.is_some();
        let thought = background::run(
            py,
            &stop,
            |reports| {
                engine.think(&shown.seen(), side, &go, &mut |thought| {
                    if wants_progress {
                        // Whoever does not listen any more has stopped the search.
                        let _ = reports.send(thought.clone());
                    }
                })
            },
            |py, thought: Thought| {
                let Some(progress) = progress else {
                    return Ok(());
                };
                progress.call1(py, (Analysis::of(&thought, unit),))?;
                Ok(())
            },
        )?;
        thought.map_err(|error| engine_failed(&error))
    }
}

/// A time in seconds.
fn duration(seconds: f64) -> PyResult<Duration> {
    let time = Duration::try_from_secs_f64(seconds).ok();
    let time = time.filter(|time| !time.is_zero());
    time.ok_or_else(|| {
        Error::new_err(format!(
            "time is a number of seconds above 0, not {seconds}"
        ))
    })
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (name, *, depth=None, nodes=None, time=None, seed=None, threads=None, hash=None, eval=None, weights=None))]
    #[expect(clippy::too_many_arguments, reason = "Python calls them by name")]
    fn new(
        name: &str,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        seed: Option<u64>,
        threads: Option<usize>,
        hash: Option<usize>,
        eval: Option<String>,
        weights: Option<std::path::PathBuf>,
    ) -> PyResult<Self> {
        let mut spec: PlayerSpec = name.parse().map_err(|error| bad_player(&error))?;
        spec.depth = depth.or(spec.depth);
        spec.nodes = nodes.or(spec.nodes);
        spec.time = time.map(duration).transpose()?.or(spec.time);
        spec.seed = seed.or(spec.seed);
        spec.threads = threads.or(spec.threads);
        spec.hash = hash.or(spec.hash);
        spec.evaluation = eval.or(spec.evaluation);
        spec.weights = weights.or(spec.weights);
        // Written and read again, every option is held to its range.
        let checked = spec.to_string().parse::<PlayerSpec>();
        checked.map_err(|error| bad_player(&error))?;
        if !is_known(&spec.name) {
            let name = &spec.name;
            let why = format!("no game has a player called `{name}`: see Game(...).players");
            return Err(BadPlayer::new_err(why));
        }
        let engines = Mutex::default();
        Ok(Self { spec, engines })
    }

    /// What it is called, with everything that makes a difference.
    #[getter]
    fn name(&self) -> String {
        self.spec.to_string()
    }

    /// The move it plays. In a game of rounds, say for which player.
    #[pyo3(name = "move", signature = (position, player=None))]
    fn choose(
        &self,
        py: Python<'_>,
        position: &Position,
        player: Option<usize>,
    ) -> PyResult<String> {
        let thought = self.think(py, position, player, &Limits::default(), 1, None)?;
        thought
            .best
            .ok_or_else(|| Error::new_err("the game is over"))
    }

    /// The same as :meth:`move`.
    #[pyo3(signature = (position, player=None))]
    fn __call__(
        &self,
        py: Python<'_>,
        position: &Position,
        player: Option<usize>,
    ) -> PyResult<String> {
        self.choose(py, position, player)
    }

    /// What it thinks of a position, within these limits and its own; a second if there are none. `progress` is
    /// called with the :class:`Analysis` of every finished depth; Ctrl-C or an exception in there ends the search.
    #[pyo3(signature = (position, *, depth=None, nodes=None, time=None, lines=1, player=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "Python calls them by name")]
    fn analyse(
        &self,
        py: Python<'_>,
        position: &Position,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        lines: usize,
        player: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Analysis> {
        if let Some(progress) = &progress
            && !progress.bind(py).is_callable()
        {
            return Err(PyTypeError::new_err("progress must be callable"));
        }
        if lines == 0 {
            return Err(Error::new_err("lines count from 1"));
        }
        let limits = Limits { depth, nodes, time };
        let thought = self.think(py, position, player, &limits, lines, progress.as_ref())?;
        Ok(Analysis::of(&thought, position.boyi_game().score_unit()))
    }

    /// Forgets what it learned from earlier games, so that the same seeds play the same games.
    fn new_game(&self) -> PyResult<()> {
        self.idle()?.clear();
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("Player('{}')", self.spec)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Self>().into_any(), (self.spec.to_string(),))
    }
}

/// Whether some game has a player of this name.
fn is_known(name: &str) -> bool {
    boyi_engine::games().iter().any(|game| {
        game.best_player() == name
            || game.characters().iter().any(|choice| choice.name == name)
            || game.searches().iter().any(|choice| choice.name == name)
            || game.levels().iter().any(|level| level.name == name)
    })
}
