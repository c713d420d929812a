// A bot for {{game}}. It plays any legal move; make it play a better one in choose().
// Everything it prints to standard error ends up in its log.
"use strict";

function choose(turn) {
  // turn.position is the board as text, turn.moves are all moves so far,
  // turn.time_ms is how long you may think, where there is a limit.
  return turn.legal[Math.floor(Math.random() * turn.legal.length)];
}

const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    say({ type: "ready", version: 1 });
  } else if (message.type === "turn") {
    say({ id: message.id, move: choose(message) });
  } else if (message.type === "end") {
    lines.close();
  }
});

function say(answer) {
  process.stdout.write(JSON.stringify(answer) + "\n");
}
