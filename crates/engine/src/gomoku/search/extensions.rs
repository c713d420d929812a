//! Where a move deserves more depth than usual.

use boyi_search::Bound;
use boyi_search::kernel::value::{PROVEN, Value, from_root};
use boyi_search::kernel::{Stopped, TtEntry};

use super::super::cells::Cells;
use super::super::tune;
use super::{Here, Kind, Place, Search};

/// What the other moves say about the table's.
pub(super) enum Singular {
    /// It is searched so many plies deeper.
    Extend(i32),
    /// They are good enough without it.
    Cut(Value),
}

impl Search<'_> {
    /// Singular extension: if all moves but the table's fail by a margin in a shallower search, that move
    /// is the only one, and whether it is good decides. If they do not fail even against beta, more than
    /// one move is good enough and nothing need be searched.
    pub(super) fn singular(
        &mut self,
        here: &Here,
        entry: Option<TtEntry>,
        defences: Option<&Cells>,
    ) -> Result<Singular, Stopped> {
        let &Here {
            beta,
            depth,
            place: Place { ply, last },
            ..
        } = here;
        if depth < tune::singular_depth()
            || ply == 0
            || here.excluded.is_some()
            || ply as i32 >= 2 * self.root_depth
        {
            return Ok(Singular::Extend(0));
        }
        let Some(entry) = entry else {
            return Ok(Singular::Extend(0));
        };
        let (Some(first), Some((value, bound))) = (entry.best, entry.value) else {
            return Ok(Singular::Extend(0));
        };
        let value = from_root(value, ply);
        if bound == Bound::AtMost || value.abs() >= PROVEN || entry.depth < depth - 3 {
            return Ok(Singular::Extend(0));
        }
        let margin = (tune::singular_margin() * depth / 100).max(1);
        let bar = value - margin;
        let mut others = Here {
            alpha: bar - 1,
            beta: bar,
            depth: (depth - 1) / 2,
            place: Place { ply, last },
            kind: if here.kind == Kind::Pv {
                Kind::Cut
            } else {
                here.kind
            },
            was_pv: here.was_pv,
            static_eval: here.static_eval,
            defending: here.defending,
            improving: here.improving,
            excluded: Some(first),
        };
        let found = self.try_moves(&mut others, Some(entry), defences)?;
        self.lines[ply].clear();
        Ok(if found < bar {
            let much = here.kind != Kind::Pv && found < bar - tune::double_margin();
            Singular::Extend(1 + i32::from(much))
        } else if bar >= beta && here.kind != Kind::Pv {
            Singular::Cut(bar)
        } else if value >= beta {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        })
    }
}
