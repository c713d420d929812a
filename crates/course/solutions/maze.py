import heapq

STEPS = [("U", -1, 0), ("D", 1, 0), ("L", 0, -1), ("R", 0, 1)]


def read(text):
    lines = text.split("\n")
    rows, cols = map(int, lines[0].split())
    entry = tuple(map(int, lines[1].split()))
    leave = tuple(map(int, lines[2].split()))
    return rows, cols, entry, leave, lines[3:3 + rows]


def around(cell, rows, cols, grid):
    for name, down, right in STEPS:
        row, col = cell[0] + down, cell[1] + right
        if 0 <= row < rows and 0 <= col < cols and grid[row][col] == "0":
            yield name, (row, col)


def distance(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def a_star(text):
    rows, cols, entry, leave, grid = read(text)
    cost = {entry: 0}
    came = {}
    done = set()
    waiting = [(distance(entry, leave), 0, entry)]
    while waiting:
        f, minus, cell = heapq.heappop(waiting)
        if cell in done:
            continue
        done.add(cell)
        if cell == leave:
            moves = ""
            while cell in came:
                name, cell = came[cell]
                moves = name + moves
            return moves + "\n" + str(len(done))
        for name, there in around(cell, rows, cols, grid):
            g = cost[cell] + 1
            if g < cost.get(there, 1 << 30):
                cost[there] = g
                came[there] = (name, cell)
                heapq.heappush(waiting, (g + distance(there, leave), -g, there))
    return "-1\n" + str(len(done))


def ida_star(text):
    rows, cols, entry, leave, grid = read(text)
    sys.setrecursionlimit(10000)
    bound = distance(entry, leave)

    def search(cell, g, last, moves):
        f = g + distance(cell, leave)
        if f > bound:
            return f
        if cell == leave:
            return moves
        least = None
        for name, there in around(cell, rows, cols, grid):
            if there == last:
                continue
            found = search(there, g + 1, cell, moves + [name])
            if isinstance(found, list):
                return found
            if found is not None and (least is None or found < least):
                least = found
        return least

    while bound <= 2 * rows * cols:
        found = search(entry, 0, None, [])
        if isinstance(found, list):
            return "".join(found)
        if found is None:
            break
        bound = found
    return "-1"
