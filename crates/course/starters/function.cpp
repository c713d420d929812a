std::string {{name}}(const std::string &text) {
{{comment}}
    (void)text;
    return {{answer}};
}
