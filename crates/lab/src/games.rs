//! Matches between players of this program: pairs of games, every opening played from both sides.

use boyi_arena::statistics::Pairs;
use boyi_arena::{BuiltIn, Contestants, Ending, Opening, Referee, Terms};
use boyi_engine::{Game, PlayerSpec, Setup};
use boyi_game::{Outcome, PerSide, Random, Side, Table, ToAct};
use boyi_search::Stop;

use crate::watch::LabError;

/// Plies of an opening. Searches without a seed always play the same, so that the openings are all
/// that makes games differ.
const OPENING_PLIES: u64 = 6;

/// A game that is longer than this is a draw.
const LONGEST: u32 = 300;

/// Openings by random moves, the same for the same seed. They need not be balanced: both players play
/// both sides of each.
pub(crate) fn openings(
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
        while (table.record().moves.len() as u64) < OPENING_PLIES {
            let ToAct::One(side) = table.to_act() else {
                break;
            };
            let mv = likely_move(table.as_ref(), side, &mut random);
            table
                .play(side, &mv)
                .map_err(boyi_engine::EngineError::from)?;
        }
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
fn likely_move(table: &dyn Table, side: Side, random: &mut Random) -> String {
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
pub(crate) fn play_pairs(
    game: &'static dyn Game,
    players: [&PlayerSpec; 2],
    openings: &[Opening],
    stop: &Stop,
    each: &mut dyn FnMut(u64),
) -> Result<Pairs, LabError> {
    let mut terms = Terms::default();
    terms.adjudication.plies = Some(LONGEST);
    let referee = Referee::new(game, &terms).stopped_by(stop);
    let seat = |spec| BuiltIn::new(game, spec).map(|player| Box::new(player) as Box<_>);
    let mut pairs = Pairs::default();
    let mut done = 0;
    for opening in openings {
        let mut half_points = 0;
        for hero in Side::BOTH {
            let [one, other] = players;
            let (first, second) = match hero {
                Side::First => (one, other),
                Side::Second => (other, one),
            };
            let mut table: Contestants = PerSide::new(seat(first)?, seat(second)?);
            let ending = referee.play(opening, done, &mut table, &mut |_| ())?;
            half_points += match ending {
                Ending::Stopped => return Err(LabError::Stopped),
                ending => match ending.outcome() {
                    Some(Outcome::Win(side)) if side == hero => 2,
                    Some(Outcome::Win(_)) => 0,
                    Some(Outcome::Draw) | None => 1,
                },
            };
            done += 1;
            each(done);
        }
        pairs.add(half_points);
    }
    Ok(pairs)
}
