//! Where a garlic can go next, in the order in which searches number its choices.

use boyi_game::{PerSide, Side};
use boyi_garlic::{Battle, Cell, Target};

use super::deepening::MAX_CHOICES;

/// One move for each side: `side` goes to `own`, the other side to `other`.
pub(super) fn joint_move(side: Side, own: Cell, other: Cell) -> PerSide<Target> {
    PerSide::seen_by(side, Target::Cell(own), Target::Cell(other))
}

/// Where a garlic can go: it stays, or takes a step.
#[derive(Clone, Copy)]
pub(super) struct Steps {
    cells: [Cell; MAX_CHOICES],
    pub(super) count: usize,
}

impl Steps {
    pub(super) fn of(battle: &Battle, side: Side) -> Self {
        let garlic = battle.garlic(side);
        let mut steps = Self::only(garlic.cell);
        if garlic.is_there() {
            for &cell in battle.terrain().neighbours(garlic.cell).as_slice() {
                steps.cells[steps.count] = cell;
                steps.count += 1;
            }
        }
        steps
    }

    pub(super) fn only(cell: Cell) -> Self {
        Self {
            cells: [cell; MAX_CHOICES],
            count: 1,
        }
    }

    pub(super) fn as_slice(&self) -> &[Cell] {
        &self.cells[..self.count]
    }
}
