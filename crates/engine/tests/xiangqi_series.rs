//! Long series of xiangqi games against itself, with every assertion on: no illegal move, no panic, no
//! overstepping. The short ones run always; the full ones on demand:
//!
//!     cargo test --profile checked -p boyi-engine --test xiangqi_series -- --ignored --nocapture

use std::thread;
use std::time::{Duration, Instant};

use boyi_engine::{Engine, Go, game};
use boyi_game::{Position, Random, Shown, Side, Table, TurnTable};
use boyi_search::{EXPECTED_MOVES, Stop};
use boyi_xiangqi::{Rules, Xiangqi};

/// Longer games are left undecided.
const LONGEST: usize = 400;

/// The most a player may think beyond its time, not counting what it waits for a processor.
const OVERSTEP: Duration = Duration::from_millis(10);

#[derive(Default, Debug)]
struct Series {
    games: usize,
    moves: usize,
    decided: usize,
    /// By the clock, without what the thread waited for a processor.
    late: usize,
    latest: Duration,
    /// By the time that the thread ran.
    worst_overstep: Duration,
}

/// Plays games from random beginnings; `orders` says how each move is to be thought about.
fn play(games: usize, seed: u64, mut orders: impl FnMut(&mut Random) -> Told) -> Series {
    let xiangqi = game("xiangqi").expect("a game");
    let spec = "strong:hash=4".parse().expect("a player");
    let mut player = xiangqi.player(&spec).expect("a player");
    let mut series = Series::default();
    for number in 0..games {
        let mut random = Random::new(seed ^ (number as u64) << 20);
        let rules = [Rules::Axf, Rules::Wxf, Rules::Simple, Rules::Computer];
        let rules = *random.choose(&rules).expect("there are four");
        let mut position = Xiangqi::start(rules);
        let mut table = TurnTable::new(position.clone());
        let beginning = random.below(12);
        player.prepare(&table.seen()).expect("sits down");
        for ply in 0..LONGEST {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            if position.outcome().is_some() {
                series.decided += 1;
                break;
            }
            let mv = if (ply as u64) < beginning {
                *random.choose(&moves).expect("the game goes on")
            } else {
                let told = orders(&mut random);
                let best = answer(player.as_mut(), &table, position.turn(), &told, &mut series);
                let mv = position.parse_move(position.turn(), &best);
                mv.unwrap_or_else(|_| panic!("game {number}, ply {ply}: {best} is illegal"))
            };
            table
                .play(position.turn(), &position.move_text(mv))
                .expect("legal moves can be played");
            position.make(mv);
            series.moves += 1;
        }
        series.games += 1;
    }
    series
}

/// How a move is to be thought about, and after what time somebody ends it.
struct Told {
    go: Go,
    stopped_after: Option<Duration>,
}

fn answer(
    player: &mut dyn Engine,
    table: &TurnTable<Xiangqi>,
    side: Side,
    told: &Told,
    series: &mut Series,
) -> String {
    let orders = Go {
        stop: Stop::default(),
        ..told.go.clone()
    };
    thread::scope(|scope| {
        if let Some(after) = told.stopped_after {
            let stop = orders.stop.clone();
            scope.spawn(move || {
                thread::sleep(after);
                stop.stop();
            });
        }
        let before = Schedule::now();
        let began = Instant::now();
        let thought = player
            .think(&table.seen(), side, &orders, &mut |_| ())
            .expect("thinks");
        if let Some(time) = told.go.limits(EXPECTED_MOVES).time {
            let elapsed = began.elapsed();
            let now = Schedule::now();
            let waited = now.waited.saturating_sub(before.waited);
            let late = elapsed.saturating_sub(waited + time.hard);
            series.late += usize::from(late > OVERSTEP);
            series.latest = series.latest.max(late);
            let ran = now.ran.saturating_sub(before.ran);
            let overstep = ran.min(elapsed).saturating_sub(time.hard);
            series.worst_overstep = series.worst_overstep.max(overstep);
        }
        thought.best.expect("the game goes on")
    })
}

/// What the system says of this thread; nothing where it does not say.
#[derive(Clone, Copy, Default)]
struct Schedule {
    /// How long it ran.
    ran: Duration,
    /// How long it was ready to run and another one ran.
    waited: Duration,
}

impl Schedule {
    fn now() -> Self {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let mut fields = text.split_whitespace().map(|field| field.parse().ok());
        let mut next = || Duration::from_nanos(fields.next().flatten().unwrap_or(0));
        Self {
            ran: next(),
            waited: next(),
        }
    }
}

fn by_nodes(most: u64) -> impl FnMut(&mut Random) -> Told {
    move |_| Told {
        go: Go::nodes(most),
        stopped_after: None,
    }
}

/// Clocks of next to nothing, and switches thrown before, while and after the time is used.
fn by_tiny_clocks(random: &mut Random) -> Told {
    let time = Duration::from_micros(random.below(6_000));
    let stopped_after = (random.below(3) == 0).then(|| Duration::from_micros(random.below(8_000)));
    Told {
        go: Go::time(time),
        stopped_after,
    }
}

#[test]
fn a_few_games_at_fixed_nodes_end_without_an_illegal_move() {
    let series = play(4, 1, by_nodes(150));
    assert_eq!(series.games, 4);
    assert!(series.moves > 100, "{series:?}");
}

#[test]
fn a_game_with_tiny_clocks_and_sudden_stops_goes_on_legally() {
    let series = play(1, 2, by_tiny_clocks);
    assert_eq!(series.games, 1);
}

#[test]
#[ignore = "2000 games: some twenty minutes of one processor"]
fn two_thousand_games_at_a_thousand_nodes() {
    let series = play(2000, 3, by_nodes(1000));
    println!("{series:?}");
    assert_eq!(series.games, 2000);
}

#[test]
#[ignore = "500 games by the clock: some minutes"]
fn five_hundred_games_with_tiny_clocks_and_sudden_stops() {
    let series = play(500, 4, by_tiny_clocks);
    println!("{series:?}");
    assert!(series.worst_overstep <= OVERSTEP, "{series:?}");
}
