from collections import deque


def survive(text):
    numbers = list(map(int, text.split()))
    rows, cols, full = numbers[:3]
    cells = numbers[3:3 + rows * cols]
    start, goal = cells.index(3), cells.index(4)
    # Breadth first over cells with food: a label counts only if nobody was there earlier with as much.
    most = [-1] * (rows * cols)
    most[start] = full
    labels = [(start, full, -1, "")]
    queue = deque([0])
    while queue:
        index = queue.popleft()
        cell, food, _, _ = labels[index]
        if food == 0:
            continue
        row, col = divmod(cell, cols)
        around = []
        if row > 0:
            around.append(("U", cell - cols))
        if row < rows - 1:
            around.append(("D", cell + cols))
        if col > 0:
            around.append(("L", cell - 1))
        if col < cols - 1:
            around.append(("R", cell + 1))
        for name, there in around:
            if cells[there] == 1:
                continue
            left = full if cells[there] == 2 else food - 1
            if there == goal:
                moves = name
                while index > 0:
                    moves = labels[index][3] + moves
                    index = labels[index][2]
                return moves
            if left > most[there]:
                most[there] = left
                labels.append((there, left, index, name))
                queue.append(len(labels) - 1)
    return "-1"
