// {{name}}: write the functions; what stands below them speaks with whoever asks.
// `boyi check` tries them. Standard error is free for remarks of your own.
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

struct Turn {
    std::string position;            // the board as text
    std::vector<std::string> moves;  // all moves so far
    std::vector<std::string> legal;  // what you may play
    std::string side;                // first or second
};

{{functions}}

{{reader}}

std::string quoted(const std::string &text) {
    std::string found;
    for (char letter : text) {
        if (letter == '\n') {
            found += "\\n";
        } else if (letter == '"' || letter == '\\') {
            found += std::string("\\") + letter;
        } else if (static_cast<unsigned char>(letter) >= ' ') {
            found += letter;
        }
    }
    return found;
}

std::string answer(const std::string &task, const std::string &input) {
    (void)task;
    (void)input;
{{dispatch}}
    return "";
}

int main() {
    std::string side;
    for (std::string line; std::getline(std::cin, line);) {
        std::string type = text(line, "type");
        if (type == "hello") {
            side = text(line, "side");
            std::cout << "{\"type\":\"ready\",\"version\":1}" << std::endl;
        } else if (type == "task") {
            std::cout << "{\"id\":" << std::stol(after(line, "id")) << ",\"answer\":\""
                      << quoted(answer(text(line, "task"), text(line, "input"))) << "\"}" << std::endl;
        {{turn
        } else if (type == "turn") {
            Turn turn{text(line, "position"), list(line, "moves"), list(line, "legal"), side};
            std::cout << "{\"id\":" << std::stol(after(line, "id")) << ",\"move\":\"" << choose(turn)
                      << "\"}" << std::endl;
        }}
        } else {
            break;
        }
    }
}
