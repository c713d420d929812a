//! Moves that deserve a deeper look.

use boyi_search::Bound;
use boyi_xiangqi::Move;

use super::node::{Candidate, NodeKind, NonPv};
use super::position::Evaluation;
use super::pruning::Node;
use super::see;
use super::tune;
use super::worker::Worker;
use boyi_search::kernel::Stopped;
use boyi_search::kernel::TtEntry;
use boyi_search::kernel::value::{Value, from_root, is_decided};

/// What the question for the only good move comes to.
pub(super) enum Singular {
    Cut(Value),
    /// Search the move so much deeper.
    Extend(i32),
}

impl<E: Evaluation> Worker<'_, E> {
    /// Is the table's move the only good one? If all others fail well below it, it deserves a deeper
    /// look; if others are good enough too, several moves cut and the node is decided.
    pub(super) fn singular<K: NodeKind>(
        &mut self,
        node: &Node,
        mv: Move,
        entry: Option<TtEntry>,
        cut: bool,
    ) -> Result<Singular, Stopped> {
        let ply = node.ply;
        let none = Ok(Singular::Extend(0));
        let Some((value, bound)) = entry.and_then(|entry| entry.value) else {
            return none;
        };
        let value = from_root(value, ply);
        let stored = entry.map_or(0, |entry| entry.depth);
        let was_pv = self.frame(ply).was_pv;
        if node.depth < 5 + i32::from(K::PV && was_pv)
            || is_decided(value)
            || bound == Bound::AtMost
            || stored < node.depth - 3
            || ply >= 2 * self.root_depth as usize
        {
            return none;
        }
        let margin = (tune::singular_margin() + i32::from(was_pv && !K::PV)) * node.depth;
        let target = value - margin;
        self.frame(ply).excluded = Some(mv);
        let others = self.node::<NonPv>(ply, target - 1, target, (node.depth - 1) / 2, cut);
        self.frame(ply).excluded = None;
        self.frame(ply).was_pv = was_pv;
        let others = others?;
        if others < target {
            let far = !K::PV
                && others < target - tune::double_margin()
                && self.frame_before(ply + 1, 2).double_extensions <= 8;
            return Ok(Singular::Extend(1 + i32::from(far)));
        }
        if target >= node.beta {
            return Ok(Singular::Cut(target));
        }
        if value >= node.beta {
            return Ok(Singular::Extend(-2));
        }
        Ok(Singular::Extend(if cut { -1 } else { 0 }))
    }

    /// Checks force the reply and often lead to mate: those that do not lose material are followed a
    /// ply further, on the principal variation always and elsewhere near the leaves, as long as the
    /// line is not much longer than the search is deep.
    pub(super) fn check_extension<K: NodeKind>(&self, node: &Node, candidate: &Candidate) -> i32 {
        let worth_it = candidate.gives_check
            && node.ply < 2 * self.root_depth as usize
            && (K::PV || node.depth <= tune::check_extension_depth())
            && see::is_at_least(self.position.board(), candidate.mv, 0);
        i32::from(worth_it)
    }
}
