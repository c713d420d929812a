#include <algorithm>
#include <queue>

std::string survive(const std::string &text) {
    std::istringstream in(text);
    int rows, cols, full;
    in >> rows >> cols >> full;
    std::vector<int> cells(rows * cols);
    for (int &cell : cells) in >> cell;
    int start = std::find(cells.begin(), cells.end(), 3) - cells.begin();
    int goal = std::find(cells.begin(), cells.end(), 4) - cells.begin();
    struct Label {
        int cell, food, from;
        char step;
    };
    std::vector<int> most(cells.size(), -1);
    most[start] = full;
    std::vector<Label> labels{{start, full, -1, ' '}};
    for (std::size_t index = 0; index < labels.size(); index++) {
        Label label = labels[index];
        if (label.food == 0) continue;
        for (int step = 0; step < 4; step++) {
            int row = label.cell / cols + (step == 1) - (step == 0);
            int col = label.cell % cols + (step == 3) - (step == 2);
            if (row < 0 || row >= rows || col < 0 || col >= cols) continue;
            int there = row * cols + col;
            if (cells[there] == 1) continue;
            int left = cells[there] == 2 ? full : label.food - 1;
            char name = "UDLR"[step];
            if (there == goal) {
                std::string moves(1, name);
                for (int at = index; labels[at].from >= 0; at = labels[at].from) moves += labels[at].step;
                std::reverse(moves.begin(), moves.end());
                return moves;
            }
            if (left > most[there]) {
                most[there] = left;
                labels.push_back({there, left, static_cast<int>(index), name});
            }
        }
    }
    return "-1";
}
