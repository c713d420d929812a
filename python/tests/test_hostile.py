"""Callers who mean no good, or do not know better: exceptions, never a crash."""

import inspect
import os
import pickle
import random
import subprocess
import sys
import threading

import pytest

import boyi
import boyi._boyi
import boyi.paths

#: What nobody should hand over.
RUBBISH = [
    None,
    True,
    -1,
    0,
    1,
    2**31,
    2**63,
    2**200,
    -(2**70),
    1.5,
    float("nan"),
    float("inf"),
    "",
    "a1",
    "e2e4",
    "\0",
    "将" * 50,
    "\ud800",
    "9" * 5000,
    b"\xff\x00",
    [],
    [1, 2, 3, 4, 5],
    (1, 2),
    (2**40, -1),
    {},
    {"a": 1},
    object(),
    int,
    print,
    Ellipsis,
    lambda *arguments: None,
    lambda *arguments: 1 / 0,
]


def some_objects():
    start = boyi.Game("othello").start()
    over = boyi.Game("gomoku").start().play("a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "a5")
    grid = boyi.paths.maze("perfect", 9, 9)
    return [
        boyi.Game("garlic"),
        start,
        over,
        boyi.Game("garlic").start(),
        boyi.Game("xiangqi").start(),
        boyi.Player("random", seed=1),
        boyi.Player("minimax", depth=1),
        boyi.Estimate([1, 2, 3, 4, 5]),
        over.result(),
        grid,
        grid.find((1, 0), (7, 8)),
        boyi._boyi.Environments(start, 2, 1),
        boyi.State("garlic"),
        boyi.VecEnv("gomoku", 3, threads=2),
        boyi.match("random:seed=1", "random:seed=2", games=2),
    ]


def is_ours(thing):
    """Whether Rust made it; objects of Python's can be taken apart by anybody."""
    return type(thing).__name__ in dir(boyi._boyi)


def callables():
    """Everything that can be called: functions, classes, and the methods of some objects."""
    for module in (boyi._boyi, boyi, boyi.paths):
        for name in dir(module):
            thing = getattr(module, name)
            if callable(thing) and not (inspect.isclass(thing) and issubclass(thing, Exception)):
                yield name, thing
    for thing in some_objects():
        for name in dir(thing):
            if name in ("__class__", "__init_subclass__", "__subclasshook__", "__dir__", "__sizeof__", "__dict__"):
                continue
            # Python's own ways to break an object of its own.
            if name in ("__init__", "__setattr__", "__delattr__", "__setstate__") and not is_ours(thing):
                continue
            method = getattr(thing, name)
            if callable(method):
                yield f"{type(thing).__name__}.{name}", method


def test_rubbish_raises_and_never_crashes():
    """A fuzz test of the boundary: random arguments of all kinds for everything that can be called."""
    stream = random.Random(int(os.environ.get("BOYI_FUZZ_SEED", "1")))
    rounds = int(os.environ.get("BOYI_FUZZ_ROUNDS", "40"))
    calls = list(callables())
    assert len(calls) > 150
    values = RUBBISH + some_objects()
    names = ["depth", "nodes", "player", "size", "rules", "seed", "threads", "lines", "progress", "trace", "cap"]
    refused = answered = 0
    for _ in range(rounds):
        for name, call in calls:
            arguments = [stream.choice(values) for _ in range(stream.randrange(5))]
            options = {stream.choice(names): stream.choice(values) for _ in range(stream.randrange(2))}
            if "analyse" in name:
                options["nodes"] = 50
            if name == "match":
                options["games"] = 2
                arguments = arguments[:2]
            if "perft" in name:
                # As many plies as anybody asks for take for ever, until an interrupt.
                options = {}
                arguments = [argument for argument in arguments if not isinstance(argument, int) or argument < 4]
            if name in ("_maze", "maze") and any(isinstance(value, int) and value > 10**6 for value in arguments):
                continue
            try:
                call(*arguments, **options)
                answered += 1
            except KeyboardInterrupt:
                raise
            except Exception as error:
                assert type(error).__name__ != "PanicException", (name, arguments, error)
                refused += 1
            except BaseException as error:
                pytest.fail(f"{name}{tuple(arguments)}: {type(error).__name__}: {error}")
    assert refused > 1000 and answered > 100


@pytest.mark.parametrize("name", ["othello", "xiangqi", "gomoku", "garlic"])
def test_rubbish_texts(name):
    stream = random.Random(3)
    game = boyi.Game(name)
    good = game.start().fen()
    letters = "rnbakcpRNBAKCP0123456789/ xXoO-.#\n w b\0将é"
    for _ in range(600):
        text = list(good)
        for _ in range(stream.randrange(1, 8)):
            at = stream.randrange(len(text) + 1)
            text[at : at + stream.randrange(3)] = stream.choice(letters) * stream.randrange(3)
        try:
            position = game.position("".join(text))
        except boyi.Error as error:
            assert str(error)
            continue
        assert position.result() is not None or position.to_act
        for move in ("", "zz", "a1", "h2e2", "1 1", "\0"):
            try:
                position.play(*[move] * (2 if position.is_simultaneous else 1))
            except boyi.Error:
                pass


def test_stale_and_foreign_pickles():
    data = pickle.dumps(boyi.Game("xiangqi").start().play("h2e2"))
    for old, new in ((b"h2e2", b"h2e9"), (b"xiangqi", b"xiangqu"), (b"rnbak", b"rnbaq"), (b"axf", b"axe")):
        assert old in data
        with pytest.raises(ValueError):
            pickle.loads(data.replace(old, new))


def test_many_threads_share_positions_and_players():
    position, player = boyi.Game("xiangqi").start(), boyi.Player("strong", nodes=300)
    problems, moves = [], []

    def work(seed):
        stream = random.Random(seed)
        for _ in range(20):
            moment = position
            for _ in range(10):
                moment = moment.play(stream.choice(moment.legal_moves()))
                hash(moment), moment.fen(), moment._repr_svg_()
            try:
                moves.append(player.move(moment) in moment.legal_moves())
            except RuntimeError as error:
                problems.append(str(error))

    helpers = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for helper in helpers:
        helper.start()
    for helper in helpers:
        helper.join()
    assert all(moves) and len(moves) + len(problems) == 80
    assert all("one thought at a time" in problem for problem in problems)


#: In a process of its own, because it ends badly if anything is wrong.
FORK = """
import os, threading, boyi
position, player = boyi.Game("xiangqi").start(), boyi.Player("strong", time=600.0)
env = boyi.VecEnv("othello", 64, threads=2)
env.step(env.sample())
thinking = threading.Event()
def think():
    try:
        player.analyse(position, progress=lambda _: thinking.set())
    except Exception:
        pass
threading.Thread(target=think, daemon=True).start()
thinking.wait(60)
child = os.fork()
if child == 0:
    # The player's thread is not in this process; the player says that it is busy, everything else works.
    env.step(env.sample())
    assert boyi.analyse(position, nodes=200).best
    try:
        player.move(position)
        code = 1
    except RuntimeError:
        code = 0
    os._exit(code)
_, status = os.waitpid(child, 0)
env.step(env.sample())
os._exit(os.waitstatus_to_exitcode(status))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_fork_in_the_middle_of_a_search():
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", FORK], capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode()


def test_the_interpreter_may_end_in_the_middle_of_a_search():
    program = """
import threading, boyi
thinking = threading.Event()
def think():
    boyi.analyse(boyi.Game("xiangqi").start(), time=600.0, progress=lambda _: thinking.set())
threading.Thread(target=think, daemon=True).start()
thinking.wait(60)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=120)
    assert done.returncode == 0, (done.returncode, done.stderr.decode())


#: With hardly any memory left beyond what the interpreter has, in a process of its own.
STARVED = """
import os, resource, sys
import numpy, boyi
start = boyi.Game("othello").start()
free = numpy.ones((4000, 4000), numpy.uint8)
grid = boyi.paths.grid(free)
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (100 << 20), used + (100 << 20)))
calls = [
    lambda: boyi.VecEnv("xiangqi", 1 << 18),
    lambda: boyi.VecEnv("othello", 1 << 24),
    lambda: boyi.Player("strong", hash=4000, nodes=10)(start),
    lambda: grid.find((0, 0), (3999, 3999), "lpa"),
]
for call in calls:
    try:
        call()
        sys.exit("there was room for everything")
    except (MemoryError, boyi.BadPlayer) as error:
        assert str(error), call
assert boyi.Player("strong", hash=1, nodes=200)(start)
# Two hundred threads do not fit; those that do play for all.
env = boyi.VecEnv("othello", 4096, threads=256)
env.step(env.sample())
threads = len(os.listdir("/proc/self/task"))
assert 1 < threads < 256, threads
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited in Linux's way")
def test_where_memory_ends_there_are_exceptions():
    done = subprocess.run([sys.executable, "-c", STARVED], capture_output=True, timeout=120)
    assert done.returncode == 0, (done.returncode, done.stderr.decode())


def test_deep_and_long_games_do_not_overflow():
    position = boyi.Game("xiangqi").start()
    shuffle = ["b0c2", "b9c7", "c2b0", "c7b9"]
    with pytest.raises(boyi.IllegalMove, match="over"):
        position.play(*shuffle * 2000)
    with pytest.raises(boyi.Error):
        position.play("x" * 1_000_000)
    with pytest.raises(boyi.Error):
        boyi.Game("othello").position("X" * 1_000_000)


@pytest.mark.parametrize("kind", [boyi.Position, boyi.Result, boyi.Analysis, boyi.Line, boyi.paths.Solution])
def test_what_only_we_make_cannot_be_made(kind):
    with pytest.raises(TypeError):
        kind()
    with pytest.raises(TypeError):
        type("Heir", (kind,), {})
