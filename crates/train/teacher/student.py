"""The student: the network over a codebook that the program plays with, in floating point.

It computes what `FloatCodebook` of `crates/nnue/src/codebook_float.rs` does.
"""

import torch
import torch.nn.functional as F
from torch import nn

from board import POINTS, SIZE
from windows import ROWS

CELL = 32
REGION = 32
HIDDEN = 64
KINDS = 3
JOINED = KINDS * REGION + CELL

# The kind of each of the nine regions: corner, edge, centre.
KIND_OF = (0, 1, 0, 1, 2, 1, 0, 1, 0)

REGION_SCALE = 1 / 8
BOARD_SCALE = 1 / 32

# The largest numbers that survive quantisation: of rows, weights, biases of regions.
MAX_ROW, MAX_WEIGHT, MAX_BIAS = 127 / 128, 15.9, 3.9


def codebooks(rules):
    """One for each side where the rules differ between them."""
    return 2 if rules == "renju" else 1


def _regions():
    """For each point a one in the column of its region."""
    third = torch.arange(SIZE) // (SIZE // 3)
    region = 3 * third[:, None] + third[None]
    return F.one_hot(region.flatten(), len(KIND_OF)).float()


class Student(nn.Module):
    """Rows of windows to the logit of a win and the logits of all moves."""

    def __init__(self, books, empty_rows):
        """`empty_rows` are those of an empty board, what regions are compared with."""
        super().__init__()
        self.books = books
        self.rows = nn.Parameter(torch.randn(books * ROWS, CELL) * 0.1 + 0.04)
        self.region_weights = nn.Parameter(torch.randn(KINDS, REGION, CELL) * 0.2)
        self.region_bias = nn.Parameter(torch.zeros(KINDS, REGION))
        self.hidden = nn.Linear(JOINED, HIDDEN)
        self.value = nn.Linear(HIDDEN, 1)
        self.policy = nn.Linear(HIDDEN, CELL)
        self.register_buffer("regions", _regions())
        self.register_buffer("kind_of", torch.tensor(KIND_OF))
        self.register_buffer("empty_rows", empty_rows)

    def forward(self, rows, is_second):
        """`is_second`: whether the second side is to move, which may have a codebook of its own."""
        empty = self._cells(self.empty_rows)
        if self.books == 2:
            rows = rows + ROWS * is_second[:, None, None].long()
            empty_of_second = self._cells(self.empty_rows + ROWS)
            empty = torch.where(is_second[:, None, None], empty_of_second, empty)
        cells = self._cells(rows)
        regions = torch.einsum("bpc,pr->brc", cells - empty, self.regions)
        weights, bias = self.region_weights[self.kind_of], self.region_bias[self.kind_of]
        units = F.relu(torch.einsum("brc,ruc->bru", regions, weights) * REGION_SCALE + bias)
        by_kind = torch.zeros(len(rows), KINDS, REGION, device=rows.device)
        by_kind = by_kind.index_add(1, self.kind_of, units)
        joined = torch.cat([by_kind.flatten(1), regions.sum(1) * BOARD_SCALE], 1)
        hidden = F.relu(self.hidden(joined))
        moves = torch.einsum("bpc,bc->bp", cells, self.policy(hidden))
        return self.value(hidden).squeeze(1), moves

    def _cells(self, rows):
        """The sum of the four rows through each point, clipped."""
        sums = F.embedding_bag(rows.reshape(-1, 4).int(), self.rows, mode="sum")
        return sums.view(-1, POINTS, CELL).clamp(0, 1)

    def parameters_in_file_order(self):
        """All but the rows, as they follow each other in a file."""
        head = (self.hidden, self.value, self.policy)
        return [self.region_weights, self.region_bias] + [
            p for x in head for p in (x.weight, x.bias)
        ]

    @torch.no_grad()
    def clip(self):
        """Keeps all numbers where quantisation does not change them much."""
        self.rows.clamp_(-MAX_ROW, MAX_ROW)
        for numbers in self.parameters_in_file_order():
            limit = MAX_BIAS if numbers is self.region_bias else MAX_WEIGHT
            numbers.clamp_(-limit, limit)
