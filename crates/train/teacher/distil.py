"""The student learns what the teacher says of positions: of games, of self-play, of variations."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F

from board import POINTS, can_make_five, candidates, has_won, in_random_symmetry, is_black_to_move
from board import one_hot
from network import POSSIBLE, evaluate
from schedule import Schedule, set_rate
from windows import rows_of

# Positions that are judged at once.
CHUNK = 16_384

# Positions that are kept aside for the losses that the recipe states.
KEPT = 40_000

# How often a variation is any move near a stone; otherwise the teacher's policy, so much flatter.
ANY_MOVE, FLATTER = 0.3, 0.6

# What the loss of the policy counts beside that of the value.
POLICY_SHARE = 0.3


@dataclass
class Lessons:
    """Positions, with the policy and the value (-1 to 1) that they are taught."""

    own: torch.Tensor
    other: torch.Tensor
    policy: torch.Tensor
    value: torch.Tensor

    def __len__(self):
        return len(self.value)


def make_lessons(teacher, rules, games, buffer):
    """What happened is half of a position's value, where it is known."""
    own, other, value = _quiet(*_positions(teacher, rules, games, buffer))
    policy = torch.zeros(len(own), POINTS, dtype=torch.float16, device=own.device)
    for at in _chunks(own):
        log_policy, judged = evaluate(teacher, own[at], other[at], rules)
        policy[at] = log_policy.exp().half()
        happened = torch.where(value[at].isnan(), judged, value[at])
        value[at] = (0.5 * judged + 0.5 * happened).clamp(-1, 1)
    return Lessons(own, other, policy, value)


def _positions(teacher, rules, games, buffer):
    """Own stones, other stones, and values from games and searches (NaN in variations)."""
    parts = []

    def add_variations(own, other):
        own, other = vary(teacher, own, other, rules)
        parts.append((own, other, torch.full((len(own),), torch.nan, device=own.device)))
        return own, other

    if games is not None:
        parts.append((games.own, games.other, games.values()))
        for _ in range(2):
            one_move_on = add_variations(games.own, games.other)
            add_variations(*one_move_on)
    if buffer is not None:
        parts.append((buffer.own, buffer.other, buffer.value.float()))
        add_variations(buffer.own, buffer.other)
    return [torch.cat(column) for column in zip(*parts)]


def _quiet(own, other, value):
    """Without the positions that a search sees through at once."""
    quiet = torch.cat([~can_make_five(own[at], other[at]) for at in _chunks(own)])
    return own[quiet], other[quiet], value[quiet]


def _chunks(own):
    return torch.arange(len(own), device=own.device).split(CHUNK)


@torch.no_grad()
def vary(teacher, own, other, rules):
    """Every position a move on, unless that ends the game: a likely move, or any near a stone."""
    varied = []
    for at in _chunks(own):
        mover, waiting = own[at], other[at]
        log_policy, _ = evaluate(teacher, mover, waiting, rules)
        near = candidates(mover, waiting) & (log_policy > POSSIBLE)
        is_any = torch.rand(len(at), device=own.device) < ANY_MOVE
        likely = (log_policy * FLATTER).softmax(1)
        weights = torch.where(is_any[:, None], near.float() + 1e-9, likely)
        move = one_hot(torch.multinomial(weights + 1e-12, 1).squeeze(1))
        is_black = is_black_to_move(mover, waiting)
        is_legal = ~((mover | waiting) & move).any(1)
        mover = mover | move
        goes_on = is_legal & ~has_won(mover, rules, is_black)
        varied.append((waiting[goes_on], mover[goes_on]))
    return [torch.cat(column) for column in zip(*varied)]


def teach(student, lessons, name, seconds, batch):
    """Returns the losses of value and policy on the lessons that were kept aside."""
    order = torch.randperm(len(lessons), device=lessons.own.device)
    kept = min(KEPT, len(lessons) // 10)
    kept, rest = order[:kept], order[kept:]
    rows = [student.rows]
    others = [p for p in student.parameters() if p is not student.rows]
    optimiser = torch.optim.Adam([{"params": rows}, {"params": others}], eps=1e-9)
    _say_losses(f"{name}, before", held_losses(student, lessons, kept))
    schedule = Schedule(seconds, top=1.5e-3, low=1e-5)
    steps = 0
    while schedule.is_running():
        set_rate(optimiser, schedule.rate())
        at = rest[torch.randint(0, len(rest), (batch,), device=rest.device)]
        boards = in_random_symmetry(lessons.own[at], lessons.other[at], lessons.policy[at].float())
        value_loss, policy_loss = losses(student, *boards, lessons.value[at])
        optimiser.zero_grad(set_to_none=True)
        (value_loss + POLICY_SHARE * policy_loss).backward()
        optimiser.step()
        student.clip()
        steps += 1
        if schedule.is_report_due():
            _say_losses(
                f"{name} {schedule.elapsed():.0f} s", (value_loss.item(), policy_loss.item())
            )
    held = held_losses(student, lessons, kept)
    _say_losses(f"{name}, after {steps} steps", held)
    return held


def losses(student, own, other, policy, value):
    """Cross-entropies of the value as a chance to win, and of the policy over the candidates."""
    is_second = ~is_black_to_move(own, other)
    logit, move_logits = student(rows_of(own, other), is_second)
    near = candidates(own, other)
    log_policy = F.log_softmax(move_logits.masked_fill(~near, -1e4), 1).clamp(min=-30)
    policy = policy * near
    policy = policy / policy.sum(1, keepdim=True).clamp(min=1e-6)
    value_loss = F.binary_cross_entropy_with_logits(logit, (value + 1) / 2)
    return value_loss, -(policy * log_policy).sum(1).mean()


@torch.no_grad()
def held_losses(student, lessons, kept):
    found = []
    for at in kept.split(8192):
        policy = lessons.policy[at].float()
        found.append(losses(student, lessons.own[at], lessons.other[at], policy, lessons.value[at]))
    return torch.tensor(found).mean(0).tolist()


def _say_losses(when, found):
    value_loss, policy_loss = found
    print(f"{when}: value loss {value_loss:.4f}, policy loss {policy_loss:.3f}", flush=True)
