"""Other projects' interfaces once each: Gymnasium, PettingZoo and the widget; the tests check the types and run it."""

from __future__ import annotations

from typing import List

import gymnasium

import boyi
from boyi.gymnasium import BoyiEnv
from boyi.pettingzoo import AGENTS, BoyiAEC, BoyiParallel, env, parallel_env
from boyi.widget import Board


def one_agent() -> None:
    game = BoyiEnv(boyi.Game("othello"), opponent=boyi.Player("casual", seed=1), player=0, render_mode="ansi")
    seen, info = game.reset(seed=1)
    seen, reward, over, _, info = game.step(int(seen["action_mask"].argmax()))
    assert not over and reward == 0.0 and not info["illegal"] and game.position.ply == 2 and game.render()
    assert "ansi" in game.metadata["render_modes"]
    assert gymnasium.make("boyi/Xiangqi-v0", opponent="random").reset(seed=2)


def two_agents() -> None:
    turns: BoyiAEC = env("xiangqi", render_mode="ansi")
    turns.reset(seed=1)
    turns.step(int(turns.observe(AGENTS[0])["action_mask"].argmax()))
    assert turns.agent_selection == AGENTS[1] and turns.position.ply == 1 and turns.render() and turns.metadata["name"]
    rounds: BoyiParallel = parallel_env("garlic")
    seen, _ = rounds.reset(seed=1)
    choices = {agent: int(seen[agent]["action_mask"].argmax()) for agent in AGENTS}
    _, rewards, _, _, _ = rounds.step(choices)
    assert set(rewards) == set(AGENTS) and rounds.metadata["name"]
    for agent in AGENTS:
        assert rounds.observation_space(agent) and rounds.action_space(agent).n == 5
    turns.close()
    rounds.close()


def a_board() -> None:
    heard: List[boyi.Position] = []
    board = Board("othello", opponent="casual", flipped=True, language="zh", on_move=heard.append)
    board.play("d3")
    assert board.position.ply == 2 and len(heard) == 1 and board.scene["language"] == "zh"


if __name__ == "__main__":
    one_agent()
    two_agents()
    a_board()
    print("every call answered")
