def read(text):
    open_nodes = [[]]
    for word in text.replace("(", " ( ").replace(")", " ) ").split():
        if word == "(":
            open_nodes.append([])
        elif word == ")":
            node = open_nodes.pop()
            open_nodes[-1].append(node)
        else:
            open_nodes[-1].append(int(word))
    return open_nodes[0][0]


def minimax(text):
    leaves = 0

    def value(node, most):
        nonlocal leaves
        if isinstance(node, int):
            leaves += 1
            return node
        values = [value(child, not most) for child in node]
        return max(values) if most else min(values)

    best = value(read(text), True)
    return f"{best}\n{leaves}"


def alpha_beta(text):
    leaves = 0

    def value(node, most, alpha, beta):
        nonlocal leaves
        if isinstance(node, int):
            leaves += 1
            return node
        best = None
        for child in node:
            found = value(child, not most, alpha, beta)
            if most:
                best = found if best is None else max(best, found)
                alpha = max(alpha, best)
            else:
                best = found if best is None else min(best, found)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    best = value(read(text), True, float("-inf"), float("inf"))
    return f"{best}\n{leaves}"
