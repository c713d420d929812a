//! A game of reversi on the table, as referees and front ends see it.

use boyi_game::{MoveError, Outcome, Side, Status, Table, ToAct, TurnTable};
use boyi_reversi::{Bitboard, Grid, Layout, Setup, read_position};

fn table() -> TurnTable<Bitboard> {
    TurnTable::new(
        Bitboard::new(&Setup::start(Layout::othello(8, 8).expect("a board"))).expect("fits"),
    )
}

#[test]
fn moves_are_taken_from_the_side_to_move_only() {
    let mut table = table();
    assert_eq!(table.to_act(), ToAct::One(Side::First));
    let legal: Vec<String> = table
        .legal_moves(Side::First)
        .into_iter()
        .map(|mv| mv.text)
        .collect();
    assert_eq!(legal, ["d3", "c4", "f5", "e6"]);
    assert!(table.legal_moves(Side::Second).is_empty());
    assert_eq!(
        table.play(Side::Second, "f5"),
        Err(MoveError::NotYourTurn(Side::Second))
    );
    table.play(Side::First, " F5 ").expect("legal");
    assert_eq!(
        table.record().moves[0].text,
        "f5",
        "the record is in the field's own notation"
    );
    assert_eq!(table.view().last, [4 * 8 + 5]);
    assert_eq!(
        table.idle_move(Side::Second),
        None,
        "who does not move in Othello, loses"
    );
}

#[test]
fn a_failing_player_gets_minus_100_and_the_other_keeps_its_points() {
    let mut table = table();
    table.play(Side::First, "f5").expect("legal");
    let points = table.points_after_fault(Side::First).expect("reversi says");
    assert_eq!((points[Side::First], points[Side::Second]), (-100, 1));
}

#[test]
fn a_game_goes_to_its_end_and_back() {
    let start = read_position("4x4 -----OX--XO----- X 9999900990099999").expect("a position");
    let mut table = TurnTable::new(Grid::new(&start).expect("fits"));
    let mut positions = vec![table.position()];
    while let ToAct::One(side) = table.to_act() {
        let mv = table
            .legal_moves(side)
            .pop()
            .expect("who is to act has a move");
        table.play(side, &mv.text).expect("a listed move is legal");
        positions.push(table.position());
    }
    let Status::Over { outcome, reason } = table.status() else {
        panic!("over")
    };
    let points = table.points().expect("points");
    assert_eq!(
        outcome,
        Outcome::by_points(points[Side::First], points[Side::Second])
    );
    assert!(
        reason.english.starts_with("neither side can move"),
        "{reason:?}"
    );
    while let Some(position) = positions.pop() {
        assert_eq!(table.position(), position);
        assert_eq!(table.take_back(), !positions.is_empty());
    }
}
