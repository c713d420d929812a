"""Games and positions."""

import copy
import pickle
import random

import pytest

import boyi

GAMES = ["othello", "xiangqi", "gomoku", "garlic"]


def random_game(name, seed, plies=400, **options):
    """Every position of a random game."""
    stream = random.Random(seed)
    position = boyi.Game(name, seed=seed, **options).start()
    yield position
    for _ in range(plies):
        if position.result() is not None:
            return
        position = position.play(*(stream.choice(position.legal_moves(side)) for side in position.to_act))
        yield position


@pytest.mark.parametrize("name, depth, leaves", [("othello", 6, 8200), ("xiangqi", 3, 79666), ("gomoku", 2, 50400)])
def test_perft_is_what_the_field_has_published(name, depth, leaves):
    assert boyi.Game(name).start().perft(depth) == leaves


@pytest.mark.parametrize("name", GAMES)
def test_a_game_ends_and_says_how(name):
    *_, last = random_game(name, 1, plies=2000)
    result = last.result()
    assert result is not None and last.turn is None and last.to_act == []
    assert result.score(0) + result.score(1) == 1.0
    assert str(result) in ("1-0", "0-1", "1/2-1/2") and result.reason
    if result.winner is not None:
        assert result.score(result.winner) == 1.0
    assert all(last.legal_moves(side) == [] for side in (0, 1))


@pytest.mark.parametrize("name", GAMES)
def test_positions_survive_text_pickle_and_copy(name):
    for position in random_game(name, 2, plies=60):
        assert copy.copy(position) is position and copy.deepcopy(position) is position
        again = pickle.loads(pickle.dumps(position))
        assert again == position and hash(again) == hash(position)
        assert again.moves() == position.moves()
        read = boyi.Game(name, rules=position.rules).position(position.fen())
        assert read == position and read.legal_moves(0 if position.is_simultaneous else None) == position.legal_moves(
            0 if position.is_simultaneous else None
        )


def test_a_pickled_game_of_chance_goes_on_alike():
    *_, position = random_game("garlic", 3, plies=5)
    choices = [position.legal_moves(side)[-1] for side in (0, 1)]
    again = pickle.loads(pickle.dumps(position))
    assert again.play(*choices).fen() == position.play(*choices).fen()


def test_positions_do_not_change():
    start = boyi.Game("xiangqi").start()
    before = start.fen()
    for move in start.legal_moves():
        assert start.play(move) != start
    assert start.fen() == before and start.ply == 0
    with pytest.raises(AttributeError):
        start.turn = 1


def test_several_moves_at_once_and_the_place_of_a_wrong_one():
    start = boyi.Game("xiangqi").start()
    assert start.play("h2e2", "h9g7").moves() == ["h2e2", "h9g7"]
    with pytest.raises(boyi.IllegalMove) as caught:
        start.play("h2e2", "h2e2")
    assert caught.value.number == 2 and caught.value.move == "h2e2" and "move 2" in str(caught.value)
    with pytest.raises(boyi.BadPosition, match="row|rank|column|character|expected"):
        boyi.Game("xiangqi").position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN? w")


def test_equal_means_same_text_whatever_the_way():
    start = boyi.Game("gomoku").start()
    one, other = start.play("a1", "b1", "c1"), start.play("c1", "b1", "a1")
    assert one.fen().split()[0] == other.fen().split()[0]
    assert len({start.play("a1"), start.play("a1"), start.play("a2")}) == 2
    assert start != "a text" and (start == 3) is False


@pytest.mark.parametrize("name", GAMES)
def test_actions_number_moves_one_to_one(name):
    for position in random_game(name, 4, plies=80):
        for side in position.to_act:
            player = side if position.is_simultaneous else None
            moves, actions = position.legal_moves(player), position.legal_actions(player)
            assert actions == sorted(set(actions)) and all(0 <= action < position.num_actions for action in actions)
            assert {position.move_to_action(move, player) for move in moves} == set(actions)
            assert {position.action_to_move(action, player) for action in actions} == set(moves)


@pytest.mark.parametrize("name", GAMES)
def test_actions_play_like_texts(name):
    stream = random.Random(7)
    for position in random_game(name, 8, plies=60):
        assert position.is_over == (position.result() is not None)
        if position.is_over:
            break
        sides = [side if position.is_simultaneous else None for side in position.to_act]
        actions = [stream.choice(position.legal_actions(side)) for side in sides]
        texts = [position.action_to_move(action, side) for action, side in zip(actions, sides)]
        assert position.play_actions(*actions).fen() == position.play(*texts).fen()
        for wrong in ([position.num_actions] * len(sides), [], [2**62] * len(sides), actions * 2 + actions[:0] + [0] * 9):
            with pytest.raises((boyi.Error, OverflowError)):
                position.play_actions(*wrong)


def test_a_wrong_action_has_its_place():
    with pytest.raises(boyi.IllegalMove) as caught:
        boyi.Game("othello").start().play_actions(19, 0)
    assert caught.value.move == "0" and caught.value.number == 2


def test_pictures():
    for name in GAMES:
        *_, position = random_game(name, 5, plies=20)
        svg = position._repr_svg_()
        assert svg.startswith("<svg") and svg.endswith("</svg>")
        described = position.board()
        assert svg.count("<circle") >= len(described["board"]["pieces"])
        assert str(position).count("\n") >= described["board"]["rows"]


def test_boards_of_other_sizes_and_rules():
    assert boyi.Game("othello", size=6).start().num_actions == 37
    assert boyi.Game("othello", size=(10, 12)).start().num_actions == 121
    assert boyi.Game("gomoku", size=9, rules="renju").start().rules == "renju"
    for wrong in ({"size": 7}, {"size": (1, 100)}, {"rules": "chess"}):
        with pytest.raises(boyi.BadPosition):
            boyi.Game("othello", **wrong)
    with pytest.raises(boyi.Error, match="choose from"):
        boyi.Game("chess")


def test_games_compare_and_pickle():
    game = boyi.Game("gomoku", size=9, rules="renju", seed=3)
    assert pickle.loads(pickle.dumps(game)) == game and hash(pickle.loads(pickle.dumps(game))) == hash(game)
    assert game != boyi.Game("gomoku") and game != 1
    assert [game.side_name(side, "zh") for side in (0, 1)] == ["黑方", "白方"]
    with pytest.raises(boyi.Error, match="en and zh"):
        game.side_name(0, "fr")
    assert boyi.Game("othello").players[0] == "strong" and "minimax" in boyi.Game("othello").players
