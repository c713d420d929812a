//! Games of the strong player against itself, from random beginnings.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use boyi_engine::xiangqi::tuning::{self, Ingredients};
use boyi_engine::{Engine, EngineError, Go, PlayerSpec};
use boyi_game::{Key, Outcome, Position, Random, Shown, Side, Table, TurnTable};
use boyi_search::Stop;
use boyi_xiangqi::{Rules, Xiangqi};

use super::{Settings, Step};

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// 1 for a win of red, one half for a draw.
    pub result: f32,
    /// Its quiet positions.
    pub positions: Vec<Seen>,
}

/// A quiet position of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen {
    /// What it is made of.
    pub parts: Ingredients,
    /// What the search thought, from red's view.
    pub value: i32,
}

/// Random moves at the beginning, at least and at most.
const RANDOM_PLIES: [u64; 2] = [4, 14];

/// A beginning that is worth more than this to a side is not played on.
const LOPSIDED: i32 = 450;

/// Longer games are called draws.
const LONGEST: usize = 300;

/// A game in which a side is so far ahead for so many plies is over.
const WON: i32 = 2200;
const WON_FOR: u32 = 6;

/// Plays the games of a generation, the same ones whatever the threads.
pub(super) fn play(
    settings: &Settings,
    generation: usize,
    weights: &[[i16; 2]],
    stop: &Stop,
    watch: &mut dyn FnMut(&Step),
) -> Result<Vec<Played>, EngineError> {
    let next = AtomicUsize::new(0);
    let games = Mutex::new(Vec::new());
    let (done, all_done) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..settings.threads.max(1) {
            let done = done.clone();
            let (next, games) = (&next, &games);
            scope.spawn(move || {
                let spec = PlayerSpec {
                    nodes: Some(settings.nodes),
                    hash: Some(2),
                    ..PlayerSpec::named("strong")
                };
                let player = tuning::player(weights.to_vec(), &spec);
                let mut player = player.expect("there is a weight for every term");
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= settings.games || stop.is_stopped() {
                        break;
                    }
                    let seed = Key::mixed(settings.seed).0
                        ^ Key::mixed(generation as u64).0.rotate_left(17)
                        ^ Key::mixed(number as u64).0.rotate_left(34);
                    let game = one(player.as_mut(), &mut Random::new(seed));
                    let failed = game.is_err();
                    let mut games = games.lock().expect("no game panics");
                    games.push((number, game));
                    // Nobody listens any more only where everything is over.
                    let _ = done.send(());
                    if failed {
                        break;
                    }
                }
            });
        }
        drop(done);
        for (played, ()) in all_done.iter().enumerate() {
            watch(&Step::Game {
                generation,
                played: played + 1,
                of: settings.games,
            });
        }
    });
    let mut games = games.into_inner().expect("no game panics");
    games.sort_by_key(|(number, _)| *number);
    games.into_iter().map(|(_, game)| game).collect()
}

fn one(player: &mut dyn Engine, random: &mut Random) -> Result<Played, EngineError> {
    let orders = Go::default();
    let mut table = TurnTable::new(Xiangqi::start(Rules::Computer));
    let mut game = beginning(&mut table, random);
    player.prepare(&table.seen())?;
    let mut positions = Vec::new();
    let mut ahead = (Side::First, 0);
    let mut result = 0.5;
    for ply in 0..LONGEST {
        if let Some(outcome) = game.outcome() {
            result = share(outcome);
            break;
        }
        let side = game.turn();
        let thought = player.think(&table.seen(), side, &orders, &mut |_| ())?;
        let (Some(best), Some(line)) = (thought.best, thought.lines.first()) else {
            break;
        };
        let sign = if side == Side::First { 1 } else { -1 };
        let value = sign * line.score.value().clamp(-WON, WON);
        if ply == 0 && value.abs() > LOPSIDED {
            break;
        }
        let mv = game
            .parse_move(side, &best)
            .expect("players play legal moves");
        let quiet = game.board().at(mv.to).is_none() && !game.board().in_check();
        let decided = line.score.is_decided();
        if quiet && !decided && value.abs() < WON {
            positions.push(Seen {
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
            result = share(Outcome::Win(ahead.0));
            break;
        }
        table.play(side, &best).expect("players play legal moves");
        game.make(mv);
    }
    Ok(Played { result, positions })
}

fn share(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Win(Side::First) => 1.0,
        Outcome::Win(Side::Second) => 0.0,
        Outcome::Draw => 0.5,
    }
}

/// A few random moves.
fn beginning(table: &mut TurnTable<Xiangqi>, random: &mut Random) -> Xiangqi {
    let mut game = Xiangqi::start(Rules::Computer);
    let [least, most] = RANDOM_PLIES;
    for _ in 0..least + random.below(most - least + 1) {
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let Some(&mv) = random.choose(&moves) else {
            break;
        };
        table
            .play(game.turn(), &game.move_text(mv))
            .expect("legal moves can be played");
        game.make(mv);
    }
    game
}
