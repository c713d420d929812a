//! The protocols of other programs, spoken by a few lines of Python that know only their own side of
//! it: what we say is what each protocol asks for, and what is answered is understood.

mod locked;
mod played;

use boyi_arena::Fault;
use played::{Folder, Played, options, patient, play, play_both};

/// A program in this protocol.
fn speaker(protocol: &str, script: &str) -> Folder {
    let manifest = format!(
        r#"{{"name": "speaker", "command": ["python3", "-u", "script.py"], "protocol": "{protocol}"}}"#
    );
    Folder::with(&[("bot.json", &manifest), ("script.py", script)])
}

/// Plays on both sides and returns both games; neither may end by a fault.
fn plays(game: &str, bot: &Folder, control: &str) -> [Played; 2] {
    let other = match game {
        "xiangqi" | "gomoku" => "pvs:depth=1",
        _ => "random:seed=3",
    };
    let games = [[bot.text(), other], [other, bot.text()]];
    games.map(|players| {
        let played = play_both(game, players, &options(), &patient(control));
        played.was_ended_without_a_fault();
        played
    })
}

/// A xiangqi engine in UCCI that knows one reply by heart and resigns otherwise.
const UCCI: &str = "
import sys
for line in sys.stdin:
    words = line.split()
    if not words: continue
    if words[0] == 'ucci':
        print('id name heart'); print('option usemillisec type check'); print('ucciok')
    elif words[0] == 'isready': print('readyok')
    elif words[0] == 'position':
        assert words[1] == 'fen' and words[3] in 'wb', line
        moves = words[words.index('moves') + 1:] if 'moves' in words else []
    elif words[0] == 'go':
        assert 'time' in words and 'movestogo' in words, line
        print('info depth 3 score 25 pv h2e2')
        if moves == []: print('bestmove h2e2')
        elif len(moves) == 1: print('bestmove h9g7 draw')
        else: print('bestmove a0a1 resign')
    print('gone', line.strip(), file=sys.stderr)
    if words[0] == 'quit': break
";

#[test]
fn ucci_is_spoken() {
    let bot = speaker("ucci", UCCI);
    let [first, second] = plays("xiangqi", &bot, "move=2s");
    assert_eq!(first.ending.words().english, "the first player resigned");
    assert_eq!(second.ending.words().english, "the second player resigned");
    assert_eq!(first.moves(), 1);
    assert!(first.log().contains("gone quit"), "{}", first.log());
}

/// One in UCI that counts ranks from 1 as soon as it has variants.
const UCI: &str = "
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == 'uci':
        print('option name UCI_Variant type combo default chess var chess var xiangqi'); print('uciok')
    elif words[0] == 'setoption': assert line.strip() == 'setoption name UCI_Variant value xiangqi', line
    elif words[0] == 'isready': print('readyok')
    elif words[0] == 'position': moves = words[words.index('moves') + 1:] if 'moves' in words else []
    elif words[0] == 'go':
        assert {'wtime', 'btime', 'winc', 'binc'} <= set(words), line
        print('info depth 9 score mate 3 nodes 77 pv a1a2')
        print('bestmove', 'h3e3' if not moves else 'h10g8' if len(moves) == 1 else '(none)')
    elif words[0] == 'quit': break
";

#[test]
fn uci_is_spoken() {
    let bot = speaker("uci", UCI);
    let played = play("xiangqi", bot.text(), &options(), &patient("20s+1s"));
    assert!(
        matches!(played.fault(), Fault::GaveUp { why } if why.contains("no move")),
        "{:?}",
        played.fault()
    );
    let boyi_arena::Event::Move(mv) = &played.events[1] else {
        panic!("a move comes first");
    };
    assert_eq!(
        (mv.text.as_str(), mv.depth, mv.nodes),
        ("h2e2", Some(9), Some(77))
    );
    let played = play_both(
        "xiangqi",
        ["pvs:depth=1", bot.text()],
        &options(),
        &patient("20s+1s"),
    );
    let moves: Vec<&str> = played
        .events
        .iter()
        .filter_map(|event| match event {
            boyi_arena::Event::Move(mv) => Some(mv.text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(moves[1], "h9g7");
}

/// An Othello engine that knows the rules in twenty lines, in whichever protocol.
const OTHELLO: &str = "
import re, sys
DIRECTIONS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
def start():
    return {(3, 3): 'O', (4, 4): 'O', (3, 4): 'X', (4, 3): 'X'}
def flips(board, x, y, own):
    if (x, y) in board: return []
    found = []
    for a, b in DIRECTIONS:
        line, p = [], (x + a, y + b)
        while board.get(p, own) != own:
            line.append(p); p = (p[0] + a, p[1] + b)
        if board.get(p) == own: found += line
    return found
def play(board, move, own):
    if move.lower()[:2] == 'pa': return
    x, y = ord(move[0].lower()) - 97, int(move[1]) - 1
    turned = flips(board, x, y, own)
    assert turned, (move, own)
    for p in turned + [(x, y)]: board[p] = own
def best(board, own):
    for y in range(8):
        for x in range(8):
            if flips(board, x, y, own): return 'abcdefgh'[x] + str(y + 1)
    return 'PA'
";

const NBOARD: &str = "
for line in sys.stdin:
    line = line.strip()
    if line.startswith('set game'):
        assert 'GM[Othello]' in line and 'BO[8 ' in line, line
        board, turn = start(), 'X'
        for colour, move in re.findall(r'([BW])\\[([A-Ha-h][1-8]|PA|pa|PASS|pass)', line.split('BO[', 1)[1]):
            play(board, move, 'X' if colour == 'B' else 'O')
            turn = 'O' if colour == 'B' else 'X'
    elif line.startswith('ping'): print('pong', line.split()[1])
    elif line == 'go':
        print('status thinking'); print('nodestats 42 0.1')
        print('===', best(board, turn).upper() + '/1.5/0.1')
    elif line == 'quit': break
";

#[test]
fn nboard_is_spoken() {
    let bot = speaker("nboard", &format!("{OTHELLO}{NBOARD}"));
    let [first, second] = plays("reversi", &bot, "move=20s");
    assert!(first.moves() > 20 && second.moves() > 20);
    first.was_ended_by_the_rules();
    second.was_ended_by_the_rules();
}

const GTP: &str = "
board = start()
for line in sys.stdin:
    words = line.split()
    colour = {'b': 'X', 'w': 'O'}
    if words[0] == 'play': play(board, words[2], colour[words[1]]); print('=\\n')
    elif words[0] == 'clear_board': board = start(); print('=\\n')
    elif words[0] == 'genmove':
        own = colour[words[1]]
        move = best(board, own); play(board, move, own)
        print('= ' + ('PASS' if move == 'PA' else move) + '\\n')
    elif words[0] == 'time_settings': print('? unknown command\\n')
    else: print('=\\n')
    if words[0] == 'quit': break
";

#[test]
fn gtp_is_spoken() {
    let bot = speaker("gtp", &format!("{OTHELLO}{GTP}"));
    let [first, second] = plays("reversi", &bot, "move=20s");
    first.was_ended_by_the_rules();
    second.was_ended_by_the_rules();
}

/// A brain that ends its lines with CR alone, chats, and takes the first free point.
const GOMOCUP: &str = "
import sys
taken = set()
def answer():
    point = next((x, y) for y in range(size) for x in range(size) if (x, y) not in taken)
    taken.add(point)
    sys.stdout.write('MESSAGE thinking\\r%d,%d\\r' % point); sys.stdout.flush()
lines = (line.strip() for line in sys.stdin)
for line in lines:
    word, _, rest = line.partition(' ')
    if word == 'START': size = int(rest); sys.stdout.write('OK\\r'); sys.stdout.flush()
    elif word == 'ABOUT': sys.stdout.write('name=\"first\"\\r'); sys.stdout.flush()
    elif word == 'BEGIN': answer()
    elif word == 'TURN': taken.add(tuple(map(int, rest.split(',')))); answer()
    elif word == 'BOARD':
        taken = set()
        for line in lines:
            if line == 'DONE': break
            x, y, who = map(int, line.split(','))
            assert who in (1, 2); taken.add((x, y))
        answer()
    elif word == 'END': break
    elif word != 'INFO': print('UNKNOWN', line, flush=True)
";

#[test]
fn gomocup_is_spoken() {
    let bot = speaker("gomocup", GOMOCUP);
    let [first, second] = plays("gomoku", &bot, "move=20s");
    assert!(first.moves() > 3, "{:?}", first.ending);
    assert_eq!(second.ending.cause(), "rules");
}

/// Started anew for every move: it rebuilds the game from the history each time.
const BOTZONE: &str = "
import json
said = json.loads(input())
board, own = start(), 'X' if said['requests'][0]['x'] == -1 else 'O'
other = 'O' if own == 'X' else 'X'
name = lambda m: 'PA' if m['x'] < 0 else 'abcdefgh'[m['x']] + str(m['y'] + 1)
assert len(said['requests']) == len(said['responses']) + 1
for i, request in enumerate(said['requests']):
    play(board, name(request), other)
    if i < len(said['responses']): play(board, name(said['responses'][i]), own)
assert said.get('data', 0) == len(said['responses'])
move = best(board, own)
x, y = (-1, -1) if move == 'PA' else (ord(move[0]) - 97, int(move[1]) - 1)
print(json.dumps({'response': {'x': x, 'y': y}, 'data': len(said['requests']), 'debug': 'fine'}))
";

#[test]
fn botzone_is_spoken_started_anew_each_move() {
    let bot = speaker("botzone", &format!("{OTHELLO}{BOTZONE}"));
    let played = play("reversi", bot.text(), &options(), &patient("move=20s"));
    played.was_ended_by_the_rules();
    assert!(played.log().contains("debug: \"fine\""), "{}", played.log());
    assert!(locked::nobody_in(bot.path()));
}

/// Kept running: told the history once, then only what is new.
const KEPT: &str = "
import json
first = json.loads(input())
assert len(first['requests']) == 1, first
board, own = start(), 'X' if first['requests'][0]['x'] == -1 else 'O'
other = 'O' if own == 'X' else 'X'
name = lambda m: 'PA' if m['x'] < 0 else 'abcdefgh'[m['x']] + str(m['y'] + 1)
request = first['requests'][0]
while True:
    play(board, name(request), other)
    move = best(board, own)
    play(board, move, own)
    x, y = (-1, -1) if move == 'PA' else (ord(move[0]) - 97, int(move[1]) - 1)
    print(json.dumps({'response': {'x': x, 'y': y}}))
    print('>>>BOTZONE_REQUEST_KEEP_RUNNING<<<', flush=True)
    request = json.loads(input())
";

#[test]
fn botzone_is_spoken_by_one_that_is_kept_running() {
    let bot = speaker("botzone", &format!("{OTHELLO}{KEPT}"));
    let [first, second] = plays("reversi", &bot, "move=20s");
    first.was_ended_by_the_rules();
    second.was_ended_by_the_rules();
    assert!(locked::nobody_in(bot.path()));
}

#[test]
fn a_protocol_is_not_spoken_in_another_game() {
    let error = boyi_arena::contestant(
        boyi_engine::game("reversi").expect("ours"),
        "uci:/bin/true",
        &options(),
    );
    assert_eq!(
        error.err().expect("not its game").to_string(),
        "uci:/bin/true: it plays xiangqi, not reversi"
    );
}
