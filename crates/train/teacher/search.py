"""Gumbel AlphaZero: a search of few simulations for many positions at once.

Policy improvement by planning with Gumbel (Danihelka and others, 2022): the root tries a sample of
moves without replacement and halves it again and again, inner nodes follow the improved policy.
"""

import math

import torch

from board import POINTS, has_won, is_black_to_move, one_hot
from network import IMPOSSIBLE, POSSIBLE, evaluate

# Moves that the root begins with.
CONSIDERED = 16
MAX_DEPTH = 14

# What visits and values weigh beside the policy: (VISITS + most visited) * VALUE.
VISITS, VALUE = 50, 0.5

NEVER = -1e30


@torch.no_grad()
def search(teacher, own, other, rules, simulations):
    """For each position a move, the improved policy, and the value for the side to move."""
    tree = Tree(teacher, own, other, rules, simulations)
    for simulation, visits in enumerate(visits_by_halving(CONSIDERED, simulations)):
        path = tree.descend(visits)
        values = tree.expand(path, node=simulation + 1)
        tree.back_up(path, values)
    return tree.result()


def visits_by_halving(considered, simulations):
    """Sequential halving: for each simulation, how often the move it tries was tried before."""
    rounds = math.ceil(math.log2(considered))
    visits = [0] * considered
    order = []
    while len(order) < simulations:
        for _ in range(max(1, simulations // (rounds * considered))):
            order += visits[:considered]
            for move in range(considered):
                visits[move] += 1
        considered = max(2, considered // 2)
    return order[:simulations]


class Path:
    """The way of one simulation through each tree, and the move at its end."""

    def __init__(self, trees, device):
        # For each ply the nodes, the moves, and which trees still went down there.
        self.plies = []
        self.leaf_parent = torch.zeros(trees, dtype=torch.long, device=device)
        self.leaf_move = torch.zeros_like(self.leaf_parent)
        self.is_new = torch.zeros(trees, dtype=torch.bool, device=device)

    def lengths(self):
        return torch.stack([going for _, _, going in self.plies]).sum(0)


class Tree:
    """All the trees; node 0 of each is its root, node n what its simulation n found.

    Values are for the side to move at their node, sums of values for the side that moves.
    """

    def __init__(self, teacher, own, other, rules, simulations):
        self.teacher, self.rules = teacher, rules
        count, nodes, device = len(own), simulations + 1, own.device
        self.all = torch.arange(count, device=device)
        self.own = torch.zeros(count, nodes, POINTS, dtype=torch.bool, device=device)
        self.other = torch.zeros_like(self.own)
        self.is_black = torch.zeros(count, nodes, dtype=torch.bool, device=device)
        self.is_over = torch.zeros_like(self.is_black)
        self.log_policy = torch.full((count, nodes, POINTS), IMPOSSIBLE, device=device)
        self.value = torch.zeros(count, nodes, device=device)
        self.child = torch.full((count, nodes, POINTS), -1, dtype=torch.int16, device=device)
        self.visits = torch.zeros(count, nodes, POINTS, device=device)
        self.value_sums = torch.zeros_like(self.visits)

        self.own[:, 0], self.other[:, 0] = own, other
        self.is_black[:, 0] = is_black_to_move(own, other)
        root_policy, self.value[:, 0] = evaluate(teacher, own, other, rules)
        self.log_policy[:, 0] = root_policy
        uniform = torch.rand(count, POINTS, device=device).clamp(1e-9, 1 - 1e-7)
        self.gumbel = -torch.log(-torch.log(uniform))
        sample = (self.gumbel + root_policy).topk(CONSIDERED, 1).indices
        sampled = torch.zeros(count, POINTS, dtype=torch.bool, device=device)
        self.considered = sampled.scatter_(1, sample, True) & (root_policy > POSSIBLE)

    def descend(self, root_visits):
        """Goes down to a move that was not tried, the end of a game, or the greatest depth."""
        path = Path(len(self.all), self.all.device)
        node = torch.zeros_like(path.leaf_parent)
        going = torch.ones_like(path.is_new)
        for depth in range(MAX_DEPTH):
            move = self._root_move(root_visits) if depth == 0 else self._inner_move(node)
            path.plies.append((node, move, going))
            child = self.child[self.all, node, move].long()
            is_new = going & (child < 0)
            is_over = going & (child >= 0) & self.is_over[self.all, child.clamp(min=0)]
            ends = going if depth == MAX_DEPTH - 1 else is_new | is_over
            path.leaf_parent = torch.where(ends, node, path.leaf_parent)
            path.leaf_move = torch.where(ends, move, path.leaf_move)
            path.is_new = path.is_new | is_new
            going = going & ~ends
            node = torch.where(going, child, node)
            # Asking waits for the GPU, so only now and then.
            if depth % 2 == 1 and not going.any():
                break
        return path

    def _root_move(self, visits):
        """The best of the considered moves that were tried so often; of all, where none was."""
        due = self.considered & (self.visits[:, 0] == visits)
        due = torch.where(due.any(1, keepdim=True), due, self.considered)
        return self._root_scores().masked_fill(~due, NEVER).argmax(1)

    def _root_scores(self):
        root = torch.zeros_like(self.all)
        return self.gumbel + self._improved_logits(root)

    def _inner_move(self, node):
        """The move whose share of the visits is furthest behind the improved policy."""
        visits = self.visits[self.all, node]
        share = visits / (1 + visits.sum(1, keepdim=True))
        behind = torch.softmax(self._improved_logits(node), 1) - share
        impossible = self.log_policy[self.all, node] < POSSIBLE
        return behind.masked_fill(impossible, NEVER).argmax(1)

    def _improved_logits(self, node):
        visits = self.visits[self.all, node]
        weight = (VISITS + visits.amax(1, keepdim=True)) * VALUE
        return self.log_policy[self.all, node] + weight * self._completed_values(node)

    def _completed_values(self, node):
        """Values of all moves: the mean of tried ones; of others a mix with the network's."""
        visits, policy = self.visits[self.all, node], self.log_policy[self.all, node].exp()
        is_tried = visits > 0
        means = self.value_sums[self.all, node] / visits.clamp(min=1)
        means = torch.where(is_tried, means, torch.zeros_like(means))
        tried_policy = (policy * is_tried).sum(1, keepdim=True).clamp(min=1e-6)
        tried_value = (policy * means * is_tried).sum(1, keepdim=True) / tried_policy
        total = visits.sum(1, keepdim=True)
        own_value = self.value[self.all, node][:, None]
        return torch.where(is_tried, means, (own_value + total * tried_value) / (1 + total))

    def expand(self, path, node):
        """Judges the positions at the ends of the paths and keeps them as a node of each tree."""
        parent = path.leaf_parent
        mover = self.own[self.all, parent] | one_hot(path.leaf_move)
        waiting = self.other[self.all, parent]
        is_black = self.is_black[self.all, parent]
        won = has_won(mover, self.rules, is_black)
        full = (mover | waiting).all(1)
        log_policy, value = evaluate(self.teacher, waiting, mover, self.rules)
        value = torch.where(full, torch.zeros_like(value), value)
        value = torch.where(won, torch.full_like(value, -1.0), value)
        self.own[:, node], self.other[:, node] = waiting, mover
        self.is_black[:, node], self.is_over[:, node] = ~is_black, won | full
        self.log_policy[:, node], self.value[:, node] = log_policy, value
        new = path.is_new.nonzero().squeeze(1)
        self.child[new, parent[new], path.leaf_move[new]] = node
        return value

    def back_up(self, path, values):
        lengths = path.lengths()
        for ply, (node, move, going) in enumerate(path.plies):
            sign = torch.where((lengths - ply) % 2 == 1, -1.0, 1.0)
            trees = going.nonzero().squeeze(1)
            edge = trees, node[trees], move[trees]
            self.visits[edge] += 1
            self.value_sums[edge] += (sign * values)[trees]

    def result(self):
        root = torch.zeros_like(self.all)
        visits = self.visits[:, 0]
        most = (visits * self.considered).amax(1, keepdim=True)
        best = self.considered & (visits == most)
        move = self._root_scores().masked_fill(~best, NEVER).argmax(1)
        policy = torch.softmax(self._improved_logits(root), 1)
        value = (visits * self._completed_values(root)).sum(1) / visits.sum(1).clamp(min=1)
        return move, policy, value
