"""Makes the networks of gomoku: a teacher learns by self-play, and teaches the network that plays.

Three steps, each a subcommand: `play` (a residual network plays against itself, Gumbel AlphaZero),
`tune` (it also learns from files of `boyi train games gomoku`), `distil` (it judges positions of
all these games, and the codebook learns that). Each file beside this one holds one idea: board.py
and renju.py the rules, network.py and search.py the teacher, self_play.py and tune.py how it
learns, windows.py and student.py the codebook, distil.py how that learns, evaluation_file.py what
comes out.

Needs Python 3.12, numpy, torch 2.11 or newer and a large GPU: smaller ones take fewer
--games-at-once and a smaller --capacity, and `--device cpu` is for trials. On one H200 freestyle
took 185 s of play (4096 games at once, 32 simulations a move, from an earlier teacher), 42 s of
tuning, about 60 s to judge 11.6 million positions and 92 s to learn from them. Standard and renju
began with the teacher of freestyle and took 150 s and 190 s of play, the rest as long.
"""

import argparse
import random
import sys

import torch

from board import RULES
from distil import make_lessons, teach
from evaluation_file import load_student, new_student, save_student
from files import InputError, check_folder_of
from games import load_games
from network import BLOCKS, CHANNELS, load_teacher, new_teacher, save_teacher
from self_play import Buffer, play
from tune import tune

EXAMPLES = {
    "play": """examples:
  gomoku.py play --rules freestyle --seconds 185 --out freestyle.pt --buffer freestyle.buffer
  gomoku.py play --rules renju --start freestyle.pt --seconds 190 \\
      --out renju.pt --buffer renju.buffer
  gomoku.py play --rules freestyle --seconds 20 --out trial.pt --buffer trial.buffer --device cpu \\
      --games-at-once 16 --simulations 8 --batch 32 --capacity 20000""",
    "tune": """example:
  boyi train games gomoku --rules renju --nodes 500 --seconds 555 --out renju.games
  gomoku.py tune --rules renju --teacher renju.pt --games renju.games --buffer renju.buffer \\
      --out renju-tuned.pt""",
    "distil": """example:
  gomoku.py distil --rules renju --teacher renju-tuned.pt --games renju.games \\
      --buffer renju.buffer --start gomoku-renju.eval --out new.eval
  boyi match gomoku strong:weights=new.eval strong --rules renju --control nodes=2000""",
}


def run_play(options, device):
    """Play against oneself, and learn from that."""
    teacher = load_teacher(options.start, device) if options.start else new_teacher(device)
    buffer = Buffer(options.rules, options.capacity, device)
    play(
        teacher, buffer, options.seconds, options.games_at_once, options.simulations, options.batch
    )
    save_teacher(teacher, options.out)
    if options.buffer:
        buffer.save(options.buffer)


def run_tune(options, device):
    """Learn from games of the program, too."""
    games = load_games(options.games, options.rules, device)
    teacher, buffer = _teacher_and_buffer(options, device)
    tune(teacher, games, buffer, options.rules, options.seconds, options.batch)
    save_teacher(teacher, options.out)


def run_distil(options, device):
    """Teach the network that plays, and write its evaluation file."""
    rules = options.rules
    if not options.games and not options.buffer:
        raise InputError("nothing to learn from: give --games, --buffer or both")
    games = load_games(options.games, rules, device) if options.games else None
    teacher, buffer = _teacher_and_buffer(options, device)
    student = load_student(options.start, rules) if options.start else new_student(rules)
    lessons = make_lessons(teacher, rules, games, buffer)
    print(f"{rules}: {len(lessons)} positions judged", flush=True)
    if len(lessons) < 100:
        raise InputError(f"{len(lessons)} quiet positions are too few to learn from")
    held = teach(student.to(device), lessons, rules, options.seconds, options.batch)
    save_student(student, options.out, rules, _recipe(len(lessons), *held, options.games))


def _teacher_and_buffer(options, device):
    teacher = load_teacher(options.teacher, device)
    buffer = Buffer.load(options.buffer, options.rules, device) if options.buffer else None
    return teacher, buffer


def _recipe(positions, value_loss, policy_loss, games):
    lines = [
        "distilled (crates/train/teacher/gomoku.py) from a residual network of "
        f"{BLOCKS} blocks x {CHANNELS} channels that learned from its own games",
        "and from games of the strong player" if games else "",
        f"{positions} positions, policy loss {policy_loss:.3f}, value loss {value_loss:.4f} "
        "on positions kept aside",
    ]
    return "\n".join(line for line in lines if line)


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    command = _add_command(commands, "play", run_play, seconds=185, batch=6144)
    command.add_argument("--start", metavar="FILE", help="a teacher to go on from, of any rules")
    command.add_argument("--buffer", metavar="FILE", help="where to keep the newest positions")
    _add_number(command, "--capacity", 1_600_000, "positions to keep")
    _add_number(command, "--games-at-once", 4096, "games that are played side by side")
    _add_number(command, "--simulations", 32, "simulations a move")

    command = _add_command(commands, "tune", run_tune, seconds=42, batch=6144)
    command.add_argument("--teacher", metavar="FILE", required=True, help="what `play` wrote")
    _add_games(command, required=True)
    command.add_argument("--buffer", metavar="FILE", help="self-play to learn from in turns")

    command = _add_command(commands, "distil", run_distil, seconds=92, batch=8192)
    command.add_argument("--teacher", metavar="FILE", required=True, help="of `play` or `tune`")
    _add_games(command, required=False)
    command.add_argument("--buffer", metavar="FILE", help="self-play whose positions to judge")
    command.add_argument("--start", metavar="FILE", help="an evaluation file to go on from")
    return parser.parse_args()


def _add_command(commands, name, run, seconds, batch):
    command = commands.add_parser(
        name,
        help=run.__doc__,
        description=run.__doc__,
        epilog=EXAMPLES[name],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(run=run)
    command.add_argument("--rules", choices=RULES, required=True)
    command.add_argument("--out", metavar="FILE", required=True, help="what to write")
    _add_number(command, "--seconds", seconds, "how long to learn")
    _add_number(command, "--batch", batch, "positions a step")
    command.add_argument("--device", default="cuda", help="`cpu` is for trials [default: cuda]")
    _add_number(command, "--seed", 1, "where randomness comes from")
    return command


def _add_games(command, required):
    explained = "files of `boyi train games gomoku`"
    command.add_argument("--games", metavar="FILE", nargs="+", required=required, help=explained)


def _add_number(command, name, default, explained):
    explained = f"{explained} [default: {default}]"
    command.add_argument(name, metavar="NUMBER", type=_positive, default=default, help=explained)


def _positive(text):
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text}: not a whole number above 0")
    return int(text)


def _device(name):
    try:
        device = torch.device(name)
    except RuntimeError as error:
        raise InputError(f"--device {name}: there is no such device") from error
    if device.type == "cuda" and not torch.cuda.is_available():
        raise InputError("torch finds no GPU here; --device cpu is enough for trials")
    return device


def main():
    options = arguments()
    try:
        device = _device(options.device)
        for path in (options.out, options.buffer if options.command == "play" else None):
            if path:
                check_folder_of(path)
        random.seed(options.seed)
        torch.manual_seed(options.seed)
        torch.backends.cudnn.benchmark = True
        torch.set_float32_matmul_precision("high")
        options.run(options, device)
    except InputError as error:
        sys.exit(f"error: {error}")
    except torch.OutOfMemoryError:
        sys.exit(
            "error: too little memory: try fewer --games-at-once, a smaller --batch or --capacity"
        )
    except OSError as error:
        sys.exit(f"error: {error.filename}: {error.strerror}")


if __name__ == "__main__":
    main()
