"""Random play with full legal masks and observations: how many steps a second, next to others on this machine.

    python benches/random_play.py [--seconds 1.0] [--rounds 5]

Everybody plays on one core, in turns of about a second, and what counts is processor time, so that other programs
disturb little; the table shows medians of the rounds and, for threads, steps a second by the clock. OpenSpiel
(`pip install open_spiel`) and pgx (`pip install pgx`) take part if they are installed.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time
from typing import Any, Callable, Dict, List, Tuple

CORE = min(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
# Before jax is imported: its programs stay on the core, too.
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy  # noqa: E402

import boyi  # noqa: E402

#: Plays for about so many seconds and returns how many steps that were.
Play = Callable[[float], int]


def until(seconds: float, steps: Callable[[], int]) -> int:
    count, end = 0, time.process_time() + seconds
    while time.process_time() < end:
        count += steps()
    return count


def many(name: str, games: int, threads: int = 1, **options: Any) -> Play:
    """Our environments side by side; actions are drawn in Rust, as pgx draws them in XLA."""
    env = boyi.VecEnv(name, games, threads=threads, **options)

    def steps() -> int:
        for _ in range(max(1, 256 // games)):
            env.step(env.sample())
        return max(1, 256 // games) * games

    return lambda seconds: until(seconds, steps)


def ours_one_by_one(name: str) -> Play:
    """Our `State` in a loop of Python, as OpenSpiel's is used."""
    return states(lambda: boyi.State(name), lambda state: state.observation())


def open_spiel(name: str) -> Play:
    import pyspiel

    game = pyspiel.load_game(name)
    return states(game.new_initial_state, lambda state: state.observation_tensor())


def states(begin: Callable[[], Any], observe: Callable[[Any], Any]) -> Play:
    stream = random.Random(1)

    def steps() -> int:
        count, state = 0, begin()
        while not state.is_terminal() and count < 500:
            observe(state)
            state.legal_actions_mask()
            state.apply_action(stream.choice(state.legal_actions()))
            count += 1
        return count

    return lambda seconds: until(seconds, steps)


def pgx_othello(games: int) -> Play:
    import jax
    import pgx

    env = pgx.make("othello")
    begin = jax.jit(jax.vmap(env.init))

    def auto_reset(key: Any, state: Any) -> Any:
        """A step with a random legal action; what has ended begins anew."""
        chosen, fresh = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        stepped = env.step(state, jax.random.categorical(chosen, logits))
        over = stepped.terminated | stepped.truncated
        return jax.lax.cond(over, lambda: env.init(fresh), lambda: stepped)

    step = jax.jit(lambda key, state: jax.vmap(auto_reset)(jax.random.split(key, games), state))
    held: Dict[str, Any] = {"key": jax.random.PRNGKey(1)}
    held["state"] = begin(jax.random.split(held["key"], games))
    held["state"] = step(held["key"], held["state"])  # compiled before the clock runs

    def steps() -> int:
        held["key"], key = jax.random.split(held["key"])
        held["state"] = step(key, held["state"])
        jax.block_until_ready(held["state"].observation)
        return games

    return lambda seconds: until(seconds, steps)


def contestants() -> List[Tuple[str, str, Play]]:
    rows: List[Tuple[str, str, Callable[[], Play]]] = []
    for name, other in (("othello", "othello"), ("gomoku", "gomoku"), ("xiangqi", "xiangqi"), ("garlic", "")):
        rows.append((name, "boyi.VecEnv, 4096 games", lambda name=name: many(name, 4096)))
        rows.append((name, "boyi.VecEnv, 1 game", lambda name=name: many(name, 1)))
        if other:
            rows.append((name, "boyi.State", lambda name=name: ours_one_by_one(name)))
            rows.append((name, "OpenSpiel", lambda other=other: open_spiel(other)))
        if name == "othello":
            rows.append((name, "pgx, 4096 games", lambda: pgx_othello(4096)))
            rows.append((name, "pgx, 1 game", lambda: pgx_othello(1)))
    made = []
    for game, who, make in rows:
        try:
            made.append((game, who, make()))
        except Exception as error:  # another project's game that is not there is a row less
            print(f"left out: {who} of {game} ({type(error).__name__}: {error})")
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    everywhere = os.sched_getaffinity(0) if CORE is not None else set()
    if CORE is not None:
        os.sched_setaffinity(0, {CORE})
    rows = contestants()
    speeds: Dict[int, List[float]] = {index: [] for index in range(len(rows))}
    for _ in range(arguments.rounds):
        for index, (_, _, play) in enumerate(rows):
            began = time.process_time()
            steps = play(arguments.seconds)
            speeds[index].append(steps / (time.process_time() - began))
    print("| game | who | steps a second of one core | times OpenSpiel |\n|---|---|---|---|")
    for index, (game, who, _) in enumerate(rows):
        speed = statistics.median(speeds[index])
        spiel = [i for i, row in enumerate(rows) if row[:2] == (game, "OpenSpiel")]
        times = f"{speed / statistics.median(speeds[spiel[0]]):.1f}" if spiel else "-"
        print(f"| {game} | {who} | {speed:,.0f} | {times} |")
    if CORE is not None:
        os.sched_setaffinity(0, everywhere)
    print("\n| game | 4096 games, threads | steps a second by the clock |\n|---|---|---|")
    for game in ("othello", "gomoku", "xiangqi", "garlic"):
        for threads in (1, 2):
            env = boyi.VecEnv(game, 4096, threads=threads)
            best = 0.0
            for _ in range(arguments.rounds):
                count, began = 0, time.perf_counter()
                while time.perf_counter() - began < arguments.seconds:
                    env.step(env.sample())
                    count += env.n
                best = max(best, count / (time.perf_counter() - began))
            print(f"| {game} | {threads} | {best:,.0f} |")
    print(f"\nnumpy {numpy.__version__}, boyi {boyi.__version__}; best of the rounds by the clock, medians otherwise")


if __name__ == "__main__":
    main()
