#include <algorithm>
#include <queue>
#include <set>

struct Map {
    std::vector<long long> values;
    std::vector<std::vector<int>> around;
};

Map read(const std::string &text) {
    std::istringstream in(text);
    std::string line;
    int count;
    in >> count;
    Map map;
    map.values.resize(count);
    map.around.resize(count);
    for (long long &value : map.values) in >> value;
    std::getline(in, line);
    for (auto &around : map.around) {
        std::getline(in, line);
        std::istringstream words(line);
        for (int state; words >> state;) around.push_back(state - 1);
    }
    return map;
}

using Road = std::pair<long long, std::vector<int>>;

// The cheapest road that begins with these states; its cost is -1 where there is none.
Road cheapest(const Map &map, const std::vector<int> &root, const std::set<int> &banned) {
    int goal = map.values.size() - 1, spur = root.back();
    std::vector<long long> cost(map.values.size(), 1LL << 60);
    std::vector<int> came(map.values.size(), -1);
    std::vector<bool> avoid(map.values.size());
    long long paid = 0;
    for (std::size_t i = 0; i < root.size(); i++) {
        avoid[root[i]] = true;
        if (i > 0) paid += map.values[root[i]];
    }
    cost[spur] = paid;
    using Entry = std::pair<long long, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> waiting;
    waiting.push({paid, spur});
    while (!waiting.empty()) {
        auto [here, state] = waiting.top();
        waiting.pop();
        if (here > cost[state]) continue;
        if (state == goal) {
            std::vector<int> back;
            for (int at = goal; at != spur; at = came[at]) back.push_back(at);
            std::vector<int> road = root;
            road.insert(road.end(), back.rbegin(), back.rend());
            return {here, road};
        }
        for (int there : map.around[state]) {
            if (avoid[there] || (state == spur && banned.count(there))) continue;
            if (here + map.values[there] < cost[there]) {
                cost[there] = here + map.values[there];
                came[there] = state;
                waiting.push({cost[there], there});
            }
        }
    }
    return {-1, {}};
}

std::string shortest(const std::string &text) {
    Road road = cheapest(read(text), {0}, {});
    if (road.first < 0) return "-1";
    std::string said;
    for (int state : road.second) said += (said.empty() ? "" : " ") + std::to_string(state + 1);
    return said;
}

std::string second(const std::string &text) {
    Map map = read(text);
    Road first = cheapest(map, {0}, {});
    if (first.first < 0) return "-1";
    std::vector<std::vector<int>> known{first.second};
    std::set<Road> waiting;
    while (true) {
        std::vector<int> road = known.back();
        for (std::size_t at = 0; at + 1 < road.size(); at++) {
            std::vector<int> root(road.begin(), road.begin() + at + 1);
            std::set<int> banned;
            for (const auto &other : known) {
                if (other.size() > at + 1 && std::equal(root.begin(), root.end(), other.begin())) {
                    banned.insert(other[at + 1]);
                }
            }
            Road found = cheapest(map, root, banned);
            if (found.first >= 0) waiting.insert(found);
        }
        while (!waiting.empty() &&
               std::find(known.begin(), known.end(), waiting.begin()->second) != known.end()) {
            waiting.erase(waiting.begin());
        }
        if (waiting.empty()) return "-1";
        Road next = *waiting.begin();
        if (next.first > first.first) return std::to_string(next.first);
        waiting.erase(waiting.begin());
        known.push_back(next.second);
    }
}
