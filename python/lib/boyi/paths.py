"""Paths on grids: every search by name, with counts and traces.

>>> import boyi, numpy
>>> picture = numpy.array([[1, 1, 0], [0, 1, 0], [0, 1, 1]])
>>> grid = boyi.paths.grid(picture)
>>> found = boyi.paths.find(grid, (0, 0), (2, 2), "astar")
>>> found.cost, found.moves, found.path
(4.0, 'RDDR', [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, List, Tuple

from ._boyi import Grid, Solution, _maze, _path_algorithms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

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

    cells = numpy.frombuffer(grid.to_bytes(), dtype=numpy.uint8)
    return cells.reshape(grid.shape) != 0


def maze(kind: str = "perfect", rows: int = 31, cols: int = 31, *, seed: int = 0) -> Grid:
    """A maze made to order: ``"perfect"``, ``"braided"``, ``"rooms"`` or ``"obstacles"``.

    >>> made = maze("braided", 21, 31, seed=4)
    >>> [find(made, (1, 0), (19, 30), name).cost for name in ("astar", "breadth-first", "jps")]
    [60.0, 60.0, 60.0]
    """
    return _maze(kind, rows, cols, seed)


def find(
    grid: Any,
    start: Tuple[int, int],
    goal: Tuple[int, int],
    algorithm: str = "auto",
    *,
    connectivity: int = 4,
    trace: int = 0,
) -> Solution:
    """Finds a path; ``grid`` is a :class:`Grid` or an array. Cells are (row, column), from 0.

    With ``connectivity=8`` diagonal steps count too, where both cells beside them are free. ``trace`` keeps that many
    events. Ctrl-C ends the search.
    """
    known = grid if isinstance(grid, Grid) else _grid(grid)
    return known.find(start, goal, algorithm, connectivity=connectivity, trace=trace)


_grid = grid
