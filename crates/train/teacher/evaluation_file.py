"""Evaluation files that hold a student.

The format is that of `crates/search/src/kernel/evaluation_file.rs`, the numbers in it are as
`crates/engine/src/gomoku/network.rs` and `crates/nnue/src/codebook.rs` want them.
"""

from pathlib import Path

import numpy as np
import torch

from board import POINTS, RULES
from files import InputError
from student import CELL, Student, codebooks
from windows import ROWS, rows_of

MAGIC = b"boyi evaluation 1\n"
HASH_BYTES = 8

# What a logit of 1 is worth in the search's values.
SCALE = 100

# What 1 is in the integers of the file.
ROW_ONE = 1 << 7
WEIGHT_ONE = 1 << 8
REGION_BIAS_ONE = 1 << 18
BIAS_ONE = 1 << 15

ROW_LIMIT = 127
WEIGHT_LIMIT = 4095
BIAS_LIMIT = (1 << 20) - (1 << 12)


def new_student(rules):
    empty = torch.zeros(1, POINTS, dtype=torch.bool)
    return Student(codebooks(rules), rows_of(empty, empty))


def load_student(path, rules):
    """The network of a file; one of other rules begins all codebooks with its first."""
    kind, payload = _parse(path, Path(path).read_bytes())
    student = new_student(rules)
    if len(payload) != len(_payload(new_student(kind))):
        raise InputError(f"{path}: {len(payload)} bytes are not a network of {kind}")
    # Behind the scale, which is always the same.
    at = 4

    def take(count, number, one):
        nonlocal at
        integers = np.frombuffer(payload, number, count, at)
        at += integers.nbytes
        return torch.tensor(integers.astype(np.float32) / one)

    rows = take(codebooks(kind) * ROWS * CELL, "<i1", ROW_ONE).view(-1, CELL)
    if codebooks(kind) != codebooks(rules):
        rows = rows[:ROWS].repeat(codebooks(rules), 1)
    with torch.no_grad():
        student.rows.copy_(rows)
        for numbers, (number, one, _) in _layers(student):
            numbers.copy_(take(numbers.numel(), number, one).view(numbers.shape))
    return student


def save_student(student, path, rules, recipe):
    payload, text = _payload(student), recipe.encode()
    header = f"game gomoku\nkind {rules}\nrecipe {len(text)}\npayload {len(payload)}\n"
    contents = MAGIC + header.encode() + text + payload
    Path(path).write_bytes(contents + _hash(contents))


def _layers(student):
    """The numbers behind the rows, each with the type of its integers, what 1 is, their limit."""
    weight = ("<i2", WEIGHT_ONE, WEIGHT_LIMIT)
    for numbers in student.parameters_in_file_order():
        if numbers is student.region_bias:
            yield numbers, ("<i4", REGION_BIAS_ONE, BIAS_LIMIT)
        elif numbers.ndim == 1:
            yield numbers, ("<i4", BIAS_ONE, BIAS_LIMIT)
        else:
            yield numbers, weight


def _payload(student):
    payload = np.int32(SCALE).astype("<i4").tobytes()
    payload += _quantised(student.rows, "<i1", ROW_ONE, ROW_LIMIT)
    return payload + b"".join(_quantised(numbers, *kind) for numbers, kind in _layers(student))


def _quantised(numbers, integer, one, limit):
    """Halves are rounded away from zero."""
    numbers = numbers.detach().cpu().numpy().astype(np.float64) * one
    rounded = np.trunc(numbers + np.copysign(0.5, numbers))
    return np.clip(rounded, -limit, limit).astype(integer).tobytes()


def _parse(path, file):
    """The rules that a network is for, and its numbers."""
    if not file.startswith(MAGIC):
        raise InputError(f"{path}: not an evaluation file of version 1")
    contents, stated = file[:-HASH_BYTES], file[-HASH_BYTES:]
    if _hash(contents) != stated:
        raise InputError(f"{path}: damaged or incomplete")
    _, game, kind, recipe, payload, rest = contents.split(b"\n", 5)
    if game != b"game gomoku" or kind.decode().removeprefix("kind ") not in RULES:
        raise InputError(f"{path}: {game.decode()}, {kind.decode()}: not a network of gomoku")
    start = int(recipe.removeprefix(b"recipe "))
    if len(rest) != start + int(payload.removeprefix(b"payload ")):
        raise InputError(f"{path}: its header contradicts its contents")
    return kind.decode().removeprefix("kind "), rest[start:]


def _hash(contents):
    """FNV-1a with 64 bits, low byte first."""
    value = 0xCBF29CE484222325
    for byte in contents:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value.to_bytes(HASH_BYTES, "little")
