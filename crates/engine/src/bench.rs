//! The bench signature: nodes of fixed searches, added up. The same sum means that nothing about the
//! searches has changed; another one that something has.

use boyi_game::Side;
use boyi_search::kernel::Go;

use crate::engine::EngineError;
use crate::game::{Game, Setup};
use crate::spec::PlayerSpec;

/// The classic searches that take part, where a game has them.
const CLASSIC: [&str; 4] = ["alpha-beta", "ordered", "pvs", "mtdf"];

/// The strong player of every game.
const STRONG: &str = "strong";

/// One search of the bench.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BenchLine {
    pub player: String,
    pub position: String,
    pub nodes: u64,
}

/// Runs the bench of a game: the classic searches, then the strong player on one thread.
pub fn bench(game: &dyn Game) -> Result<Vec<BenchLine>, EngineError> {
    let mut lines = Vec::new();
    for name in CLASSIC {
        for &position in game.test_positions() {
            lines.push(search(game, name, position, game.bench_depth())?);
        }
    }
    for &(position, depth) in game.strong_bench() {
        lines.push(search(game, STRONG, position, depth)?);
    }
    Ok(lines)
}

/// Searches one position to a fixed depth with a new player.
fn search(
    game: &dyn Game,
    name: &str,
    position: &str,
    depth: u32,
) -> Result<BenchLine, EngineError> {
    let setup = Setup {
        position: Some(position.to_owned()),
        ..Setup::default()
    };
    let table = game.lay(&setup).expect("bench positions are positions");
    let mut player = game
        .player(&PlayerSpec::named(name))
        .expect("games with bench positions have the players of the bench");
    let go = Go::depth(depth);
    let thought = player.think(&table.seen(), Side::First, &go, &mut |_| ())?;
    Ok(BenchLine {
        player: name.to_owned(),
        position: position.trim().replace('\n', " "),
        nodes: thought.counts.nodes,
    })
}
