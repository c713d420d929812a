"""The points that are forbidden to black in renju, as far as the lines through them tell.

A three counts as open without asking whether the stone that makes a straight four of it is itself
allowed and makes no five elsewhere; the program that plays asks (`crates/gomoku/src/forbidden.rs`).
"""

import functools

import numpy as np
import torch

from board import DIRECTIONS, SIZE

REACH = 5
WINDOW = 2 * REACH + 1
MIDDLE = REACH
BESIDE = [point for point in range(WINDOW) if point != MIDDLE]

EMPTY, BLACK, BLOCKED = 0, 1, 2

FIVE, OVERLINE, FOUR, TWO_FOURS, OPEN_THREE = 1, 2, 4, 8, 16


def forbidden_points(black, white):
    five = torch.zeros(len(black), SIZE, SIZE, dtype=torch.bool, device=black.device)
    overline = five.clone()
    fours = torch.zeros(five.shape, dtype=torch.int8, device=black.device)
    threes = fours.clone()
    for shapes in _shapes_by_direction(black, white):
        five |= (shapes & FIVE) > 0
        overline |= (shapes & OVERLINE) > 0
        fours += ((shapes & FOUR) > 0).to(torch.int8) + 2 * ((shapes & TWO_FOURS) > 0).to(
            torch.int8
        )
        threes += ((shapes & OPEN_THREE) > 0).to(torch.int8)
    forbidden = ~five & (overline | (fours >= 2) | (threes >= 2))
    return forbidden.flatten(1) & ~(black | white)


def _shapes_by_direction(black, white):
    """What a black stone on each point would make along each of the four lines."""
    padded = SIZE + 2 * REACH
    shape = (len(black), padded, padded)
    contents = torch.full(shape, BLOCKED, dtype=torch.int32, device=black.device)
    board = slice(REACH, REACH + SIZE)
    contents[:, board, board] = (BLACK * black.int() + BLOCKED * white.int()).view(-1, SIZE, SIZE)
    shapes_of = _shapes_of_windows(black.device)
    for down, right in DIRECTIONS:
        windows = torch.zeros(len(black), SIZE, SIZE, dtype=torch.int32, device=black.device)
        for digit, point in enumerate(BESIDE):
            top, left = REACH + (point - MIDDLE) * down, REACH + (point - MIDDLE) * right
            windows += 3**digit * contents[:, top : top + SIZE, left : left + SIZE]
        yield shapes_of[windows.long()]


@functools.cache
def _shapes_of_windows(device):
    """Windows are numbered by the ten points beside the middle, as digits of base three."""
    numbers = np.arange(3 ** len(BESIDE))
    windows = np.zeros((len(numbers), WINDOW), np.int8)
    windows[:, MIDDLE] = BLACK
    for digit, point in enumerate(BESIDE):
        windows[:, point] = numbers // 3**digit % 3
    before, after = _run_through_middle(windows)
    length = before + after + 1
    fours = np.where(_is_straight_four(windows), 1, np.minimum(_fives(windows).sum(1), 2))
    shapes = FIVE * (length == 5) + OVERLINE * (length > 5)
    shapes += FOUR * (fours == 1) + TWO_FOURS * (fours == 2)
    shapes += OPEN_THREE * (_is_three(windows) & (fours == 0) & (length < 5))
    return torch.tensor(shapes.astype(np.uint8), device=device)


def _run_through_middle(windows):
    """How many black stones follow each other before the middle, and how many after it."""

    def count(step):
        stones = np.zeros(len(windows), int)
        goes_on = np.ones(len(windows), bool)
        for distance in range(1, REACH + 1):
            goes_on = goes_on & (windows[:, MIDDLE + step * distance] == BLACK)
            stones += goes_on
        return stones

    return count(-1), count(1)


def _with_stone(windows, point):
    """The windows with one more stone, whether it joins the middle run, how long that is."""
    played = windows.copy()
    played[:, point] = BLACK
    before, after = _run_through_middle(played)
    joins = (MIDDLE - before <= point) & (point <= MIDDLE + after)
    return played, joins & (windows[:, point] == EMPTY), before + after + 1


def _fives(windows):
    """The empty points where a stone makes exactly five through the middle."""
    fives = np.zeros(windows.shape, bool)
    for point in BESIDE:
        _, joins, length = _with_stone(windows, point)
        fives[:, point] = joins & (length == 5)
    return fives


def _is_straight_four(windows):
    """Four in a row that either end makes five."""
    before, after = _run_through_middle(windows)
    fives = _fives(windows)
    window = np.arange(len(windows))
    first = np.maximum(MIDDLE - before - 1, 0)
    last = np.minimum(MIDDLE + after + 1, WINDOW - 1)
    return (before + after + 1 == 4) & fives[window, first] & fives[window, last]


def _is_three(windows):
    """Whether one more stone makes a straight four."""
    three = np.zeros(len(windows), bool)
    for point in range(1, WINDOW - 1):
        if point != MIDDLE:
            played, joins, _ = _with_stone(windows, point)
            three |= joins & _is_straight_four(played)
    return three
