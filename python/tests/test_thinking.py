"""Analysis, players, traces and matches."""

import copy
import pickle
import threading
import time

import pytest

import boyi
from interrupts import interrupted_once

START = boyi.Game("othello").start()


def test_depth_by_depth_is_shown():
    seen = []
    found = boyi.analyse(START, depth=6, progress=seen.append)
    assert [one.depth for one in seen] == sorted(one.depth for one in seen) and len(seen) >= 2
    assert found.best in START.legal_moves() and found.lines[0].moves[0] == found.best
    assert found.nodes > 0 and found.seconds >= 0 and found.depth >= 6
    assert "Analysis" in repr(found) and "Line" in repr(found.lines[0])


@pytest.mark.parametrize("name", ["othello", "xiangqi", "gomoku", "garlic"])
def test_every_game_has_a_strong_player(name):
    position = boyi.Game(name).start()
    side = 0 if position.is_simultaneous else None
    assert boyi.Player("strong", nodes=500)(position, side) in position.legal_moves(side)


def test_lines_are_different_moves_best_first():
    found = boyi.analyse(boyi.Game("xiangqi").start(), nodes=3000, lines=3)
    firsts = [line.moves[0] for line in found.lines]
    assert len(set(firsts)) == 3 and firsts[0] == found.best
    with pytest.raises(boyi.Error, match="from 1"):
        boyi.analyse(START, depth=1, lines=0)
    assert [line.score for line in found.lines] == sorted((line.score for line in found.lines), reverse=True)


def test_an_exception_in_progress_ends_the_search():
    class Enough(Exception):
        pass

    def progress(analysis):
        raise Enough

    with pytest.raises(Enough):
        boyi.analyse(boyi.Game("xiangqi").start(), time=600.0, progress=progress)


def test_an_interrupt_ends_the_search():
    """The signal comes from another thread as soon as a depth is finished, which shows that the interpreter is free."""
    with interrupted_once() as now:
        boyi.analyse(boyi.Game("xiangqi").start(), time=600.0, progress=lambda _: now.set())


def test_an_interrupt_ends_a_count():
    with interrupted_once() as now:
        now.set()
        boyi.Game("xiangqi").start().perft(30)


def test_an_interrupt_ends_a_trace():
    with interrupted_once() as now:
        now.set()
        while True:
            boyi.trace(boyi.Game("xiangqi").start(), "minimax", depth=30, cap=10)


def test_others_run_while_we_think():
    counted = 0
    done = threading.Event()

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0)

    helper = threading.Thread(target=count)
    helper.start()
    boyi.analyse(boyi.Game("xiangqi").start(), nodes=200_000)
    done.set()
    helper.join()
    assert counted > 10


def test_a_player_thinks_one_thought_at_a_time():
    player = boyi.Player("strong", time=600.0)
    problems = []

    def progress(_):
        for call in (lambda: player.move(START), player.new_game):
            try:
                call()
            except RuntimeError as error:
                problems.append(str(error))
        raise StopIteration

    with pytest.raises(StopIteration):
        player.analyse(boyi.Game("xiangqi").start(), progress=progress)
    assert len(problems) == 2 and "one thought at a time" in problems[0]
    assert player.analyse(START, nodes=100).best in START.legal_moves()


def test_players_are_made_with_care():
    assert boyi.Player("strong", nodes=1000).name == "strong:nodes=1000"
    assert pickle.loads(pickle.dumps(boyi.Player("pvs:eval=lab", depth=3))).name == "pvs:eval=lab,depth=3"
    assert boyi.Player("casual", seed=1).move(START) in START.legal_moves()
    wrongs = [{"depth": 0}, {"nodes": 0}, {"time": -1.0}, {"time": float("nan")}, {"time": float("inf")}]
    wrongs += [{"threads": 0}, {"threads": 100_000}, {"hash": 0}, {"hash": 1 << 40}]
    for wrong in wrongs:
        with pytest.raises(boyi.Error):
            boyi.Player("strong", **wrong)
    with pytest.raises(boyi.BadPlayer, match="no evaluation"):
        boyi.Player("pvs", eval="nonsense", depth=1).move(START)
    with pytest.raises(boyi.BadPlayer, match="takes no option"):
        boyi.Player("casual", depth=3).move(START)
    with pytest.raises(boyi.Error, match="over"):
        over = boyi.Game("gomoku").start().play("a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "a5")
        boyi.Player("strong").move(over)


def test_a_trace_is_the_search():
    position = START.play("f5", "d6")
    whole = boyi.trace(position, "minimax", depth=3)
    assert [child["move"] for child in whole["children"]] == position.legal_moves()

    def value(node):
        """Minimax on the blackboard, over the leaves of the trace."""
        if not node["children"]:
            return node["value"]
        return max(-value(child) for child in node["children"])

    assert value(whole) == whole["value"]
    pruned = boyi.trace(position, "alpha-beta", depth=3)
    assert pruned["value"] == whole["value"] and pruned["nodes"] < whole["nodes"]

    def cuts(node):
        return ("cut" in node) + sum(map(cuts, node["children"]))

    assert cuts(whole) == 0 and cuts(pruned) > 0
    with pytest.raises(boyi.BadPlayer, match="choose from minimax"):
        boyi.trace(position, "strong", depth=2)
    with pytest.raises(boyi.Error, match="keeps at most"):
        boyi.trace(position, "minimax", depth=2, cap=2**40)


def test_a_match_knows_its_error_bars():
    shown = []
    played = boyi.match("strong:depth=2", "random:seed=1", games=7, progress=lambda match: shown.append(match.score))
    assert len(played.games) == 8 == played.wins + played.draws + played.losses and len(shown) == 4
    assert sum(played.pairs) == 4 and played.score > 0.7
    assert played.estimate.superiority > 0.8 and "strong:depth=2" in str(played)
    assert {game.first for game in played.games} == {0, 1}
    again = boyi.match("strong:depth=2", "random:seed=1", games=7)
    assert [game.position for game in again.games] == [game.position for game in played.games]


def test_functions_play_too_and_lose_by_their_faults():
    def cheat(position):
        return "z99"

    def crash(position):
        raise ZeroDivisionError("oops")

    def silent(position):
        return None

    for fault, player in (("z99", cheat), ("oops", crash), ("", silent)):
        played = boyi.match(player, "random:seed=1", games=2)
        assert played.losses == 2 and all(fault in game.fault for game in played.games)
    with pytest.raises(TypeError):
        boyi.match(3, "strong")
    with pytest.raises(ValueError):
        boyi.match("strong", "strong", games=0)


def test_an_interrupt_ends_the_match():
    """Once while our player thinks for ten minutes, once anywhere between quick moves."""
    thinker = boyi.Player("strong", time=600.0)
    with interrupted_once() as now:

        def mine(position):
            now.set()
            return position.legal_moves()[0]

        boyi.match(mine, thinker, games=2)
    assert thinker.analyse(START, nodes=100).best in START.legal_moves()
    with interrupted_once() as now:
        boyi.match("strong:depth=1", "random:seed=1", games=10**6, progress=lambda _: now.set())


def test_a_player_that_does_not_know_the_game_is_no_loser():
    with pytest.raises(boyi.BadPlayer, match="greedy"):
        boyi.match("greedy", "random", games=2, game="othello")
    with pytest.raises(TypeError, match="not Position"):
        boyi.match("random", "random", games=2, game=START)


def test_thoughts_and_matches_survive_pickle_and_copy():
    found = boyi.analyse(START, depth=4, lines=2)
    played = boyi.match("random:seed=1", "random:seed=2", games=4)
    for thing in (found, found.lines[0], played, played.estimate, played.games[0].result):
        for again in (pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing)):
            assert again == thing and repr(again) == repr(thing)
    assert found != boyi.analyse(START, depth=3) and played.estimate != boyi.Estimate([1, 0, 0, 0, 0])


def test_an_interrupt_of_a_function_ends_the_match():
    def interrupted(position):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        boyi.match(interrupted, "strong:depth=1", games=2)


def test_a_match_of_rounds():
    def stray(position, player):
        """Beyond the edge, which ends the game for the one who goes there."""
        return "-1 -1"

    played = boyi.match(stray, "greedy", games=2, game="garlic")
    assert all(game.result is not None for game in played.games) and played.losses == 2
    assert played.games[0].position.points[0] < played.games[0].position.points[1]
