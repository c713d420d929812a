def choose(turn, side):
    # turn["position"] is the board as text, turn["legal"] what you may play;
    # side is "first" or "second".
    return turn["legal"][0]
