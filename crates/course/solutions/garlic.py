from collections import deque


def read(text):
    lines = text.split("\n")
    rows, cols = map(int, lines[0].split())
    places = [tuple(map(int, line.split())) for line in lines[rows + 1:rows + 5]]
    return rows, cols, lines[1:rows + 1], places


def around(cell):
    row, col = cell
    return [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]


def distances(rows, cols, grid, start, shut):
    steps = {start: 0}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for there in around(cell):
            inside = 0 <= there[0] < rows and 0 <= there[1] < cols
            if inside and grid[there[0]][there[1]] != "#" and there not in shut and there not in steps:
                steps[there] = steps[cell] + 1
                queue.append(there)
    return steps


def stars_of(text):
    rows, cols, grid, places = read(text)
    steps = distances(rows, cols, grid, places[2], places[:2])
    return [steps[cell] for cell in steps if grid[cell[0]][cell[1]] in "oO"]


def nearest(text):
    return str(min(stars_of(text), default=-1))


def stars(text):
    return str(len(stars_of(text)))


def choose(turn, side):
    rows, cols, grid, places = read(turn["position"])
    own, rival = (places[2], places[3]) if side == "first" else (places[3], places[2])
    statuses = next(line for line in turn["position"].split("\n") if line.startswith("statuses"))
    strong = [int(word) for word in statuses.split()[1:]]
    mine, theirs = strong if side == "first" else strong[::-1]
    # While the rival is strengthened and we are not, its neighbourhood is a wall.
    shut = set(places[:2])
    if theirs > 0 and mine <= 0:
        shut |= {rival, *around(rival)}
    steps = distances(rows, cols, grid, own, shut - {own})
    goals = [cell for cell in steps if grid[cell[0]][cell[1]] in "oO"]
    if not goals:
        return f"{own[0]} {own[1]}"
    goal = min(goals, key=lambda cell: (steps[cell] - 2 * (grid[cell[0]][cell[1]] == "O"), cell))
    back = distances(rows, cols, grid, goal, shut - {own})
    there = min((cell for cell in around(own) if cell in back), key=lambda cell: back[cell])
    return f"{there[0]} {there[1]}"
