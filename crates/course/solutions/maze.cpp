#include <algorithm>
#include <cstdlib>
#include <queue>
#include <tuple>

struct Maze {
    int rows, cols, entry, leave;
    std::string cells;
};

Maze read(const std::string &text) {
    std::istringstream in(text);
    Maze maze;
    int a, b, c, d;
    in >> maze.rows >> maze.cols >> a >> b >> c >> d;
    for (std::string row; in >> row;) maze.cells += row;
    maze.entry = a * maze.cols + b;
    maze.leave = c * maze.cols + d;
    return maze;
}

// The cell a step leads to, or -1.
int beside(const Maze &maze, int cell, int step) {
    int row = cell / maze.cols + (step == 1) - (step == 0);
    int col = cell % maze.cols + (step == 3) - (step == 2);
    if (row < 0 || row >= maze.rows || col < 0 || col >= maze.cols) return -1;
    int there = row * maze.cols + col;
    return maze.cells[there] == '0' ? there : -1;
}

int distance(const Maze &maze, int cell) {
    return std::abs(cell / maze.cols - maze.leave / maze.cols) +
           std::abs(cell % maze.cols - maze.leave % maze.cols);
}

std::string a_star(const std::string &text) {
    Maze maze = read(text);
    std::vector<int> cost(maze.cells.size(), 1 << 30), came(maze.cells.size(), -1);
    std::vector<bool> done(maze.cells.size());
    using Entry = std::tuple<int, int, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> waiting;
    cost[maze.entry] = 0;
    waiting.push({distance(maze, maze.entry), 0, maze.entry});
    int expanded = 0;
    while (!waiting.empty()) {
        int cell = std::get<2>(waiting.top());
        waiting.pop();
        if (done[cell]) continue;
        done[cell] = true;
        expanded++;
        if (cell == maze.leave) break;
        for (int step = 0; step < 4; step++) {
            int there = beside(maze, cell, step);
            if (there < 0 || cost[cell] + 1 >= cost[there]) continue;
            cost[there] = cost[cell] + 1;
            came[there] = step;
            waiting.push({cost[there] + distance(maze, there), -cost[there], there});
        }
    }
    std::string moves;
    if (!done[maze.leave]) {
        moves = "-1";
    } else {
        const int back[] = {maze.cols, -maze.cols, 1, -1};
        for (int cell = maze.leave; came[cell] >= 0; cell += back[came[cell]]) moves += "UDLR"[came[cell]];
        std::reverse(moves.begin(), moves.end());
    }
    return moves + "\n" + std::to_string(expanded);
}

// The least f above the bound, or -1 once the way is found.
int deepen(const Maze &maze, int cell, int last, int bound, std::string &moves) {
    int f = static_cast<int>(moves.size()) + distance(maze, cell);
    if (f > bound) return f;
    if (cell == maze.leave) return -1;
    int least = 1 << 30;
    for (int step = 0; step < 4; step++) {
        int there = beside(maze, cell, step);
        if (there < 0 || there == last) continue;
        moves += "UDLR"[step];
        int found = deepen(maze, there, cell, bound, moves);
        if (found < 0) return -1;
        moves.pop_back();
        least = std::min(least, found);
    }
    return least;
}

std::string ida_star(const std::string &text) {
    Maze maze = read(text);
    int bound = distance(maze, maze.entry);
    while (bound <= 2 * maze.rows * maze.cols) {
        std::string moves;
        bound = deepen(maze, maze.entry, -1, bound, moves);
        if (bound < 0) return moves;
    }
    return "-1";
}
