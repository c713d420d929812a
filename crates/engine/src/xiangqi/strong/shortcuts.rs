//! Cheaper questions that often answer the real one: what if we did nothing, what if we just captured?

use boyi_game::{Key, Position};
use boyi_search::Bound;
use boyi_xiangqi::{Kind, Move};

use super::history::PieceTo;
use super::node::NonPv;
use super::picker::Picker;
use super::position::Evaluation;
use super::pruning::{self, Node};
use super::quiescence::WITH_CHECKS;
use super::see;
use super::tune;
use super::worker::{TtWrite, Worker};
use boyi_search::kernel::Stopped;
use boyi_search::kernel::TtEntry;
use boyi_search::kernel::value::{Value, from_root, is_decided};

impl<E: Evaluation> Worker<'_, E> {
    /// Hands the turn over and looks whether we are still above beta. At great depth the result is
    /// verified by a search without null moves, because in zugzwang it is wrong.
    pub(super) fn null_move(&mut self, node: &Node, cut: bool) -> Result<Option<Value>, Stopped> {
        let ply = node.ply;
        let just_passed = self.frame_before(ply, 1).mv.is_none() && ply > 0;
        let side = self.position.board().turn();
        let board = self.position.board();
        let attackers = [Kind::Rook, Kind::Horse, Kind::Cannon];
        let can_attack = attackers
            .iter()
            .any(|&kind| board.pieces(side, kind).exist());
        if just_passed || !can_attack || ply < self.null_from || !pruning::null_move_may_cut(node) {
            return Ok(None);
        }
        let reduced = node.depth - pruning::null_move_reduction(node);
        let frame = self.frame(ply);
        frame.mv = None;
        frame.step = PieceTo::NONE;
        frame.history = 0;
        self.spend()?;
        self.position.pass();
        let value = self.node::<NonPv>(ply + 1, -node.beta, -node.beta + 1, reduced, !cut);
        self.position.unmake();
        let value = -value?;
        if value < node.beta {
            return Ok(None);
        }
        // A mate after a null move is not proven.
        let value = if is_decided(value) { node.beta } else { value };
        if node.depth < tune::null_verify_depth() || self.null_from > 0 {
            return Ok(Some(value));
        }
        self.null_from = ply + 3 * reduced.max(1) as usize / 4 + 1;
        let verified = self.node::<NonPv>(ply, node.beta - 1, node.beta, reduced, false);
        self.null_from = 0;
        Ok((verified? >= node.beta).then_some(value))
    }

    /// A capture that is far above beta at a lower depth will be above beta at this one.
    pub(super) fn probcut(
        &mut self,
        node: &Node,
        key: Key,
        entry: Option<TtEntry>,
        table_move: Option<Move>,
        raw: Option<Value>,
        cut: bool,
    ) -> Result<Option<Value>, Stopped> {
        let ply = node.ply;
        let target = node.beta + tune::probcut_margin() - 60 * i32::from(node.improving);
        let known_below = entry.is_some_and(|entry| {
            entry.depth >= node.depth - 3
                && entry
                    .value
                    .is_some_and(|(value, _)| from_root(value, ply) < target)
        });
        if node.depth < 4 || is_decided(node.beta) || known_below {
            return Ok(None);
        }
        let checks = self.position.board().checks();
        let needed = target - node.evaluation;
        let table = table_move.filter(|&mv| {
            self.position.board().at(mv.to).is_some()
                && see::is_at_least(self.position.board(), mv, needed)
        });
        let mut picker = Picker::gaining(needed, table, &self.list);
        let mut found = None;
        while let Some(mv) = picker.next(
            self.position.board(),
            &checks,
            self.histories,
            &mut self.list,
        ) {
            self.spend()?;
            self.enter(ply, mv);
            let mut value = self.quiescence::<NonPv>(ply + 1, -target, -target + 1, WITH_CHECKS);
            if let Ok(quick) = value
                && -quick >= target
            {
                value = self.node::<NonPv>(ply + 1, -target, -target + 1, node.depth - 4, !cut);
            }
            self.position.unmake();
            let value = -value?;
            if value >= target {
                found = Some((mv, value));
                break;
            }
        }
        picker.finish(&mut self.list);
        let Some((mv, value)) = found else {
            return Ok(None);
        };
        self.frame(ply).depends_on_ply = self.frame(ply + 1).depends_on_ply;
        let findings = TtWrite {
            value,
            bound: Bound::AtLeast,
            evaluation: raw,
            best: Some(mv),
            depth: node.depth - 3,
            was_pv: self.frame(ply).was_pv,
        };
        self.store(key, ply, entry, &findings);
        Ok(Some(value))
    }
}
