"""Boards of gomoku, many at once: who has won, what lies near, symmetries, openings.

A position is two rows of 225 booleans, the stones of the side to move (`own`) and those of the
other side (`other`). Point (row, column) is number 15 * row + column.
"""

import functools
import random

import torch
import torch.nn.functional as F

SIZE = 15
POINTS = SIZE * SIZE
RULES = ("freestyle", "standard", "renju")

# Steps along the four lines through a point: rows, columns.
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def as_planes(points):
    return points.view(-1, 1, SIZE, SIZE).bfloat16()


def _line_kernels(size, weight_at):
    """A square of weights for each direction: `weight_at(distance from the middle)` on the line."""
    middle = size // 2
    kernels = torch.zeros(len(DIRECTIONS), 1, size, size)
    for kernel, (down, right) in zip(kernels, DIRECTIONS):
        for step in range(-middle, middle + 1):
            kernel[0, middle + step * down, middle + step * right] = weight_at(abs(step))
    return kernels.bfloat16()


@functools.cache
def _five_kernels(device):
    return _line_kernels(5, lambda distance: 1).to(device)


@functools.cache
def _exactly_five_kernels(device):
    """A sixth stone at either end spoils the sum."""
    return _line_kernels(7, lambda distance: 1 if distance <= 2 else -10).to(device)


@functools.cache
def _near_kernel(device):
    """Two points away in any direction, or three along a line."""
    kernel = torch.zeros(1, 1, 7, 7)
    kernel[0, 0, 1:6, 1:6] = 1
    along_lines = _line_kernels(7, lambda distance: 1).float().amax(0)
    return torch.maximum(kernel, along_lines).bfloat16().to(device)


def count_in_windows(stones):
    """For each direction and each point, how many of the five points around it hold a stone."""
    return F.conv2d(as_planes(stones), _five_kernels(stones.device), padding=2)


def _has_five(stones):
    return (count_in_windows(stones) > 4.5).flatten(1).any(1)


def _has_exactly_five(stones):
    sums = F.conv2d(as_planes(stones), _exactly_five_kernels(stones.device), padding=3)
    return (sums > 4.5).flatten(1).any(1)


def has_won(stones, rules, is_black):
    """Whether the side that just moved has won; `is_black` says for each position who that is."""
    if rules == "freestyle":
        return _has_five(stones)
    if rules == "standard":
        return _has_exactly_five(stones)
    return torch.where(is_black, _has_exactly_five(stones), _has_five(stones))


def is_black_to_move(own, other):
    return (own.sum(1) + other.sum(1)) % 2 == 0


def candidates(own, other):
    """Empty points near a stone: the moves that a search tries."""
    stones = own | other
    near = F.conv2d(as_planes(stones), _near_kernel(stones.device), padding=3) > 0
    return near.flatten(1) & ~stones


def can_make_five(own, other):
    """Whether either side has four of five points and the fifth is empty."""
    own_counts, other_counts = count_in_windows(own), count_in_windows(other)
    whole_board = torch.ones(1, POINTS, dtype=torch.bool, device=own.device)
    on_board = count_in_windows(whole_board) > 4.5
    fours = (own_counts == 4) & (other_counts == 0) | (other_counts == 4) & (own_counts == 0)
    return (fours & on_board).flatten(1).any(1)


def one_hot(points):
    return F.one_hot(points, POINTS).bool()


def random_openings(count, device):
    """One to six stones anywhere in the middle of the board."""
    own = torch.zeros(count, POINTS, dtype=torch.bool, device=device)
    other = torch.zeros_like(own)
    wanted = torch.randint(1, 7, (count,), device=device)
    for stones in range(6):
        row_and_column = torch.randint(4, 11, (count, 2), device=device)
        move = one_hot(row_and_column[:, 0] * SIZE + row_and_column[:, 1])
        move = move & ~(own | other) & (stones < wanted)[:, None]
        is_played = move.any(1, keepdim=True)
        own, other = torch.where(is_played, other, own), torch.where(is_played, own | move, other)
    return own, other


def in_random_symmetry(*boards):
    """The same one of the eight symmetries for all of them."""
    symmetry = random.randrange(8)

    def turned(board):
        board = torch.rot90(board.view(-1, SIZE, SIZE), symmetry % 4, (1, 2))
        return (board.flip(2) if symmetry >= 4 else board).reshape(-1, POINTS)

    return tuple(turned(board) for board in boards)
