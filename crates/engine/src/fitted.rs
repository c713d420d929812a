//! A player that is set up when it sees which game it plays: on which board, by which rules.

use boyi_game::{Seen, Side};
use boyi_search::Stop;

use boyi_search::kernel::Go;

use crate::engine::{Engine, EngineError, Thinking, Watch};
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

    fn make(&self, game: &Seen) -> Result<Current, EngineError> {
        Ok(Current {
            start: game.start.to_owned(),
            rules: game.rules.to_owned(),
            engine: (self.fit)(game)?,
        })
    }
}

impl Current {
    fn fits(&self, game: &Seen) -> bool {
        self.start == game.start && self.rules == game.rules
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
        match &mut self.current {
            Some(current) if current.fits(game) => current.engine.prepare(game),
            _ => {
                self.current = Some(self.make(game)?);
                Ok(())
            }
        }
    }

    fn think(&mut self, game: &Seen, side: Side, go: &Go, watch: Watch<'_>) -> Thinking {
        let mut current = match self.current.take() {
            Some(current) if current.fits(game) => current,
            _ => self.make(game)?,
        };
        let thought = current.engine.think(game, side, go, watch);
        self.current = Some(current);
        thought
    }

    fn ponder(&mut self, game: &Seen, stop: &Stop) -> Result<(), EngineError> {
        match &mut self.current {
            Some(current) if current.fits(game) => current.engine.ponder(game, stop),
            _ => Ok(()),
        }
    }

    /// On an engine of its own, so that no table carries over.
    fn tree(&mut self, game: &Seen, request: &TreeRequest) -> Result<SearchTree, EngineError> {
        (self.fit)(game)?.tree(game, request)
    }
}
