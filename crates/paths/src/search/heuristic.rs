//! The heuristics of grid searches by name: what the rest of the way would cost if there were no walls.

use super::Cost;
use crate::maze::{Cell, Connectivity};
use crate::names::named;

/// A guess of the cost between two cells, rounded down to whole costs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Heuristic {
    /// Rows plus columns.
    Manhattan,
    /// Diagonal steps as far as they help, straight ones for the rest.
    Octile,
    /// The straight line.
    Euclidean,
    /// The larger of rows and columns.
    Chebyshev,
    /// Nothing is known: A* becomes uniform cost search.
    Zero,
}

named!(Heuristic, "heuristic":
    Manhattan = "manhattan",
    Octile = "octile",
    Euclidean = "euclidean",
    Chebyshev = "chebyshev",
    Zero = "zero",
);

impl Heuristic {
    /// The exact cost on a grid of this connectivity without walls, which is what searches use unless
    /// they are told another.
    pub const fn exact(connectivity: Connectivity) -> Self {
        match connectivity {
            Connectivity::Four => Self::Manhattan,
            Connectivity::Eight => Self::Octile,
        }
    }

    /// Does it never say more than the cost, nor fall by more than a step costs? Then searches that
    /// rely on it find shortest paths. Diagonal steps make the Manhattan distance too long.
    pub const fn is_consistent(self, connectivity: Connectivity) -> bool {
        !matches!((self, connectivity), (Self::Manhattan, Connectivity::Eight))
    }

    /// The distance in costs of this connectivity.
    #[inline]
    pub fn distance(self, connectivity: Connectivity, from: Cell, to: Cell) -> Cost {
        let rows = Cost::from(from.row.abs_diff(to.row));
        let cols = Cost::from(from.col.abs_diff(to.col));
        let unit = connectivity.straight_cost();
        match self {
            Self::Manhattan => (rows + cols) * unit,
            Self::Octile => {
                let exact = Connectivity::Eight.without_walls(from, to);
                match connectivity {
                    Connectivity::Four => exact / Connectivity::STRAIGHT,
                    Connectivity::Eight => exact,
                }
            }
            Self::Euclidean => {
                let squared =
                    (u128::from(rows).pow(2) + u128::from(cols).pow(2)) * u128::from(unit).pow(2);
                squared.isqrt() as Cost
            }
            Self::Chebyshev => rows.max(cols) * unit,
            Self::Zero => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Connectivity; 2] = [Connectivity::Four, Connectivity::Eight];

    #[test]
    fn distances_are_those_of_the_textbook() {
        let (from, to) = (Cell::new(0, 0), Cell::new(3, 4));
        let steps = |heuristic: Heuristic| heuristic.distance(Connectivity::Four, from, to);
        assert_eq!(Heuristic::ALL.map(steps), [7, 5, 5, 4, 0]);
        let unit = Connectivity::STRAIGHT;
        let exact = |heuristic: Heuristic| heuristic.distance(Connectivity::Eight, from, to);
        let octile = 3 * Connectivity::DIAGONAL + unit;
        assert_eq!(
            Heuristic::ALL.map(exact),
            [7 * unit, octile, 5 * unit, 4 * unit, 0]
        );
        for connectivity in BOTH {
            let usual = Heuristic::exact(connectivity);
            assert_eq!(
                usual.distance(connectivity, from, to),
                connectivity.without_walls(from, to)
            );
        }
    }

    #[test]
    fn consistent_ones_never_fall_by_more_than_a_step_costs() {
        let goal = Cell::new(5, 9);
        let cells = || (0..16).flat_map(|row| (0..16).map(move |col| Cell::new(row, col)));
        for connectivity in BOTH {
            for heuristic in Heuristic::ALL {
                let h = |cell| heuristic.distance(connectivity, cell, goal);
                let falls = cells().any(|cell| {
                    let beside = |to: &Cell| {
                        let far = [cell.row.abs_diff(to.row), cell.col.abs_diff(to.col)];
                        far.iter().sum::<u32>() == 1
                            || connectivity == Connectivity::Eight && far == [1, 1]
                    };
                    let too_fast =
                        |to: Cell| h(cell) > h(to) + connectivity.without_walls(cell, to);
                    cells().filter(beside).any(too_fast)
                });
                assert_eq!(falls, !heuristic.is_consistent(connectivity), "{heuristic}");
            }
        }
    }
}
