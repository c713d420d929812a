#include <algorithm>
#include <cctype>
#include <functional>

struct Board {
    char cells[10][9];  // row 0 is red's own
    bool red;
};

Board read(const std::string &text) {
    Board board;
    int row = 9, col = 0;
    std::size_t at = 0;
    for (; text[at] != ' '; at++) {
        if (text[at] == '/') {
            row--;
            col = 0;
        } else if (std::isdigit(static_cast<unsigned char>(text[at]))) {
            for (int i = text[at] - '0'; i > 0; i--) board.cells[row][col++] = '.';
        } else {
            board.cells[row][col++] = text[at];
        }
    }
    board.red = text[at + 1] == 'w';
    return board;
}

bool inside(int row, int col) { return row >= 0 && row < 10 && col >= 0 && col < 9; }

bool is_red(char piece) { return std::isupper(static_cast<unsigned char>(piece)); }

using Go = std::function<void(int, int)>;

const int STRAIGHT[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
const int DIAGONAL[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

// Where the piece on this cell can go, whether or not its general is safe then.
void reached(const Board &board, int row, int col, const Go &go) {
    char piece = board.cells[row][col];
    bool red = is_red(piece);
    auto visit = [&](int r, int c) {
        if (!inside(r, c)) return;
        char there = board.cells[r][c];
        if (there == '.' || is_red(there) != red) go(r, c);
    };
    auto palace = [&](int r, int c) { return c >= 3 && c <= 5 && (red ? r >= 0 && r <= 2 : r >= 7 && r <= 9); };
    int forward = red ? 1 : -1;
    switch (std::tolower(piece)) {
        case 'r':
        case 'c':
            for (auto [down, right] : STRAIGHT) {
                bool jumped = false;
                for (int r = row + down, c = col + right; inside(r, c); r += down, c += right) {
                    bool empty = board.cells[r][c] == '.';
                    if (empty && jumped) continue;
                    if (empty || std::tolower(piece) == 'r' || jumped) visit(r, c);
                    if (!empty && (std::tolower(piece) == 'r' || jumped)) break;
                    jumped |= !empty;
                }
            }
            break;
        case 'n':
            for (auto [down, right] : STRAIGHT) {
                if (!inside(row + down, col + right) || board.cells[row + down][col + right] != '.') continue;
                for (int side : {1, -1}) visit(row + 2 * down + side * right, col + 2 * right + side * down);
            }
            break;
        case 'b':
            for (auto [down, right] : DIAGONAL) {
                int r = row + 2 * down, c = col + 2 * right;
                if (inside(r, c) && board.cells[row + down][col + right] == '.' && (red ? r <= 4 : r >= 5)) visit(r, c);
            }
            break;
        case 'a':
            for (auto [down, right] : DIAGONAL) {
                if (palace(row + down, col + right)) visit(row + down, col + right);
            }
            break;
        case 'k':
            for (auto [down, right] : STRAIGHT) {
                if (palace(row + down, col + right)) visit(row + down, col + right);
            }
            break;
        default:
            visit(row + forward, col);
            if (red ? row >= 5 : row <= 4) {
                visit(row, col + 1);
                visit(row, col - 1);
            }
    }
}

bool safe(const Board &board, bool red) {
    int row = 0, col = 0;
    for (int r = 0; r < 10; r++) {
        for (int c = 0; c < 9; c++) {
            if (board.cells[r][c] == (red ? 'K' : 'k')) row = r, col = c;
        }
    }
    bool found = true;
    for (int r = 0; r < 10; r++) {
        for (int c = 0; c < 9; c++) {
            char piece = board.cells[r][c];
            if (piece == '.' || is_red(piece) == red) continue;
            reached(board, r, c, [&](int to, int across) { found &= to != row || across != col; });
            if (std::tolower(piece) != 'k' || c != col) continue;
            bool between = false;
            for (int at = std::min(r, row) + 1; at < std::max(r, row); at++) between |= board.cells[at][c] != '.';
            found &= between;
        }
    }
    return found;
}

struct Move {
    std::string name;
    Board after;
};

std::vector<Move> legal(const Board &board) {
    std::vector<Move> found;
    for (int row = 0; row < 10; row++) {
        for (int col = 0; col < 9; col++) {
            char piece = board.cells[row][col];
            if (piece == '.' || is_red(piece) != board.red) continue;
            reached(board, row, col, [&](int r, int c) {
                Board after = board;
                after.cells[r][c] = piece;
                after.cells[row][col] = '.';
                after.red = !board.red;
                if (!safe(after, board.red)) return;
                const char *columns = "abcdefghi";
                std::string name{columns[col], char('0' + row), columns[c], char('0' + r)};
                found.push_back({name, after});
            });
        }
    }
    return found;
}

std::string moves(const std::string &text) {
    std::string said;
    for (const Move &move : legal(read(text))) said += (said.empty() ? "" : " ") + move.name;
    return said;
}

int material(const Board &board, bool red) {
    int total = 0;
    for (const auto &row : board.cells) {
        for (char piece : row) {
            int worth = 0;
            switch (std::tolower(piece)) {
                case 'r': worth = 90; break;
                case 'c': worth = 45; break;
                case 'n': worth = 40; break;
                case 'b':
                case 'a': worth = 20; break;
                case 'p': worth = 10; break;
            }
            total += is_red(piece) == red ? worth : -worth;
        }
    }
    return total;
}

std::string value1(const std::string &text) {
    Board board = read(text);
    int best = -1000000;
    for (const Move &move : legal(board)) {
        best = std::max(best, legal(move.after).empty() ? 1000000 : material(move.after, board.red));
    }
    return std::to_string(best);
}

std::string best(const std::string &text) {
    std::string found;
    for (const Move &move : legal(read(text))) {
        if (found.empty() || legal(move.after).empty()) found = move.name;
        if (legal(move.after).empty()) break;
    }
    return found;
}

std::string choose(const Turn &turn) {
    Board board = read(turn.position);
    std::string found = turn.legal[0];
    double most = -1e9;
    for (const Move &move : legal(board)) {
        std::vector<Move> answers = legal(move.after);
        double worst = 1e6;
        for (const Move &answer : answers) worst = std::min(worst, double(material(answer.after, board.red)));
        worst -= 0.001 * answers.size();
        bool known = std::count(turn.legal.begin(), turn.legal.end(), move.name) > 0;
        if (known && worst > most) {
            most = worst;
            found = move.name;
        }
    }
    return found;
}
