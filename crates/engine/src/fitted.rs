//! A player that is set up when it sees which game it plays: on which board, by which rules.

use boyi_game::{Seen, Side};
use boyi_search::Stop;

use boyi_search::kernel::Go;

use crate::engine::{Engine, EngineError, Sampled, Thinking, Watch};

use crate::tree::{SearchTree, TreeRequest};

/// Makes an engine for each new start and keeps it while the start stays the same.
pub(crate) struct Fitted<F> {
    name: String,
    fit: F,
    current: Option<Current>,
}

/// An engine and the game it was made for.
struct Current {
    start: String,
    rules: String,
    engine: Box<dyn Engine>,
}

impl<F> Fitted<F>
where
    F: Fn(&Seen) -> Result<Box<dyn Engine>, EngineError> + Send,
{
    /// A player of this name whose engines `fit` makes.
    pub(crate) fn new(name: String, fit: F) -> Self {
        Self {
            name,
            fit,
            current: None,
        }
    }

    /// The engine for this game, and whether it was made just now.
    fn engine_for(&mut self, game: &Seen) -> Result<(&mut dyn Engine, bool), EngineError> {
        let fits = |current: &Current| current.start == game.start && current.rules == game.rules;
        let current = self.current.take().filter(fits);
        let is_new = current.is_none();
        let current = match current {
            Some(current) => current,
            None => Current {
                start: game.start.to_owned(),
                rules: game.rules.to_owned(),
                engine: (self.fit)(game)?,
            },
        };
        Ok((&mut *self.current.insert(current).engine, is_new))
    }
}

impl<F> Engine for Fitted<F>
where
    F: Fn(&Seen) -> Result<Box<dyn Engine>, EngineError> + Send,
{
    fn name(&self) -> String {
        self.name.clone()
    }

    fn prepare(&mut self, game: &Seen) -> Result<(), EngineError> {
        match self.engine_for(game)? {
            (_, true) => Ok(()),
            (engine, false) => engine.prepare(game),
        }
    }

    fn think(&mut self, game: &Seen, side: Side, go: &Go, watch: Watch<'_>) -> Thinking {
        self.engine_for(game)?.0.think(game, side, go, watch)
    }

    fn ponder(&mut self, game: &Seen, stop: &Stop) -> Result<(), EngineError> {
        self.engine_for(game)?.0.ponder(game, stop)
    }

    fn sampled(&mut self, game: &Seen, side: Side, request: &TreeRequest) -> Sampled {
        (self.fit)(game)?.sampled(game, side, request)
    }

    /// On an engine of its own, so that no table carries over.
    fn tree(&mut self, game: &Seen, request: &TreeRequest) -> Result<SearchTree, EngineError> {
        (self.fit)(game)?.tree(game, request)
    }
}
