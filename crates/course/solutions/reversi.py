STEPS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def read(text):
    words = text.split()
    if "x" in words[0]:
        words = words[1:]
    worth = [int(digit) for digit in words[2]] if len(words) > 2 else [1] * 64
    return list(words[0]), words[1], worth


def other(side):
    return "O" if side == "X" else "X"


def flips(cells, side, square):
    found = []
    if cells[square] != "-":
        return found
    for down, right in STEPS:
        row, col = square // 8 + down, square % 8 + right
        line = []
        while 0 <= row < 8 and 0 <= col < 8 and cells[row * 8 + col] == other(side):
            line.append(row * 8 + col)
            row, col = row + down, col + right
        if line and 0 <= row < 8 and 0 <= col < 8 and cells[row * 8 + col] == side:
            found += line
    return found


def legal(cells, side):
    return [(square, line) for square in range(64) if (line := flips(cells, side, square))]


def name(square):
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def after(cells, side, square, line):
    cells = cells[:]
    for changed in [square] + line:
        cells[changed] = side
    return cells


def children(cells, side):
    """The positions after every move, a pass among them; none where the game is over."""
    found = [after(cells, side, square, line) for square, line in legal(cells, side)]
    if not found and legal(cells, other(side)):
        return [cells]
    return found


def moves(text):
    cells, side, _ = read(text)
    found = legal(cells, side)
    return " ".join(name(square) for square, _ in found) or "pass"


def lines(cells, side, depth):
    found = children(cells, side) if depth > 0 else []
    if not found:
        return 1
    return sum(lines(child, other(side), depth - 1) for child in found)


def perft3(text):
    cells, side, _ = read(text)
    return str(lines(cells, side, 3))


def points(cells, side, worth):
    total = 0
    for cell, value in zip(cells, worth):
        if cell != "-":
            total += value if cell == side else -value
    return total


def value(cells, side, worth, depth, alpha=-10000, beta=10000):
    found = children(cells, side) if depth > 0 else []
    if not found:
        return points(cells, side, worth)
    best = -10000
    for child in found:
        best = max(best, -value(child, other(side), worth, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def value2(text):
    cells, side, worth = read(text)
    return str(value(cells, side, worth, 2))


def best(text):
    cells, side, worth = read(text)
    rated = []
    for square, line in legal(cells, side):
        child = after(cells, side, square, line)
        rated.append((-value(child, other(side), worth, 60), name(square)))
    return max(rated)[1] if rated else "pass"


def standing(cells, side, worth):
    """Cells count more near the border, and much more in corners; beside an empty corner they are bad."""
    total = 3 * (len(legal(cells, side)) - len(legal(cells, other(side))))
    for square, cell in enumerate(cells):
        if cell == "-":
            continue
        row, col = min(square // 8, 7 - square // 8), min(square % 8, 7 - square % 8)
        corner = (0 if square // 8 < 4 else 7) * 8 + (0 if square % 8 < 4 else 7)
        good = 1
        if row + col == 0:
            good = 40
        elif row <= 1 and col <= 1 and cells[corner] == "-":
            good = -12
        elif row == 0 or col == 0:
            good = 4
        good *= 1 + worth[square] / 4
        total += good if cell == side else -good
    return total


def choose(turn, side):
    cells, mover, worth = read(turn["position"])
    if cells.count("-") <= 5:
        found = best(turn["position"])
        return found if found in turn["legal"] else turn["legal"][0]
    rated = []
    for square, line in legal(cells, mover):
        rated.append((standing(after(cells, mover, square, line), mover, worth), name(square)))
    return max(rated)[1] if rated else turn["legal"][0]
