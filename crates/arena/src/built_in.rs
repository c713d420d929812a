//! A player that thinks inside this program, as a contestant.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use boyi_engine::{Engine, EngineError, Game, Go, PlayerSpec, SpecError};
use boyi_game::{Seen, Side};

use crate::contestant::{Answer, Ask, Choice, Contestant};
use crate::{Fault, Terms};

/// Kept back of every move, for what happens between deciding and the clock being stopped.
const OVERHEAD: Duration = Duration::from_millis(2);

/// One of our own players.
pub struct BuiltIn {
    game: &'static dyn Game,
    spec: PlayerSpec,
    engine: Box<dyn Engine>,
    name: String,
}

impl BuiltIn {
    pub fn new(game: &'static dyn Game, spec: &PlayerSpec) -> Result<Self, SpecError> {
        let engine = game.player(spec)?;
        Ok(Self {
            game,
            spec: spec.clone(),
            name: engine.name(),
            engine,
        })
    }

    /// Whether the player draws lots and nobody said from which seed. Searches do not: without a seed
    /// they always play the same.
    fn draws_lots(&self) -> bool {
        let mut characters = self.game.characters().iter();
        self.spec.seed.is_none()
            && self.spec.name != self.game.best_player()
            && (self.game.level(&self.spec.name).is_some()
                || characters.any(|character| character.name == self.spec.name))
    }
}

impl Contestant for BuiltIn {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn reseed(&mut self, seed: u64) {
        if self.draws_lots() {
            let spec = PlayerSpec {
                seed: Some(seed),
                ..self.spec.clone()
            };
            // A character that takes no seed stays as it is.
            if let Ok(engine) = self.game.player(&spec) {
                self.engine = engine;
            }
        }
    }

    fn begin(&mut self, game: &Seen, _side: Side, _terms: &Terms) -> Result<(), Fault> {
        let engine = &mut self.engine;
        guarded(|| engine.prepare(game))
    }

    fn choose(&mut self, game: &Seen, side: Side, ask: &Ask) -> Result<Answer, Fault> {
        let go = Go {
            overhead: OVERHEAD,
            stop: ask.stop.clone(),
            ..ask.control.go(ask.clocks[side])
        };
        let engine = &mut self.engine;
        let thought = guarded(|| engine.think(game, side, &go, &mut |_| ()))?;
        let best = thought.best.ok_or_else(|| Fault::GaveUp {
            why: "it found no move".to_owned(),
        })?;
        let line = thought.lines.first();
        Ok(Answer {
            choice: Choice::Move(best),
            score: line.map(|line| line.score),
            depth: line.map(|line| line.depth),
            nodes: (thought.counts.nodes > 0).then_some(thought.counts.nodes),
            offers_draw: false,
        })
    }
}

/// A player of ours that panics has crashed, and nothing else has.
fn guarded<T>(work: impl FnOnce() -> Result<T, EngineError>) -> Result<T, Fault> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(|error| Fault::GaveUp {
            why: error.to_string(),
        }),
        Err(panic) => {
            let words = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied());
            Err(Fault::Crashed {
                how: format!("panicked: {}", words.unwrap_or("no message")),
            })
        }
    }
}
