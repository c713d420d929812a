"""States with the names that people know from OpenSpiel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Optional, Sequence, Union

from ._boyi import Game, Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Nobody is to act any more.
TERMINAL = -4
#: Both act at once.
SIMULTANEOUS = -2


class State:
    """A game that changes as it is played, for code that was written for OpenSpiel's ``State``.

    >>> import boyi
    >>> state = boyi.State("othello")
    >>> state.current_player(), state.legal_actions(), state.action_to_string(19)
    (0, [19, 26, 37, 44], 'd3')
    >>> state.apply_action(19)
    >>> state.current_player(), state.is_terminal(), state.returns()
    (1, False, [0.0, 0.0])
    >>> child = state.child(18)
    >>> len(child.history()), len(state.history())
    (2, 1)
    """

    def __init__(self, game: Union[str, Game, Position]) -> None:
        if isinstance(game, str):
            game = Game(game)
        start = game.start() if isinstance(game, Game) else game
        if not isinstance(start, Position):
            raise TypeError(f"a state begins with a game, its name or a position, not {type(game).__name__}")
        self._position = start
        self._history: List[int] = []

    @property
    def position(self) -> Position:
        """The position, which never changes."""
        return self._position

    def current_player(self) -> int:
        """0 or 1; -2 where both act at once, -4 when the game is over."""
        if self._position.is_over:
            return TERMINAL
        turn = self._position.turn
        return SIMULTANEOUS if turn is None else turn

    def legal_actions(self, player: Optional[int] = None) -> List[int]:
        """Numbers of the legal moves, in rising order; none for a player who is not to act."""
        if self.is_terminal():
            return []
        turn = self._position.turn
        if player is not None and turn is not None and player != turn:
            return []
        return self._position.legal_actions(player)

    def legal_actions_mask(self, player: Optional[int] = None) -> List[int]:
        """1 for every legal action, 0 for the others."""
        mask = [0] * self.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def num_distinct_actions(self) -> int:
        """How many actions the game has at all."""
        return self._position.num_actions

    def num_players(self) -> int:
        """Two."""
        return 2

    def action_to_string(self, first: int, second: Optional[int] = None) -> str:
        """The move of an action; as in OpenSpiel with or without the player before it."""
        player, action = (None, first) if second is None else (first, second)
        return self._position.action_to_move(action, player)

    def string_to_action(self, first: Union[int, str], second: Optional[str] = None) -> int:
        """The action of a move; as in OpenSpiel with or without the player before it."""
        if second is None:
            return self._position.move_to_action(str(first))
        return self._position.move_to_action(second, int(first))

    def apply_action(self, action: int) -> None:
        """Plays an action."""
        self._position = self._position.play_actions(action)
        self._history.append(action)

    def apply_actions(self, actions: Sequence[int]) -> None:
        """Plays a round in which both act at once."""
        first, second = actions
        self._position = self._position.play_actions(first, second)
        self._history += [first, second]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._position.is_over

    def is_chance_node(self) -> bool:
        """Never: chance is part of a move."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Whether both act at once."""
        return self.current_player() == SIMULTANEOUS

    def returns(self) -> List[float]:
        """1 and -1 at the end of a game, 0 for a draw and before."""
        result = self._position.result()
        if result is None or result.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if result.winner == 0 else [-1.0, 1.0]

    def rewards(self) -> List[float]:
        """The same: games pay at their end."""
        return self.returns()

    def player_reward(self, player: int) -> float:
        """What a player gets."""
        return self.rewards()[player]

    def history(self) -> List[int]:
        """The actions so far."""
        return list(self._history)

    def observation_tensor(self, player: Optional[int] = None) -> List[float]:
        """What a player sees, one plane after the other."""
        _, planes = self._position._observation(player)
        return [float(byte) for byte in planes]

    def observation(self, player: Optional[int] = None) -> NDArray[np.uint8]:
        """The same as an array of planes, rows and columns."""
        return observation(self._position, player)

    def information_state_string(self, player: Optional[int] = None) -> str:
        """Everything is seen by everybody: the position as text."""
        return self._position.fen()

    def clone(self) -> State:
        """Another state that can be played on by itself."""
        other = State(self._position)
        other._history = list(self._history)
        return other

    def child(self, action: int) -> State:
        """The state after an action."""
        other = self.clone()
        other.apply_action(action)
        return other

    def serialize(self) -> str:
        """The position as text."""
        return self._position.fen()

    def __str__(self) -> str:
        return str(self._position)

    def __repr__(self) -> str:
        return f"<State of {self._position.game}, {len(self._history)} actions>"

    def __getstate__(self) -> Dict[str, object]:
        return {"position": self._position, "history": self._history}

    def __setstate__(self, state: Dict[str, object]) -> None:
        self.__dict__.update({"_" + name: value for name, value in state.items()})


def observation(position: Position, player: Optional[int] = None) -> NDArray[np.uint8]:
    """What a player sees of a position: planes, rows and columns, as :class:`boyi.VecEnv` has it."""
    import numpy

    shape, planes = position._observation(player)
    return numpy.frombuffer(planes, dtype=numpy.uint8).reshape(shape)
