"""Paths on grids."""

import collections
import math
import pickle

import numpy
import pytest

import boyi
from interrupts import interrupted_once


def distance(free, start, goal):
    """Breadth-first, as on the blackboard."""
    queue, seen = collections.deque([(start, 0)]), {start}
    while queue:
        (row, col), steps = queue.popleft()
        if (row, col) == goal:
            return steps
        for cell in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            inside = 0 <= cell[0] < free.shape[0] and 0 <= cell[1] < free.shape[1]
            if inside and free[cell] and cell not in seen:
                seen.add(cell)
                queue.append((cell, steps + 1))
    return None


def test_every_search_agrees_with_the_blackboard():
    stream = numpy.random.default_rng(1)
    for _ in range(30):
        free = stream.random((9, 13)) < 0.7
        free[0, 0] = free[8, 12] = True
        expected = distance(free, (0, 0), (8, 12))
        for algorithm in boyi.paths.algorithms():
            found = boyi.paths.find(free, (0, 0), (8, 12), algorithm.name)
            assert bool(found) == (expected is not None) and not found.gave_up
            if expected is not None and algorithm.is_optimal:
                assert found.cost == expected == len(found.path) - 1 == len(found.moves)
            if found:
                assert found.path[0] == (0, 0) and found.path[-1] == (8, 12) and all(free[cell] for cell in found.path)


def test_diagonals_cost_more():
    found = boyi.paths.find(numpy.ones((4, 4)), (0, 0), (3, 3), "astar", connectivity=8)
    assert found.cost == pytest.approx(3 * 2**0.5) and found.moves == "DRDRDR"


def test_a_trace_tells_the_counts():
    made = boyi.paths.maze("obstacles", 20, 20, seed=2)
    free = boyi.paths.array(made)
    ends = [tuple(map(int, cell)) for cell in numpy.argwhere(free)[[0, -1]]]
    found = boyi.paths.find(made, *ends, "astar", trace=100_000)
    kinds = collections.Counter(event["kind"] for event in found.trace)
    assert kinds["expanded"] == found.expanded and kinds["opened"] + kinds["reopened"] == found.generated
    few = boyi.paths.find(made, *ends, "astar", trace=5)
    assert len(few.trace) == 5 and few.dropped == sum(kinds.values()) - 5
    assert boyi.paths.find(made, *ends, "astar").trace is None


def test_straight_lines_are_as_long_as_they_are():
    free = numpy.ones((20, 50))
    free[10, :40] = 0
    found = boyi.paths.find(free, (0, 0), (19, 0), "theta")
    assert found.cost == pytest.approx(sum(map(math.dist, found.path, found.path[1:])))
    assert len(found.path) == 4 and found.moves is None, "around both ends of the wall, and no steps"
    steps = boyi.paths.find(free, (0, 0), (19, 0), "astar", connectivity=8)
    assert found.cost < steps.cost


def test_a_weight_makes_haste():
    made = boyi.paths.maze("obstacles", 60, 60, seed=1)
    ends = [tuple(cell) for cell in numpy.argwhere(boyi.paths.array(made))[[0, -1]].tolist()]
    careful, hasty = (boyi.paths.find(made, *ends, f"weighted-astar:weight={weight}") for weight in (1, 5))
    assert hasty.expanded < careful.expanded and careful.cost <= hasty.cost <= 5 * careful.cost
    assert careful.cost == boyi.paths.find(made, *ends, "astar").cost


def test_a_map_changes_on_the_way():
    free = numpy.ones((5, 9))
    wall = [(2, (row, 5), False) for row in range(4)]
    for name in ("dstar-lite", "lpa", "astar"):
        found = boyi.paths.find(free, (0, 0), (0, 8), name, changes=wall)
        assert found.cost == 16.0 and found.path[2] == (0, 2), "straight on until it is seen, then around"
    freed = boyi.paths.find([[1, 0, 1]], (0, 0), (0, 2), "dstar-lite", changes=[(0, (0, 1), True)])
    assert freed.moves == "RR"


def test_walkers_do_not_meet():
    free = numpy.ones((3, 5))
    others = [((1, 4), (1, 0)), ((0, 2), (2, 2))]
    found = boyi.paths.find(free, (1, 0), (1, 4), "cbs", others=others)
    paths = [found.path, *found.others]
    assert [(path[0], path[-1]) for path in paths] == [((1, 0), (1, 4)), *others] and found.moves is None
    length = max(map(len, paths))
    paths = [path + path[-1:] * (length - len(path)) for path in paths]
    for now, then in zip(zip(*paths), list(zip(*paths))[1:]):
        assert len(set(then)) == 3
        swapped = {(a, b) for a, b in zip(now, then) if a != b}
        assert not any((b, a) in swapped for a, b in swapped)


def test_grids_and_solutions_survive_pickle():
    grid = boyi.paths.maze("rooms", 21, 31, seed=2)
    again = pickle.loads(pickle.dumps(grid))
    assert again == grid and hash(again) == hash(grid) and grid != boyi.paths.maze("rooms", 21, 31, seed=3)
    found = grid.find((1, 0), (19, 30), "astar", trace=10)
    kept = pickle.loads(pickle.dumps(found))
    names = [name for name in dir(found) if not name.startswith("_")]
    assert [getattr(kept, name) for name in names] == [getattr(found, name) for name in names] and len(names) == 12


def test_cells_may_be_lists_and_rows_of_arrays():
    free = numpy.array([[1, 0], [1, 1]])
    cells = numpy.argwhere(free)
    assert boyi.paths.find(free, cells[0], list(cells[-1])).cost == 2.0


def test_an_array_comes_back():
    free = numpy.random.default_rng(2).random((7, 70)) < 0.5
    grid = boyi.paths.grid(free)
    assert (boyi.paths.array(grid) == free).all() and grid.shape == (7, 70)
    assert grid.is_free((0, 0)) == free[0, 0] and not grid.is_free((99, 0))


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda free: boyi.paths.find(free, (0, 9), (1, 1)), "outside"),
        (lambda free: boyi.paths.find(free, (0, 0), (-1, 1)), r"goal \(-1, 1\) lies outside"),
        (lambda free: boyi.paths.find(free, (0, 0), (1, 1), "astar:weight=2"), "no option"),
        (lambda free: boyi.paths.find(free, (0, 0), (1, 1), changes=[(0, (5, 5), True)]), r"\(5, 5\) lies outside"),
        (lambda free: boyi.paths.find(free, (0, 0), (1, 1), "theta", changes=[(0, (0, 1), True)]), "cannot follow"),
        (lambda free: boyi.paths.find(free, (0, 0), (1, 1), others=[((1, 0), (0, 0))]), "use cbs"),
        (lambda free: boyi.paths.find(free, (0, 0), (1, 1), "cbs", others=[((1, 0), (1, 1))]), "walkers 1 and 2"),
        (lambda free: boyi.paths.find(free, (0, 0), (0, 1)), r"goal \(0, 1\) is a wall"),
        (lambda free: boyi.paths.find(free, (0, 0), (1, 1), "teleport"), "choose from auto"),
        (lambda free: boyi.paths.find(free, (0, 0), (1, 1), connectivity=6), "4 or 8"),
        (lambda free: boyi.paths.grid(free[0]), "two dimensions"),
        (lambda free: boyi.paths.grid(free[:0]), "at least one row"),
        (lambda free: boyi.paths.maze("garden"), "choose from perfect"),
        (lambda free: boyi.paths.maze(rows=1 << 31, cols=1 << 31), "more than"),
    ],
)
def test_mistakes_are_explained(call, words):
    free = numpy.array([[1, 0], [1, 1]])
    with pytest.raises(ValueError, match=words):
        call(free)


def test_a_long_search_is_interrupted():
    """IDA* without a table takes for ever here; the signal comes while it is at it."""
    free = numpy.ones((60, 60))
    free[30, :-1] = 0
    free[59, 58] = free[58, 59] = 0
    with interrupted_once() as now:
        now.set()
        while True:
            boyi.paths.find(free, (0, 0), (59, 59), "ida")
