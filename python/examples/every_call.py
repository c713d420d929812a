"""Every call of the package once, with types that mypy --strict accepts; the tests check it and run it."""

from __future__ import annotations

import copy
import pickle
from typing import List, Optional, Tuple

import numpy as np

import boyi
from boyi.paths import Algorithm, Grid, Solution


def games() -> boyi.Position:
    names: List[str] = boyi.games()
    assert "xiangqi" in names and boyi.__version__
    game = boyi.Game("gomoku", rules="standard", size=(15, 15), seed=1)
    title: Tuple[str, str] = game.title
    described: List[Tuple[str, str]] = game.rule_sets
    assert game.name and title and described and game.players and game.side_name(0) and game.side_name(1, "zh")
    assert game.rules == "standard" and game.size == (15, 15) and game == copy.copy(game) and hash(game)
    return game.start()


def positions(start: boyi.Position) -> boyi.Position:
    position: boyi.Position = start.play("h8", "h9")
    turn: Optional[int] = position.turn
    actions: List[int] = position.legal_actions()
    assert turn == 0 and position.to_act == [0] and not position.is_simultaneous and not position.is_over
    assert position.ply == 2 and position.play_actions(actions[0]).ply == 3
    assert position.game == "gomoku" and position.rules == "standard" and position.points is None
    assert position.is_legal("a1") and position.legal_moves()[0] and position.moves() == ["h8", "h9"]
    assert position.move_to_action(position.action_to_move(actions[0])) == actions[0] < position.num_actions
    assert boyi.Game("gomoku", rules="standard").position(position.fen()) == position
    assert pickle.loads(pickle.dumps(position)) == copy.deepcopy(position) and hash(position)
    assert position.start() == start and position.perft(1) == len(actions) and position._repr_svg_()
    assert position.board()["board"]["rows"] == 15 and str(position) and repr(position)
    result: Optional[boyi.Result] = position.play("a1", "h10", "a2", "h11", "a3", "h12", "a4", "h13").result()
    assert result is not None and result.winner == 1 and result.score(0) == 0.0 and result.points is None
    assert result.reason and result.reason_zh and hash(result) and result == result
    return position


def thinking(position: boyi.Position) -> None:
    seen: List[int] = []

    def progress(analysis: boyi.Analysis) -> None:
        seen.append(analysis.depth)

    found = boyi.analyse(position, depth=3, nodes=2000, time=5.0, lines=2, player="strong", progress=progress)
    line: boyi.Line = found.lines[0]
    value: Optional[float] = found.value
    assert found.best is not None and found.nodes and found.seconds >= 0 and found.ended and value is not None
    assert line.moves and line.depth and (line.score or True) and (line.win_in is None or line.value)
    player = boyi.Player("strong", depth=2, nodes=500, seed=1, threads=1, hash=4)
    player.new_game()
    assert player.move(position) and player(position) and player.name
    assert player.analyse(position, nodes=100).best
    tree = boyi.trace(boyi.Game("othello").start(), "pvs", depth=2, eval=None, cap=1000)
    assert tree["children"]


def matches() -> None:
    def mine(position: boyi.Position) -> str:
        return position.legal_moves()[-1]

    played: boyi.Match = boyi.match(mine, boyi.Player("random", seed=2), games=2, game="othello", seed=3)
    one: boyi.MatchGame = played.games[0]
    estimate: Optional[boyi.Estimate] = played.estimate
    assert estimate is not None and played.wins + played.draws + played.losses == 2
    assert one.first == 0 and one.position and one.result and one.fault is None and played.score >= 0
    low, high = estimate.score_interval
    assert low <= estimate.score <= high and estimate.verdict("a", "b") and len(estimate.elo_interval) == 2
    assert estimate.pairs == played.pairs and estimate == boyi.Estimate(played.pairs)
    assert estimate.elo is None or estimate.elo_error is None or estimate.superiority


def environments() -> None:
    env = boyi.VecEnv("othello", 8, threads=2, seed=1)
    first = env.reset(seed=2)
    actions: np.ndarray[Tuple[int, ...], np.dtype[np.int32]] = env.sample()
    observations, rewards, dones = env.step(actions)
    assert first is observations and rewards.shape == (8, 2) and not dones.any() and len(env) == 8
    assert env.players.any() and env.masks.shape == (8, env.num_actions)
    state = boyi.State(boyi.Game("othello"))
    state.apply_action(state.legal_actions()[0])
    assert state.child(state.legal_actions()[0]).history() and not state.is_terminal() and state.returns() == [0.0, 0.0]
    assert state.string_to_action(state.action_to_string(state.legal_actions()[0])) == state.legal_actions()[0]
    assert state.observation().shape == (2, 8, 8) and len(state.observation_tensor()) == 128
    assert state.current_player() == 1 and state.num_players() == 2 and not state.is_chance_node()
    assert len(state.legal_actions_mask()) == state.num_distinct_actions() == 65 and state.position.ply == 1
    assert state.rewards() == [0.0, 0.0] and state.player_reward(0) == 0.0 and state.clone().history() == state.history()
    assert state.information_state_string() == state.serialize() and not state.is_simultaneous_node()
    battle = boyi.State("garlic")
    battle.apply_actions([battle.legal_actions(0)[0], battle.legal_actions(1)[0]])
    assert battle.is_simultaneous_node() and len(battle.history()) == 2


def paths() -> None:
    grid: Grid = boyi.paths.maze("rooms", 21, 21, seed=1)
    cells = boyi.paths.array(grid)
    assert boyi.paths.grid(cells).shape == grid.shape == cells.shape
    ends = [(int(row), int(col)) for row, col in np.argwhere(cells)[[0, -1]]]
    found: Solution = boyi.paths.find(grid, ends[0], ends[1], "astar", connectivity=8, trace=10)
    if found:
        assert found.path and found.cost and found.moves and found.trace
    assert found.expanded and found.generated and found.peak_frontier and found.iterations and not found.gave_up
    assert found.reexpanded >= 0 and found.dropped >= 0 and grid.is_free(ends[0]) and grid.to_bytes()
    described: Algorithm = boyi.paths.algorithms()[0]
    assert described.name and described.about and described.is_optimal and grid.find(ends[0], ends[0])
    walked = boyi.paths.find(cells, ends[0], ends[0], "dstar-lite", changes=[(3, ends[1], False)])
    met = boyi.paths.find(cells, ends[0], ends[0], "cbs", others=[(ends[1], ends[1])])
    assert walked.cost == 0.0 and met.others == [[ends[1]]] and grid == boyi.paths.grid(cells) and hash(grid)


def mistakes() -> None:
    try:
        boyi.Game("othello").start().play("a1")
    except boyi.IllegalMove as error:
        assert error.move == "a1" and error.number == 1
    for wrong in (boyi.BadPosition, boyi.BadPlayer, boyi.IllegalMove):
        assert issubclass(wrong, boyi.Error)


if __name__ == "__main__":
    thinking(positions(games()))
    matches()
    environments()
    paths()
    mistakes()
    print("every call answered")
