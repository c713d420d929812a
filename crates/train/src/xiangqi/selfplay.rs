//! Games of the strong player against itself, from random beginnings.

use boyi_arena::self_play::{random_opening, self_play, think};
use boyi_engine::xiangqi::tuning::{self, HandWeights, Ingredients};
use boyi_engine::{Engine, EngineError, Go, PlayerSpec};
use boyi_game::{Key, Outcome, Position, Random, Shown, Side, Table, TurnTable};
use boyi_search::Stop;
use boyi_xiangqi::{Rules, Xiangqi};

use super::{Settings, TuneStep};
use crate::numbered::numbered;

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// 1 for a win of red, one half for a draw.
    pub result: f32,
    pub positions: Vec<QuietPosition>,
}

/// A quiet position of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct QuietPosition {
    pub parts: Ingredients,
    pub value: i32,
}

/// Random moves at the beginning, at least and at most.
const RANDOM_PLIES: [u64; 2] = [4, 14];

/// A beginning that is worth more than this to a side is not played on.
const LOPSIDED: i32 = 450;

/// Longer games are called draws.
const MAX_PLIES: usize = 300;

/// A game in which a side is so far ahead for so many plies is over.
const WON: i32 = 2200;
const WON_FOR: u32 = 6;

/// Plays the games of a generation, the same ones whatever the threads.
pub(super) fn play(
    settings: &Settings,
    generation: usize,
    weights: &HandWeights,
    stop: &Stop,
    watch: &mut dyn FnMut(&TuneStep),
) -> Result<Vec<Played>, EngineError> {
    let spec = PlayerSpec {
        nodes: Some(settings.nodes),
        hash: Some(2),
        ..PlayerSpec::named("strong")
    };
    numbered(
        settings.games,
        settings.threads,
        || !stop.is_stopped(),
        || Ok(tuning::player(weights, &spec)),
        |player, number| {
            let seed = Key::mixed(settings.seed).0
                ^ Key::mixed(generation as u64).0.rotate_left(17)
                ^ Key::mixed(number as u64).0.rotate_left(34);
            one_game(player.as_mut(), &mut Random::new(seed))
        },
        &mut |played| {
            watch(&TuneStep::Game {
                generation,
                played,
                of: settings.games,
            });
        },
    )
}

fn one_game(player: &mut dyn Engine, random: &mut Random) -> Result<Played, EngineError> {
    let mut game = Xiangqi::start(Rules::Computer);
    let mut table = TurnTable::new(game.clone());
    let [least, most] = RANDOM_PLIES;
    let opening = (least + random.below(most - least + 1)) as usize;
    random_opening(&mut table, opening, random);
    for played in &table.record().moves {
        let mv = game.parse_move(played.side, &played.text);
        game.make(mv.expect("a legal move was played"));
    }
    player.prepare(&table.seen())?;
    let mut positions = Vec::new();
    let mut ahead = (Side::First, 0);
    let mut adjudicated = None;
    let mut plies = 0;
    self_play(&mut table, |table, side| {
        if plies == MAX_PLIES {
            return Ok(None);
        }
        let thought = think(player, table, side, &Go::default())?;
        let (Some(best), Some(line)) = (thought.best, thought.lines.first()) else {
            return Ok(None);
        };
        let sign = if side == Side::First { 1 } else { -1 };
        let value = sign * line.score.value().clamp(-WON, WON);
        if plies == 0 && value.abs() > LOPSIDED {
            return Ok(None);
        }
        let mv = game
            .parse_move(side, &best)
            .expect("players play legal moves");
        let quiet = game.board().at(mv.to).is_none() && !game.board().in_check();
        if quiet && !line.score.is_decided() && value.abs() < WON {
            positions.push(QuietPosition {
                parts: Ingredients::of(game.board()),
                value,
            });
        }
        let leader = if value > 0 { Side::First } else { Side::Second };
        ahead = match ahead {
            (side, plies) if value.abs() >= WON && side == leader => (side, plies + 1),
            _ => (leader, 0),
        };
        if ahead.1 >= WON_FOR {
            adjudicated = Some(Outcome::Win(ahead.0));
            return Ok(None);
        }
        game.make(mv);
        plies += 1;
        Ok::<_, EngineError>(Some(best))
    })?;
    let outcome = adjudicated.or(game.outcome());
    Ok(Played {
        result: outcome.map_or(0.5, share),
        positions,
    })
}

fn share(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Win(Side::First) => 1.0,
        Outcome::Win(Side::Second) => 0.0,
        Outcome::Draw => 0.5,
    }
}
