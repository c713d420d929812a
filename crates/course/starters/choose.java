    /** position is the board as text, legal is what you may play, side is first or second. */
    static String choose(String position, List<String> moves, List<String> legal, String side) {
        return legal.get(0);
    }
