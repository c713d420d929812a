//! The strong player of any game: a game's search behind the [`Engine`] trait.

use std::time::Duration;

use boyi_game::{Position, Score, Seen, Shown, Side};
use boyi_search::Stop;
use boyi_search::kernel::{Go, SearchResult, Value};

use crate::engine::{Engine, EngineError, Line, Thinking, Thought, Watch};
use crate::seat::Seat;
use crate::spec::PlayerSpec;

/// The move of a strong search's position.
pub(crate) type MoveOf<S> = <<S as StrongSearch>::Position as Position>::Move;

/// The strong search of one game: its tables and threads, kept from move to move.
pub(crate) trait StrongSearch: Send {
    type Position: Position + Shown<<Self::Position as Position>::Move>;

    /// What it does where nobody sets a limit.
    fn default_go() -> Go<MoveOf<Self>>;

    /// Whether what it remembers may be used in games that begin at `start`.
    fn fits(&self, start: &Self::Position) -> bool;

    /// Forgets everything it has learnt.
    fn clear(&mut self);

    /// Thinks about a position. `watch` is shown every completed depth; `seed` varies the order in
    /// which equal moves are tried.
    fn think(
        &mut self,
        position: &Self::Position,
        go: &Go<MoveOf<Self>>,
        seed: Option<u64>,
        watch: &mut dyn FnMut(&SearchResult<MoveOf<Self>>),
    ) -> SearchResult<MoveOf<Self>>;

    /// Thinks in the opponent's time about a position in which the opponent is to move, until it is
    /// stopped; what is found stays in the table.
    fn ponder(&mut self, position: &Self::Position, stop: &Stop) {
        let go = Go {
            stop: stop.clone(),
            ..Go::default()
        };
        self.think(position, &go, None, &mut |_| ());
    }

    /// Sets these tunables on the thread that is going to think, and all others to what they usually are.
    fn set_tunables(chosen: &[(String, i32)]) {
        let _ = chosen;
    }

    /// A value as the rest of the program knows scores.
    fn score(value: Value) -> Score;
}

/// A strong search as a player, for one game after the other.
pub(crate) struct Strong<S: StrongSearch> {
    spec: PlayerSpec,
    start_of: fn(&Seen) -> Result<S::Position, EngineError>,
    make: MakeSearch<S>,
    /// Made when it is first needed, and kept for every game that it fits.
    search: Option<S>,
    current: Option<CurrentGame<S::Position>>,
}

/// Makes the search for games that begin at a position.
pub(crate) type MakeSearch<S> =
    Box<dyn Fn(&<S as StrongSearch>::Position) -> Result<S, EngineError> + Send>;

/// The game that is followed.
struct CurrentGame<P> {
    start: String,
    rules: String,
    seat: Seat<P>,
}

impl<S: StrongSearch> Strong<S> {
    pub(crate) fn new(
        spec: &PlayerSpec,
        start_of: fn(&Seen) -> Result<S::Position, EngineError>,
        make: impl Fn(&S::Position) -> Result<S, EngineError> + Send + 'static,
    ) -> Self {
        Self {
            spec: spec.clone(),
            start_of,
            make: Box::new(make),
            search: None,
            current: None,
        }
    }

    /// The position of a game and the search to think about it with.
    fn follow(&mut self, game: &Seen) -> Result<(&S::Position, &mut S), EngineError> {
        let other =
            |current: &CurrentGame<_>| current.start != game.start || current.rules != game.rules;
        if self.current.as_ref().is_none_or(other) {
            let start = (self.start_of)(game)?;
            if self
                .search
                .as_ref()
                .is_none_or(|search| !search.fits(&start))
            {
                // The old tables go before the new ones are made.
                self.search = None;
                self.search = Some((self.make)(&start)?);
            }
            self.current = Some(CurrentGame {
                start: game.start.to_owned(),
                rules: game.rules.to_owned(),
                seat: Seat::new(start),
            });
        }
        match (&mut self.current, &mut self.search) {
            (Some(current), Some(search)) => Ok((current.seat.follow(game)?, search)),
            _ => unreachable!("both were made above"),
        }
    }
}

impl<S: StrongSearch> Engine for Strong<S> {
    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn prepare(&mut self, game: &Seen) -> Result<(), EngineError> {
        if let Some(search) = &mut self.search {
            search.clear();
        }
        self.follow(game).map(|_| ())
    }

    fn think(&mut self, game: &Seen, side: Side, go: &Go, watch: Watch<'_>) -> Thinking {
        let (spec, seed) = (self.spec.clone(), self.spec.seed_for(game.moves.len()));
        let (position, search) = self.follow(game)?;
        let only = read_moves(position, side, go);
        let mut go = spec.tighten(go).with_moves(only);
        if go.is_unlimited() && !go.pondering.lasts() {
            let usual = S::default_go();
            (go.depth, go.nodes, go.control) = (usual.depth, usual.nodes, usual.control);
        }
        S::set_tunables(&spec.tunables);
        let mut show = |result: &_| watch(&thought::<S>(position, result));
        let result = search.think(position, &go, seed, &mut show);
        Ok(thought::<S>(position, &result))
    }

    fn ponder(&mut self, game: &Seen, stop: &Stop) -> Result<(), EngineError> {
        let (position, search) = self.follow(game)?;
        search.ponder(position, stop);
        Ok(())
    }
}

/// What was found, in the words of the rest of the program.
fn thought<S: StrongSearch>(position: &S::Position, result: &SearchResult<MoveOf<S>>) -> Thought {
    let lines = result.lines.iter().map(|line| Line {
        score: S::score(line.value),
        depth: line.depth,
        moves: move_texts(position, &line.moves),
    });
    Thought {
        lines: lines.collect(),
        counts: result.counts,
        ended: result.ended,
        selective_depth: result.selective_depth,
        hash_full: result.hash_full,
        ..Thought::unexplained(result.best.map(|mv| position.move_text(mv)), result.elapsed)
    }
}

/// The root moves that were asked for; those that cannot be read are left out.
pub(crate) fn read_moves<P: Position + Shown<P::Move>>(
    position: &P,
    side: Side,
    go: &Go,
) -> Option<Vec<P::Move>> {
    let read = |text: &String| position.parse_move(side, text).ok();
    let only = go.only.as_ref()?;
    Some(only.iter().filter_map(read).collect())
}

/// A line as the field writes it, each move in the position it is played in.
pub(crate) fn move_texts<P: Position + Shown<P::Move>>(
    position: &P,
    moves: &[P::Move],
) -> Vec<String> {
    let mut position = position.clone();
    let text = |mv: &P::Move| {
        let text = position.move_text(*mv);
        position.make(*mv);
        text
    };
    moves.iter().map(text).collect()
}

/// A second for a move: what strong players take that have no depth of their own.
pub(crate) const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The table of a strong player where nobody says how large it should be, in mebibytes.
pub(crate) const DEFAULT_HASH_MIB: usize = 64;
