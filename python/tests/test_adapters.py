"""PettingZoo's and Gymnasium's own checks, and OpenSpiel's names."""

import copy
import pickle
import warnings

import gymnasium
import gymnasium.utils.env_checker
import numpy
import pettingzoo.test
import pytest

import boyi
import boyi.gymnasium
import boyi.pettingzoo

GAMES = ["othello", "xiangqi", "gomoku", "garlic"]


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_api(name, capsys):
    pettingzoo.test.api_test(boyi.pettingzoo.env(name, render_mode="ansi"), num_cycles=400)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_seeds(name):
    pettingzoo.test.seed_test(lambda: boyi.pettingzoo.env(name), num_cycles=100)


def test_pettingzoo_parallel():
    pettingzoo.test.parallel_api_test(boyi.pettingzoo.parallel_env("garlic"), num_cycles=200)
    pettingzoo.test.parallel_seed_test(lambda: boyi.pettingzoo.parallel_env("garlic"), num_cycles=50)
    with pytest.raises(boyi.Error, match="take turns"):
        boyi.pettingzoo.parallel_env("othello")


def test_pettingzoo_refuses_illegal_actions():
    env = boyi.pettingzoo.env("othello")
    env.reset()
    for wrong in (0, -1, 10**30, "a1", 65):
        with pytest.raises((boyi.IllegalMove, ValueError)):
            env.step(wrong)
    with pytest.raises(boyi.IllegalMove, match="player_0") as caught:
        env.step(7)
    assert caught.value.move == "7" and caught.value.number == 1
    env.step(19)
    assert env.position.moves() == ["d3"] and env.agent_selection == "player_1"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("player", [0, 1])
def test_gymnasium_checks(name, player):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(f"boyi/{name.capitalize()}-v0", player=player, disable_env_checker=True).unwrapped
        gymnasium.utils.env_checker.check_env(env, skip_render_check=True)


def test_gymnasium_plays_against_a_player_of_ours():
    env = gymnasium.make("boyi/Othello-v0", opponent="strong:depth=1", player=1)
    seen, _ = env.reset(seed=1)
    over, stream = False, numpy.random.default_rng(0)
    while not over:
        action = stream.choice(numpy.flatnonzero(seen["action_mask"]))
        seen, reward, over, _, info = env.step(action)
        assert not info["illegal"]
    assert reward in (-1.0, 0.0, 1.0)
    env.reset(seed=1)
    assert env.step(0)[1:] == (-1.0, True, False, {"illegal": True})


@pytest.mark.parametrize("name", GAMES)
def test_states_play_to_the_end(name):
    state, stream = boyi.State(name), numpy.random.default_rng(1)
    while not state.is_terminal():
        if state.is_simultaneous_node():
            state.apply_actions([int(stream.choice(state.legal_actions(player))) for player in (0, 1)])
            continue
        assert sum(state.legal_actions_mask()) == len(state.legal_actions())
        assert state.legal_actions(1 - state.current_player()) == []
        state.apply_action(int(stream.choice(state.legal_actions())))
    assert state.current_player() == -4 and sum(state.returns()) == 0 and state.legal_actions() == []
    for other in (state.clone(), pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert other.history() == state.history() and other.position == state.position
    assert len(state.observation_tensor(0)) == state.observation(1).size
    with pytest.raises(TypeError, match="not int"):
        boyi.State(3)
