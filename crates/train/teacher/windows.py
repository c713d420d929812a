"""The numbers of windows, as in `crates/engine/src/gomoku/network/windows.rs`.

A window is nine points of a line, two bits each: 0 empty, 1 own, 2 the other side's, 3 a wall.
Windows that are each other's mirror image share a row of the codebook.
"""

import functools

import numpy as np
import torch

from board import DIRECTIONS, SIZE

REACH = 4
WINDOW = 2 * REACH + 1
KEYS = 1 << (2 * WINDOW)
WALL = 3

# Windows that are not each other's mirror image.
ROWS = 22_143


def rows_of(own, other):
    """The rows of all points in all four directions, as the side to move sees them."""
    device, padded = own.device, SIZE + 2 * REACH
    contents = torch.full((len(own), padded, padded), WALL, dtype=torch.int32, device=device)
    board = slice(REACH, REACH + SIZE)
    contents[:, board, board] = (own.int() + 2 * other.int()).view(-1, SIZE, SIZE)
    numbers = _numbers(device)
    rows = []
    for down, right in DIRECTIONS:
        keys = torch.zeros(len(own), SIZE, SIZE, dtype=torch.int32, device=device)
        for point in range(WINDOW):
            top, left = REACH + (point - REACH) * down, REACH + (point - REACH) * right
            keys += contents[:, top : top + SIZE, left : left + SIZE] << (2 * point)
        rows.append(numbers[keys.long()].flatten(1))
    return torch.stack(rows, 2)


@functools.cache
def _numbers(device):
    keys = np.arange(KEYS)
    points = np.stack([keys >> (2 * point) & 3 for point in range(WINDOW)], 1)
    mirrored = sum(points[:, WINDOW - 1 - point] << (2 * point) for point in range(WINDOW))
    is_window = _are_windows(points)
    is_numbered = is_window & (mirrored >= keys)
    assert is_numbered.sum() == ROWS
    numbers = np.zeros(KEYS, np.int64)
    numbers[is_numbered] = np.arange(ROWS)
    is_mirror_image = is_window & (mirrored < keys)
    numbers[is_mirror_image] = numbers[mirrored[is_mirror_image]]
    return torch.tensor(numbers, device=device)


def _are_windows(points):
    """Beyond a wall is nothing but wall, and the middle is none."""
    is_wall = points == WALL
    are_windows = ~is_wall[:, REACH]
    for point in range(1, REACH):
        are_windows &= ~is_wall[:, point] | is_wall[:, point - 1]
    for point in range(REACH + 1, WINDOW - 1):
        are_windows &= ~is_wall[:, point] | is_wall[:, point + 1]
    return are_windows
