"""Gymnasium environments: one agent against a player of ours or a function of yours.

    import gymnasium, boyi.gymnasium
    env = gymnasium.make("boyi/Othello-v0", opponent="casual")

Importing this module registers ``boyi/Othello-v0``, ``boyi/Xiangqi-v0``, ``boyi/Gomoku-v0`` and ``boyi/Garlic-v0``.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Tuple, Union

import gymnasium
import numpy
from gymnasium import spaces

from ._boyi import Error, Game, Player, Position
from ._state import observation


class BoyiEnv(gymnasium.Env[Dict[str, Any], Any]):
    """A game from the view of one player. An illegal action loses at once, and ``info["illegal"]`` says so.

    ``opponent`` is ``"random"``, any other player of ours, or a function from a position to a move. ``player`` is
    the agent's place: 0 moves first.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        game: Union[str, Game] = "othello",
        opponent: Union[str, Callable[..., str]] = "random",
        player: int = 0,
        render_mode: Optional[str] = None,
    ) -> None:
        if player not in (0, 1):
            raise Error(f"players are 0 (moves first) and 1, not {player}")
        self._game = Game(game) if isinstance(game, str) else game
        self._position = self._game.start()
        self._opponent: Optional[Callable[..., str]]
        if opponent == "random":
            self._opponent = None
        else:
            self._opponent = Player(opponent) if isinstance(opponent, str) else opponent
        self.player = player
        self.render_mode = render_mode
        actions = self._position.num_actions
        most = 255 if self._position.is_simultaneous else 1
        self.action_space = spaces.Discrete(actions)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, most, observation(self._position).shape, numpy.uint8),
                "action_mask": spaces.Box(0, 1, (actions,), numpy.int8),
            }
        )

    @property
    def position(self) -> Position:
        """The game as it stands."""
        return self._position

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        super().reset(seed=seed)
        game = self._game
        luck = int(self.np_random.integers(1 << 62))
        self._position = Game(game.name, rules=game.rules, size=game.size, seed=luck).start()
        if isinstance(self._opponent, Player):
            self._opponent.new_game()
        self._answer()
        return self._seen(), {"illegal": False}

    def step(self, action: Any) -> Tuple[Dict[str, Any], float, bool, bool, Dict[str, Any]]:
        position = self._position
        if position.result() is not None:
            raise Error("the game is over: reset() begins another")
        try:
            move = position.action_to_move(int(action), self.player)
        except (Error, OverflowError):
            return self._seen(), -1.0, True, False, {"illegal": True}
        if position.is_simultaneous:
            other = self._choice(1 - self.player)
            choices = (move, other) if self.player == 0 else (other, move)
            before = position.points
            self._position = position.play(*choices)
            reward = _gained(before, self._position, self.player)
        else:
            self._position = position.play(move)
            self._answer()
            result = self._position.result()
            reward = 0.0 if result is None else 2 * result.score(self.player) - 1
        return self._seen(), reward, self._position.result() is not None, False, {"illegal": False}

    def render(self) -> Optional[str]:
        return str(self._position) if self.render_mode == "ansi" else None

    def _answer(self) -> None:
        """The opponent moves until it is the agent's turn again."""
        while self._position.turn is not None and self._position.turn != self.player:
            self._position = self._position.play(self._choice(1 - self.player))

    def _choice(self, side: int) -> str:
        if self._opponent is None:
            moves = self._position.legal_moves(side)
            return moves[int(self.np_random.integers(len(moves)))]
        arguments = (self._position, side) if self._position.is_simultaneous else (self._position,)
        return self._opponent(*arguments)

    def _seen(self) -> Dict[str, Any]:
        mask = numpy.zeros(self._position.num_actions, numpy.int8)
        if self.player in self._position.to_act:
            mask[self._position.legal_actions(self.player)] = 1
        return {"observation": observation(self._position, self.player).copy(), "action_mask": mask}


def _gained(before: Optional[Tuple[int, int]], position: Position, player: int) -> float:
    after = position.points
    return 0.0 if before is None or after is None else float(after[player] - before[player])


for _name in ("othello", "xiangqi", "gomoku", "garlic"):
    gymnasium.register(
        id=f"boyi/{_name.capitalize()}-v0",
        entry_point="boyi.gymnasium:BoyiEnv",
        kwargs={"game": _name},
    )
