fn choose(turn: &Turn) -> &str {
    &turn.legal[0]
}
