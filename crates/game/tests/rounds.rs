//! Games of rounds: a tug of war in the wind, small enough to work out by hand.

use boyi_game::{
    Cell, Chance, GameMove, Key, Lattice, MoveError, Outcome, PerSide, Phrase, Piece, Played,
    RoundTable, Shown, Side, Simultaneous, Status, Table, ToAct, View, each_outcome, laws,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// A flag on a rope of nine cells. Both pull with strength 0, 1 or 2 at once, then the wind moves the
/// flag: not at all with odds 2, one cell towards the first player with odds 1. Off the rope wins.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Tug {
    flag: i32,
    round: u32,
}

const START: Tug = Tug { flag: 0, round: 0 };
const MOST_ROUNDS: u32 = 12;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pull(u8);

impl GameMove for Pull {
    const CODES: usize = 3;

    fn code(self) -> u16 {
        u16::from(self.0)
    }

    fn from_code(code: u16) -> Option<Self> {
        (code < 3).then_some(Self(code as u8))
    }
}

impl Simultaneous for Tug {
    type Move = Pull;

    fn key(&self) -> Key {
        Key::mixed(((self.flag + 100) as u64) << 32 | u64::from(self.round))
    }

    fn round(&self) -> u32 {
        self.round
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.flag {
            ..=-5 => Some(Outcome::Win(Side::First)),
            5.. => Some(Outcome::Win(Side::Second)),
            _ if self.round == MOST_ROUNDS => Some(Outcome::Draw),
            _ => None,
        }
    }

    fn legal_moves(&self, _side: Side, moves: &mut Vec<Pull>) {
        moves.extend([Pull(0), Pull(1), Pull(2)]);
    }

    fn play(&mut self, choices: PerSide<Pull>, chance: &mut impl Chance) {
        self.flag += i32::from(choices[Side::Second].0) - i32::from(choices[Side::First].0);
        self.flag -= chance.pick(&[2, 1]) as i32;
        self.round += 1;
    }

    fn idle_move(&self, _side: Side) -> Pull {
        Pull(0)
    }
}

impl Shown<Pull> for Tug {
    fn game(&self) -> &'static str {
        "tug"
    }

    fn text(&self) -> String {
        format!("{} {}", self.flag, self.round)
    }

    fn move_text(&self, mv: Pull) -> String {
        mv.0.to_string()
    }

    fn parse_move(&self, _side: Side, text: &str) -> Result<Pull, MoveError> {
        let expected = Phrase::new("0, 1 or 2", "0、1 或 2");
        let code = text.parse().map_err(|_| MoveError::Malformed {
            text: text.into(),
            expected,
        })?;
        Pull::from_code(code).ok_or(MoveError::Illegal {
            text: text.into(),
            why: Phrase::new("nobody is that strong", "没人有这么大力气"),
        })
    }

    fn move_cells(&self, _: Pull) -> (Option<usize>, Option<usize>) {
        (None, None)
    }

    fn view(&self) -> View {
        let mut view = View::new(1, 9, Lattice::Squares);
        if let Ok(at) = usize::try_from(self.flag + 4) {
            let flag = Piece {
                owner: None,
                kind: 'F',
                charged: 0,
            };
            view.cells[at.min(8)] = Cell {
                piece: Some(flag),
                ..Cell::default()
            };
        }
        view
    }

    fn reason(&self) -> Phrase {
        Phrase::new(
            format!("the flag is at {}", self.flag),
            format!("旗子在 {}", self.flag),
        )
    }
}

/// Plays the moves of a record, pairs of choices, on a new table.
fn replay(seed: u64, moves: &[Played]) -> RoundTable<Tug> {
    let mut table = RoundTable::new(START, seed);
    for Played { side, text } in moves {
        table.play(*side, text).expect("it was played before");
    }
    table
}

proptest! {
    #[test]
    fn a_tug_of_war_obeys_the_laws(choices in vec(any::<u8>(), 30), seed: u64) {
        laws::simultaneous(&START, &choices, seed);
    }

    #[test]
    fn a_game_replays_from_seed_and_moves(pulls in vec((0u8..3, 0u8..3), 0..15), seed: u64) {
        let mut table = RoundTable::new(START, seed);
        for (first, second) in pulls {
            if table.to_act() == ToAct::Nobody {
                break;
            }
            // The order in which choices are handed in does not matter.
            table.play(Side::Second, &second.to_string()).expect("legal");
            table.play(Side::First, &first.to_string()).expect("legal");
        }
        let again = replay(seed, &table.record().moves);
        prop_assert_eq!(again.position(), table.position());
        prop_assert_eq!(again.status(), table.status());
    }
}

#[test]
fn every_outcome_is_shown_with_its_odds() {
    let mut seen = Vec::new();
    each_outcome(
        &START,
        PerSide::new(Pull(2), Pull(1)),
        |probability, next| {
            seen.push((next.flag, probability));
        },
    );
    let [(still, calm), (blown, wind)] = seen[..] else {
        panic!("two outcomes, not {seen:?}")
    };
    assert_eq!((still, blown), (-1, -2));
    assert!((calm - 2.0 / 3.0).abs() < 1e-12 && (wind - 1.0 / 3.0).abs() < 1e-12);
}

#[test]
fn a_choice_waits_for_the_other_and_stays_secret() {
    let mut table = RoundTable::new(START, 1);
    assert_eq!(table.to_act(), ToAct::Both);
    table.play(Side::First, "2").expect("legal");
    assert_eq!(table.to_act(), ToAct::One(Side::Second));
    assert_eq!(table.position(), "0 0", "nothing has happened yet");
    assert!(table.record().moves.is_empty(), "and nothing is told");
    assert!(table.legal_moves(Side::First).is_empty());
    assert_eq!(
        table.play(Side::First, "1"),
        Err(MoveError::NotYourTurn(Side::First))
    );
    table.play(Side::Second, "0").expect("legal");
    assert_eq!(table.record().moves.len(), 2);
    assert_eq!(table.to_act(), ToAct::Both);
}

#[test]
fn players_do_not_see_the_seed() {
    let mut table = RoundTable::new(START, 987_654_321);
    table.play(Side::First, "2").expect("legal");
    table.play(Side::Second, "1").expect("legal");
    let seen = format!("{:?}", table.seen());
    assert!(!seen.contains("987654321"), "{seen}");
    assert_eq!(table.seen().position, table.position());
}

#[test]
fn taking_back_gives_back_the_luck_too() {
    let mut table = RoundTable::new(START, 3);
    let round = |table: &mut RoundTable<Tug>| {
        table.play(Side::First, "1").expect("legal");
        table.play(Side::Second, "1").expect("legal");
        table.position()
    };
    let positions: Vec<String> = (0..6).map(|_| round(&mut table)).collect();
    table.play(Side::First, "2").expect("legal");
    assert!(table.take_back(), "a choice not yet resolved");
    assert_eq!(table.position(), positions[5]);
    for _ in 0..6 {
        assert!(table.take_back());
    }
    assert!(!table.take_back(), "at the start");
    let again: Vec<String> = (0..6).map(|_| round(&mut table)).collect();
    assert_eq!(again, positions, "the same luck as before");
}

#[test]
fn a_wrong_choice_changes_nothing() {
    let mut table = RoundTable::new(START, 1);
    assert!(matches!(
        table.play(Side::First, "much"),
        Err(MoveError::Malformed { .. })
    ));
    assert!(matches!(
        table.play(Side::First, "9"),
        Err(MoveError::Illegal { .. })
    ));
    assert_eq!(table.to_act(), ToAct::Both);
    assert_eq!(table.idle_move(Side::First).as_deref(), Some("0"));
}

#[test]
fn the_end_is_told_with_its_reason() {
    let mut table = RoundTable::new(START, 1);
    while table.to_act() != ToAct::Nobody {
        table.play(Side::First, "2").expect("legal");
        table.play(Side::Second, "0").expect("legal");
    }
    let Status::Over { outcome, reason } = table.status() else {
        panic!("over")
    };
    assert_eq!(outcome, Outcome::Win(Side::First));
    assert!(reason.english.starts_with("the flag is at -"));
    assert_eq!(table.play(Side::First, "0"), Err(MoveError::GameOver));
}
