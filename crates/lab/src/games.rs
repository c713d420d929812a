//! Matches between players of this program: pairs of games, every opening played from both sides.

use boyi_arena::numbered::numbered;
use boyi_arena::self_play::self_play;
use boyi_arena::statistics::{Estimate, Meeting, Pairs};
use boyi_arena::{BuiltIn, Contestants, Control, Ending, Opening, Referee, Terms};
use boyi_engine::{Game, PlayerSpec, Setup, game};
use boyi_game::{Outcome, PerSide, Phrase, Random, Side, Table, ToAct};
use boyi_search::Stop;

use crate::sheet::{Column, Value};
use crate::watch::{LabError, Watch};

/// Plies of an opening. Searches without a seed always play the same, so that the openings are all
/// that makes games differ.
const OPENING_PLIES: usize = 6;

/// A game that is longer than this is a draw.
const MAX_PLIES: u32 = 300;

/// Who plays how much: a game, and the games of each of its matches.
#[derive(Clone, PartialEq, Debug)]
pub struct League {
    pub game: String,
    /// Rows of the board; the usual ones unless said.
    pub size: Option<u32>,
    /// Games of each match; every opening is played from both sides.
    pub games: u64,
    /// The openings are drawn from it.
    pub seed: u64,
    /// Openings that are played at once, which changes no result but those of players limited by time.
    pub threads: usize,
}

impl League {
    /// The same for searches that go by depth: a game of turns.
    pub(crate) fn prepare_for_depths(&self) -> Result<Matches, LabError> {
        let game = game(&self.game)?;
        if game.test_positions().is_empty() {
            return Err(LabError::NotSearched(game.name()));
        }
        self.prepare()
    }

    /// The game and the openings of every match.
    pub(crate) fn prepare(&self) -> Result<Matches, LabError> {
        let game = game(&self.game)?;
        let openings = openings(game, self.size, self.games.div_ceil(2).max(1), self.seed)?;
        Ok(Matches {
            game,
            openings,
            control: Control::default(),
            threads: self.threads,
        })
    }
}

/// A game and the openings that its matches are played from.
pub(crate) struct Matches {
    pub(crate) game: &'static dyn Game,
    openings: Vec<Opening>,
    /// The clock; none unless somebody sets one.
    pub(crate) control: Control,
    threads: usize,
}

impl Matches {
    pub(crate) fn openings(&self) -> usize {
        self.openings.len()
    }

    pub(crate) fn games(&self) -> u64 {
        2 * self.openings.len() as u64
    }

    /// Plays the match number `index` of `of` between players that go by these names.
    pub(crate) fn play(
        &self,
        players: [&PlayerSpec; 2],
        names: &[Phrase; 2],
        (index, of): (usize, usize),
        watch: &mut Watch,
    ) -> Result<Pairs, LabError> {
        let games = self.games();
        let stop = watch.stop.clone();
        let [one, other] = names;
        play_pairs(self, players, &stop, &mut |done| {
            let share = (index as f64 + done as f64 / games as f64) / of as f64;
            watch.doing(
                format!(
                    "{} against {}: game {done} of {games}",
                    one.english, other.english
                ),
                format!(
                    "{} 对 {}：第 {done} 局，共 {games} 局",
                    one.chinese, other.chinese
                ),
                share,
            );
        })
    }

    /// Plays all of these pairings of a league; `done` is how many matches were played before, and of how many.
    pub(crate) fn meet(
        &self,
        players: &[PlayerSpec],
        names: impl Fn(usize) -> Phrase,
        pairings: &[(usize, usize)],
        (before, of): (usize, usize),
        watch: &mut Watch,
    ) -> Result<Vec<Meeting>, LabError> {
        let mut meetings = Vec::new();
        for (index, &(one, other)) in pairings.iter().enumerate() {
            let shown = [names(one), names(other)];
            let versus = [&players[one], &players[other]];
            let pairs = self.play(versus, &shown, (before + index, of), watch)?;
            let half_points = (0u64..).zip(pairs.0).map(|(points, pairs)| points * pairs);
            meetings.push(Meeting {
                player: one,
                opponent: other,
                points: half_points.sum::<u64>() as f64 / 2.0,
                games: self.games() as f64,
            });
        }
        Ok(meetings)
    }

    /// The columns of a match: who played whom, how many games, the score and the Elo with its error.
    pub(crate) fn columns() -> [Column; 6] {
        [
            Column::shown("player", "player", "棋手"),
            Column::shown("opponent", "opponent", "对手"),
            Column::shown("games", "games", "局数"),
            Column::shown("score", "score", "得分率"),
            Column::shown("elo", "Elo", "Elo"),
            Column::shown("elo_error", "±", "±"),
        ]
    }

    /// What stands in [`Self::columns`].
    pub(crate) fn cells(&self, names: &[String; 2], estimate: Option<&Estimate>) -> [Value; 6] {
        let [player, opponent] = names.clone();
        [
            Value::Text(player),
            Value::Text(opponent),
            Value::Count(self.games()),
            Value::share(estimate.map(|estimate| estimate.score)),
            Value::number(estimate.and_then(Estimate::elo), 0),
            Value::number(estimate.and_then(Estimate::elo_error), 0),
        ]
    }
}

/// A name that is the same in both languages, such as that of a player.
pub(crate) fn same(name: &str) -> Phrase {
    Phrase::new(name, name)
}

/// Openings by random moves, the same for the same seed. They need not be balanced: both players play
/// both sides of each.
fn openings(
    game: &dyn Game,
    size: Option<u32>,
    count: u64,
    seed: u64,
) -> Result<Vec<Opening>, LabError> {
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    let setup = Setup {
        size: size.map(|side| (side as usize, side as usize)),
        ..Setup::default()
    };
    while (found.len() as u64) < count {
        let mut table = game.lay(&setup)?;
        self_play(&mut *table, |table, side| {
            let is_complete = table.record().moves.len() >= OPENING_PLIES;
            let mv = (!is_complete).then(|| likely_move(table, side, &mut random));
            Ok::<_, LabError>(mv)
        })?;
        if table.to_act() == ToAct::Nobody {
            continue;
        }
        found.push(Opening {
            position: Some(table.position()),
            rules: Some(table.record().rules.clone()),
            ..Opening::default()
        });
    }
    Ok(found)
}

/// A random move; on an empty board of crossings one near the middle, as people begin.
pub(crate) fn likely_move(table: &dyn Table, side: Side, random: &mut Random) -> String {
    let view = table.view();
    let moves = table.legal_moves(side);
    let is_central = |cell: usize| {
        let (row, col) = (cell / view.cols, cell % view.cols);
        row.abs_diff(view.rows / 2) <= 3 && col.abs_diff(view.cols / 2) <= 3
    };
    let wide = moves.len() > 100;
    let kept: Vec<_> = moves
        .iter()
        .filter(|mv| !wide || mv.to.is_some_and(is_central))
        .collect();
    kept[random.below(kept.len() as u64) as usize].text.clone()
}

/// Plays every opening twice, sides swapped; `each` hears how many games are done.
fn play_pairs(
    matches: &Matches,
    players: [&PlayerSpec; 2],
    stop: &Stop,
    each: &mut dyn FnMut(u64),
) -> Result<Pairs, LabError> {
    let results = numbered(
        matches.openings.len(),
        matches.threads,
        || !stop.is_stopped(),
        || Ok(()),
        |(), number| play_pair(matches, players, number, stop),
        &mut |done| each(2 * done as u64),
    )?;
    if results.len() < matches.openings.len() {
        return Err(LabError::Stopped);
    }
    let mut pairs = Pairs::default();
    for half_points in results {
        pairs.add(half_points);
    }
    Ok(pairs)
}

/// Half points of the first of the players in the two games of an opening.
fn play_pair(
    matches: &Matches,
    players: [&PlayerSpec; 2],
    number: usize,
    stop: &Stop,
) -> Result<u8, LabError> {
    let game = matches.game;
    let mut terms = Terms {
        control: matches.control,
        ..Terms::default()
    };
    // Games of rounds have a last round.
    let has_turns = !game.test_positions().is_empty();
    terms.adjudication.plies = has_turns.then_some(MAX_PLIES);
    let referee = Referee::new(game, &terms).stopped_by(stop);
    let seat = |spec| BuiltIn::new(game, spec).map(|player| Box::new(player) as Box<_>);
    let mut half_points = 0;
    for hero in Side::BOTH {
        let [one, other] = players;
        let (first, second) = match hero {
            Side::First => (one, other),
            Side::Second => (other, one),
        };
        let mut table: Contestants = PerSide::new(seat(first)?, seat(second)?);
        // Both games of a pair draw their luck from the same seed.
        let opening = &matches.openings[number];
        let ending = referee.play(opening, number as u64, &mut table, &mut |_| ())?;
        half_points += match ending {
            Ending::Stopped => return Err(LabError::Stopped),
            ending => match ending.outcome() {
                Some(Outcome::Win(side)) if side == hero => 2,
                Some(Outcome::Win(_)) => 0,
                Some(Outcome::Draw) | None => 1,
            },
        };
    }
    Ok(half_points)
}
