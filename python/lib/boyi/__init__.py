"""Games, searches, environments and paths.

>>> import boyi
>>> start = boyi.Game("xiangqi").start()
>>> start.play("h2e2").legal_moves()[:3]
['e9e8', 'd9e8', 'f9e8']
>>> boyi.analyse(start, nodes=2000).best in start.legal_moves()
True

Everything that works for long releases the interpreter and can be ended with Ctrl-C.
"""

from __future__ import annotations

from . import paths
from ._boyi import (
    Analysis,
    BadPlayer,
    BadPosition,
    Error,
    Estimate,
    Game,
    IllegalMove,
    Line,
    Player,
    Position,
    Result,
    __version__,
    games,
    trace,
)
from ._analyse import analyse
from ._match import Match, MatchGame, match
from ._state import State
from ._vector import VecEnv

__all__ = [
    "Analysis",
    "BadPlayer",
    "BadPosition",
    "Error",
    "Estimate",
    "Game",
    "IllegalMove",
    "Line",
    "Match",
    "MatchGame",
    "Player",
    "Position",
    "Result",
    "State",
    "VecEnv",
    "__version__",
    "analyse",
    "games",
    "match",
    "paths",
    "trace",
]
