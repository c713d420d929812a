//! The bench signature: nodes of fixed searches, added up. The same sum means that nothing about the
//! searches has changed; another one that something has.

use boyi_search::Limits;

use crate::engine::{EngineError, Orders};
use crate::game::{Game, Setup};
use crate::spec::PlayerSpec;

/// One search of the bench.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BenchLine {
    /// The player.
    pub player: String,
    /// The position.
    pub position: String,
    /// Positions entered.
    pub nodes: u64,
}

/// Runs the bench of a game.
pub fn bench(game: &dyn Game) -> Result<Vec<BenchLine>, EngineError> {
    let mut lines = Vec::new();
    for name in ["alpha-beta", "ordered", "pvs", "mtdf"] {
        for &position in game.test_positions() {
            let setup = Setup {
                position: Some(position.to_owned()),
                ..Setup::default()
            };
            let table = game.lay(&setup).expect("test positions are positions");
            let mut player = game
                .player(&PlayerSpec::named(name))
                .expect("games with test positions have the classic searches");
            let orders = Orders {
                limits: Limits::depth(game.bench_depth()),
                ..Orders::default()
            };
            let thought =
                player.think(&table.seen(), boyi_game::Side::First, &orders, &mut |_| ())?;
            lines.push(BenchLine {
                player: name.to_owned(),
                position: position.to_owned(),
                nodes: thought.counts.nodes,
            });
        }
    }
    Ok(lines)
}
