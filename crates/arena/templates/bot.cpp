// A bot for {{game}}. It plays any legal move; make it play a better one in choose().
// Everything it prints to standard error ends up in its log.
#include <iostream>
#include <random>
#include <string>
#include <vector>

struct Turn {
    std::string position;            // the board as text
    std::vector<std::string> moves;  // all moves so far
    std::vector<std::string> legal;  // what you may play
};

std::string choose(const Turn &turn) {
    static std::mt19937 random{std::random_device{}()};
    std::uniform_int_distribution<std::size_t> any(0, turn.legal.size() - 1);
    return turn.legal[any(random)];
}

// Just enough JSON for messages of one line whose texts hold no quotation marks.
std::string after(const std::string &line, const std::string &name) {
    std::size_t at = line.find("\"" + name + "\":");
    return at == std::string::npos ? "" : line.substr(at + name.size() + 3);
}

std::string text(const std::string &line, const std::string &name) {
    std::string value = after(line, name);
    if (value.empty() || value[0] != '"') return "";
    std::string found;
    for (std::size_t i = 1; i < value.size() && value[i] != '"'; i++) {
        bool breaks = value[i] == '\\' && i + 1 < value.size() && value[i + 1] == 'n';
        found += breaks ? '\n' : value[i];
        i += breaks;
    }
    return found;
}

std::vector<std::string> list(const std::string &line, const std::string &name) {
    std::vector<std::string> found;
    std::string value = after(line, name);
    value = value.substr(0, value.find(']'));
    for (std::size_t at = value.find('"'); at != std::string::npos; at = value.find('"', at + 1)) {
        std::size_t end = value.find('"', at + 1);
        found.push_back(value.substr(at + 1, end - at - 1));
        at = end;
    }
    return found;
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::string type = text(line, "type");
        if (type == "hello") {
            std::cout << "{\"type\":\"ready\",\"version\":1}" << std::endl;
        } else if (type == "turn") {
            Turn turn{text(line, "position"), list(line, "moves"), list(line, "legal")};
            std::cout << "{\"id\":" << std::stol(after(line, "id")) << ",\"move\":\"" << choose(turn)
                      << "\"}" << std::endl;
        } else {
            break;
        }
    }
}
