"""PettingZoo environments: ``env(...)`` for turns (AEC), ``parallel_env(...)`` for games of rounds.

    import boyi.pettingzoo
    env = boyi.pettingzoo.env("xiangqi")

Observations are dicts with ``observation`` (planes, rows, columns; see :class:`boyi.VecEnv`) and ``action_mask``.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple, Union

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]

from ._boyi import Error, Game, IllegalMove, Position
from ._state import observation

AGENTS = ["player_0", "player_1"]

Observation = Dict[str, Any]


class _Common:
    """What both kinds of environment know of their game."""

    def _begin(self, game: Union[str, Game], render_mode: Optional[str]) -> None:
        self._game = Game(game) if isinstance(game, str) else game
        self._position = self._game.start()
        if render_mode not in (None, "ansi"):
            raise Error(f"the render mode is `ansi` or none, not `{render_mode}`")
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: List[str] = []
        shape = observation(self._position).shape
        actions = self._position.num_actions
        # A garlic's strength is counted in rounds; elsewhere a piece is there or not.
        most = 255 if self._position.is_simultaneous else 1
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, most, shape, numpy.uint8),
                "action_mask": spaces.Box(0, 1, (actions,), numpy.int8),
            }
        )
        self.observation_spaces = {agent: self._observation_space for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in AGENTS}

    @property
    def position(self) -> Position:
        """The game as it stands."""
        return self._position

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _anew(self, seed: Optional[int]) -> None:
        if seed is not None:
            game = self._game
            self._game = Game(game.name, rules=game.rules, size=game.size, seed=seed)
        self._position = self._game.start()
        self.agents = list(AGENTS)

    def _seen(self, agent: str) -> Observation:
        player = AGENTS.index(agent)
        mask = numpy.zeros(self._position.num_actions, numpy.int8)
        if player in self._position.to_act:
            mask[self._position.legal_actions(player)] = 1
        return {"observation": observation(self._position, player).copy(), "action_mask": mask}

    def _text(self, action: Any, player: int) -> str:
        try:
            return self._position.action_to_move(int(action), player)
        except (Error, OverflowError, TypeError) as error:
            illegal = IllegalMove(f"{AGENTS[player]}: action {action} is not legal")
            illegal.move, illegal.number = str(action), 1
            raise illegal from error

    def render(self) -> Optional[str]:
        return str(self._position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""


class BoyiAEC(_Common, AECEnv):  # type: ignore[misc]
    """A game in which agents act one after the other. In a game of rounds the first choice waits for the second."""

    metadata = {"render_modes": ["ansi"], "name": "boyi_v0", "is_parallelizable": False}

    def __init__(self, game: Union[str, Game], render_mode: Optional[str] = None) -> None:
        AECEnv.__init__(self)
        self._begin(game, render_mode)
        self.metadata = {**type(self).metadata, "name": f"boyi_{self._position.game}_v0"}

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        self._anew(seed)
        self._chosen: List[str] = []
        self.rewards = {agent: 0.0 for agent in AGENTS}
        self._cumulative_rewards = {agent: 0.0 for agent in AGENTS}
        self.terminations = {agent: False for agent in AGENTS}
        self.truncations = {agent: False for agent in AGENTS}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self._position.to_act[0]]

    def observe(self, agent: str) -> Observation:
        seen = self._seen(agent)
        if agent != self.agent_selection and not self._position.is_simultaneous:
            seen["action_mask"][:] = 0
        return seen

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        player = AGENTS.index(agent)
        move = self._text(action, player)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        before = self._position.points
        self._chosen.append(move)
        if len(self._chosen) == len(self._position.to_act):
            self._position = self._position.play(*self._chosen)
            self._chosen = []
            gained = _rewards(before, self._position)
            for index, other in enumerate(AGENTS):
                self.rewards[other] = gained[index]
                self.terminations[other] = self._position.result() is not None
        self.agent_selection = AGENTS[1 - player]
        self._accumulate_rewards()


class BoyiParallel(_Common, ParallelEnv):  # type: ignore[misc]
    """A game of rounds: both agents act at once."""

    metadata = {"render_modes": ["ansi"], "name": "boyi_v0"}

    def __init__(self, game: Union[str, Game] = "garlic", render_mode: Optional[str] = None) -> None:
        self._begin(game, render_mode)
        if not self._position.is_simultaneous:
            raise Error(f"in {self._position.game} players take turns: use boyi.pettingzoo.env")
        self.metadata = {**type(self).metadata, "name": f"boyi_{self._position.game}_v0"}

    def reset(
        self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Dict[str, Observation], Dict[str, Dict[str, Any]]]:
        self._anew(seed)
        return {agent: self._seen(agent) for agent in AGENTS}, {agent: {} for agent in AGENTS}

    def step(self, actions: Dict[str, Any]) -> Tuple[
        Dict[str, Observation], Dict[str, float], Dict[str, bool], Dict[str, bool], Dict[str, Dict[str, Any]]
    ]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        before = self._position.points
        moves = [self._text(actions[agent], player) for player, agent in enumerate(AGENTS)]
        self._position = self._position.play(*moves)
        gained = _rewards(before, self._position)
        is_over = self._position.result() is not None
        if is_over:
            self.agents = []
        return (
            {agent: self._seen(agent) for agent in AGENTS},
            {agent: gained[player] for player, agent in enumerate(AGENTS)},
            {agent: is_over for agent in AGENTS},
            {agent: False for agent in AGENTS},
            {agent: {} for agent in AGENTS},
        )


def _rewards(before: Optional[Tuple[int, int]], position: Position) -> List[float]:
    """1 and -1 at the end; in a game of rounds the points of the round."""
    if position.is_simultaneous and before is not None and position.points is not None:
        return [float(after - earlier) for earlier, after in zip(before, position.points)]
    result = position.result()
    return [0.0, 0.0] if result is None else [2 * result.score(player) - 1 for player in (0, 1)]


def env(game: Union[str, Game] = "othello", render_mode: Optional[str] = None) -> BoyiAEC:
    """An AEC environment of a game."""
    return BoyiAEC(game, render_mode)


def parallel_env(game: Union[str, Game] = "garlic", render_mode: Optional[str] = None) -> BoyiParallel:
    """A parallel environment of a game of rounds."""
    return BoyiParallel(game, render_mode)
