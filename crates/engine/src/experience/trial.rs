//! Does experience help? A player meets a stronger copy of itself from the same openings before and
//! after it has learned, and from others that it has not learned anything about.

use boyi_game::{Random, Record, Side, Status, Table, ToAct};
use boyi_search::Stop;
use boyi_search::kernel::Go;

use super::{Experience, ExperienceError, Experienced, post_mortem};
use crate::engine::Engine;
use crate::game::{Game, Setup};
use crate::spec::PlayerSpec;

/// What to try.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The rules to play by; the usual ones unless said.
    pub rules: Option<String>,
    /// Openings to learn from; as many others are held out.
    pub openings: usize,
    /// Positions that the player looks at for a move.
    pub nodes: u64,
    /// How many times as many the stronger copy looks at, and the post-mortem as well.
    pub stronger: u64,
    /// Where the openings come from.
    pub seed: u64,
}

/// The games from some openings.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Pass {
    /// Games won, drawn and lost.
    pub results: [usize; 3],
    /// Lost games of the first pass that were played again move for move.
    pub repeated: usize,
}

impl Pass {
    /// Points out of one a game.
    pub fn score(&self) -> f64 {
        let [won, drawn, lost] = self.results;
        (won as f64 + drawn as f64 / 2.0) / (won + drawn + lost).max(1) as f64
    }
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TrialReport {
    /// The first games from the openings.
    pub before: Pass,
    /// The second games, with experience.
    pub after: Pass,
    /// Games from the openings held out, without experience.
    pub held_out_before: Pass,
    /// And with it.
    pub held_out_after: Pass,
    /// Lessons learned.
    pub lessons: usize,
    /// Games not won in which no mistake was found.
    pub unexplained: usize,
}

/// Tries it out; `watch` is told how many of all games were played. `None` where it was stopped.
pub fn try_out(
    game: &dyn Game,
    trial: &Trial,
    experience: &mut Experience,
    stop: &Stop,
    watch: &mut dyn FnMut(usize),
) -> Result<Option<TrialReport>, ExperienceError> {
    let mut arena = Arena::new(game, trial, stop)?;
    let mut random = Random::new(trial.seed);
    let count = trial.openings;
    let mut openings: Vec<String> = Vec::new();
    let mut tries = 0;
    while openings.len() < 2 * count && !stop.is_stopped() {
        if tries == TRIES * count {
            return Err(ExperienceError::NoOpenings);
        }
        tries += 1;
        // Nothing that is held out may be learned from.
        let opening = arena.opening(&mut random)?;
        let fresh = opening.filter(|opening| !openings.contains(opening));
        openings.extend(fresh);
    }
    if stop.is_stopped() {
        return Ok(None);
    }
    let mut report = TrialReport::default();
    let mut games = 0;
    let mut played = |record: Option<Record>| {
        games += 1;
        watch(games);
        record
    };
    let nothing = Experience::none(game.name(), std::path::Path::new(""));
    let mut first = Vec::new();
    for (index, opening) in openings.iter().enumerate() {
        let Some(record) = played(arena.play(opening, index, &nothing)?) else {
            return Ok(None);
        };
        if index >= count {
            report.held_out_before.count(&record, index);
            continue;
        }
        report.before.count(&record, index);
        if winner(&record) != Some(side_of(index)) {
            if arena.learn(&record, index, experience)? {
                report.lessons += 1;
            } else {
                report.unexplained += 1;
            }
        }
        first.push(record);
    }
    for (index, opening) in openings.iter().enumerate() {
        let Some(record) = played(arena.play(opening, index, experience)?) else {
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

impl Pass {
    fn count(&mut self, record: &Record, index: usize) {
        let kind = match winner(record) {
            Some(side) if side == side_of(index) => 0,
            None => 1,
            Some(_) => 2,
        };
        self.results[kind] += 1;
    }
}

/// The learner plays both colours in turn.
fn side_of(index: usize) -> Side {
    Side::BOTH[index % 2]
}

fn winner(record: &Record) -> Option<Side> {
    let table = crate::game::replay(record).ok()?;
    match table.status() {
        Status::Over { outcome, .. } => outcome.winner(),
        Status::Going => None,
    }
}

struct Arena<'a> {
    game: &'a dyn Game,
    setup: Setup,
    learner: Experienced,
    stronger: Box<dyn Engine>,
    orders: Go,
    more: Go,
}

/// Moves of an opening, each drawn from the best few.
const OPENING: usize = 5;
const FROM: usize = 8;

/// Openings to draw for each that is wanted, before giving up.
const TRIES: usize = 200;

/// Positions for a move of an opening.
const QUICK: u64 = 400;

/// A game this long is broken off: it counts as drawn.
const LONGEST: usize = 400;

impl<'a> Arena<'a> {
    fn new(game: &'a dyn Game, trial: &Trial, stop: &Stop) -> Result<Self, ExperienceError> {
        let spec = PlayerSpec {
            hash: Some(4),
            ..PlayerSpec::named(game.best_player())
        };
        let orders = |nodes| Go {
            nodes: Some(nodes),
            stop: stop.clone(),
            lines: 1,
            ..Go::default()
        };
        let nothing = Experience::none(game.name(), std::path::Path::new(""));
        Ok(Self {
            game,
            setup: Setup {
                rules: trial.rules.clone(),
                ..Setup::default()
            },
            learner: Experienced::new(game.player(&spec)?, nothing),
            stronger: game.player(&spec)?,
            orders: orders(trial.nodes),
            more: orders(trial.nodes.saturating_mul(trial.stronger)),
        })
    }

    /// The position after a few moves, each drawn from the best; `None` where one side could not be
    /// content with it. Games begin there: what nobody chose is nobody's mistake.
    fn opening(&mut self, random: &mut Random) -> Result<Option<String>, ExperienceError> {
        let mut table = self.game.lay(&self.setup)?;
        let orders = Go {
            nodes: Some(QUICK),
            lines: FROM,
            ..self.orders.clone()
        };
        self.stronger.prepare(&table.seen())?;
        for _ in 0..OPENING {
            let ToAct::One(side) = table.to_act() else {
                return Ok(None);
            };
            let thought = self
                .stronger
                .think(&table.seen(), side, &orders, &mut |_| ())?;
            let lines: Vec<_> = thought
                .lines
                .iter()
                .filter(|line| !line.moves.is_empty())
                .collect();
            let Some(line) = random.choose(&lines) else {
                return Ok(None);
            };
            if table.play(side, &line.moves[0]).is_err() {
                return Ok(None);
            }
        }
        let ToAct::One(side) = table.to_act() else {
            return Ok(None);
        };
        let thought = self
            .stronger
            .think(&table.seen(), side, &orders, &mut |_| ())?;
        let lead = (f64::from(self.game.score_unit()) * self.game.telling_lead()) as i32;
        let fair = thought
            .lines
            .first()
            .is_some_and(|line| line.score.value().abs() < lead);
        Ok(fair.then(|| table.position()))
    }

    fn play(
        &mut self,
        opening: &str,
        index: usize,
        experience: &Experience,
    ) -> Result<Option<Record>, ExperienceError> {
        *self.learner.experience_mut() = experience.clone();
        let setup = Setup {
            position: Some(opening.to_owned()),
            ..self.setup.clone()
        };
        let mut table = self.game.lay(&setup)?;
        self.learner.prepare(&table.seen())?;
        self.stronger.prepare(&table.seen())?;
        while let ToAct::One(side) = table.to_act()
            && table.record().moves.len() < LONGEST
        {
            let mv = self.think(&*table, side, side == side_of(index))?;
            if self.orders.stop.is_stopped() {
                return Ok(None);
            }
            if mv.is_none_or(|mv| table.play(side, &mv).is_err()) {
                break;
            }
        }
        Ok(Some(table.record().clone()))
    }

    fn think(
        &mut self,
        table: &dyn Table,
        side: Side,
        learner: bool,
    ) -> Result<Option<String>, ExperienceError> {
        let seen = table.seen();
        let thought = if learner {
            self.learner.think(&seen, side, &self.orders, &mut |_| ())?
        } else {
            self.stronger.think(&seen, side, &self.more, &mut |_| ())?
        };
        Ok(thought.best)
    }

    /// Learns from a game that was not won; `false` where no mistake was found.
    fn learn(
        &mut self,
        record: &Record,
        index: usize,
        experience: &mut Experience,
    ) -> Result<bool, ExperienceError> {
        let player = self.learner.player_mut();
        let examined = post_mortem(self.game, record, side_of(index), player, &self.more)?;
        let learned = examined.lesson.is_some();
        if let Some(lesson) = examined.lesson {
            experience.add(lesson);
        }
        Ok(learned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Gomoku;

    #[test]
    fn no_move_of_an_opening_can_be_blamed() {
        let trial = Trial {
            rules: None,
            openings: 1,
            nodes: 100,
            stronger: 1,
            seed: 1,
        };
        let mut arena = Arena::new(&Gomoku, &trial, &Stop::default()).expect("players");
        let mut random = Random::new(trial.seed);
        let opening = (0..TRIES).find_map(|_| arena.opening(&mut random).expect("moves"));
        let opening = opening.expect("a fair one");
        let nothing = Experience::none("gomoku", std::path::Path::new(""));
        let record = arena.play(&opening, 0, &nothing).expect("a game");
        // A post-mortem goes back to the start of the record.
        assert_eq!(record.expect("not stopped").start, opening);
    }
}
