//! Does experience help? A player meets a stronger copy of itself from the same openings before and
//! after it has learned, and from held-out openings that it has learned nothing about.

use std::path::Path;

use boyi_engine::Player;
use boyi_engine::experience::{Experience, ExperienceError, post_mortem};
use boyi_engine::{
    Engine, EngineError, Game, Go, PlayerSpec, Setup, SetupError, SpecError, replay,
};
use boyi_game::{Random, Record, Side, Status, ToAct};
use boyi_search::Stop;
use serde::Serialize;

use crate::self_play::{self_play, think};

#[derive(Clone, Debug)]
pub struct Trial {
    /// The rules to play by; the usual ones unless said.
    pub rules: Option<String>,
    /// Openings to learn from; as many others are held out.
    pub openings: usize,
    pub nodes: u64,
    /// How many times as many the stronger copy searches, and the post-mortem as well.
    pub stronger: u64,
    pub seed: u64,
}

/// The games from one set of openings, played once.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct TrialPass {
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
    pub score: f64,
    /// Lost games of the first pass that were played again move for move.
    pub repeated: usize,
}

impl TrialPass {
    fn count(&mut self, record: &Record, index: usize) {
        match winner(record) {
            Some(side) if side == side_of(index) => self.won += 1,
            None => self.drawn += 1,
            Some(_) => self.lost += 1,
        }
        let games = self.won + self.drawn + self.lost;
        self.score = (self.won as f64 + self.drawn as f64 / 2.0) / games as f64;
    }
}

#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct TrialReport {
    pub lessons: usize,
    /// Games not won in which no mistake was found.
    pub unexplained: usize,
    pub before: TrialPass,
    pub after: TrialPass,
    pub held_out_before: TrialPass,
    pub held_out_after: TrialPass,
}

/// Why experience cannot be tried out.
#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    #[error("no fair openings were found to try it out on")]
    NoOpenings,
    #[error(transparent)]
    Player(#[from] SpecError),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Experience(#[from] ExperienceError),
}

/// Tries it out; `watch` is told how many of all games were played. `None` where it was stopped.
pub fn try_out(
    game: &dyn Game,
    trial: &Trial,
    experience: &mut Experience,
    stop: &Stop,
    watch: &mut dyn FnMut(usize),
) -> Result<Option<TrialReport>, TrialError> {
    let mut players = TrialPlayers::new(game, trial, stop)?;
    let count = trial.openings;
    let Some(openings) = players.openings(2 * count, trial.seed)? else {
        return Ok(None);
    };
    let mut report = TrialReport::default();
    let mut games = 0;
    let mut played = |record: Option<Record>| {
        games += 1;
        watch(games);
        record
    };
    let nothing = no_experience(game);
    let mut first = Vec::new();
    for (index, opening) in openings.iter().enumerate() {
        let Some(record) = played(players.play(opening, index, &nothing)?) else {
            return Ok(None);
        };
        if index >= count {
            report.held_out_before.count(&record, index);
            continue;
        }
        report.before.count(&record, index);
        if winner(&record) != Some(side_of(index)) {
            if players.learn(&record, index, experience)? {
                report.lessons += 1;
            } else {
                report.unexplained += 1;
            }
        }
        first.push(record);
    }
    for (index, opening) in openings.iter().enumerate() {
        let Some(record) = played(players.play(opening, index, experience)?) else {
            return Ok(None);
        };
        if index >= count {
            report.held_out_after.count(&record, index);
            continue;
        }
        report.after.count(&record, index);
        let lost = winner(&first[index]) == Some(!side_of(index));
        report.after.repeated += usize::from(lost && record == first[index]);
    }
    Ok(Some(report))
}

/// The learner plays both colours in turn.
fn side_of(index: usize) -> Side {
    Side::BOTH[index % 2]
}

fn winner(record: &Record) -> Option<Side> {
    match replay(record).ok()?.status() {
        Status::Over { outcome, .. } => outcome.winner(),
        Status::Going => None,
    }
}

fn no_experience(game: &dyn Game) -> Experience {
    Experience::none(game.name(), Path::new(""))
}

struct TrialPlayers<'a> {
    game: &'a dyn Game,
    setup: Setup,
    learner: Player,
    stronger: Box<dyn Engine>,
    go: Go,
    stronger_go: Go,
    stop: &'a Stop,
}

/// Moves of an opening, each drawn from the best few.
const OPENING_PLIES: usize = 5;
const OPENING_CHOICES: usize = 8;

/// Openings to draw for each that is wanted, before giving up.
const OPENING_TRIES: usize = 200;

/// Nodes for a move of an opening.
const OPENING_NODES: u64 = 400;

/// A game this long is broken off: it counts as drawn.
const MAX_PLIES: usize = 400;

impl<'a> TrialPlayers<'a> {
    fn new(game: &'a dyn Game, trial: &Trial, stop: &'a Stop) -> Result<Self, TrialError> {
        let spec = PlayerSpec {
            hash: Some(4),
            ..PlayerSpec::named(game.best_player())
        };
        let go = |nodes| Go {
            stop: stop.clone(),
            ..Go::nodes(nodes)
        };
        Ok(Self {
            game,
            setup: Setup {
                rules: trial.rules.clone(),
                ..Setup::default()
            },
            learner: Player::new(game.player(&spec)?).with_experience(no_experience(game)),
            stronger: game.player(&spec)?,
            go: go(trial.nodes),
            stronger_go: go(trial.nodes.saturating_mul(trial.stronger)),
            stop,
        })
    }

    /// Different openings, so that nothing that is held out can be learned from; `None` where it was
    /// stopped.
    fn openings(&mut self, count: usize, seed: u64) -> Result<Option<Vec<String>>, TrialError> {
        let mut random = Random::new(seed);
        let mut openings: Vec<String> = Vec::new();
        let mut tries = 0;
        while openings.len() < count && !self.stop.is_stopped() {
            if tries == OPENING_TRIES * count / 2 {
                return Err(TrialError::NoOpenings);
            }
            tries += 1;
            let opening = self.opening(&mut random)?;
            openings.extend(opening.filter(|opening| !openings.contains(opening)));
        }
        Ok((!self.stop.is_stopped()).then_some(openings))
    }

    /// The position after a few moves, each drawn from the best; `None` where it favours one side too
    /// much. Games begin there: a post-mortem blames no move of an opening.
    fn opening(&mut self, random: &mut Random) -> Result<Option<String>, TrialError> {
        let mut table = self.game.lay(&self.setup)?;
        self.stronger.prepare(&table.seen())?;
        let stronger = &mut *self.stronger;
        let go = Go {
            nodes: Some(OPENING_NODES),
            lines: OPENING_CHOICES,
            ..self.go.clone()
        };
        let mut plies = 0;
        let mut score = None;
        self_play(&mut *table, |table, side| {
            let ToAct::One(_) = table.to_act() else {
                return Ok(None);
            };
            let thought = think(stronger, table, side, &go)?;
            if plies == OPENING_PLIES {
                score = thought.lines.first().map(|line| line.score.value());
                return Ok(None);
            }
            plies += 1;
            let first_moves: Vec<&String> = thought
                .lines
                .iter()
                .filter_map(|line| line.moves.first())
                .collect();
            Ok::<_, TrialError>(random.choose(&first_moves).map(|&mv| mv.clone()))
        })?;
        let lead = (f64::from(self.game.score_unit()) * self.game.telling_lead()) as i32;
        let fair = score.is_some_and(|score| score.abs() < lead);
        Ok(fair.then(|| table.position()))
    }

    /// A game from an opening; `None` where it was stopped.
    fn play(
        &mut self,
        opening: &str,
        index: usize,
        experience: &Experience,
    ) -> Result<Option<Record>, TrialError> {
        self.learner.set_experience(experience.clone());
        let setup = Setup {
            position: Some(opening.to_owned()),
            ..self.setup.clone()
        };
        let mut table = self.game.lay(&setup)?;
        self.learner.prepare(&table.seen())?;
        self.stronger.prepare(&table.seen())?;
        self_play(&mut *table, |table, side| {
            if table.record().moves.len() >= MAX_PLIES {
                return Ok(None);
            }
            let thought = if side == side_of(index) {
                think(&mut self.learner, table, side, &self.go)?
            } else {
                think(&mut *self.stronger, table, side, &self.stronger_go)?
            };
            Ok::<_, TrialError>(thought.best.filter(|_| !self.stop.is_stopped()))
        })?;
        Ok((!self.stop.is_stopped()).then(|| table.record().clone()))
    }

    /// Learns from a game that was not won; `false` where no mistake was found.
    fn learn(
        &mut self,
        record: &Record,
        index: usize,
        experience: &mut Experience,
    ) -> Result<bool, TrialError> {
        let (player, go) = (self.learner.engine_mut(), &self.stronger_go);
        let found = post_mortem(self.game, record, side_of(index), player, go)?;
        let learned = found.is_some();
        if let Some(entry) = found {
            experience.add(entry);
        }
        Ok(learned)
    }
}

#[cfg(test)]
mod tests {
    use boyi_engine::gomoku::Gomoku;

    use super::*;

    #[test]
    fn no_move_of_an_opening_can_be_blamed() {
        let trial = Trial {
            rules: None,
            openings: 1,
            nodes: 100,
            stronger: 1,
            seed: 1,
        };
        let stop = Stop::default();
        let mut players = TrialPlayers::new(&Gomoku, &trial, &stop).expect("players");
        let mut random = Random::new(trial.seed);
        let opening = (0..OPENING_TRIES).find_map(|_| players.opening(&mut random).expect("moves"));
        let opening = opening.expect("a fair one");
        let record = players.play(&opening, 0, &no_experience(&Gomoku));
        // A post-mortem goes back to the start of the record.
        assert_eq!(record.expect("a game").expect("not stopped").start, opening);
    }

    #[test]
    fn the_second_pass_repeats_no_lost_game() {
        let trial = Trial {
            rules: None,
            openings: 6,
            nodes: 300,
            stronger: 8,
            seed: 1,
        };
        let mut experience = no_experience(&Gomoku);
        let stop = Stop::default();
        let report = try_out(&Gomoku, &trial, &mut experience, &stop, &mut |_| ());
        let report = report.expect("games").expect("not stopped");
        assert!(report.before.lost > 0, "something was lost: {report:?}");
        assert_eq!(report.after.repeated, 0, "{report:?}");
        assert_eq!(report.lessons, experience.entries().len());
        assert!(report.held_out_after.score >= report.held_out_before.score);
    }
}
