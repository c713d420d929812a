//! Where threats decide: what is settled, what is forced, who wins by fours and what stops that.

use super::super::cells::Cells;
use super::super::layout::Cell;
use super::super::threat::Threat;
use super::super::tune;
use super::super::vcf::{VcfResult, double_threat_win, open_four};
use super::{Kind, Search, Searched};
use boyi_search::kernel::value::{Value, loss_in, win_in};

impl Search<'_> {
    /// What needs no search: the board is full, five can be played or no longer be stopped, an open
    /// four can be made, or a double three that nobody has a four against.
    #[inline]
    pub(super) fn settled(&mut self, ply: usize) -> Option<Value> {
        let (side, other) = (self.board.turn(), !self.board.turn());
        if let Some(five) = self.board.set(side, Threat::Five).first() {
            self.lines[ply].push(five);
            if ply == 0 {
                self.root_best = Some((five, win_in(1)));
            }
            return Some(win_in(ply + 1));
        }
        if self.board.is_full() {
            return Some(0);
        }
        match self.board.count(other, Threat::Five) {
            0 => {}
            1 => return None,
            _ if ply > 0 => return Some(loss_in(ply + 2)),
            _ => return None,
        }
        if ply == 0 {
            return None;
        }
        let (cell, plies) = match open_four(&mut self.board, side) {
            Some(cell) => (cell, 3),
            None => (double_threat_win(&self.board)?, 5),
        };
        self.lines[ply].push(cell);
        Some(win_in(ply + plies))
    }

    /// There is only one move: the other side's five must be stopped. It costs no depth.
    pub(super) fn forced(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        stop: Cell,
        kind: Kind,
    ) -> Searched {
        let side = self.board.turn();
        if !self.board.may_play(stop, side) {
            return Ok(loss_in(ply + 2));
        }
        self.make(stop);
        let value = self.node(
            -beta,
            -alpha,
            depth,
            ply + 1,
            Some(stop),
            kind.after_first(),
        );
        self.unmake(stop);
        let value = -value?;
        self.extend_line(ply, stop, value);
        Ok(value)
    }

    /// Follows fours to the end; the deeper the search, the longer. At the root the end is five itself,
    /// so that the whole line can be shown; elsewhere it is enough that the win is plain.
    pub(super) fn vcf_win(&mut self, depth: i32, ply: usize) -> Option<Value> {
        let found = if ply == 0 {
            let budget = tune::vcf_root_nodes() as u64;
            self.vcf.search(&mut self.board, budget)
        } else {
            let budget = tune::vcf_nodes(depth);
            self.quick_vcf.search(&mut self.board, budget)
        };
        let VcfResult::Win(plies) = found else {
            return None;
        };
        let line = &mut self.lines[ply];
        if ply == 0 {
            line.clear();
            line.extend_from_slice(self.vcf.line(&mut self.board));
        } else {
            self.quick_vcf.double_threat_line(&mut self.board, line);
        }
        Some(win_in(ply + usize::from(plies)))
    }

    /// The moves that could stop the other side from winning by fours, where it would if it were on
    /// the move; `None` where it would not, or near the leaves has no threat that one sees at once.
    pub(super) fn must_defend(&mut self, depth: i32, pv: bool) -> Option<Cells> {
        let other = !self.board.turn();
        let count = |threat| self.board.count(other, threat);
        let threat = count(Threat::OpenFour) + count(Threat::FourThree) > 0;
        if !threat && !pv && depth < tune::vcf_depth() {
            return None;
        }
        self.board.pass();
        let found = self.vcf.search(&mut self.board, tune::vcf_nodes(depth));
        let defences = match found {
            VcfResult::Win(_) => {
                self.vcf.line(&mut self.board);
                Some(self.vcf.defences(&mut self.board, other))
            }
            _ => None,
        };
        self.board.pass();
        defences
    }
}
