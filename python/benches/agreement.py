"""The rules against other people's: OpenSpiel (Othello) and pyffish (xiangqi) on random positions.

    python benches/agreement.py [--positions 100000]

Needs `pip install open_spiel pyffish`.
"""

from __future__ import annotations

import argparse
import random

import boyi


def othello(positions: int) -> int:
    """Legal actions, whose turn it is, the end of the game and who won, at every position of random games."""
    import pyspiel

    game, stream, seen, games = pyspiel.load_game("othello"), random.Random(1), 0, 0
    while seen < positions:
        theirs, ours = game.new_initial_state(), boyi.State("othello")
        while True:
            seen += 1
            assert theirs.is_terminal() == ours.is_terminal(), ours
            if ours.is_terminal():
                assert theirs.returns() == ours.returns(), ours
                break
            assert theirs.current_player() == ours.current_player(), ours
            actions = ours.legal_actions()
            assert theirs.legal_actions() == actions, ours
            action = stream.choice(actions)
            theirs.apply_action(action)
            ours.apply_action(action)
        games += 1
    print(f"Othello: {seen} positions of {games} random games agree with OpenSpiel")
    return seen


def xiangqi(positions: int) -> int:
    """Legal moves, and whether the side to move is in check or mated, at every position of random games."""
    import pyffish

    def from_one(move: str) -> str:
        """Ranks from 1, as pyffish counts them."""
        return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"

    stream, seen, games, ended = random.Random(2), 0, 0, 0
    start = boyi.Game("xiangqi").start()
    while seen < positions:
        position = start
        while True:
            result = position.result()
            fen = position.fen()
            theirs = pyffish.legal_moves("xiangqi", fen, [])
            if result is not None:
                # Draws by repetition, material or the long quiet game are rules of play, not of movement.
                if "mated" in result.reason or "no move" in result.reason:
                    assert theirs == [], fen
                    ended += 1
                    seen += 1
                break
            seen += 1
            moves = position.legal_moves()
            assert sorted(theirs) == sorted(map(from_one, moves)), fen
            position = position.play(stream.choice(moves))
        games += 1
    print(f"xiangqi: {seen} positions of {games} random games agree with pyffish, {ended} of them mates")
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=100_000)
    positions = parser.parse_args().positions
    othello(positions)
    xiangqi(positions)


if __name__ == "__main__":
    main()
