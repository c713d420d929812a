//! `boyi.trace`: a search as a tree of dicts.

use boyi_engine::{Branch, PlayerSpec, SearchTree, TreeRequest};
use boyi_search::{Algorithm, Leave, Stop, Techniques};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::background;
use crate::errors::{BadPlayer, Error, bad_player, engine_failed};
use crate::position::Position;

/// Positions entered at most, so that a tree without a limit does not fill the memory.
const MOST_NODES: u64 = 20_000_000;

/// Nodes kept at most: a dict each.
const MOST_KEPT: usize = 2_000_000;

/// Searches to a depth with one of the classic searches and returns the whole tree as nested dicts.
///
/// `search` is ``"minimax"``, ``"alpha-beta"``, ``"ordered"``, ``"table"``, ``"pvs"``, ``"aspiration"`` or
/// ``"mtdf"``. Every node has ``move``, ``ply``, ``depth``, ``alpha``, ``beta``, ``value``, ``how`` (``"searched"``,
/// ``"evaluated"``, ``"finished"``, ``"remembered"``), ``children`` and, where the search cut, ``cut`` with the
/// moves it spared and why. The root also has ``best``, ``nodes``, ``ended`` and ``kept``, how many nodes the tree has:
/// beyond ``cap`` of them the search goes on without keeping more.
///
/// >>> import boyi
/// >>> start = boyi.Game("othello").start()
/// >>> whole = boyi.trace(start, "minimax", depth=3)
/// >>> pruned = boyi.trace(start, "alpha-beta", depth=3)
/// >>> whole["value"] == pruned["value"], whole["nodes"], pruned["nodes"] < whole["nodes"]
/// (True, 73, True)
#[pyfunction]
#[pyo3(signature = (position, search="alpha-beta", *, depth, eval=None, cap=100_000))]
pub(crate) fn trace<'py>(
    py: Python<'py>,
    position: &Position,
    search: &str,
    depth: u32,
    eval: Option<String>,
    cap: usize,
) -> PyResult<Bound<'py, PyDict>> {
    if depth == 0 {
        return Err(Error::new_err("depth counts from 1"));
    }
    if cap > MOST_KEPT {
        let why = format!("a tree keeps at most {MOST_KEPT} nodes, not {cap}");
        return Err(Error::new_err(why));
    }
    let mut spec: PlayerSpec = search.parse().map_err(|error| bad_player(&error))?;
    if let Err(unknown) = spec.name.parse::<Algorithm>() {
        return Err(BadPlayer::new_err(unknown.to_string()));
    }
    spec.evaluation = eval.or(spec.evaluation);
    // One depth, searched at once: the tree of the textbook.
    spec.deepen = spec.deepen.or(Some(false));
    let game = position.boyi_game();
    let mut engine = game.player(&spec).map_err(|error| bad_player(&error))?;
    let shown = position.shown();
    let stop = Stop::default();
    let request = TreeRequest {
        go: boyi_engine::Go {
            nodes: Some(MOST_NODES),
            stop: stop.clone(),
            ..boyi_engine::Go::depth(depth)
        },
        techniques: Techniques::ALL,
        below: None,
        cap,
    };
    let tree = background::quietly(py, &stop, || engine.tree(&shown.seen(), &request))?;
    let tree = tree.map_err(|error| engine_failed(&error))?;
    nested(py, &tree)
}

/// The branches come parents first, so one pass hangs every branch on its parent.
fn nested<'py>(py: Python<'py>, tree: &SearchTree) -> PyResult<Bound<'py, PyDict>> {
    let mut nodes: Vec<(Bound<'py, PyDict>, Bound<'py, PyList>)> = Vec::new();
    for branch in &tree.branches {
        let node = described(py, tree, branch)?;
        let children = PyList::empty(py);
        node.set_item("children", &children)?;
        if let Some(parent) = branch.parent {
            nodes[parent as usize].1.append(&node)?;
        }
        nodes.push((node, children));
    }
    let Some((root, _)) = nodes.into_iter().next() else {
        return Err(Error::new_err("nothing was searched: the game is over"));
    };
    root.set_item("best", named(tree, &tree.best))?;
    root.set_item("nodes", tree.counts.nodes)?;
    root.set_item("kept", tree.branches.len())?;
    root.set_item("ended", tree.ended.name())?;
    Ok(root)
}

fn described<'py>(
    py: Python<'py>,
    tree: &SearchTree,
    branch: &Branch,
) -> PyResult<Bound<'py, PyDict>> {
    let node = PyDict::new(py);
    node.set_item("move", branch.mv.map(|mv| &tree.moves[mv as usize]))?;
    node.set_item("ply", branch.ply)?;
    node.set_item("depth", branch.depth)?;
    node.set_item("alpha", branch.window.alpha.value())?;
    node.set_item("beta", branch.window.beta.value())?;
    node.set_item("value", branch.value.map(|(value, _)| value.value()))?;
    let how = branch.value.map(|(_, how)| match how {
        Leave::Searched => "searched",
        Leave::Evaluated => "evaluated",
        Leave::Finished => "finished",
        Leave::Remembered(_) => "remembered",
    });
    node.set_item("how", how)?;
    if let Some(cut) = &branch.cut {
        let one = PyDict::new(py);
        one.set_item("by", cut.by.map(|mv| &tree.moves[mv as usize]))?;
        one.set_item("value", cut.value.value())?;
        one.set_item("spared", named(tree, &cut.spared))?;
        one.set_item("reason", cut.reason.name())?;
        one.set_item("why", tree.why(branch).map(|why| why.english))?;
        node.set_item("cut", one)?;
    }
    Ok(node)
}

fn named<'t>(tree: &'t SearchTree, moves: &[u32]) -> Vec<&'t str> {
    moves
        .iter()
        .map(|&mv| tree.moves[mv as usize].as_str())
        .collect()
}
