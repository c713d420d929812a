//! What is kept move by move is what looking anew finds.

use boyi_game::Random;

use super::*;

/// Everything worked out anew from the stones.
fn anew(field: &Field) -> Field {
    let mut fresh = Field::new(field.layout.size, field.rules);
    let mut stones = Vec::new();
    for cell in 0..field.layout.count as Cell {
        if let Content::Stone(side) = field.lines.at(field.layout.point(cell)) {
            fresh.put(cell, side);
            stones.push(cell);
        }
    }
    // Not the way the moves did it: every empty point is looked up from its lines.
    fresh.moving = [0; 2];
    fresh.waiting = [0; 2];
    fresh.counts = [[0; Class::COUNT]; 2];
    fresh.sets = [[Cells::default(); Class::COUNT]; 2];
    for cell in fresh.empty.iter() {
        fresh.look_up(cell);
        fresh.count_in(cell);
    }
    fresh.set_turn(field.turn);
    fresh
}

fn assert_equal(field: &Field, fresh: &Field) {
    assert_eq!(field.key, fresh.key);
    assert_eq!(field.lines, fresh.lines);
    assert_eq!(field.empty, fresh.empty);
    assert_eq!(field.near, fresh.near);
    assert_eq!(field.sets, fresh.sets);
    assert_eq!(field.counts, fresh.counts);
    assert_eq!(field.moving, fresh.moving);
    assert_eq!(field.waiting, fresh.waiting);
    for cell in field.empty.iter() {
        let (now, anew) = (
            &field.outlooks[usize::from(cell)],
            &fresh.outlooks[usize::from(cell)],
        );
        assert_eq!(now, anew);
        for side in 0..2 {
            let point = field.layout.point(cell);
            let patterns = field.lines.patterns(field.table, point, Side::BOTH[side]);
            for (direction, pattern) in patterns.into_iter().enumerate() {
                assert_eq!(pattern_of(now.codes[side], direction), pattern);
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
        let mut field = Field::new(size, rules);
        let mut played: Vec<Cell> = Vec::new();
        for step in 0..6000 {
            let back = random.below(100)
                < if played.len() * 2 > size.points() {
                    60
                } else {
                    45
                };
            if back && let Some(cell) = played.pop() {
                field.unmake(cell);
            } else if !field.is_full() {
                let cell = random.below(size.points() as u64) as Cell;
                if field.is_empty(cell) {
                    field.make(cell);
                    played.push(cell);
                }
            }
            made += 1;
            if step % 499 == 0 {
                assert_equal(&field, &anew(&field));
            }
        }
        while let Some(cell) = played.pop() {
            field.unmake(cell);
        }
        assert_equal(&field, &Field::new(size, rules));
    }
}
