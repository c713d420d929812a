#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

std::vector<std::string> history;

void change(const std::vector<std::string> &words) {
    if (words.size() > 2) {
        std::cout << "cd: too many arguments\n";
        return;
    }
    const char *folder = words.size() == 2 ? words[1].c_str() : std::getenv("HOME");
    if (!folder) {
        std::cout << "HOME not set\n";
    } else if (chdir(folder) != 0) {
        std::cout << folder << ": " << std::strerror(errno) << "\n";
    }
}

void start(const std::vector<std::string> &words) {
    std::cout << std::flush;
    pid_t child = fork();
    if (child == 0) {
        std::vector<char *> arguments;
        for (const std::string &word : words) arguments.push_back(const_cast<char *>(word.c_str()));
        arguments.push_back(nullptr);
        execvp(arguments[0], arguments.data());
        std::cout << words[0] << ": no such command\n" << std::flush;
        _exit(127);
    }
    int status;
    if (child > 0) waitpid(child, &status, 0);
}

// False where the shell quits.
bool run(const std::string &line) {
    if (line.empty() || line == "!") return true;
    if (line == "!#") {
        for (const std::string &logged : history) std::cout << logged << "\n";
        return true;
    }
    if (line[0] == '!') {
        for (std::size_t at = history.size(); at-- > 0;) {
            if (history[at].compare(0, line.size() - 1, line, 1, std::string::npos) == 0) return run(std::string(history[at]));
        }
        std::cout << "No Match\n";
        return true;
    }
    history.push_back(line);
    std::istringstream in(line);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    if (words[0] == "exit") return false;
    if (words[0] == "cd") {
        change(words);
    } else {
        start(words);
    }
    return true;
}

int main() {
    while (true) {
        char folder[PATH_MAX];
        std::cout << (getcwd(folder, sizeof folder) ? folder : "?") << "$ " << std::flush;
        std::string line;
        if (!std::getline(std::cin, line)) break;
        std::size_t from = line.find_first_not_of(" \t\r"), to = line.find_last_not_of(" \t\r");
        if (!run(from == std::string::npos ? "" : line.substr(from, to - from + 1))) break;
    }
}
