"""The widget: what it does with what a page sends, and the whole of it in a browser, Python on the other side."""

import json
import os
import pathlib
import shutil
import subprocess

import pytest

import boyi
import boyi.widget

SCRIPT = pathlib.Path(boyi.widget.__file__).parent / "static" / "board.js"


def test_the_widget_plays_and_refuses():
    heard = []
    board = boyi.widget.Board("othello", opponent=lambda position: position.legal_moves()[0], on_move=heard.append)
    first = board.scene
    assert first["game"] == "reversi" and {choice["text"] for choice in first["legal"]} == {"d3", "c4", "f5", "e6"}
    board._played(board, {"side": "first", "move": "d3"}, [])
    assert board.position.ply == 2 and heard == [board.position] and board.scene != first
    for rubbish in (None, {}, {"move": 3}, {"move": "a1"}, {"side": 7, "move": "nonsense"}, "d3"):
        board._played(board, rubbish, [])
    assert board.position.ply == 2
    rounds = boyi.widget.Board("garlic", opponent="greedy")
    rounds.play(rounds.position.legal_moves(0)[0], 0)
    assert rounds.position.ply == 2
    assert SCRIPT.read_text(encoding="utf-8") in (board._esm, str(board._esm)) or len(str(board._esm)) > 1000


@pytest.fixture
def browser():
    """A browser with the widget's script; `ask` sends a line and waits for the answer."""
    sources = os.environ.get("BOYI_PAGE")
    if not sources or not shutil.which("node"):
        pytest.skip("the widget in a browser (cargo xtask test says where the page's tools are)")
    command = ["node", str(pathlib.Path(__file__).parent / "browser.mjs"), str(SCRIPT), sources]
    running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(**question):
        running.stdin.write(json.dumps(question) + "\n")
        running.stdin.flush()
        line = running.stdout.readline()
        assert line, "the browser has ended"
        reply = json.loads(line)
        assert reply["complaints"] == []
        return reply["answered"]

    yield ask
    running.stdin.close()
    assert running.wait(60) == 0


@pytest.mark.parametrize("name", ["othello", "xiangqi", "gomoku", "garlic"])
def test_a_game_is_played_in_a_browser(name, browser):
    board = boyi.widget.Board(name, opponent=boyi.Player("strong", nodes=50), language="en")
    for move in range(4):
        scene = board.scene
        shown = browser(scene=scene)
        assert shown["pieces"] == len(scene["board"]["pieces"])
        assert shown["cells"] == scene["board"]["rows"] * scene["board"]["cols"]
        assert shown["message"].startswith(scene["message"]["en"])
        choice = scene["legal"][(7 * move) % len(scene["legal"])]
        (sent,) = browser(play=choice)
        assert sent == {"side": choice["side"], "move": choice["text"]}
        board._played(board, sent, [])
        assert board.position.ply == 2 * (move + 1) and board.position.moves()[2 * move] == choice["text"]
    picture = os.environ.get("BOYI_PICTURES")
    browser(scene={**board.scene, "language": "zh"})
    if picture:
        browser(picture=f"{picture}/{name}.png")


def test_passing_and_the_end_are_shown_in_both_languages(browser):
    # White's only disc lies between black's and the only free square: white passes, black ends the game.
    stuck = boyi.Game("othello").position("XXXXXXO-" + "X" * 56 + " O")
    board = boyi.widget.Board(stuck)
    assert [choice["to"] for choice in board.scene["legal"]] == [None]
    assert "Pass" in browser(scene={**board.scene, "language": "en"})["message"]
    chinese = browser(scene={**board.scene, "language": "zh"})["message"]
    assert chinese.startswith(board.scene["message"]["zh"]) and "Pass" not in chinese
    (sent,) = browser(play=board.scene["legal"][0])
    board._played(board, sent, [])
    assert board.position.turn == 0
    board.play("h1")
    assert board.position.is_over
    assert browser(scene={**board.scene, "language": "en"})["message"] == board.scene["message"]["en"]
