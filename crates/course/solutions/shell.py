import os
import subprocess
import sys

log = []


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def change(words):
    if len(words) > 2:
        say("cd: too many arguments\n")
        return
    folder = words[1] if len(words) == 2 else os.environ.get("HOME")
    if folder is None:
        say("HOME not set\n")
        return
    try:
        os.chdir(folder)
    except FileNotFoundError:
        say(f"{folder}: No such file or directory\n")
    except NotADirectoryError:
        say(f"{folder}: Not a directory\n")


def run(line):
    line = line.strip()
    if line in ("", "!"):
        return
    if line == "!#":
        say("".join(f"{logged}\n" for logged in log))
        return
    if line.startswith("!"):
        for logged in reversed(log):
            if logged.startswith(line[1:]):
                return run(logged)
        say("No Match\n")
        return
    log.append(line)
    words = line.split()
    if words[0] == "exit":
        sys.exit()
    if words[0] == "cd":
        return change(words)
    try:
        subprocess.run(words, stdin=subprocess.DEVNULL)
    except (FileNotFoundError, PermissionError):
        say(f"{words[0]}: no such command\n")


while True:
    say(f"{os.getcwd()}$ ")
    line = sys.stdin.readline()
    if not line:
        break
    run(line)
