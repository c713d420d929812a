import re

LINES = [(0, 1), (1, 0), (1, 1), (1, -1)]


def read(text):
    words = text.split()
    rows = []
    for row in words[0].split("/"):
        rows.append(re.sub(r"\d+", lambda found: "." * int(found.group()), row))
    # Row 1 stands at the bottom.
    return [list(row) for row in rows[::-1]], words[1]


def name(row, col):
    return "abcdefghijklmno"[col] + str(row + 1)


def run(board, side, row, col, line):
    """Stones in a row through this point, if it were one's own, and the open ends."""
    count, ends = 1, 0
    for sign in (1, -1):
        r, c = row + sign * line[0], col + sign * line[1]
        while 0 <= r < 15 and 0 <= c < 15 and board[r][c] == side:
            count, r, c = count + 1, r + sign * line[0], c + sign * line[1]
        ends += 0 <= r < 15 and 0 <= c < 15 and board[r][c] == "."
    return count, ends


def empty(board):
    return [(row, col) for row in range(15) for col in range(15) if board[row][col] == "."]


def winning(board, side):
    return [p for p in empty(board) if any(run(board, side, *p, line)[0] >= 5 for line in LINES)]


def fives(text):
    board, side = read(text)
    return str(len(winning(board, side)))


def other(side):
    return "o" if side == "x" else "x"


def worth(board, side, point):
    total = 0
    for line in LINES:
        for who, factor in ((side, 1.1), (other(side), 1.0)):
            count, ends = run(board, who, *point, line)
            if count >= 5:
                total += factor * 100000
            elif ends:
                total += factor * (10 ** (count - 1)) * (3 if ends == 2 else 1)
    return total


def move(board, side):
    for who in (side, other(side)):
        found = winning(board, who)
        if found:
            return name(*found[0])
    middle = lambda point: -abs(point[0] - 7) - abs(point[1] - 7)
    return name(*max(empty(board), key=lambda point: (worth(board, side, point), middle(point))))


def best(text):
    return move(*read(text))


def choose(turn, side):
    found = move(*read(turn["position"]))
    return found if found in turn["legal"] else turn["legal"][0]
