"""Analysis without a player at hand."""

from __future__ import annotations

from typing import Callable, Optional, Union

from ._boyi import Analysis, Player, Position


def analyse(
    position: Position,
    *,
    depth: Optional[int] = None,
    nodes: Optional[int] = None,
    time: Optional[float] = None,
    lines: int = 1,
    player: Union[str, Player] = "strong",
    side: Optional[int] = None,
    progress: Optional[Callable[[Analysis], object]] = None,
) -> Analysis:
    """What a player of ours thinks of a position.

    The search ends at the first of these limits: ``depth`` plies, ``nodes`` positions, ``time`` seconds; without
    any it takes a second. ``lines`` is how many of the best moves to find. ``progress`` is called with the analysis
    of every finished depth; an exception in there, or Ctrl-C, ends the search and comes out here. Where both choose
    at once, ``side`` says for whom.

    >>> import boyi
    >>> end = boyi.Game("xiangqi").position("3k5/9/9/9/9/9/9/9/R8/1R2K4 w")
    >>> found = boyi.analyse(end, depth=6, lines=2)
    >>> found.best, found.lines[0].win_in, len(found.lines)
    ('b0d0', 1, 2)
    """
    thinker = Player(player) if isinstance(player, str) else player
    return thinker.analyse(
        position, depth=depth, nodes=nodes, time=time, lines=lines, player=side, progress=progress
    )
