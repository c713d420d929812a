//! The games, by name: everything a front end can ask of a game without knowing which it is.

use boyi_game::perft::{self, Counting, Finished};
use boyi_game::{MoveError, Phrase, Position, Record, Shown, Side, Table, TurnTable, View};
use boyi_search::kernel::Tunable;
use boyi_search::{Algorithm, Method};

use crate::annotated::wrong_move;
use crate::book::Book;
use crate::engine::{Engine, EngineError};
use crate::levels::{Level, LevelRating, measured};
use crate::player::Player;
use crate::puzzle::PuzzleProver;
use crate::review::Measure;
use crate::spec::{PlayerSpec, SpecError};

/// All games that are built in.
pub fn games() -> &'static [&'static dyn Game] {
    &[
        &crate::reversi::Reversi,
        &crate::xiangqi::Xiangqi,
        &crate::gomoku::Gomoku,
        &crate::garlic::GarlicBattle,
    ]
}

/// The game of this name.
pub fn game(name: &str) -> Result<&'static dyn Game, UnknownGame> {
    let found = games().iter().copied().find(|game| game.name() == name);
    found.ok_or_else(|| UnknownGame {
        name: name.to_owned(),
        known: games()
            .iter()
            .map(|game| game.name())
            .collect::<Vec<_>>()
            .join(", "),
    })
}

/// Plays a record again: the table as it was when the record was taken.
pub fn replay(record: &Record) -> Result<Box<dyn Table>, ReplayError> {
    replay_first(record, record.moves.len())
}

/// The first so many moves of a record.
pub(crate) fn replay_first(record: &Record, moves: usize) -> Result<Box<dyn Table>, ReplayError> {
    let setup = Setup {
        seed: record.seed,
        ..Setup::at(&record.start, &record.rules)
    };
    let mut table = game(&record.game)?.lay(&setup)?;
    for (index, mv) in record.moves[..moves].iter().enumerate() {
        let wrong = |error| ReplayError::Move {
            number: index + 1,
            error,
        };
        table.play(mv.side, &mv.text).map_err(wrong)?;
    }
    Ok(table)
}

/// Why a record cannot be played again.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    #[error(transparent)]
    Game(#[from] UnknownGame),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("move {number}: {error}")]
    Move {
        /// Counted from 1.
        number: usize,
        error: MoveError,
    },
}

/// There is no such game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no game called `{name}`: choose from {known}")]
pub struct UnknownGame {
    name: String,
    known: String,
}

/// A game with its players.
pub trait Game: Sync {
    /// What the following methods say, in one place.
    fn facts(&self) -> &'static GameFacts;

    /// The name it goes by.
    fn name(&self) -> &'static str {
        self.facts().name
    }

    /// The name people know it by, in English and in Chinese.
    fn title(&self) -> [&'static str; 2] {
        self.facts().title
    }

    /// What people call a side.
    fn side_name(&self, side: Side) -> Phrase {
        let [english, chinese] = match side {
            Side::First => self.facts().sides[0],
            Side::Second => self.facts().sides[1],
        };
        Phrase::new(english, chinese)
    }

    /// Whether a side that is stuck passes, which it says as a move.
    fn has_passes(&self) -> bool {
        false
    }

    /// The rule sets it can be played by, the usual one first.
    fn rules(&self) -> &'static [Choice] {
        self.facts().rules
    }

    /// The evaluations that searches can use, the usual one first.
    fn evaluations(&self) -> &'static [Choice] {
        self.facts().evaluations
    }

    /// The searches by name that play it, in the order one should learn them.
    fn searches(&self) -> Vec<Choice> {
        if self.test_positions().is_empty() {
            return self.facts().own_searches.to_vec();
        }
        let classic = Algorithm::ALL.map(|search| Choice::new(search.name(), search.description()));
        let others = Method::ALL.map(|method| Choice::new(method.name(), method.description()));
        classic.into_iter().chain(others).collect()
    }

    /// Players that are no search, by name: course opponents and the like.
    fn characters(&self) -> &'static [Choice] {
        self.facts().characters
    }

    /// A new game.
    fn lay(&self, setup: &Setup) -> Result<Box<dyn Table>, SetupError>;

    /// The strongest player there is of this game, which plays and analyses unless another is named.
    fn best_player(&self) -> &'static str {
        self.facts().best_player
    }

    /// The kinds of learned evaluations that the strongest player plays with; `weights=FILE` puts
    /// another one in the place of one of them.
    fn learned_evaluations(&self) -> &'static [&'static str] {
        self.facts().learned_evaluations
    }

    /// Named strengths, weakest first, for people to play against.
    fn levels(&self) -> Vec<Level> {
        Level::by_depth(self.best_player())
    }

    /// The level of this name.
    fn level(&self, name: &str) -> Option<Level> {
        self.levels().into_iter().find(|level| level.name == name)
    }

    /// How strong that level is, as far as it was measured.
    fn level_rating(&self, name: &str) -> Option<LevelRating> {
        measured(self.name(), name)
    }

    /// What the strongest player's score says for one unit people count in: a disc, a pawn.
    fn score_unit(&self) -> i32 {
        self.facts().score_unit
    }

    /// How many such units the strongest player wants to be ahead to win about three games in four.
    fn telling_lead(&self) -> f64 {
        self.facts().telling_lead
    }

    /// What its moves are measured in by a review.
    fn measure(&self) -> Measure {
        self.facts().measure
    }

    /// The text of a position that somebody put together on a board; whether it can be played is
    /// for [`Game::lay`] to say.
    fn arranged(&self, view: &View, turn: Side) -> Result<String, SetupError> {
        let _ = (view, turn);
        let why = "positions of this game cannot be put together by hand";
        Err(SetupError::Position(why.to_owned()))
    }

    /// A player.
    fn player(&self, spec: &PlayerSpec) -> Result<Box<dyn Engine>, SpecError> {
        if let Some(level) = self.level(&spec.name) {
            spec.only_a_seed()?;
            let game = game(self.name()).expect("a game that has players is known by its name");
            return level.engine(game, spec.seed.unwrap_or(0));
        }
        let has_learned = spec.name == self.best_player() && !self.learned_evaluations().is_empty();
        if spec.weights.is_some() && !has_learned {
            return Err(spec.no_use_for_weights());
        }
        spec.only_useful_options()?;
        let is_best = spec.name == self.best_player();
        spec.only_tunables_of(if is_best { self.tunables() } else { &[] })?;
        let alone = PlayerSpec {
            book: None,
            ..spec.clone()
        };
        let player = self.thinker(&alone)?;
        match &spec.book {
            None => Ok(player),
            Some(source) => {
                let refused = |why: String| SpecError::Book {
                    spec: spec.to_string(),
                    why,
                };
                let game = game(self.name()).map_err(|error| refused(error.to_string()))?;
                let book = Book::load(game, source).map_err(|error| refused(error.to_string()))?;
                let player = Player::new(player).with_book(spec.to_string(), book, spec.seed);
                Ok(Box::new(player))
            }
        }
    }

    /// The numbers of the strongest player's search that can be tuned.
    fn tunables(&self) -> &'static [Tunable] {
        self.facts().tunables
    }

    /// A player that has no book.
    fn thinker(&self, spec: &PlayerSpec) -> Result<Box<dyn Engine>, SpecError>;

    /// The opening book that is built in.
    fn built_in_book(&self) -> Option<&'static str> {
        self.facts().built_in_book
    }

    /// What two positions have in common that a book need not tell apart.
    fn book_key(&self, position: &str) -> String {
        position.to_owned()
    }

    /// What a finished or unfinished game can be written as: the field's formats.
    fn formats(&self) -> &'static [Choice] {
        self.facts().formats
    }

    /// Proves puzzles of this game; `None` where it has none.
    fn puzzle_prover(&self) -> Option<Box<dyn PuzzleProver>> {
        None
    }

    /// Writes a game in one of those formats.
    fn export(&self, record: &Record, format: &str) -> Result<String, ExportError>;

    /// A position turned around by half a turn, in games that play the same then and whose players do not
    /// see that.
    fn turned_around(&self, position: &str) -> Option<String> {
        let _ = position;
        None
    }

    /// Legal moves of a position, in the notation of a word that somebody typed.
    fn spelled_like(&self, word: &str, position: &str, legal: Vec<String>) -> Vec<String> {
        let _ = (word, position);
        legal
    }

    /// Perft, divided by first move; [`SetupError::NoPerft`] for games it makes no sense in.
    fn perft(
        &self,
        setup: &Setup,
        depth: u32,
        mode: PerftMode,
    ) -> Result<Vec<(String, u64)>, SetupError>;

    /// What the evaluations of the strongest player say of a position without searching;
    /// [`SetupError::NoEvaluation`] where it has none that sees the position by itself.
    fn static_evaluations(&self, setup: &Setup) -> Result<StaticEvaluations, SetupError> {
        let _ = setup;
        Err(SetupError::NoEvaluation(self.name()))
    }

    /// Positions for measuring searches, as text, from the opening to the endgame; none for games
    /// that the classic searches do not play.
    fn test_positions(&self) -> &'static [&'static str] {
        self.facts().test_positions
    }

    /// Plies that the bench searches those positions to: deep enough that every part of the searches
    /// takes part, and done in seconds.
    fn bench_depth(&self) -> u32 {
        self.facts().bench_depth
    }

    /// Positions for the strong player's rows of the bench, with the depth each is searched to.
    fn strong_bench(&self) -> &'static [(&'static str, u32)] {
        self.facts().strong_bench
    }
}

/// What never changes about a game; the methods of [`Game`] say what each field means.
pub struct GameFacts {
    pub(crate) name: &'static str,
    pub(crate) title: [&'static str; 2],
    /// The names of both sides, each in English and in Chinese.
    pub(crate) sides: [[&'static str; 2]; 2],
    pub(crate) rules: &'static [Choice],
    pub(crate) evaluations: &'static [Choice],
    pub(crate) characters: &'static [Choice],
    /// Searches of a game that those of games of turns do not play.
    pub(crate) own_searches: &'static [Choice],
    pub(crate) best_player: &'static str,
    pub(crate) learned_evaluations: &'static [&'static str],
    pub(crate) score_unit: i32,
    pub(crate) telling_lead: f64,
    pub(crate) measure: Measure,
    pub(crate) built_in_book: Option<&'static str>,
    pub(crate) formats: &'static [Choice],
    pub(crate) test_positions: &'static [&'static str],
    pub(crate) bench_depth: u32,
    pub(crate) strong_bench: &'static [(&'static str, u32)],
    pub(crate) tunables: &'static [Tunable],
}

impl GameFacts {
    /// What most games have in common.
    pub(crate) const USUAL: Self = Self {
        name: "",
        title: [""; 2],
        sides: [["Black", "黑方"], ["White", "白方"]],
        rules: &[],
        evaluations: &[],
        characters: &[],
        own_searches: &[],
        best_player: "strong",
        learned_evaluations: &[],
        score_unit: 100,
        telling_lead: 4.0,
        measure: Measure::ExpectedScore,
        built_in_book: None,
        formats: &[],
        test_positions: &[],
        bench_depth: 7,
        strong_bench: &[],
        tunables: &[],
    };
}

/// Values of one position in the scores of the strongest player, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StaticEvaluations {
    /// By the evaluation that was made by hand.
    pub hand: i32,
    /// By the one that was learned from games.
    pub learned: i32,
}

/// How perft counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PerftMode {
    /// On one thread, without a table; `bulk` counts the last ply without playing it.
    Plain { bulk: bool },
    /// On several threads that share a table.
    Hashed { threads: usize, table_bytes: usize },
}

/// Something to choose by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    pub name: &'static str,
    pub about: &'static str,
}

impl Choice {
    pub(crate) const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name, about }
    }
}

/// How a game begins. What is not said is as usual.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// A position in any of the game's formats.
    pub position: Option<String>,
    /// Rows and columns, for games with boards of several sizes; only without a position.
    pub size: Option<(usize, usize)>,
    pub rules: Option<String>,
    /// Moves already played, in the game's own notation.
    pub moves: Option<String>,
    /// The seed of the game's chance.
    pub seed: u64,
}

impl Setup {
    /// A position as text, by rules of this name.
    pub fn at(position: &str, rules: &str) -> Self {
        Self {
            position: Some(position.to_owned()),
            rules: Some(rules.to_owned()),
            ..Self::default()
        }
    }
}

/// Why a game cannot begin like this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    #[error("position: {0}")]
    Position(String),
    #[error("{0}")]
    Size(String),
    #[error("a position has its own size: give one or the other")]
    SizeAndPosition,
    #[error("there are no rules called `{name}`: choose from {known}")]
    Rules { name: String, known: String },
    #[error("moves: {0}")]
    Moves(String),
    #[error("there is no perft for {0}")]
    NoPerft(&'static str),
    #[error("{0} has no static evaluations to show of this position")]
    NoEvaluation(&'static str),
}

impl SetupError {
    /// No rule set of that name among these.
    pub(crate) fn rules(name: &str, known: &[Choice]) -> Self {
        Self::Rules {
            name: name.to_owned(),
            known: names(known),
        }
    }
}

/// Why a game cannot be written like this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExportError {
    #[error("there is no format called `{name}`: choose from {known}")]
    Format { name: String, known: String },
    #[error("{format} cannot hold this game: {why}")]
    Unfit {
        format: &'static str,
        why: &'static str,
    },
    #[error("the game cannot be played again: {0}")]
    Record(String),
}

impl ExportError {
    /// No format of that name among these.
    pub(crate) fn format(name: &str, known: &[Choice]) -> Self {
        Self::Format {
            name: name.to_owned(),
            known: names(known),
        }
    }
}

/// Their names, for a message.
pub(crate) fn names(choices: &[Choice]) -> String {
    let names: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
    names.join(", ")
}

/// How a game begins: a position, and the moves played from there already.
pub(crate) struct Opening<P: Position> {
    pub(crate) start: P,
    pub(crate) moves: Vec<P::Move>,
}

impl<P: Position + Shown<P::Move>> Opening<P> {
    /// With these moves, one a text, played after those so far.
    pub(crate) fn and_then<T: AsRef<str>>(
        mut self,
        game: &dyn Game,
        texts: impl IntoIterator<Item = T>,
    ) -> Result<Self, SetupError> {
        let mut position = self.position();
        for (index, text) in texts.into_iter().enumerate() {
            let text = text.as_ref();
            let mv = position.parse_move(position.turn(), text);
            let mv = mv.map_err(|error| wrong_move(game, &position, index, text, error))?;
            position.make(mv);
            self.moves.push(mv);
        }
        Ok(self)
    }

    /// After all the moves.
    pub(crate) fn position(&self) -> P {
        let mut position = self.start.clone();
        for &mv in &self.moves {
            position.make(mv);
        }
        position
    }

    /// The game that goes on from there.
    pub(crate) fn table(self) -> Box<dyn Table>
    where
        P: 'static,
        P::Move: ToString,
        P::Undo: Send,
    {
        let mut side = self.start.turn();
        let mut table = TurnTable::new(self.start);
        for mv in self.moves {
            let played = table.play(side, &mv.to_string());
            played.expect("the moves were checked");
            side = !side;
        }
        Box::new(table)
    }
}

/// Counts the leaves below every move of a position.
pub(crate) fn divide<P: Position<Move: ToString> + Sync>(
    mut position: P,
    depth: u32,
    mode: PerftMode,
    finished: Finished,
) -> Vec<(String, u64)> {
    let counting = |bulk| Counting { finished, bulk };
    let counts = match mode {
        PerftMode::Plain { bulk } => perft::divide(&mut position, depth, counting(bulk)),
        PerftMode::Hashed {
            threads,
            table_bytes,
        } => perft::divide_hashed(&position, depth, counting(true), threads, table_bytes),
    };
    let named = |(mv, leaves): (P::Move, u64)| (mv.to_string(), leaves);
    counts.into_iter().map(named).collect()
}

/// Plays the moves of a record; the position becomes the last one.
pub(crate) fn play_record<P: Position + Shown<P::Move>>(
    position: &mut P,
    record: &Record,
) -> Result<Vec<P::Move>, ExportError> {
    let mut moves = Vec::new();
    for played in &record.moves {
        let mv = position.parse_move(played.side, &played.text);
        let mv = mv.map_err(|error| ExportError::Record(error.to_string()))?;
        position.make(mv);
        moves.push(mv);
    }
    Ok(moves)
}

impl From<SetupError> for EngineError {
    fn from(error: SetupError) -> Self {
        Self::Record(error.to_string())
    }
}

impl From<SetupError> for ExportError {
    fn from(error: SetupError) -> Self {
        Self::Record(error.to_string())
    }
}

impl From<MoveError> for EngineError {
    fn from(error: MoveError) -> Self {
        Self::Record(error.to_string())
    }
}
