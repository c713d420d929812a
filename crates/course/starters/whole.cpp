// Read lines from standard input until it ends, and print what they ask for.
#include <iostream>
#include <string>

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::cout << line << std::endl;
    }
}
