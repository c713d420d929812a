//! What is kept move by move is what looking anew finds.

use boyi_game::Random;

use super::*;

/// Everything worked out anew from the stones.
fn anew(board: &Board) -> Board {
    let mut fresh = Board::new(board.layout.size, board.rules);
    let mut stones = Vec::new();
    for cell in 0..board.layout.count as Cell {
        if let Content::Stone(side) = board.lines.at(board.layout.point(cell)) {
            fresh.put(cell, side);
            stones.push(cell);
        }
    }
    // Not the way the moves did it: every empty point is looked up from its lines.
    fresh.moving = [0; 2];
    fresh.waiting = [0; 2];
    fresh.counts = [[0; Threat::COUNT]; 2];
    fresh.sets = [[Cells::default(); Threat::COUNT]; 2];
    for cell in fresh.empty.iter() {
        fresh.look_up(cell);
        fresh.count_point::<true>(cell);
    }
    fresh.set_turn(board.turn);
    fresh
}

fn assert_equal(board: &Board, fresh: &Board) {
    assert_eq!(board.key, fresh.key);
    assert_eq!(board.lines, fresh.lines);
    assert_eq!(board.empty, fresh.empty);
    assert_eq!(board.near, fresh.near);
    assert_eq!(board.sets, fresh.sets);
    assert_eq!(board.counts, fresh.counts);
    assert_eq!(board.moving, fresh.moving);
    assert_eq!(board.waiting, fresh.waiting);
    for cell in board.empty.iter() {
        let (now, anew) = (
            &board.points[usize::from(cell)],
            &fresh.points[usize::from(cell)],
        );
        assert_eq!(now, anew);
        for side in 0..2 {
            let point = board.layout.point(cell);
            let patterns = board.lines.patterns(board.table, point, Side::BOTH[side]);
            for (direction, pattern) in patterns.into_iter().enumerate() {
                assert_eq!(patterns_in(now.codes[side])[direction], pattern);
            }
        }
    }
}

#[test]
fn a_million_random_moves_leave_what_looking_anew_finds() {
    let mut random = Random::new(21);
    let mut made = 0;
    let mut round = 0;
    while made < 1_000_000 {
        let rules = Rules::ALL[round % 3];
        let size = Size::new(5 + round % 18).expect("a size");
        round += 1;
        let mut board = Board::new(size, rules);
        let mut played: Vec<Cell> = Vec::new();
        for step in 0..6000 {
            let back = random.below(100)
                < if played.len() * 2 > size.points() {
                    60
                } else {
                    45
                };
            if back && let Some(cell) = played.pop() {
                board.unmake(cell);
            } else if !board.is_full() {
                let cell = random.below(size.points() as u64) as Cell;
                if board.is_empty(cell) {
                    board.make(cell);
                    played.push(cell);
                }
            }
            made += 1;
            if step % 499 == 0 {
                assert_equal(&board, &anew(&board));
            }
        }
        while let Some(cell) = played.pop() {
            board.unmake(cell);
        }
        assert_equal(&board, &Board::new(size, rules));
    }
}
