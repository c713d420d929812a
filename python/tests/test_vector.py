"""Environments in numpy arrays, against positions that are played move by move."""

import gc
import os
import pathlib
import threading

import numpy
import pytest

import boyi
from boyi._state import observation
from interrupts import interrupted_once

KINDS = [
    ("othello", {}),
    ("othello", {"size": 6}),
    ("othello", {"size": (10, 12)}),
    ("gomoku", {"size": 7}),
    ("gomoku", {"size": 9, "rules": "standard"}),
    ("gomoku", {"size": 8, "rules": "renju"}),
    ("xiangqi", {}),
]


def planes_by_hand(position, player):
    """The observation from the dict that boards are drawn from."""
    board = position.board()["board"]
    rows, cols = board["rows"], board["cols"]
    letters = "KABNRCP" if position.game == "xiangqi" else "O"
    planes = numpy.zeros((2 * len(letters), rows, cols), numpy.uint8)
    for piece in board["pieces"]:
        own = (piece["owner"] == "second") == (player == 1)
        plane = letters.index(piece["kind"]) + (0 if own else len(letters))
        planes[plane, piece["cell"] // cols, piece["cell"] % cols] = 1
    return planes


@pytest.mark.parametrize("name, options", KINDS)
@pytest.mark.parametrize("threads", [1, 3])
def test_arrays_say_what_positions_say(name, options, threads):
    start = boyi.Game(name, **options).start()
    env = boyi.VecEnv(name, 5, threads=threads, seed=threads, **options)
    positions = [start] * 5
    ended = 0
    for step in range(150):
        for index, position in enumerate(positions):
            assert env.players[index] == position.turn
            assert numpy.flatnonzero(env.masks[index]).tolist() == position.legal_actions()
            if step % 7 == 0:
                by_hand = planes_by_hand(position, position.turn)
                assert (env.observations[index] == by_hand).all()
                assert (observation(position) == by_hand).all()
                assert (observation(position, 1 - position.turn) == planes_by_hand(position, 1 - position.turn)).all()
        actions = env.sample().copy()
        _, rewards, dones = env.step(actions)
        for index, position in enumerate(positions):
            position = position.play(position.action_to_move(int(actions[index])))
            result = position.result()
            assert dones[index] == (result is not None)
            if result is None:
                assert rewards[index].tolist() == [0.0, 0.0]
            else:
                ended += 1
                assert rewards[index].tolist() == [2 * result.score(side) - 1 for side in (0, 1)]
                position = start
            positions[index] = position
    assert ended > 0 or name == "xiangqi" or options.get("size") == (10, 12)


def test_rounds_and_chance():
    env = boyi.VecEnv("garlic", 6, threads=2, seed=5)
    assert env.observations.shape[:3] == (6, 2, 6) and env.masks.shape == (6, 2, 5) and env.actions.shape == (6, 2)
    assert (env.players == -1).all()
    start = boyi.Game("garlic").start()
    for side in (0, 1):
        assert (env.observations[0, side] == observation(start, side)).all()
        assert numpy.flatnonzero(env.masks[0, side]).tolist() == start.legal_actions(side)
    games = 0
    for _ in range(400):
        _, _, dones = env.step(env.sample())
        games += int(dones.sum())
    assert games > 6


def mixed(number):
    """The finaliser of splitmix64, which seeds the chance of every game."""
    bits = (1 << 64) - 1
    number = (number + 0x9E3779B97F4A7C15) & bits
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & bits
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & bits
    return number ^ (number >> 31)


@pytest.mark.parametrize("threads", [1, 3])
def test_rounds_say_what_positions_of_the_same_luck_say(threads):
    env = boyi.VecEnv("garlic", 5, threads=threads, seed=9)
    positions = [boyi.Game("garlic", seed=mixed(9) ^ index).start() for index in range(5)]
    stream, ended = numpy.random.default_rng(1), 0
    while positions:
        actions = numpy.zeros((5, 2), numpy.int32)
        for index in range(5):
            for side in (0, 1):
                actions[index, side] = stream.choice(numpy.flatnonzero(env.masks[index, side]))
        _, rewards, dones = env.step(actions)
        for index, before in enumerate(positions):
            if before is None:
                continue
            after = before.play_actions(*actions[index].tolist())
            assert dones[index] == after.is_over
            assert rewards[index].tolist() == [now - then for now, then in zip(after.points, before.points)]
            for side in (0, 1) if not after.is_over else ():
                assert (env.observations[index, side] == observation(after, side)).all()
                assert numpy.flatnonzero(env.masks[index, side]).tolist() == after.legal_actions(side)
            ended += after.is_over
            # The luck of the next game goes on where this one ended, which no position does.
            positions[index] = None if after.is_over else after
        if all(position is None for position in positions):
            break
    assert ended == 5


@pytest.mark.parametrize("name", ["garlic", "gomoku"])
def test_seeds_repeat_and_threads_do_not_matter(name):
    def play(threads, seed):
        env = boyi.VecEnv(name, 9, threads=threads, seed=seed)
        for _ in range(60):
            env.step(env.sample())
        return env.observations.copy()

    assert (play(1, 3) == play(4, 3)).all()
    assert (play(1, 3) != play(1, 4)).any()


def test_the_memory_is_ours_and_stays_the_same():
    env = boyi.VecEnv("othello", 3)
    before = env.observations.__array_interface__["data"][0]
    assert env.step(env.sample())[0] is env.observations
    assert env.observations.__array_interface__["data"][0] == before
    for array in (env.observations, env.masks, env.rewards, env.players, env.dones):
        assert not array.flags.writeable and not array.flags.owndata
        with pytest.raises(ValueError):
            array[...] = 1
        with pytest.raises(ValueError):
            array.flags.writeable = True
        with pytest.raises(ValueError):
            array.resize(100, refcheck=False)
    kept = env.observations
    copy = kept.copy()
    del env
    assert (kept == copy).all()


@pytest.mark.parametrize("wrong", [-1, 65, 0, 2**31 - 1, -(2**31)])
def test_an_illegal_action_changes_nothing(wrong):
    env = boyi.VecEnv("othello", 4, threads=2)
    before = env.observations.copy()
    actions = env.sample().copy()
    actions[2] = wrong
    with pytest.raises(boyi.IllegalMove, match=f"game 2: action {wrong} is not legal") as caught:
        env.step(actions)
    assert caught.value.move == str(wrong) and caught.value.number == 3
    assert (env.observations == before).all() and (env.players == 0).all()


def test_what_is_no_array_of_actions_is_refused():
    env = boyi.VecEnv("othello", 4)
    for wrong in (numpy.zeros(5, int), numpy.zeros((4, 1), int), 19, [1, 2]):
        with pytest.raises(ValueError):
            env.step(wrong)
    for wrong in (numpy.zeros(4), ["a"] * 4, [None] * 4):
        with pytest.raises((TypeError, ValueError)):
            env.step(wrong)
    env.step([19, 19, 26, 26])


@pytest.mark.parametrize("n, threads", [(0, 1), (-1, 1), (1, 0), (1 << 40, 1), (1, 1000), (1 << 63, 1), (1 << 70, 1)])
def test_impossible_numbers_are_refused(n, threads):
    with pytest.raises((ValueError, OverflowError, MemoryError)):
        boyi.VecEnv("othello", n, threads=threads)


def waiting():
    """How many of our threads there are, by their name."""
    names = [path.read_text() for path in pathlib.Path("/proc/self/task").glob("*/comm")]
    return names.count("boyi-step\n")


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="threads are counted in Linux's way")
def test_threads_go_with_their_environments():
    gc.collect()
    before = waiting()
    envs = [boyi.VecEnv("othello", 64, threads=4) for _ in range(5)]
    for env in envs:
        env.step(env.sample())
    assert waiting() == before + 15
    del env, envs
    assert waiting() == before


def test_an_interrupt_leaves_whole_games():
    env = boyi.VecEnv("xiangqi", 300, threads=2)
    with interrupted_once() as now:
        while True:
            env.step(env.sample())
            now.set()
    pieces = env.observations.sum(axis=(1, 2, 3))
    assert (pieces >= 2).all() and (pieces <= 32).all() and env.masks.any(axis=1).all()
    env.step(env.sample())


def test_two_threads_cannot_step_at_once():
    env = boyi.VecEnv("xiangqi", 500)
    problems, stepped = [], []

    def steps():
        for _ in range(40):
            try:
                env.sample()
                env.step()
                stepped.append(1)
            except (RuntimeError, boyi.IllegalMove) as error:
                problems.append(error)

    helpers = [threading.Thread(target=steps) for _ in range(4)]
    for helper in helpers:
        helper.start()
    for helper in helpers:
        helper.join()
    assert len(stepped) + len(problems) == 160 and stepped
    env.step(env.sample())
