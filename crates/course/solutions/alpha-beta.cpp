#include <algorithm>
#include <climits>

struct Reader {
    const std::string &text;
    std::size_t at = 0;
    long leaves = 0;

    void space() {
        while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at]))) at++;
    }

    // The value of the tree that begins here. A child that need not be looked at is read over.
    long value(bool most, long alpha, long beta, bool prunes, bool counts) {
        space();
        if (text[at] != '(') {
            std::size_t used = 0;
            long leaf = std::stol(text.substr(at, 12), &used);
            at += used;
            leaves += counts;
            return leaf;
        }
        at++;
        long best = most ? LONG_MIN : LONG_MAX;
        bool cut = false;
        for (space(); text[at] != ')'; space()) {
            long found = value(!most, alpha, beta, prunes, counts && !cut);
            if (cut || !counts) continue;
            best = most ? std::max(best, found) : std::min(best, found);
            if (most) alpha = std::max(alpha, best);
            else beta = std::min(beta, best);
            cut = prunes && alpha >= beta;
        }
        at++;
        return best;
    }
};

std::string search(const std::string &text, bool prunes) {
    Reader reader{text};
    long value = reader.value(true, LONG_MIN, LONG_MAX, prunes, true);
    return std::to_string(value) + "\n" + std::to_string(reader.leaves);
}

std::string minimax(const std::string &text) { return search(text, false); }

std::string alpha_beta(const std::string &text) { return search(text, true); }
