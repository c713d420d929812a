//! What the referee and the store cost beside the players of this program; `overhead` does the same for
//! programs on a pipe. Run with `cargo bench -p boyi-arena --bench throughput`; prints a table.
//!
//! Both clocks are read: the one on the wall says how fast a match is on a machine with a processor to
//! spare, the processors' own how much work there is in all, games kept in the meantime included.

use std::path::Path;
use std::time::{Duration, Instant};

use boyi_arena::contest::local::Local;
use boyi_arena::contest::{self, ContestPlan};
use boyi_arena::self_play::{self_play, think};
use boyi_arena::store::Store;
use boyi_arena::{Answer, Ask, Contestant, Contestants, Fault, Opening, Referee, Terms, bot};
use boyi_engine::{EngineError, Go, PlayerSpec, game};
use boyi_game::{PerSide, Seen, Side, ToAct};
use boyi_search::Stop;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

const GAMES: u32 = 1000;
/// Parts that the games are played in.
const TURNS: u32 = 2;
const PLIES: u32 = 40;
const NODES: u64 = 100;

fn main() {
    // The test harness only wants to see that it runs.
    let quick = std::env::args().any(|word| word == "--test");
    let games = if quick { 20 } else { GAMES };
    println!("| what | measured | wanted |");
    println!("|---|---|---|");
    let inside = median_of(&outside_the_players());
    println!(
        "| referee, a move of a player that answers at once | {inside:.1?} median | below 200µs |"
    );
    // In turns, so that a busy neighbour slows down both alike.
    let (mut alone, mut arena) = (Spent::default(), Spent::default());
    for _ in 0..TURNS {
        alone.on(|| engines_alone(games / TURNS));
        arena.on(|| in_the_arena(games / TURNS));
    }
    println!(
        "| {games} games of {PLIES} plies, {NODES} nodes a move: engines alone | {:.2?} | |",
        alone.wall
    );
    let as_fast = |alone: Duration, arena: Duration| {
        let ratio = 100.0 * alone.as_secs_f64() / arena.as_secs_f64();
        format!("{arena:.2?}, {ratio:.1} % as fast")
    };
    println!(
        "| the same as a match, every game kept | {} | at least 90 % |",
        as_fast(alone.wall, arena.wall)
    );
    println!(
        "| the same by processor time, {:.2?} alone | {} | |",
        alone.processor,
        as_fast(alone.processor, arena.processor)
    );
}

/// What some work has cost.
#[derive(Default)]
struct Spent {
    wall: Duration,
    processor: Duration,
}

impl Spent {
    fn on(&mut self, work: impl FnOnce()) {
        let began = Instant::now();
        self.processor += cpu(work);
        self.wall += began.elapsed();
    }
}

fn median_of(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times[times.len() / 2]
}

/// Processor time of this program and its threads.
fn cpu(work: impl FnOnce()) -> Duration {
    let used = || {
        let usage = getrusage(UsageWho::RUSAGE_SELF).expect("always there");
        let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
        Duration::from_micros(micros as u64)
    };
    let before = used();
    work();
    used().saturating_sub(before)
}

/// Knows its moves beforehand, and notes when it is asked and when it has answered.
struct Prompt {
    moves: Vec<String>,
    asked: Vec<(Instant, Instant)>,
}

impl Contestant for Prompt {
    fn name(&self) -> String {
        "prompt".to_owned()
    }

    fn begin(&mut self, _game: &Seen, _side: Side, _terms: &Terms) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, game: &Seen, _side: Side, _ask: &Ask) -> Result<Answer, Fault> {
        let asked = Instant::now();
        let answer = Answer::bare(self.moves[game.moves.len()].clone());
        self.asked.push((asked, Instant::now()));
        Ok(answer)
    }

    fn take_log(&mut self) -> Option<String> {
        let mut all = TIMES.lock().expect("nobody panicked");
        all.append(&mut self.asked);
        None
    }
}

static TIMES: std::sync::Mutex<Vec<(Instant, Instant)>> = std::sync::Mutex::new(Vec::new());

/// From an answer to the next question: everything a referee does, told to a record.
fn outside_the_players() -> Vec<Duration> {
    let game = game("reversi").expect("built in");
    let mut table = game.lay(&Opening::usual().setup(0)).expect("the start");
    while let ToAct::One(side) = table.to_act() {
        let mv = table.legal_moves(side)[0].text.clone();
        table.play(side, &mv).expect("legal");
    }
    let record = table.record().moves.iter();
    let moves: Vec<String> = record.map(|mv| mv.text.clone()).collect();
    let terms = Terms::default();
    let mut gaps = Vec::new();
    for _ in 0..50 {
        let seat = || {
            Box::new(Prompt {
                moves: moves.clone(),
                asked: Vec::new(),
            })
        };
        let mut players: Contestants = PerSide::new(seat(), seat());
        let mut lines = String::new();
        Referee::new(game, &terms)
            .play(&Opening::usual(), 0, &mut players, &mut |event| {
                lines.push_str(&event.line());
            })
            .expect("the start");
        let mut times = std::mem::take(&mut *TIMES.lock().expect("nobody panicked"));
        times.sort_unstable();
        gaps.extend(times.windows(2).map(|pair| pair[1].0 - pair[0].1));
    }
    gaps
}

/// The same games without a referee: two engines and a board.
fn engines_alone(games: u32) {
    let plan = plan(games);
    let game = game("reversi").expect("built in");
    let mut engines = ["pvs", "mtdf"].map(|name| {
        let player = game.player(&PlayerSpec::named(name));
        player.expect("a player of ours")
    });
    for number in 0..games {
        let opening = &plan.lines[(number / 2) as usize % plan.lines.len()];
        let mut table = game.lay(&opening.setup(0)).expect("legal moves");
        for engine in &mut engines {
            engine.prepare(&table.seen()).expect("a position of ours");
        }
        let swapped = usize::from(!number.is_multiple_of(2));
        let played = self_play(&mut *table, |table, side| {
            if table.record().moves.len() >= PLIES as usize {
                return Ok(None);
            }
            let engine = &mut *engines[side.index() ^ swapped];
            let thought = think(engine, table, side, &Go::nodes(NODES))?;
            Ok::<_, EngineError>(thought.best)
        });
        played.expect("legal moves");
    }
}

fn in_the_arena(games: u32) {
    let plan = plan(games);
    let file = std::env::temp_dir().join(format!("boyi-overhead-{}.sqlite", std::process::id()));
    let store = Store::open(&file).expect("a new file");
    let options = bot::Options::default();
    let mut exchange = Local::new(&store, &plan.name, 1, &options);
    let stop = Stop::default();
    let (_, standings) = contest::run(&store, &plan, "match", &mut exchange, &stop, &mut |_| ())
        .expect("it is played");
    assert_eq!(standings.played, u64::from(games));
    drop(store);
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", file.display()));
    }
}

fn plan(games: u32) -> ContestPlan {
    let mut plan = ContestPlan::of_two("reversi", "pvs".into(), "mtdf".into());
    "overhead".clone_into(&mut plan.name);
    plan.games = games;
    plan.control = format!("nodes={NODES}").parse().ok();
    plan.adjudication.plies = Some(PLIES);
    plan.opening_plies = Some(4);
    plan.openings = Some("usual".to_owned());
    plan.prepare(&bot::Options::default(), Path::new(""))
        .expect("a plan");
    plan
}
