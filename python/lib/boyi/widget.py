"""A board for Jupyter and marimo that takes moves, drawn by the page's own board code.

    import boyi.widget
    board = boyi.widget.Board(boyi.Game("xiangqi"), opponent=boyi.Player("casual"))
    board            # click to play; board.position is the game as it stands

Needs ``anywidget`` and a wheel that was built with npm at hand.
"""

from __future__ import annotations

import pathlib
from typing import Any, Callable, Dict, List, Optional, Union

import anywidget
import traitlets

from ._boyi import Error, Game, Player, Position

_SCRIPT = pathlib.Path(__file__).parent / "static" / "board.js"


class Board(anywidget.AnyWidget):
    """A board to play on. ``opponent`` answers your moves if there is one: a player, its name, or a function."""

    _esm = _SCRIPT if _SCRIPT.exists() else "export default { render() {} }"
    scene = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        start: Union[str, Game, Position] = "othello",
        *,
        opponent: Union[str, Callable[..., str], None] = None,
        flipped: bool = False,
        language: Optional[str] = None,
        on_move: Optional[Callable[[Position], object]] = None,
    ) -> None:
        if not _SCRIPT.exists():
            raise Error("this wheel was built without the board's script: build it where npm is installed")
        if language not in (None, "en", "zh"):
            raise Error(f"the board speaks en and zh, not {language}")
        game = Game(start) if isinstance(start, str) else start
        self._position = game.start() if isinstance(game, Game) else game
        self._opponent = Player(opponent) if isinstance(opponent, str) else opponent
        self._flipped = flipped
        self._language = language
        self._listener = on_move
        super().__init__(scene=self._described())
        self.on_msg(self._played)

    @property
    def position(self) -> Position:
        """The game as it stands."""
        return self._position

    @position.setter
    def position(self, position: Position) -> None:
        self._position = position
        self.scene = self._described()

    def play(self, move: str, player: Optional[int] = None) -> None:
        """Plays a move as if it had been clicked. Where both choose at once, the opponent chooses the other one."""
        position = self._position
        if position.is_simultaneous:
            side = 0 if player is None else player
            other = self._answer(position, 1 - side) or position.legal_moves(1 - side)[0]
            choices = (move, other) if side == 0 else (other, move)
            position = position.play(*choices)
        else:
            position = position.play(move)
            self.position = position
            if position.result() is None and position.turn is not None:
                answer = self._answer(position, position.turn)
                if answer is not None:
                    position = position.play(answer)
        self.position = position
        if self._listener is not None:
            self._listener(position)

    def _answer(self, position: Position, side: int) -> Optional[str]:
        if self._opponent is None:
            return None
        arguments = (position, side) if position.is_simultaneous else (position,)
        return self._opponent(*arguments)

    def _played(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """A click. Whatever a page sends is held against the rules; what is no move changes nothing."""
        if not isinstance(content, dict) or not isinstance(content.get("move"), str):
            return
        try:
            self.play(content["move"], 1 if content.get("side") == "second" else 0)
        except Error:
            self.scene = self._described()

    def _described(self) -> Dict[str, Any]:
        position = self._position
        described = position.board()
        legal: List[Dict[str, Any]] = described["legal"]
        if position.is_simultaneous:
            legal = [choice for choice in legal if choice["side"] == "first"]
        return {
            "game": position.game,
            "board": described["board"],
            "legal": legal,
            "flipped": self._flipped,
            "message": _message(position),
            "rounds": position.is_simultaneous,
            "language": self._language,
        }


def _message(position: Position) -> Dict[str, str]:
    """How the game stands, in both languages."""
    result = position.result()
    if result is not None:
        return {"en": f"{result}: {result.reason}", "zh": f"{result}：{result.reason_zh}"}
    if position.turn is None:
        return {"en": "", "zh": ""}
    game = Game(position.game)
    english, chinese = (game.side_name(position.turn, language) for language in ("en", "zh"))
    return {"en": f"{english} to move", "zh": f"轮到{chinese}"}
