"""Positions of the files that `boyi train games gomoku` writes."""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
import torch.nn.functional as F

from board import POINTS, SIZE
from files import InputError

MAGIC = "boyi games 1"
RESULTS = {"1-0": 1.0, "0-1": -1.0, "1/2": 0.0}

# A bit a point.
PACKED_BYTES = (POINTS + 7) // 8

# Scores from here on say that the game is decided, which is the search's business.
DECIDED = 3000

# Of these, the one with which tanh(score / scale) predicts the results best is taken.
SCALES = (60, 90, 120, 160, 200, 260, 340, 450, 600)


@dataclass
class GamePositions:
    """Positions with the moves played; results and scores are -1 to 1 for the side to move."""

    own: torch.Tensor
    other: torch.Tensor
    move: torch.Tensor
    result: torch.Tensor
    score: torch.Tensor

    def __len__(self):
        return len(self.move)

    def values(self):
        return 0.5 * self.result + 0.5 * self.score


def load_games(paths, rules, device):
    with ProcessPoolExecutor() as pool:
        files = list(pool.map(partial(_read_file, rules=rules), paths))
    own, other, move, result, score = (np.concatenate(column) for column in zip(*files))
    if not len(move):
        raise InputError(f"no positions with scores in {', '.join(map(str, paths))}")
    result, score = torch.tensor(result, device=device), torch.tensor(score, device=device)
    error, scale = min((F.mse_loss(torch.tanh(score / k), result).item(), k) for k in SCALES)
    print(f"{len(move)} positions of games, scale {scale}, squared error {error:.4f}", flush=True)
    return GamePositions(
        own=_unpacked(own, device),
        other=_unpacked(other, device),
        move=torch.tensor(move, device=device),
        result=result,
        score=torch.tanh(score / scale),
    )


def _unpacked(bits, device):
    return torch.tensor(np.unpackbits(bits, axis=1)[:, :POINTS].astype(bool), device=device)


def _read_file(path, rules):
    """Columns of own stones, other stones (both packed), moves, results and scores."""
    with open(path, encoding="utf-8", errors="replace") as file:
        header, _, body = file.read().partition("\n\n")
    lines = header.split("\n")
    fields = dict(line.split(" ", 1) for line in lines[1:] if " " in line)
    if lines[0] != MAGIC:
        raise InputError(f"{path}: not a file of games: it does not begin with `{MAGIC}`")
    for field, wanted in (("game", "gomoku"), ("rules", rules)):
        if fields.get(field) != wanted:
            raise InputError(f"{path}: games of {fields.get(field)}, not of {wanted}")
    # A last line without an end was cut off.
    found = [
        _positions(line, f"{path}: game {i}") for i, line in enumerate(body.split("\n")[:-1], 1)
    ]
    rows = [row for game in found for row in game]
    packed = np.array([row[:2] for row in rows], np.uint8).reshape(len(rows), 2, PACKED_BYTES)
    own, other = packed[:, 0], packed[:, 1]
    move, result, score = (np.array([row[i] for row in rows]) for i in (2, 3, 4))
    return own, other, move.astype(np.int64), result.astype(np.float32), score.astype(np.float32)


def _positions(line, named):
    result, *words = line.split(" ")
    if result not in RESULTS:
        raise InputError(f"{named}: this line is no game")
    stones = np.zeros((2, POINTS), bool)
    rows = []
    for ply, word in enumerate(words):
        text, _, score = word.partition(":")
        try:
            move, score = _point(text), int(score) if score else None
        except ValueError as error:
            raise InputError(f"{named}: {word} is no move") from error
        side = ply % 2
        if score is not None and abs(score) < DECIDED:
            own, other = np.packbits(stones[side]), np.packbits(stones[1 - side])
            rows.append((own, other, move, RESULTS[result] * (1 - 2 * side), score))
        stones[side, move] = True
    return rows


def _point(text):
    """Column letter and row number, such as h8; row 1 is the first."""
    column, row = ord(text[:1] or " ") - ord("a"), int(text[1:]) - 1
    if column not in range(SIZE) or row not in range(SIZE):
        raise ValueError(text)
    return row * SIZE + column
