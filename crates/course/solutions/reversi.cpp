#include <algorithm>

struct Board {
    std::string cells;
    char side;
    std::vector<int> worth;
};

Board read(const std::string &text) {
    std::istringstream in(text);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    if (words[0].find('x') != std::string::npos) words.erase(words.begin());
    Board board{words[0], words[1][0], std::vector<int>(64, 1)};
    if (words.size() > 2) {
        for (int i = 0; i < 64; i++) board.worth[i] = words[2][i] - '0';
    }
    return board;
}

char other(char side) { return side == 'X' ? 'O' : 'X'; }

std::vector<int> flips(const std::string &cells, char side, int square) {
    std::vector<int> found;
    if (cells[square] != '-') return found;
    for (int down = -1; down <= 1; down++) {
        for (int right = -1; right <= 1; right++) {
            if (down == 0 && right == 0) continue;
            int row = square / 8 + down, col = square % 8 + right;
            std::vector<int> line;
            auto inside = [&] { return row >= 0 && row < 8 && col >= 0 && col < 8; };
            for (; inside() && cells[row * 8 + col] == other(side); row += down, col += right) {
                line.push_back(row * 8 + col);
            }
            if (inside() && cells[row * 8 + col] == side) found.insert(found.end(), line.begin(), line.end());
        }
    }
    return found;
}

struct Move {
    int square;
    std::string after;
};

std::vector<Move> legal(const std::string &cells, char side) {
    std::vector<Move> found;
    for (int square = 0; square < 64; square++) {
        std::vector<int> line = flips(cells, side, square);
        if (line.empty()) continue;
        std::string after = cells;
        after[square] = side;
        for (int changed : line) after[changed] = side;
        found.push_back({square, after});
    }
    return found;
}

std::string name(int square) {
    return std::string(1, "abcdefgh"[square % 8]) + std::to_string(square / 8 + 1);
}

// The positions after every move, a pass among them; none where the game is over.
std::vector<std::string> children(const std::string &cells, char side) {
    std::vector<std::string> found;
    for (const Move &move : legal(cells, side)) found.push_back(move.after);
    if (found.empty() && !legal(cells, other(side)).empty()) found.push_back(cells);
    return found;
}

std::string moves(const std::string &text) {
    Board board = read(text);
    std::string said;
    for (const Move &move : legal(board.cells, board.side)) said += (said.empty() ? "" : " ") + name(move.square);
    return said.empty() ? "pass" : said;
}

long lines(const std::string &cells, char side, int depth) {
    std::vector<std::string> found;
    if (depth > 0) found = children(cells, side);
    if (found.empty()) return 1;
    long total = 0;
    for (const std::string &child : found) total += lines(child, other(side), depth - 1);
    return total;
}

std::string perft3(const std::string &text) {
    Board board = read(text);
    return std::to_string(lines(board.cells, board.side, 3));
}

int value(const std::string &cells, char side, const std::vector<int> &worth, int depth, int alpha, int beta) {
    std::vector<std::string> found;
    if (depth > 0) found = children(cells, side);
    if (found.empty()) {
        int total = 0;
        for (int i = 0; i < 64; i++) {
            if (cells[i] != '-') total += cells[i] == side ? worth[i] : -worth[i];
        }
        return total;
    }
    int best = -10000;
    for (const std::string &child : found) {
        best = std::max(best, -value(child, other(side), worth, depth - 1, -beta, -std::max(alpha, best)));
        if (best >= beta) break;
    }
    return best;
}

std::string value2(const std::string &text) {
    Board board = read(text);
    return std::to_string(value(board.cells, board.side, board.worth, 2, -10000, 10000));
}

std::string best(const std::string &text) {
    Board board = read(text);
    std::string found = "pass";
    int most = -10001;
    for (const Move &move : legal(board.cells, board.side)) {
        int rated = -value(move.after, other(board.side), board.worth, 60, -10000, 10000);
        if (rated > most) {
            most = rated;
            found = name(move.square);
        }
    }
    return found;
}

// Cells count more near the border, and much more in corners; beside an empty corner they are bad.
double standing(const std::string &cells, char side, const std::vector<int> &worth) {
    double total = 3.0 * legal(cells, side).size() - 3.0 * legal(cells, other(side)).size();
    for (int square = 0; square < 64; square++) {
        if (cells[square] == '-') continue;
        int row = std::min(square / 8, 7 - square / 8), col = std::min(square % 8, 7 - square % 8);
        int corner = (square / 8 < 4 ? 0 : 7) * 8 + (square % 8 < 4 ? 0 : 7);
        double good = 1;
        if (row + col == 0) good = 40;
        else if (row <= 1 && col <= 1 && cells[corner] == '-') good = -12;
        else if (row == 0 || col == 0) good = 4;
        good *= 1 + worth[square] / 4.0;
        total += cells[square] == side ? good : -good;
    }
    return total;
}

std::string choose(const Turn &turn) {
    Board board = read(turn.position);
    std::string found = turn.legal[0];
    if (std::count(board.cells.begin(), board.cells.end(), '-') <= 8) {
        std::string last = best(turn.position);
        bool known = std::count(turn.legal.begin(), turn.legal.end(), last) > 0;
        return known ? last : found;
    }
    double most = -1e9;
    for (const Move &move : legal(board.cells, board.side)) {
        double worst = 1e9;
        std::vector<std::string> answers = children(move.after, other(board.side));
        if (answers.empty()) answers.push_back(move.after);
        for (const std::string &answer : answers) {
            worst = std::min(worst, standing(answer, board.side, board.worth));
        }
        if (worst > most) {
            most = worst;
            found = name(move.square);
        }
    }
    return found;
}
