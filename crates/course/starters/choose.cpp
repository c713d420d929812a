std::string choose(const Turn &turn) {
    return turn.legal[0];
}
