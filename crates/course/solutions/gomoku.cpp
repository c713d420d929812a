#include <algorithm>
#include <cmath>

struct Board {
    std::vector<std::string> rows;  // row 1 first
    char side;
};

Board read(const std::string &text) {
    std::istringstream in(text);
    std::string stones, side;
    in >> stones >> side;
    Board board{{""}, side[0]};
    for (std::size_t at = 0; at < stones.size();) {
        if (stones[at] == '/') {
            board.rows.push_back("");
            at++;
        } else if (std::isdigit(static_cast<unsigned char>(stones[at]))) {
            std::size_t used = 0;
            board.rows.back() += std::string(std::stoi(stones.substr(at, 2), &used), '.');
            at += used;
        } else {
            board.rows.back() += stones[at++];
        }
    }
    std::reverse(board.rows.begin(), board.rows.end());
    return board;
}

struct Run {
    int count, ends;
};

const int LINES[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

Run run(const Board &board, char side, int row, int col, int line) {
    Run found{1, 0};
    for (int sign : {1, -1}) {
        int down = sign * LINES[line][0], right = sign * LINES[line][1];
        int r = row + down, c = col + right;
        auto at = [&] { return r >= 0 && r < 15 && c >= 0 && c < 15 ? board.rows[r][c] : '#'; };
        for (; at() == side; r += down, c += right) found.count++;
        found.ends += at() == '.';
    }
    return found;
}

using Point = std::pair<int, int>;

std::vector<Point> winning(const Board &board, char side) {
    std::vector<Point> found;
    for (int row = 0; row < 15; row++) {
        for (int col = 0; col < 15; col++) {
            bool five = false;
            for (int line = 0; line < 4; line++) five |= run(board, side, row, col, line).count >= 5;
            if (board.rows[row][col] == '.' && five) found.push_back({row, col});
        }
    }
    return found;
}

std::string fives(const std::string &text) {
    Board board = read(text);
    return std::to_string(winning(board, board.side).size());
}

std::string best(const std::string &text) {
    Board board = read(text);
    char rival = board.side == 'x' ? 'o' : 'x';
    Point found{7, 7};
    double most = -1;
    for (int row = 0; row < 15; row++) {
        for (int col = 0; col < 15; col++) {
            if (board.rows[row][col] != '.') continue;
            double worth = 1 - (std::abs(row - 7) + std::abs(col - 7)) / 100.0;
            for (int line = 0; line < 4; line++) {
                for (char who : {board.side, rival}) {
                    Run stones = run(board, who, row, col, line);
                    double factor = who == board.side ? 1.1 : 1.0;
                    if (stones.count >= 5) worth += who == board.side ? 1e9 : 1e7;
                    else if (stones.ends) worth += factor * std::pow(10, stones.count - 1) * (stones.ends == 2 ? 3 : 1);
                }
            }
            if (worth > most) {
                most = worth;
                found = {row, col};
            }
        }
    }
    return std::string(1, "abcdefghijklmno"[found.second]) + std::to_string(found.first + 1);
}

std::string choose(const Turn &turn) {
    std::string move = best(turn.position);
    bool known = std::count(turn.legal.begin(), turn.legal.end(), move) > 0;
    return known ? move : turn.legal[0];
}
