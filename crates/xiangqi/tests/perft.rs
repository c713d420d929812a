//! Published counts of move sequences.

use boyi_game::perft::{Counting, Finished, perft};
use boyi_game::shared_files;
use boyi_xiangqi::fen;

const COUNTING: Counting = Counting {
    finished: Finished::Nothing,
    bulk: true,
};

/// Depth 5 from the start too, as everybody publishes it.
#[test]
fn the_start_has_its_published_counts() {
    let mut board = fen::read(fen::START)
        .expect("a FEN")
        .board()
        .expect("a board");
    for (depth, nodes) in (1..).zip([44, 1920, 79_666, 3_290_240, 133_312_995]) {
        assert_eq!(perft(&mut board, depth, COUNTING), nodes, "depth {depth}");
    }
}

#[test]
fn shared_positions_have_their_counts() {
    let Some(text) = shared_files::text("xiangqi/perft.txt") else {
        return;
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let (position, counts) = line.split_once('|').expect("a FEN and counts");
        let mut board = fen::read(position)
            .expect("a FEN")
            .board()
            .expect("a board");
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            let nodes = perft(&mut board, depth, COUNTING);
            assert_eq!(nodes.to_string(), count, "{position} at depth {depth}");
        }
    }
}
