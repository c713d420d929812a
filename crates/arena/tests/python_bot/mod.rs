//! A bot of a few lines of Python.

/// A bot that does this when asked for a move; `legal` and `said` are there to be used.
pub(crate) fn script(on_turn: &str) -> String {
    let body: String = on_turn
        .lines()
        .map(|line| format!("        {line}\n"))
        .collect();
    format!(
        "import json, os, socket, sys, time
def say(answer):
    print(json.dumps(answer), flush=True)
for line in sys.stdin:
    said = json.loads(line)
    if said['type'] == 'hello':
        say({{'type': 'ready', 'version': 1}})
    elif said['type'] == 'turn':
        legal = said['legal']
{body}
    else:
        break
"
    )
}
