"""The teacher also learns from games of the program: their moves, results and scores."""

import torch
import torch.nn.functional as F

from board import POINTS, in_random_symmetry
from files import InputError
from network import evaluate, learn
from schedule import Schedule

FEWEST = 50


def tune(teacher, games, buffer, rules, seconds, batch):
    """Batches of the games, in turns with batches of the self-play of `buffer`."""
    # The first games are kept aside, and judged before and after.
    kept = len(games) // 50
    if len(games) < FEWEST:
        raise InputError(f"only {len(games)} positions of games; at least {FEWEST} are needed")
    optimiser = torch.optim.AdamW(teacher.parameters(), weight_decay=1e-4)
    _say_losses("before", teacher, games, kept, rules)
    schedule = Schedule(seconds, top=8e-4, low=2e-5)
    use_buffer = buffer is not None and buffer.has_enough_for(batch)
    teacher.train()
    steps = 0
    while schedule.is_running():
        is_self_play = use_buffer and steps % 2 == 1
        positions = buffer.sample(batch) if is_self_play else _sample(games, kept, batch)
        policy_loss, value_loss = learn(teacher, optimiser, positions, rules, schedule.rate())
        steps += 1
        if schedule.is_report_due():
            print(
                f"{rules} {schedule.elapsed():.0f} s: {steps} steps, "
                f"policy loss {policy_loss:.3f}, value loss {value_loss:.3f}",
                flush=True,
            )
    teacher.eval()
    _say_losses(f"after {steps} steps", teacher, games, kept, rules)


def _sample(games, kept, batch):
    at = torch.randint(kept, len(games), (batch,), device=games.move.device)
    policy = F.one_hot(games.move[at], POINTS).float()
    boards = in_random_symmetry(games.own[at], games.other[at], policy)
    return *boards, games.values()[at]


def _say_losses(when, teacher, games, kept, rules):
    teacher.eval()
    policy_loss = value_loss = 0.0
    for at in torch.arange(kept, device=games.move.device).split(8192):
        log_policy, value = evaluate(teacher, games.own[at], games.other[at], rules)
        played = log_policy.gather(1, games.move[at][:, None])
        policy_loss -= played.clamp(min=-20).sum().item()
        value_loss += (value - games.values()[at]).square().sum().item()
    print(
        f"{rules}, {kept} positions kept aside, {when}: "
        f"policy loss {policy_loss / kept:.4f}, value loss {value_loss / kept:.4f}",
        flush=True,
    )
