import re

WORTH = {"r": 90, "c": 45, "n": 40, "b": 20, "a": 20, "p": 10, "k": 0}
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def read(text):
    words = text.split()
    # Row 0 is red's own, the last in the text.
    rows = [list(re.sub(r"\d", lambda found: "." * int(found.group()), row)) for row in words[0].split("/")]
    return rows[::-1], words[1] == "w"


def own(piece, red):
    return piece != "." and piece.isupper() == red


def steps(board, row, col):
    """Where the piece on this cell can go, whether or not its general is safe then."""
    piece = board[row][col]
    kind, red = piece.lower(), piece.isupper()
    inside = lambda r, c: 0 <= r < 10 and 0 <= c < 9
    palace = lambda r, c: 3 <= c <= 5 and (r <= 2 if red else r >= 7)
    if kind in "rc":
        for down, right in STRAIGHT:
            r, c, jumped = row + down, col + right, False
            while inside(r, c):
                if board[r][c] == ".":
                    if not jumped:
                        yield r, c
                elif kind == "r" or jumped:
                    yield r, c
                    break
                else:
                    jumped = True
                r, c = r + down, c + right
    elif kind == "n":
        for down, right in STRAIGHT:
            if not inside(row + down, col + right) or board[row + down][col + right] != ".":
                continue
            for side in (1, -1):
                yield row + 2 * down + side * right, col + 2 * right + side * down
    elif kind == "b":
        for down, right in DIAGONAL:
            r, c = row + 2 * down, col + 2 * right
            if inside(r, c) and board[row + down][col + right] == "." and (r <= 4 if red else r >= 5):
                yield r, c
    elif kind == "a":
        yield from ((row + d, col + e) for d, e in DIAGONAL if palace(row + d, col + e))
    elif kind == "k":
        yield from ((row + d, col + e) for d, e in STRAIGHT if palace(row + d, col + e))
    else:
        forward = 1 if red else -1
        yield row + forward, col
        if row >= 5 if red else row <= 4:
            yield row, col + 1
            yield row, col - 1


def reached(board, row, col):
    red = board[row][col].isupper()
    for r, c in steps(board, row, col):
        if 0 <= r < 10 and 0 <= c < 9 and not own(board[r][c], red):
            yield r, c


def cells(board, red):
    return [(r, c) for r in range(10) for c in range(9) if own(board[r][c], red)]


def safe(board, red):
    general = "K" if red else "k"
    at = next(cell for cell in cells(board, red) if board[cell[0]][cell[1]] == general)
    for row, col in cells(board, not red):
        if at in reached(board, row, col):
            return False
        if board[row][col].lower() == "k" and col == at[1]:
            between = range(min(row, at[0]) + 1, max(row, at[0]))
            if all(board[r][col] == "." for r in between):
                return False
    return True


def after(board, start, goal):
    board = [row[:] for row in board]
    board[goal[0]][goal[1]] = board[start[0]][start[1]]
    board[start[0]][start[1]] = "."
    return board


def legal(board, red):
    for start in cells(board, red):
        for goal in reached(board, *start):
            there = after(board, start, goal)
            if safe(there, red):
                yield "abcdefghi"[start[1]] + str(start[0]) + "abcdefghi"[goal[1]] + str(goal[0]), there


def moves(text):
    board, red = read(text)
    return " ".join(move for move, _ in legal(board, red))


def lost(board, red):
    return next(legal(board, red), None) is None


def material(board, red):
    total = 0
    for row in board:
        for piece in row:
            if piece != ".":
                total += WORTH[piece.lower()] if piece.isupper() == red else -WORTH[piece.lower()]
    return total


def value1(text):
    board, red = read(text)
    values = [1000000 if lost(there, not red) else material(there, red) for _, there in legal(board, red)]
    return str(max(values, default=-1000000))


def best(text):
    board, red = read(text)
    for move, there in legal(board, red):
        if lost(there, not red):
            return move
    return next(legal(board, red))[0]


def choose(turn, side):
    board, red = read(turn["position"])
    rated = []
    for move, there in legal(board, red):
        if not safe(there, not red) and lost(there, not red):
            return move
        # What the opponent can take next, as if nothing took back.
        replies = [there[r][c] for at in cells(there, not red) for r, c in reached(there, *at)]
        taken = max((WORTH[piece.lower()] for piece in replies if piece != "."), default=0)
        rated.append((material(there, red) - taken, -len(replies), move))
    found = max(rated)[2]
    return found if found in turn["legal"] else turn["legal"][0]
