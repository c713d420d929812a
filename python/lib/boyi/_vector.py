"""Many games at once, as numpy arrays that Rust writes into."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Tuple, Union

from ._boyi import Environments, Game, Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Bytes = NDArray[np.uint8]
    Truths = NDArray[np.bool_]
    Numbers = NDArray[np.int32]
    Floats = NDArray[np.float32]
    Players = NDArray[np.int8]


class VecEnv:
    """Games played side by side, stepped on several threads with the interpreter released.

    The arrays are always the same memory: :meth:`step` writes into them, nothing is copied. Keep a copy of what you
    want to keep. All but ``actions`` are read-only.

    * ``observations``: ``uint8[n, planes, rows, columns]``, seen by the player to act, its own pieces first.
      Othello and gomoku have 2 planes, xiangqi 14 (general, advisor, elephant, horse, rook, cannon, pawn of each
      side), the garlic battle 6 (walls, stars, super stars, oneself, the other, destroyers).
    * ``masks``: ``bool[n, actions]``, which actions are legal.
    * ``rewards``: ``float32[n, 2]`` of the last step, for both players: 1 and -1 at the end of a game, in the garlic
      battle the points of the round.
    * ``players``: ``int8[n]``, who is to act; -1 where both act at once.
    * ``dones``: ``bool[n]``, whether the last step ended the game. That game has begun anew already: what is observed
      is its start.
    * ``actions``: ``int32[n]``, what to do next.

    In the garlic battle both act at once, so ``observations``, ``masks`` and ``actions`` have another axis of length
    2 after the first.

    >>> import boyi
    >>> env = boyi.VecEnv("othello", 4096, threads=2)
    >>> env.observations.shape, env.masks.shape, env.players[:3]
    ((4096, 2, 8, 8), (4096, 65), array([0, 0, 0], dtype=int8))
    >>> observations, rewards, dones = env.step(env.sample())
    >>> env.players[:3], bool(dones.any())
    (array([1, 1, 1], dtype=int8), False)
    """

    observations: Bytes
    masks: Truths
    rewards: Floats
    players: Players
    dones: Truths
    actions: Numbers

    def __init__(
        self,
        game: Union[str, Game, Position],
        n: int,
        *,
        threads: int = 1,
        seed: int = 0,
        rules: Optional[str] = None,
        size: Union[int, Tuple[int, int], None] = None,
    ) -> None:
        import numpy

        if isinstance(game, str):
            game = Game(game, rules=rules, size=size)
        elif rules is not None or size is not None:
            raise TypeError("rules and size go with the name of a game")
        start = game.start() if isinstance(game, Game) else game
        self._start = start
        self._games = Environments(start, n, threads)
        self.n = n
        self.threads = threads
        arrays: Any = self._games
        for name in ("observations", "masks", "rewards", "players", "dones", "actions"):
            setattr(self, name, numpy.asarray(getattr(arrays, name)))
        self.num_actions = int(self.masks.shape[-1])
        self._numpy = numpy
        self.reset(seed)

    def reset(self, seed: int = 0) -> Bytes:
        """Begins all games anew, their chance and :meth:`sample` drawn from this seed."""
        self._games.reset(seed)
        return self.observations

    def step(self, actions: Optional[ArrayLike] = None) -> Tuple[Bytes, Floats, Truths]:
        """One step of every game; without an argument the actions are those in ``actions``.

        An illegal action raises :class:`boyi.IllegalMove` and names the game; then nothing has changed.
        """
        if actions is not None and actions is not self.actions:
            given = self._numpy.asarray(actions)
            if given.shape != self.actions.shape:
                raise ValueError(f"actions have the shape {self.actions.shape}, not {given.shape}")
            self._numpy.copyto(self.actions, given, casting="same_kind")
        self._games.step()
        return self.observations, self.rewards, self.dones

    def sample(self) -> Numbers:
        """Fills ``actions`` with legal actions, each as likely as the others, and returns it."""
        self._games.sample()
        return self.actions

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"VecEnv({self._start.game!r}, {self.n}, threads={self.threads})"
