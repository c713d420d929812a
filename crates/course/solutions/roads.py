import heapq


def read(text):
    lines = text.split("\n")
    count = int(lines[0])
    values = list(map(int, lines[1].split()))
    around = [[int(word) - 1 for word in line.split()] for line in lines[2:2 + count]]
    return values, around


def cheapest(values, around, root, banned):
    goal, spur = len(values) - 1, root[-1]
    paid = sum(values[state] for state in root[1:])
    cost = {spur: paid}
    came = {}
    waiting = [(paid, spur)]
    avoid = set(root)
    while waiting:
        here, state = heapq.heappop(waiting)
        if here > cost[state]:
            continue
        if state == goal:
            road = [goal]
            while road[-1] != spur:
                road.append(came[road[-1]])
            return here, root[:-1] + road[::-1]
        for there in around[state]:
            if there in avoid or (state == spur and there in banned):
                continue
            g = here + values[there]
            if g < cost.get(there, 1 << 60):
                cost[there] = g
                came[there] = state
                heapq.heappush(waiting, (g, there))
    return None


def shortest(text):
    values, around = read(text)
    found = cheapest(values, around, [0], set())
    if found is None:
        return "-1"
    return " ".join(str(state + 1) for state in found[1])


def second(text):
    values, around = read(text)
    found = cheapest(values, around, [0], set())
    if found is None:
        return "-1"
    # Yen: roads in the order of their cost, until one costs more.
    least, known, waiting = found[0], [found[1]], []
    while True:
        road = known[-1]
        for at in range(len(road) - 1):
            root = road[:at + 1]
            banned = {other[at + 1] for other in known if len(other) > at + 1 and other[:at + 1] == root}
            deviation = cheapest(values, around, root, banned)
            if deviation is not None and deviation not in waiting:
                heapq.heappush(waiting, deviation)
        while waiting and waiting[0][1] in known:
            heapq.heappop(waiting)
        if not waiting:
            return "-1"
        cost, road = heapq.heappop(waiting)
        if cost > least:
            return str(cost)
        known.append(road)
