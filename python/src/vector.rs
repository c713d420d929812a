//! Many games at once: what `boyi.VecEnv` is made of.

mod batch;

use std::sync::{Mutex, TryLockError};

use boyi_gomoku::LightGomoku;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;

use batch::{Batch, Games, Illegal, View};

use crate::environments::{
    Environment, GarlicEnvironment, LightGomokuEnvironment, OthelloEnvironment, RenjuEnvironment,
    ReversiEnvironment, XiangqiEnvironment,
};
use crate::errors::{Error, illegal_action};
use crate::memory::{Element, Memory, Truth};
use crate::play::Play;
use crate::position::Position;
use crate::workers::Workers;

/// The most bytes all arrays may take together.
const MOST_BYTES: usize = 1 << 36;

/// The most games at once.
const MOST_GAMES: usize = 1 << 24;

/// The most threads that step them.
const MOST_THREADS: usize = 256;

/// Games that are played side by side; ``boyi.VecEnv`` puts numpy arrays around it.
#[pyclass(frozen, module = "boyi")]
pub(crate) struct Environments {
    /// Whoever holds the lock may write to the arrays.
    batch: Mutex<(Box<dyn Batch>, Workers)>,
    arrays: Arrays,
}

/// The memory behind the arrays.
struct Arrays {
    observations: Py<Memory>,
    masks: Py<Memory>,
    rewards: Py<Memory>,
    players: Py<Memory>,
    dones: Py<Memory>,
    actions: Py<Memory>,
}

/// The sizes that the arrays have.
struct Sizes {
    actors: usize,
    shape: [usize; 3],
    actions: usize,
}

impl Sizes {
    fn of<E: Environment>(environment: &E) -> Self {
        Self {
            actors: E::ACTORS,
            shape: environment.shape(),
            actions: environment.actions(),
        }
    }

    /// Bytes of all arrays for so many games; `None` beyond all bounds.
    fn bytes(&self, games: usize) -> Option<usize> {
        let planes = self.shape.iter().product::<usize>();
        let each = self.actors * (planes + self.actions + 4) + 2 * 4 + 2;
        games.checked_mul(each)
    }

    /// The shape of an array with these dimensions for each actor.
    fn array(&self, games: usize, each: &[usize]) -> Vec<usize> {
        let mut shape = vec![games];
        shape.extend((self.actors > 1).then_some(self.actors));
        shape.extend(each);
        shape
    }
}

/// There is no room for so many games.
fn too_many() -> PyErr {
    PyMemoryError::new_err("so many games do not fit the memory")
}

impl Arrays {
    fn zeros(py: Python<'_>, sizes: &Sizes, games: usize) -> PyResult<Self> {
        fn array<T: Element>(
            py: Python<'_>,
            shape: Vec<usize>,
            read_only: bool,
        ) -> PyResult<Py<Memory>> {
            let memory = Memory::zeros::<T>(shape, read_only).map_err(|_| too_many())?;
            Py::new(py, memory)
        }
        let seen = sizes.array(games, &sizes.shape);
        let legal = sizes.array(games, &[sizes.actions]);
        Ok(Self {
            observations: array::<u8>(py, seen, true)?,
            masks: array::<Truth>(py, legal, true)?,
            rewards: array::<f32>(py, vec![games, 2], true)?,
            players: array::<i8>(py, vec![games], true)?,
            dones: array::<Truth>(py, vec![games], true)?,
            actions: array::<i32>(py, sizes.array(games, &[]), false)?,
        })
    }
}

impl Environments {
    /// Runs work on the games with the interpreter released; also returns the actions as the work left them.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Batch, View, &mut Workers) -> T + Send,
    ) -> PyResult<(T, Vec<i32>)> {
        let mut batch = match self.batch.try_lock() {
            Ok(batch) => batch,
            Err(TryLockError::WouldBlock) => {
                let busy = "another thread is stepping these environments";
                return Err(PyRuntimeError::new_err(busy));
            }
            Err(TryLockError::Poisoned(_)) => {
                let broken = "these environments failed inside before: make new ones";
                return Err(PyRuntimeError::new_err(broken));
            }
        };
        // The games act on a copy: Python may write to the array of actions while they are checked and played.
        // SAFETY: the lock is held, so no other Rust code reaches the memory; the types are those it was made with.
        let given: &[i32] = unsafe { self.arrays.actions.get().elements() };
        let mut actions = given.to_vec();
        // SAFETY: as above; each array is taken once.
        let view = unsafe {
            View {
                observations: self.arrays.observations.get().elements(),
                masks: self.arrays.masks.get().elements(),
                rewards: self.arrays.rewards.get().elements(),
                players: self.arrays.players.get().elements(),
                dones: self.arrays.dones.get().elements(),
                actions: &mut actions,
            }
        };
        let (batch, workers) = &mut *batch;
        let done = py.detach(|| work(&mut **batch, view, workers));
        Ok((done, actions))
    }
}

#[pymethods]
impl Environments {
    /// So many games from a position.
    #[new]
    fn new(py: Python<'_>, start: &Position, games: usize, threads: usize) -> PyResult<Self> {
        if games == 0 || games > MOST_GAMES {
            return Err(Error::new_err(format!(
                "the number of games is 1 to {MOST_GAMES}, not {games}"
            )));
        }
        if threads == 0 || threads > MOST_THREADS {
            return Err(Error::new_err(format!(
                "the number of threads is 1 to {MOST_THREADS}, not {threads}"
            )));
        }
        if start.play.outcome().is_some() {
            return Err(Error::new_err("the game is over before it begins"));
        }
        macro_rules! games_of {
            ($environment:expr) => {{
                let environment = $environment;
                let sizes = Sizes::of(&environment);
                if sizes.bytes(games).is_none_or(|bytes| bytes > MOST_BYTES) {
                    return Err(too_many());
                }
                let batch = Games::boxed(environment, games).map_err(|_| too_many())?;
                (sizes, batch)
            }};
        }
        let (sizes, batch) = match &start.play {
            Play::Othello(position) => games_of!(OthelloEnvironment::new(position)),
            Play::Reversi(position) => games_of!(ReversiEnvironment::new(position)),
            Play::Xiangqi(position) => games_of!(XiangqiEnvironment::new(position)),
            Play::Garlic(round) => games_of!(GarlicEnvironment::new(&round.battle)),
            Play::Gomoku(position) => {
                let light = LightGomoku::start(position.size(), position.rules());
                match light.filter(|_| position.stones() == 0) {
                    Some(light) => games_of!(LightGomokuEnvironment::new(light)),
                    None => games_of!(RenjuEnvironment::new(position)),
                }
            }
        };
        let arrays = Arrays::zeros(py, &sizes, games)?;
        Ok(Self {
            batch: Mutex::new((batch, Workers::new(threads.min(games)))),
            arrays,
        })
    }

    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<Memory> {
        self.arrays.observations.clone_ref(py)
    }

    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<Memory> {
        self.arrays.masks.clone_ref(py)
    }

    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<Memory> {
        self.arrays.rewards.clone_ref(py)
    }

    #[getter]
    fn players(&self, py: Python<'_>) -> Py<Memory> {
        self.arrays.players.clone_ref(py)
    }

    #[getter]
    fn dones(&self, py: Python<'_>) -> Py<Memory> {
        self.arrays.dones.clone_ref(py)
    }

    #[getter]
    fn actions(&self, py: Python<'_>) -> Py<Memory> {
        self.arrays.actions.clone_ref(py)
    }

    /// Begins all games anew.
    fn reset(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.with(py, |batch, view, _| batch.reset(view, seed))
            .map(|_| ())
    }

    /// One step of every game with the actions in the array.
    fn step(&self, py: Python<'_>) -> PyResult<()> {
        let (stepped, _) = self.with(py, |batch, view, workers| batch.step(view, workers))?;
        stepped.map_err(|illegal| {
            let Illegal {
                game,
                number,
                action,
            } = illegal;
            let why = format!("game {game}: action {action} is not legal");
            illegal_action(py, why, action.into(), number + 1)
        })
    }

    /// Writes random legal actions into the array.
    fn sample(&self, py: Python<'_>) -> PyResult<()> {
        let ((), chosen) = self.with(py, |batch, view, workers| batch.sample(view, workers))?;
        // SAFETY: as in `with`; the interpreter is held, so no other thread of Python runs a step meanwhile.
        let array: &mut [i32] = unsafe { self.arrays.actions.get().elements() };
        array.copy_from_slice(&chosen);
        Ok(())
    }
}
