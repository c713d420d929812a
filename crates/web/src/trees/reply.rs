//! A tree in columns: a few bytes a position, so that thousands of them travel well.

use boyi_engine::{Branch, Reason, SearchTree};
use boyi_game::Score;
use boyi_search::{Bound, Counts, Leave};
use serde::Serialize;
use utoipa::ToSchema;

use crate::text::Localized;

/// A search and its tree. Columns hold a value a position, in the order in which positions were
/// entered; moves are places in `moves`.
#[derive(Serialize, ToSchema)]
pub(crate) struct TreeReply {
    moves: Vec<String>,
    line: Vec<u32>,
    /// How far back among the positions the one before stands; 0 for none.
    back: Vec<u32>,
    /// The move that led here, plus 1; 0 for none.
    mv: Vec<u32>,
    /// Plies left.
    depth: Vec<u32>,
    /// The difference to the number of the position before; numbers count all positions.
    number: Vec<u64>,
    /// Positions below, drawn or not.
    below: Vec<u64>,
    alpha: Vec<Option<i32>>,
    beta: Vec<Option<i32>>,
    /// What it turned out to be worth; null where the search ended before.
    value: Vec<Option<i32>>,
    /// A letter each: `s` searched, `e` evaluated, `f` the game is over, `x`, `l`, `u` remembered
    /// exactly, as a lower or as an upper bound, `?` unfinished.
    how: String,
    /// Positions that had just been searched with another window.
    again: Vec<u32>,
    cuts: Vec<CutReply>,
    /// Sentences for cuts, by `CutReply::reason`, with blanks in braces.
    reasons: Vec<Localized>,
    /// Positions entered in what is drawn.
    entered: u64,
    kept: u64,
    /// How many plies down the drawing is complete; null where nothing is missing.
    kept_plies: Option<u32>,
    /// What the search counted itself.
    counts: CountsReply,
    /// The same counted from its events.
    traced: CountsReply,
    best: Vec<u32>,
    result: Option<i32>,
    seconds: f64,
    finished: bool,
}

/// Moves that were not searched.
#[derive(Serialize, ToSchema)]
pub(crate) struct CutReply {
    /// The position, by its place.
    at: u32,
    by: Option<u32>,
    value: i32,
    reason: usize,
    /// Where the bound comes from, in plies from the root.
    ply: Option<u32>,
    mv: Option<u32>,
    /// The moves not searched.
    spared: Vec<u32>,
}

/// What a search counted.
#[derive(Serialize, ToSchema)]
pub(crate) struct CountsReply {
    nodes: u64,
    leaves: u64,
    /// Cuts by the first, the second, … move tried; the last holds all later ones.
    cuts: [u64; 8],
    table_probes: u64,
    table_hits: u64,
    /// Positions the table settled.
    table_cuts: u64,
    researches: u64,
}

impl From<&Counts> for CountsReply {
    fn from(counts: &Counts) -> Self {
        Self {
            nodes: counts.nodes,
            leaves: counts.leaves,
            cuts: counts.cuts,
            table_probes: counts.table_probes,
            table_hits: counts.table_hits,
            table_cuts: counts.table_cuts,
            researches: counts.researches,
        }
    }
}

impl TreeReply {
    pub(crate) fn of(tree: &SearchTree) -> Self {
        let branches = &tree.branches;
        let numbered = || branches.iter().zip(0u32..);
        let mut before = 0;
        let step = |branch: &Branch| {
            let step = branch.number - before;
            before = branch.number;
            step
        };
        let reason = |reason: Reason| {
            let place = Reason::KINDS
                .iter()
                .position(|kind| kind.name() == reason.name());
            place.unwrap_or_default()
        };
        let cut = |(branch, at): (&Branch, u32)| {
            let cut = branch.cut.as_ref()?;
            let (ply, mv) = cut.reason.place();
            Some(CutReply {
                at,
                by: cut.by,
                value: cut.value.value(),
                reason: reason(cut.reason),
                ply,
                mv,
                spared: cut.spared.clone(),
            })
        };
        let column = |value: fn(&Branch) -> u32| branches.iter().map(value).collect();
        let scores = |value: fn(&Branch) -> Option<i32>| branches.iter().map(value).collect();
        Self {
            moves: tree.moves.clone(),
            line: tree.line.clone(),
            back: numbered()
                .map(|(branch, at)| branch.parent.map_or(0, |parent| at - parent))
                .collect(),
            mv: column(|branch| branch.mv.map_or(0, |mv| mv + 1)),
            depth: column(|branch| branch.depth),
            number: branches.iter().map(step).collect(),
            below: branches.iter().map(|branch| branch.below).collect(),
            alpha: scores(|branch| bounded(branch.window.alpha)),
            beta: scores(|branch| bounded(branch.window.beta)),
            value: scores(|branch| branch.value.map(|(value, _)| value.value())),
            how: branches.iter().map(letter).collect(),
            again: numbered()
                .filter(|(branch, _)| branch.again)
                .map(|(_, at)| at)
                .collect(),
            cuts: numbered().filter_map(cut).collect(),
            reasons: Reason::KINDS
                .iter()
                .map(|kind| kind.sentence().into())
                .collect(),
            entered: tree.entered,
            kept: branches.len() as u64,
            kept_plies: tree.kept_plies,
            counts: CountsReply::from(&tree.counts),
            traced: CountsReply::from(&tree.traced),
            best: tree.best.clone(),
            result: tree.value.map(Score::value),
            seconds: tree.seconds,
            finished: !matches!(
                tree.ended,
                boyi_search::Ended::Nodes | boyi_search::Ended::Stopped
            ),
        }
    }
}

/// A bound that rules something out.
fn bounded(score: Score) -> Option<i32> {
    (score != Score::MIN && score != Score::MAX).then(|| score.value())
}

fn letter(branch: &Branch) -> char {
    match branch.value {
        None => '?',
        Some((_, Leave::Searched)) => 's',
        Some((_, Leave::Evaluated)) => 'e',
        Some((_, Leave::Finished)) => 'f',
        Some((_, Leave::Remembered(Bound::Exact))) => 'x',
        Some((_, Leave::Remembered(Bound::AtLeast))) => 'l',
        Some((_, Leave::Remembered(Bound::AtMost))) => 'u',
    }
}

#[cfg(test)]
mod tests {
    use boyi_engine::{Go, PlayerSpec, Setup, TreeRequest, game};
    use boyi_search::Techniques;

    use super::*;
    use crate::trees::MAX_TREE_NODES;

    /// The worst that is asked for: a million positions and more of xiangqi at depth 4.
    #[test]
    fn a_search_of_a_million_positions_is_sent_in_less_than_5_mb() {
        let game = game("xiangqi").expect("a game");
        let position = game.test_positions()[1].to_owned();
        let setup = Setup {
            position: Some(position),
            ..Setup::default()
        };
        let table = game.lay(&setup).expect("a position of ours");
        for (search, least) in [
            ("minimax", 1_000_000),
            ("alpha-beta", 20_000),
            ("mtdf", 5_000),
        ] {
            let mut player = game.player(&PlayerSpec::named(search)).expect("a search");
            let request = TreeRequest {
                go: Go::depth(4),
                techniques: Techniques::ALL,
                below: None,
                cap: MAX_TREE_NODES,
            };
            let tree = player.tree(&table.seen(), &request).expect("a tree");
            assert!(tree.counts.nodes > least, "{search}: {}", tree.counts.nodes);
            assert_eq!(tree.traced, tree.counts);
            let reply = TreeReply::of(&tree);
            assert_eq!(reply.kept < reply.entered, reply.kept_plies.is_some());
            let sent = serde_json::to_string(&reply).expect("a reply is JSON");
            assert!(sent.len() < 5_000_000, "{search}: {} bytes", sent.len());
        }
    }
}
