"""Paths on grids: every search by name, with counts and traces.

>>> import boyi, numpy
>>> picture = numpy.array([[1, 1, 0], [0, 1, 0], [0, 1, 1]])
>>> grid = boyi.paths.grid(picture)
>>> found = boyi.paths.find(grid, (0, 0), (2, 2), "astar")
>>> found.cost, found.moves, found.path
(4.0, 'RDDR', [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)])
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Iterable, List, Sequence, Tuple, Union

from ._boyi import Grid, Solution, _maze, _path_algorithms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    #: A row and a column.
    Cell = Union[Sequence[int], NDArray[np.integer]]

__all__ = ["Algorithm", "Grid", "Solution", "algorithms", "array", "find", "grid", "maze"]


@dataclass(frozen=True)
class Algorithm:
    """A search by name."""

    name: str
    about: str
    #: Whether its path is a shortest, diagonal steps included.
    is_optimal: bool


def algorithms() -> List[Algorithm]:
    """All searches.

    >>> [algorithm.name for algorithm in algorithms()][:4]
    ['auto', 'astar', 'ida', 'ida-table']
    """
    return [Algorithm(*row) for row in _path_algorithms()]


def grid(free: ArrayLike) -> Grid:
    """A grid from a two-dimensional array: what counts as true is free, the rest is wall."""
    import numpy

    cells = numpy.asarray(free)
    if cells.ndim != 2:
        raise ValueError(f"a grid has two dimensions, not {cells.ndim}")
    rows, cols = cells.shape
    return Grid(rows, cols, (cells != 0).astype(numpy.uint8).tobytes())


def array(grid: Grid) -> NDArray[np.bool_]:
    """The free cells of a grid as an array."""
    import numpy

    if not isinstance(grid, Grid):
        raise TypeError(f"a Grid is needed, not {type(grid).__name__}")
    return numpy.frombuffer(grid.to_bytes(), dtype=numpy.uint8).reshape(grid.shape).astype(numpy.bool_)


def maze(kind: str = "perfect", rows: int = 31, cols: int = 31, *, seed: int = 0) -> Grid:
    """A maze made to order: ``"perfect"``, ``"braided"``, ``"rooms"`` or ``"obstacles"``.

    >>> made = maze("braided", 21, 31, seed=4)
    >>> [find(made, (1, 0), (19, 30), name).cost for name in ("astar", "breadth-first", "jps")]
    [60.0, 60.0, 60.0]
    """
    return _maze(kind, rows, cols, seed)


def find(
    grid: Union[Grid, ArrayLike],
    start: Cell,
    goal: Cell,
    algorithm: str = "auto",
    *,
    connectivity: int = 4,
    trace: int = 0,
    changes: Iterable[Tuple[int, Cell, bool]] = (),
    others: Iterable[Tuple[Cell, Cell]] = (),
) -> Solution:
    """Finds a path; ``grid`` is a :class:`Grid` or an array. Cells are (row, column), from 0.

    ``algorithm`` is a name from :func:`algorithms`, where a search has one with its weight: ``"ara:weight=1.5"``. With
    ``connectivity=8`` diagonal steps count too, where both cells beside them are free. ``trace`` keeps that many
    events. Ctrl-C ends the search.

    A map may change on the way: ``changes`` are (after so many steps, cell, free or not); ``lpa`` and ``dstar-lite``
    mend their plans, the others search anew. More walkers may be on their way at the same time: ``others`` are (start,
    goal), for ``cbs`` and ``cooperative``.

    >>> import numpy
    >>> corridor = numpy.ones((3, 4))
    >>> find(corridor, (1, 0), (1, 3), "dstar-lite", changes=[(1, (1, 2), False)]).cost
    5.0
    >>> met = find(corridor, (1, 0), (1, 3), "cbs", others=[((1, 3), (1, 0))])
    >>> met.cost, met.path[-1], met.others[0][-1]
    (8.0, (1, 3), (1, 0))
    """
    known = grid if isinstance(grid, Grid) else _grid(grid)
    return known.find(
        _cell(start),
        _cell(goal),
        algorithm,
        connectivity=connectivity,
        trace=trace,
        changes=[(after, _cell(cell), free) for after, cell, free in changes],
        others=[(_cell(one), _cell(other)) for one, other in others],
    )


def _cell(cell: Cell) -> Tuple[int, int]:
    """Any two numbers, a row of ``numpy.argwhere`` among them."""
    row, col = cell
    return operator.index(row), operator.index(col)


_grid = grid
