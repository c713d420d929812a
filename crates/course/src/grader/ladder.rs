//! Ladders: games against fixed players, both sides of every opening. What counts is the lower end of the
//! interval in which the score lies with a chance of 95 %, so that luck earns nothing, and ranks do not
//! depend on who else is in the class.

use std::time::Duration;

use boyi_arena::bot::{Bot, Options};
use boyi_arena::self_play::random_opening;
use boyi_arena::statistics::Pairs;
use boyi_arena::{
    Contestants, Control, Ending, Event, GameRecord, Opening, Referee, Terms, Timing, contestant,
};
use boyi_engine::{Game, Setup, game};
use boyi_game::{Outcome, PerSide, Random, Side};
use boyi_garlic::{Destroyers, Order};

use super::{Asked, alarm, rounded, unasked};
use crate::cases::{Key, weighted_start};
use crate::digest::seed;
use crate::links;
use crate::{Alarm, CaseReport, Question, QuestionReport, Words};

/// Records of lost games that are kept.
const KEPT: usize = 2;

/// How many plies an opening is.
const PLIES: u64 = 4;

impl Asked<'_> {
    /// `None` where it was stopped.
    pub(super) fn ladder(
        &self,
        key: Option<Key>,
        alarms: &mut Vec<Alarm>,
    ) -> Result<Option<QuestionReport>, String> {
        let Self {
            grader,
            assignment,
            question,
            built,
            ..
        } = *self;
        let name = assignment.game.as_deref().unwrap_or_default();
        let game = game(name).map_err(|error| error.to_string())?;
        let terms = Terms {
            control: Control {
                timing: Timing::PerMove(Duration::from_millis(question.limit_ms)),
                ..Control::default()
            },
            patience: super::PATIENCE,
            ..Terms::default()
        };
        let (secret, student) = key.map_or(("public", ""), |key| (key.secret, key.student));
        let drawn = seed(&[
            b"ladder",
            secret.as_bytes(),
            student.as_bytes(),
            assignment.name.as_bytes(),
            question.name.as_bytes(),
        ]);
        let mut random = Random::new(drawn);
        let (mut pairs, mut cases, mut kept) = (Pairs::default(), Vec::new(), 0);
        for opponent in &question.opponents {
            for _ in 0..question.games.div_ceil(2) {
                let opening = opening(game, question, &mut random)?;
                let luck = random.bits();
                let mut half_points = 0;
                for side in Side::BOTH {
                    let mut other = contestant(game, opponent, &Options::default())
                        .map_err(|error| error.to_string())?;
                    other.reseed(luck >> 11);
                    let own = Box::new(Bot::new(built.bot(name), grader.sandbox.clone()));
                    let mut players: Contestants = PerSide::seen_by(side, own, other);
                    let mut events: Vec<Event> = Vec::new();
                    let ending = Referee::new(game, &terms)
                        .stopped_by(&grader.stop)
                        .play(&opening, luck, &mut players, &mut |event| {
                            events.push(event.clone());
                        })
                        .map_err(|error| error.to_string())?;
                    if ending == Ending::Stopped {
                        return Ok(None);
                    }
                    let points = match ending.outcome() {
                        Some(Outcome::Win(winner)) if winner == side => 2,
                        Some(Outcome::Draw) => 1,
                        _ => 0,
                    };
                    half_points += points;
                    let fault = events.iter().find_map(|event| match event {
                        Event::Fault { side: of, fault } if *of == side => Some(fault),
                        _ => None,
                    });
                    if let Some(fault) = fault {
                        alarm(fault, &question.name, alarms);
                    }
                    let message = fault.map(|fault| Words::from(fault.words()));
                    kept += usize::from(points < 2);
                    cases.push(CaseReport {
                        case: format!("game-{} {opponent}", cases.len() + 1),
                        hidden: false,
                        passed: points == 2,
                        message,
                        shown: GameRecord::new(events)
                            .ok()
                            .filter(|_| points < 2 && kept <= KEPT)
                            .map(|record| links::of_game(&record)),
                        ..CaseReport::default()
                    });
                }
                pairs.add(half_points);
            }
        }
        Ok(Some(report(question, &pairs, cases)))
    }
}

/// So many openings of a ladder.
pub(crate) fn openings(
    game: &'static dyn Game,
    question: &Question,
    count: usize,
    random: &mut Random,
) -> Result<Vec<Opening>, String> {
    (0..count)
        .map(|_| opening(game, question, random))
        .collect()
}

/// A position nobody has prepared for, the same for both sides.
fn opening(
    game: &'static dyn Game,
    question: &Question,
    random: &mut Random,
) -> Result<Opening, String> {
    let words = |error: &dyn std::fmt::Display| error.to_string();
    let start = match (game.name(), question.position.as_deref()) {
        ("garlic", None) => {
            let order = Order {
                rows: 10,
                cols: 10,
                seed: random.bits(),
                destroyers: Destroyers::Walled,
            };
            let map = order.make().map_err(|error| words(&error))?;
            return Ok(Opening {
                position: Some(map.to_string()),
                ..Opening::default()
            });
        }
        (_, Some("weighted")) => Some(weighted_start(random)),
        (_, start) => start.map(str::to_owned),
    };
    let setup = Setup {
        position: start,
        ..Setup::default()
    };
    let mut table = game.lay(&setup).map_err(|error| words(&error))?;
    let plies = match game.name() {
        // Random stones all over the board decide little, and one is enough to tell games apart.
        "gomoku" => 1,
        _ => PLIES,
    };
    random_opening(&mut *table, plies as usize, random);
    Ok(Opening {
        position: Some(table.position()),
        ..Opening::default()
    })
}

fn report(question: &Question, pairs: &Pairs, cases: Vec<CaseReport>) -> QuestionReport {
    let games = cases.len();
    let (score, low) = pairs
        .estimate()
        .map_or((0.0, 0.0), |estimate| (estimate.score, estimate.interval.0));
    let share = (low / question.full).clamp(0.0, 1.0);
    let passed = share >= 1.0;
    let (score, low, full) = (100.0 * score, 100.0 * low, 100.0 * question.full);
    let mut message = Words::new(
        format!(
            "{score:.0} % of {games} games, with a chance of 95 % at least {low:.0} %; \
             {full:.0} % earns all points"
        ),
        format!(
            "{games} 局得分率 {score:.0}%，以 95% 的把握不低于 {low:.0}%；达到 {full:.0}% 得满分"
        ),
    );
    if let Some(fault) = cases.iter().find_map(|case| case.message.as_ref()) {
        message.en.push_str(&format!("; {}", fault.en));
        message.zh.push_str(&format!("；{}", fault.zh));
    }
    if let Some(hint) = question.hint.as_ref().filter(|_| !passed) {
        message.en.push_str(&format!(". Hint: {}", hint.en));
        message.zh.push_str(&format!("。提示：{}", hint.zh));
    }
    QuestionReport {
        points: rounded(question.points * share),
        passed,
        cases,
        ..unasked(question, message)
    }
}
