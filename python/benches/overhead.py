"""Instructions that the bindings cost, by callgrind: what a call costs beyond the work it does.

    python benches/overhead.py          (needs valgrind)

A step of n games takes a + b n instructions: b is the rules, the observation and the mask of a game, a is everything
around them: Python, PyO3, numpy and the lock. Two sizes give both; two numbers of calls take the start away.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile

PROGRAM = """
import sys
import boyi
kind, count = sys.argv[1], int(sys.argv[2])
if kind.startswith("step"):
    env = boyi.VecEnv("othello", int(kind[4:]))
    for _ in range(count):
        env.sample()
        env.step()
elif kind == "play":
    position = boyi.Game("othello").start().play("f5", "d6")
    for _ in range(count):
        position.play("c3")
elif kind == "legal":
    position = boyi.Game("othello").start().play("f5", "d6")
    for _ in range(count):
        position.legal_moves()
"""


def instructions(kind: str, count: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", sys.executable, "-c", PROGRAM]
        done = subprocess.run([*command, kind, str(count)], capture_output=True, text=True, check=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    assert found is not None, done.stderr
    return int(found.group(1))


def per_call(kind: str, few: int, more: int) -> float:
    return (instructions(kind, more) - instructions(kind, few)) / (more - few)


def main() -> None:
    one, many = per_call("step1", 100, 600), per_call("step1001", 5, 25)
    each = (many - one) / 1000
    print(f"a game in a step of Othello (sample, rules, observation, mask): {each:,.0f} instructions")
    print(f"a call of sample() and of step(), beyond the games: {one - each:,.0f} instructions")
    print(f"with 4096 games that is {100 * (one - each) / (4096 * each):.2f} % on top")
    print(f"Position.play(text): {per_call('play', 100, 1100):,.0f} instructions")
    print(f"Position.legal_moves(): {per_call('legal', 100, 1100):,.0f} instructions")


if __name__ == "__main__":
    main()
