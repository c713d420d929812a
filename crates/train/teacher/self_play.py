"""The teacher plays against itself and learns from what it played, in turns."""

import torch

from board import POINTS, has_won, in_random_symmetry, is_black_to_move, one_hot, random_openings
from files import InputError, load_tensors
from network import learn
from schedule import Schedule
from search import search

MAX_MOVES = 130
STEPS_A_MOVE = 3

# What the result of a game and the value of the search weigh in what a position is taught.
RESULT, SEARCHED = 0.7, 0.3


class Buffer:
    """The newest positions with the policies of their searches and their values."""

    def __init__(self, rules, capacity, device):
        self.rules, self.capacity = rules, capacity
        self.own = torch.zeros(capacity, POINTS, dtype=torch.bool, device=device)
        self.other = torch.zeros_like(self.own)
        self.policy = torch.zeros(capacity, POINTS, dtype=torch.float16, device=device)
        self.value = torch.zeros(capacity, dtype=torch.float16, device=device)
        self.next = self.size = 0

    def add(self, own, other, policy, value):
        count = min(len(own), self.capacity)
        at = (torch.arange(count, device=own.device) + self.next) % self.capacity
        self.own[at], self.other[at] = own[:count], other[:count]
        self.policy[at], self.value[at] = policy[:count].half(), value[:count].half()
        self.next = (self.next + count) % self.capacity
        self.size = min(self.capacity, self.size + count)

    def has_enough_for(self, batch):
        return self.size > min(60_000, 10 * batch)

    def sample(self, batch):
        at = torch.randint(0, self.size, (batch,), device=self.own.device)
        boards = in_random_symmetry(self.own[at], self.other[at], self.policy[at].float())
        return *boards, self.value[at].float()

    def save(self, path):
        names = ("own", "other", "policy", "value")
        tensors = {name: getattr(self, name)[: self.size].clone() for name in names}
        torch.save({"rules": self.rules, **tensors}, path)

    @classmethod
    def load(cls, path, rules, device):
        state = load_tensors(path, device)
        if not isinstance(state, dict) or "rules" not in state:
            raise InputError(f"{path}: not a buffer of self-play")
        if state["rules"] != rules:
            raise InputError(f"{path}: self-play of {state['rules']}, not of {rules}")
        if not len(state["own"]):
            raise InputError(f"{path}: no game came to its end; play for longer")
        buffer = cls(rules, len(state["own"]), device)
        buffer.add(state["own"], state["other"], state["policy"], state["value"])
        return buffer


class Games:
    """Games under way, each with what was thought before its moves."""

    def __init__(self, count, rules, device):
        self.rules = rules
        self.all = torch.arange(count, device=device)
        self.own, self.other = random_openings(count, device)
        self.length = torch.zeros(count, dtype=torch.long, device=device)
        self.owns = torch.zeros(MAX_MOVES, count, POINTS, dtype=torch.bool, device=device)
        self.others = torch.zeros_like(self.owns)
        self.policies = torch.zeros(MAX_MOVES, count, POINTS, dtype=torch.float16, device=device)
        self.values = torch.zeros(MAX_MOVES, count, device=device)

    def advance(self, move, policy, value):
        """Plays a move in every game; returns which are over, and which of all were won by it."""
        at = self.length, self.all
        self.owns[at], self.others[at] = self.own, self.other
        self.policies[at], self.values[at] = policy.half(), value
        self.length += 1
        is_black = is_black_to_move(self.own, self.other)
        mover = self.own | one_hot(move)
        won = has_won(mover, self.rules, is_black)
        over = won | (mover | self.other).all(1) | (self.length >= MAX_MOVES)
        self.own, self.other = self.other, mover
        return over.nonzero().squeeze(1), won

    def positions(self, over, won):
        """All positions of games that are over, as the buffer wants them."""
        length = self.length[over]
        ply = torch.arange(length.max().item(), device=length.device)[:, None]
        is_played = ply < length
        # Who made the last move won, or nobody did.
        is_winner = (length - 1 - ply) % 2 == 0
        result = torch.where(won[over], 1.0, 0.0) * torch.where(is_winner, 1.0, -1.0)
        kept = [x[: len(ply), over] for x in (self.owns, self.others, self.policies, self.values)]
        own, other, policy, searched = (x[is_played] for x in kept)
        return own, other, policy, RESULT * result[is_played] + SEARCHED * searched

    def begin_anew(self, over):
        self.own[over], self.other[over] = random_openings(len(over), over.device)
        self.length[over] = 0


def play(teacher, buffer, seconds, games_at_once, simulations, batch):
    """Fills the buffer and teaches the teacher for so many seconds."""
    device = buffer.own.device
    optimiser = torch.optim.AdamW(teacher.parameters(), weight_decay=1e-4)
    games = Games(games_at_once, buffer.rules, device)
    schedule = Schedule(seconds, top=1.2e-3, low=1e-4)
    moves = finished = finished_moves = 0
    policy_loss = value_loss = 0.0
    while schedule.is_running():
        teacher.eval()
        found = search(teacher, games.own, games.other, buffer.rules, simulations)
        over, won = games.advance(*found)
        moves += games_at_once
        if len(over):
            positions = games.positions(over, won)
            buffer.add(*positions)
            finished, finished_moves = finished + len(over), finished_moves + len(positions[0])
            games.begin_anew(over)
        if buffer.has_enough_for(batch):
            teacher.train()
            for _ in range(STEPS_A_MOVE):
                losses = learn(
                    teacher, optimiser, buffer.sample(batch), buffer.rules, schedule.rate()
                )
                policy_loss = 0.98 * policy_loss + 0.02 * losses[0]
                value_loss = 0.98 * value_loss + 0.02 * losses[1]
        if schedule.is_report_due():
            print(
                f"{buffer.rules} {schedule.elapsed():.0f} s: {moves} moves, {finished} games of "
                f"{finished_moves / max(1, finished):.1f}, policy loss {policy_loss:.3f}, "
                f"value loss {value_loss:.3f}",
                flush=True,
            )
    teacher.eval()
    print(f"{buffer.rules}: {moves} moves, {finished} games, {buffer.size} positions kept")
