//! A player as everybody meets it: an engine with its book, its experience and its carelessness, in the
//! order in which they have a say.

use boyi_search::Instant;
use std::time::Duration;

use boyi_game::{Random, Score, Seen, Side};
use boyi_search::Stop;
use boyi_search::kernel::Go;

use crate::book::Book;
use crate::engine::{Engine, EngineError, Line, Thinking, Thought, Watch};
use crate::experience::{self, Experience};
use crate::game::{Game, Setup};
use crate::tree::{SearchTree, TreeRequest};

/// An engine and what decides beside it.
pub struct Player {
    name: String,
    engine: Box<dyn Engine>,
    book: Option<OpeningBook>,
    experience: Option<Experience>,
    carelessness: Option<Carelessness>,
}

/// A book to play from as long as it knows the position.
struct OpeningBook {
    book: Book,
    /// With a seed the player varies; without one it plays the best it knows.
    random: Option<Random>,
}

/// Now and then any legal move, as beginners play.
struct Carelessness {
    game: &'static dyn Game,
    percent: u8,
    random: Random,
}

impl Player {
    /// The engine alone.
    pub fn new(engine: Box<dyn Engine>) -> Self {
        Self {
            name: engine.name(),
            engine,
            book: None,
            experience: None,
            carelessness: None,
        }
    }

    /// Plays from a book first, and is called by its whole name.
    pub(crate) fn with_book(mut self, name: String, book: Book, seed: Option<u64>) -> Self {
        let random = seed.map(Random::new);
        self.name = name;
        self.book = Some(OpeningBook { book, random });
        self
    }

    /// Makes no mistake twice.
    pub fn with_experience(mut self, experience: Experience) -> Self {
        self.experience = Some(experience);
        self
    }

    /// Plays any legal move in so many of a hundred cases.
    pub(crate) fn with_carelessness(
        mut self,
        game: &'static dyn Game,
        percent: u8,
        seed: u64,
    ) -> Self {
        let random = Random::new(seed);
        self.carelessness = Some(Carelessness {
            game,
            percent,
            random,
        });
        self
    }

    /// What it has learned so far.
    pub fn experience(&self) -> Option<&Experience> {
        self.experience.as_ref()
    }

    /// Learns something else.
    pub fn set_experience(&mut self, experience: Experience) {
        self.experience = Some(experience);
    }

    /// The engine alone, to look for mistakes with.
    pub fn engine_mut(&mut self) -> &mut dyn Engine {
        &mut *self.engine
    }
}

impl Engine for Player {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn prepare(&mut self, game: &Seen) -> Result<(), EngineError> {
        self.engine.prepare(game)
    }

    fn think(&mut self, game: &Seen, side: Side, go: &Go, watch: Watch<'_>) -> Thinking {
        let began = Instant::now();
        let carelessness = self.carelessness.as_mut();
        if let Some(slip) = carelessness.and_then(|careless| careless.slip(game, side)) {
            return Ok(Thought::unexplained(Some(slip), began.elapsed()));
        }
        let book = self.book.as_mut();
        if let Some(known) = book.and_then(|book| book.answer(game, go, began.elapsed())) {
            return Ok(known);
        }
        match &self.experience {
            None => self.engine.think(game, side, go, watch),
            Some(experience) => {
                experience::think(experience, &mut *self.engine, game, side, go, watch)
            }
        }
    }

    fn ponder(&mut self, game: &Seen, stop: &Stop) -> Result<(), EngineError> {
        self.engine.ponder(game, stop)
    }

    fn tree(&mut self, game: &Seen, request: &TreeRequest) -> Result<SearchTree, EngineError> {
        self.engine.tree(game, request)
    }
}

impl OpeningBook {
    /// A move of the book, if it has a legal one here. Whoever asks for several lines, or for as long as
    /// it takes, wants to know more than a book says.
    fn answer(&mut self, game: &Seen, go: &Go, elapsed: Duration) -> Option<Thought> {
        if go.lines > 1 || go.pondering.lasts() {
            return None;
        }
        let known = self.book.choose(
            &game.position,
            game.rules,
            go.only.as_deref(),
            &mut self.random,
        )?;
        let value = known.value * f64::from(self.book.game.score_unit());
        let line = Line {
            score: Score::heuristic(value as i32),
            depth: known.depth,
            moves: vec![known.mv.clone()],
        };
        Some(Thought {
            lines: vec![line],
            ..Thought::unexplained(Some(known.mv), elapsed)
        })
    }
}

impl Carelessness {
    /// Any legal move, if it is time for one.
    fn slip(&mut self, seen: &Seen, side: Side) -> Option<String> {
        if self.random.below(100) >= u64::from(self.percent) {
            return None;
        }
        let setup = Setup::at(&seen.position, seen.rules);
        let mut legal = self.game.lay(&setup).ok()?.legal_moves(side);
        if legal.is_empty() {
            return None;
        }
        let chosen = self.random.below(legal.len() as u64) as usize;
        Some(legal.swap_remove(chosen).text)
    }
}
