# {{name}}: write the functions; what stands below them speaks with whoever asks.
# `boyi check` tries them. Standard error is free for remarks of your own.
import json
import sys


{{functions}}


FUNCTIONS = {{{dispatch}}}
side = ""

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        side = message.get("side", "")
        answer = {"type": "ready", "version": 1}
    elif message["type"] == "task":
        result = FUNCTIONS[message["task"]](message["input"])
        answer = {"id": message["id"], "answer": str(result)}
    {{turn
    elif message["type"] == "turn":
        answer = {"id": message["id"], "move": choose(message, side)}
    }}
    else:
        break
    print(json.dumps(answer), flush=True)
