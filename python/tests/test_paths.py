"""Paths on grids."""

import collections
import os
import signal
import threading

import numpy
import pytest

import boyi


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


def test_an_array_comes_back():
    free = numpy.random.default_rng(2).random((7, 70)) < 0.5
    grid = boyi.paths.grid(free)
    assert (boyi.paths.array(grid) == free).all() and grid.shape == (7, 70)
    assert grid.is_free((0, 0)) == free[0, 0] and not grid.is_free((99, 0))


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda free: boyi.paths.find(free, (0, 9), (1, 1)), "outside"),
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
    started = threading.Event()

    def interrupt():
        started.wait(60)
        os.kill(os.getpid(), signal.SIGINT)

    helper = threading.Thread(target=interrupt)
    helper.start()
    with pytest.raises(KeyboardInterrupt):
        started.set()
        while True:
            boyi.paths.find(free, (0, 0), (59, 59), "ida")
    helper.join()
