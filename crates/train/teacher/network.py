"""The teacher: a residual network that judges positions and moves."""

import re

import torch
import torch.nn.functional as F
from torch import nn

from board import SIZE, as_planes, count_in_windows, is_black_to_move
from files import InputError, load_tensors
from renju import forbidden_points
from schedule import set_rate

BLOCKS = 6
CHANNELS = 96
INPUTS = 12

# The logit of a move that may not be played, and what no logit of another falls below.
IMPOSSIBLE = -1e9
POSSIBLE = -1e8


class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second_norm = nn.BatchNorm2d(channels)

    def forward(self, planes):
        inner = F.relu(self.first_norm(self.first(planes)))
        return F.relu(planes + self.second_norm(self.second(inner)))


class Teacher(nn.Module):
    """Planes of a position to the logits of all moves and the value before its tanh."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(INPUTS, CHANNELS, 3, padding=1)
        self.body = nn.Sequential(*[Block(CHANNELS) for _ in range(BLOCKS)])
        self.policy = nn.Sequential(
            nn.Conv2d(CHANNELS, 32, 3, padding=1), nn.ReLU(), nn.Conv2d(32, 1, 1)
        )
        self.value_planes = nn.Conv2d(CHANNELS, 32, 1)
        self.value_hidden = nn.Linear(64, 64)
        self.value = nn.Linear(64, 1)

    def forward(self, planes):
        body = self.body(F.relu(self.stem(planes)))
        planes = F.relu(self.value_planes(body))
        pooled = torch.cat([planes.mean((2, 3)), planes.amax((2, 3))], 1)
        value = self.value(F.relu(self.value_hidden(pooled))).squeeze(1)
        return self.policy(body).flatten(1), value


def input_planes(own, other, rules):
    """What the network sees, and the points that may not be played.

    Stones of either side, ones (in renju: whether black is to move), for each side and direction
    how many of five points it has where the other has none, and what is forbidden to black.
    """
    own_plane, other_plane = as_planes(own), as_planes(other)
    own_counts, other_counts = count_in_windows(own), count_in_windows(other)
    impossible = own | other
    if rules == "renju":
        black = is_black_to_move(own, other)[:, None]
        forbidden = forbidden_points(torch.where(black, own, other), torch.where(black, other, own))
        impossible = impossible | (forbidden & black)
        side = black.to(torch.bfloat16)[:, :, None, None].expand(-1, 1, SIZE, SIZE)
        forbidden = as_planes(forbidden)
    else:
        side = torch.ones_like(own_plane)
        forbidden = torch.zeros_like(own_plane)
    own_lines = own_counts * (other_counts == 0) / 5
    other_lines = other_counts * (own_counts == 0) / 5
    planes = torch.cat([own_plane, other_plane, side, own_lines, other_lines, forbidden], 1)
    return planes.contiguous(memory_format=torch.channels_last), impossible


def _forward(teacher, own, other, rules):
    """Log-probabilities of all moves, and values from -1 to 1 for the side to move."""
    planes, impossible = input_planes(own, other, rules)
    on_gpu = own.is_cuda
    with torch.autocast(own.device.type, torch.bfloat16, enabled=on_gpu):
        logits, value = teacher(planes if on_gpu else planes.float())
    logits = logits.float().masked_fill(impossible, IMPOSSIBLE)
    return F.log_softmax(logits, 1), torch.tanh(value.float())


@torch.no_grad()
def evaluate(teacher, own, other, rules):
    return _forward(teacher, own, other, rules)


def learn(teacher, optimiser, batch, rules, rate):
    """One step on positions with the moves and values they should have; returns both losses."""
    own, other, policy, target = batch
    set_rate(optimiser, rate)
    log_policy, value = _forward(teacher, own, other, rules)
    policy_loss = -(policy * log_policy.clamp(min=-50)).sum(1).mean()
    value_loss = F.mse_loss(value, target)
    optimiser.zero_grad(set_to_none=True)
    (policy_loss + value_loss).backward()
    nn.utils.clip_grad_norm_(teacher.parameters(), 2.0)
    optimiser.step()
    return policy_loss.item(), value_loss.item()


def new_teacher(device):
    return Teacher().to(device).to(memory_format=torch.channels_last)


def save_teacher(teacher, path):
    state = teacher.state_dict().items()
    halved = {name: t.half() if t.is_floating_point() else t for name, t in state}
    torch.save(halved, path)


def load_teacher(path, device):
    state = load_tensors(path)
    if not isinstance(state, dict) or not all(isinstance(t, torch.Tensor) for t in state.values()):
        raise InputError(f"{path}: not a teacher")
    state = {
        _full_name(name): t.float() if t.is_floating_point() else t for name, t in state.items()
    }
    stem = state.get("stem.weight")
    if stem is not None and stem.ndim == 4 and stem.shape[1] == INPUTS - 1:
        # The first teachers knew no forbidden points.
        state["stem.weight"] = F.pad(stem, (0, 0, 0, 0, 0, 1))
    teacher = Teacher()
    try:
        teacher.load_state_dict(state)
    except RuntimeError as error:
        raise InputError(
            f"{path}: not a teacher of {BLOCKS} blocks x {CHANNELS} channels"
        ) from error
    return teacher.to(device).to(memory_format=torch.channels_last).eval()


def _full_name(name):
    """The first teachers had short names."""
    name = re.sub(r"^t\.(\d+)\.", r"body.\1.", name)
    inner = {"a": "first", "b": "second", "na": "first_norm", "nb": "second_norm"}
    name = re.sub(r"^(body\.\d+\.)(a|b|na|nb)\.", lambda m: f"{m[1]}{inner[m[2]]}.", name)
    outer = {"i": "stem", "p": "policy", "v": "value_planes", "f": "value_hidden", "o": "value"}
    return re.sub(r"^(i|p|v|f|o)\.", lambda m: f"{outer[m[1]]}.", name)
