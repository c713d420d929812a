"""Matches between players of ours and functions of yours, with error bars."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Callable, List, Optional, Tuple, Union

from ._boyi import Estimate, Game, IllegalMove, Player, Position, Result

#: A player of ours by name, a :class:`Player`, or a function from a position to a move. In a game of rounds the
#: function also gets the number of the player it plays for.
Contestant = Union[str, Player, Callable[..., str]]


@dataclass(frozen=True)
class MatchGame:
    """One game of a match."""

    #: Which contestant moved first: 0 for ``a``, 1 for ``b``.
    first: int
    #: The last position, with all moves.
    position: Position
    #: How it ended by the rules; ``None`` where a contestant failed.
    result: Optional[Result]
    #: The contestant that won, ``None`` for a draw.
    winner: Optional[int]
    #: What the loser did, where it was not beaten on the board.
    fault: Optional[str] = None


@dataclass
class Match:
    """What a match has shown so far, from the view of ``a``."""

    a: str
    b: str
    #: How often a pair of games from the same opening brought ``a`` 0, 1/2, 1, 3/2 and 2 points.
    pairs: List[int] = field(default_factory=lambda: [0, 0, 0, 0, 0])
    games: List[MatchGame] = field(default_factory=list)

    @property
    def wins(self) -> int:
        """Games that ``a`` won."""
        return sum(game.winner == 0 for game in self.games)

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return sum(game.winner is None for game in self.games)

    @property
    def losses(self) -> int:
        """Games that ``b`` won."""
        return sum(game.winner == 1 for game in self.games)

    @property
    def score(self) -> float:
        """The share of the points that ``a`` got, between 0 and 1."""
        return (self.wins + self.draws / 2) / max(1, len(self.games))

    @property
    def estimate(self) -> Optional[Estimate]:
        """Elo with error bars, from pairs; ``None`` before the first pair is finished."""
        return Estimate(self.pairs) if any(self.pairs) else None

    def __str__(self) -> str:
        estimate = self.estimate
        verdict = "no pair of games is finished yet" if estimate is None else estimate.verdict(self.a, self.b)
        return f"{self.a} against {self.b}: +{self.wins} ={self.draws} -{self.losses}; {verdict}"


def match(
    a: Contestant,
    b: Contestant,
    games: int = 100,
    *,
    game: Union[str, Game] = "othello",
    opening_plies: int = 4,
    seed: int = 0,
    progress: Optional[Callable[[Match], object]] = None,
) -> Match:
    """Plays a match and says how it ended and how sure that is.

    Every opening (random plies, by the seed) is played twice with sides swapped, and errors are counted by such
    pairs, so ``games`` is rounded up to an even number. A function that plays an illegal move or raises an exception
    of its own loses the game. A player of ours that does not know the game is a mistake of the caller's, which raises;
    Ctrl-C ends the match.

    >>> import boyi
    >>> def first_move(position):
    ...     return position.legal_moves()[0]
    >>> played = boyi.match(boyi.Player("strong", depth=2), first_move, games=4)
    >>> played.wins, played.losses, played.estimate.elo is None
    (4, 0, True)
    """
    if games < 1:
        raise ValueError(f"a match has at least one game, not {games}")
    if opening_plies < 0:
        raise ValueError(f"an opening has at least no plies, not {opening_plies}")
    rules = Game(game) if isinstance(game, str) else game
    if not isinstance(rules, Game):
        raise TypeError(f"a match needs a game or its name, not {type(game).__name__}")
    contestants = (_player(a), _player(b))
    names = (_name(a), _name(b))
    played = Match(*names)
    openings = random.Random(seed)
    while len(played.games) < games:
        opening = _opening(rules, opening_plies, openings)
        points = 0
        for first in (0, 1):
            one = _game(opening, contestants, first)
            points += {0: 2, None: 1, 1: 0}[one.winner]
            played.games.append(one)
        played.pairs[points] += 1
        if progress is not None:
            progress(played)
    return played


def _player(contestant: Contestant) -> Callable[..., str]:
    if isinstance(contestant, str):
        return Player(contestant)
    if not callable(contestant):
        raise TypeError(f"a player is a name, a Player or a function, not {type(contestant).__name__}")
    return contestant


def _name(contestant: Contestant) -> str:
    if isinstance(contestant, str):
        return contestant
    if isinstance(contestant, Player):
        return contestant.name
    return getattr(contestant, "__name__", type(contestant).__name__)


def _opening(game: Game, plies: int, stream: random.Random) -> Position:
    """Random plies that do not end the game; fewer of them where the game is short."""
    position = game.start()
    if position.is_simultaneous:
        # Chance differs from game to game by itself: another seed for each pair.
        return Game(game.name, rules=game.rules, size=game.size, seed=stream.getrandbits(63)).start()
    for _ in range(plies):
        longer = position.play(stream.choice(position.legal_moves()))
        if longer.result() is not None:
            break
        position = longer
    return position


def _game(opening: Position, contestants: Tuple[Callable[..., str], Callable[..., str]], first: int) -> MatchGame:
    position = opening
    for contestant in contestants:
        if isinstance(contestant, Player):
            contestant.new_game()
    while position.result() is None:
        chosen = []
        for side in position.to_act:
            who = first ^ side
            try:
                arguments = (position, side) if position.is_simultaneous else (position,)
                chosen.append(contestants[who](*arguments))
            except Exception as error:
                if isinstance(contestants[who], Player):
                    raise
                fault = f"{type(error).__name__}: {error}"
                return MatchGame(first, position, None, 1 - who, fault)
        try:
            position = position.play(*chosen)
        except (IllegalMove, TypeError) as error:
            # In a game of rounds the error says which of the two choices it was.
            who = first ^ position.to_act[min(getattr(error, "number", 1), len(chosen)) - 1]
            return MatchGame(first, position, None, 1 - who, str(error))
    result = position.result()
    assert result is not None
    winner = None if result.winner is None else first ^ result.winner
    return MatchGame(first, position, result, winner)
