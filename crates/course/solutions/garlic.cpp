#include <algorithm>
#include <map>
#include <queue>
#include <set>

using Cell = std::pair<int, int>;

struct Map {
    int rows, cols;
    std::vector<std::string> grid;
    std::vector<Cell> places;
};

Map read(const std::string &text) {
    std::istringstream in(text);
    Map map;
    in >> map.rows >> map.cols;
    map.grid.resize(map.rows);
    for (std::string &row : map.grid) in >> row;
    map.places.resize(4);
    for (Cell &place : map.places) in >> place.first >> place.second;
    return map;
}

std::vector<Cell> around(Cell cell) {
    auto [row, col] = cell;
    return {{row - 1, col}, {row + 1, col}, {row, col - 1}, {row, col + 1}};
}

std::map<Cell, int> distances(const Map &map, Cell start, const std::set<Cell> &shut) {
    std::map<Cell, int> steps{{start, 0}};
    std::queue<Cell> queue;
    queue.push(start);
    while (!queue.empty()) {
        Cell cell = queue.front();
        queue.pop();
        for (Cell there : around(cell)) {
            auto [row, col] = there;
            if (row < 0 || row >= map.rows || col < 0 || col >= map.cols) continue;
            if (map.grid[row][col] == '#' || shut.count(there) || steps.count(there)) continue;
            steps[there] = steps[cell] + 1;
            queue.push(there);
        }
    }
    return steps;
}

bool is_star(const Map &map, Cell cell) {
    char found = map.grid[cell.first][cell.second];
    return found == 'o' || found == 'O';
}

std::vector<int> stars_of(const std::string &text) {
    Map map = read(text);
    std::vector<int> found;
    for (auto [cell, steps] : distances(map, map.places[2], {map.places[0], map.places[1]})) {
        if (is_star(map, cell)) found.push_back(steps);
    }
    return found;
}

std::string nearest(const std::string &text) {
    std::vector<int> found = stars_of(text);
    return found.empty() ? "-1" : std::to_string(*std::min_element(found.begin(), found.end()));
}

std::string stars(const std::string &text) { return std::to_string(stars_of(text).size()); }

std::string choose(const Turn &turn) {
    Map map = read(turn.position);
    bool first = turn.side == "first";
    Cell own = map.places[first ? 2 : 3], rival = map.places[first ? 3 : 2];
    std::istringstream rest(turn.position.substr(turn.position.find("statuses") + 8));
    int one, two;
    rest >> one >> two;
    int mine = first ? one : two, theirs = first ? two : one;
    std::set<Cell> shut{map.places[0], map.places[1]};
    if (theirs > 0 && mine <= 0) {
        shut.insert(rival);
        for (Cell cell : around(rival)) shut.insert(cell);
    }
    shut.erase(own);
    int least = 1 << 30;
    Cell goal = own, next = own;
    for (auto [cell, steps] : distances(map, own, shut)) {
        int cost = steps - 2 * (map.grid[cell.first][cell.second] == 'O');
        if (is_star(map, cell) && cost < least) {
            least = cost;
            goal = cell;
        }
    }
    std::map<Cell, int> back = distances(map, goal, shut);
    for (Cell cell : around(own)) {
        if (goal != own && back.count(cell) && (next == own || back[cell] < back[next])) next = cell;
    }
    return std::to_string(next.first) + " " + std::to_string(next.second);
}
