# A bot for {{game}}. It plays any legal move; make it play a better one in choose().
# Everything it prints to standard error ends up in its log.
import json
import random
import sys


def choose(turn):
    # turn["position"] is the board as text, turn["moves"] are all moves so far,
    # turn["time_ms"] is how long you may think, where there is a limit.
    return random.choice(turn["legal"])


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready", "version": 1}
    elif message["type"] == "turn":
        answer = {"id": message["id"], "move": choose(message)}
    else:
        break
    print(json.dumps(answer), flush=True)
