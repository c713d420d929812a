//! Tables against their own moves, against the search, and against what is in every endgame book.

use boyi_search::Stop;
use boyi_xiangqi::{Board, Kind, fen};

use super::*;

fn family(attacker: &[Kind], most_guards: usize) -> Tables {
    let mut tables = Tables::default();
    for material in Material::family(attacker).expect("material") {
        if material.defender().len() <= most_guards {
            let table = generate(&material, &tables, &Stop::default(), &mut |_, _| ());
            tables.add(table.expect("nobody stops it"));
        }
    }
    tables
}

fn board(text: &str) -> Board {
    fen::read(text).expect("a FEN").board().expect("a board")
}

#[test]
fn a_rook_beats_two_advisors_or_two_elephants() {
    let tables = family(&[Kind::Rook], 2);
    // Every book says so; the table says how long it takes at most.
    for text in ["R-AA", "R-BB", "R-AB", "R-A", "R-"] {
        let material = text.parse().expect("material");
        let table = tables.get(&material).expect("it was made");
        let longest = table.longest();
        assert!(longest > 2 && longest < 120, "{text}: {longest}");
    }
    let start = board("2bak4/9/9/9/9/9/9/9/R8/3K5 w");
    assert!(matches!(tables.probe(&start), Some(Known::Won(_))));
    // Black may attack as well: the same position with the colours changed.
    let mirrored = board("5k3/8r/9/9/9/9/9/9/9/4KAB2 b");
    assert_eq!(tables.probe(&mirrored), tables.probe(&start));
}

#[test]
fn every_value_is_what_its_moves_make_of_it() {
    for (attacker, guards) in [
        (&[Kind::Horse][..], 1),
        (&[Kind::Pawn][..], 1),
        (&[Kind::Cannon][..], 1),
    ] {
        let mut random = boyi_game::Random::new(9);
        let tables = family(attacker, guards);
        let probe = |board: &Board| match Material::of(board) {
            Some(_) => tables.probe(board),
            // No attacker is left.
            None => Some(Known::Draw),
        };
        let mut seen = 0;
        for material in Material::family(attacker).expect("material") {
            let Some(table) = tables.get(&material) else {
                continue;
            };
            for _ in 0..4000 {
                let Some(board) = table.any(random.below(table.len() as u64) as usize) else {
                    continue;
                };
                seen += 1;
                assert_eq!(
                    tables.probe(&board),
                    Known::by_its_moves(&board, probe),
                    "{board:?}"
                );
            }
        }
        assert!(seen > 2000, "{seen}");
    }
}

#[test]
fn a_lone_cannon_and_a_pawn_on_the_last_rank_win_nothing() {
    let tables = family(&[Kind::Cannon], 0);
    // Without a screen a cannon cannot even give check.
    let lone = board("4k4/9/9/9/9/9/9/9/C8/3K5 w");
    assert_eq!(tables.probe(&lone), Some(Known::Draw));
    let tables = family(&[Kind::Pawn], 0);
    let spent = board("3k1P3/9/9/9/9/9/9/9/9/4K4 w");
    assert_eq!(tables.probe(&spent), Some(Known::Draw));
    let high = board("4k4/9/4P4/9/9/9/9/9/9/3K5 w");
    assert!(matches!(tables.probe(&high), Some(Known::Won(_))));
}

#[test]
fn a_table_survives_the_disk_and_a_damaged_one_is_refused() {
    let folder = std::env::temp_dir().join(format!("boyi-endgame-{}", std::process::id()));
    let material: Material = "P-".parse().expect("material");
    let table = generate(
        &material,
        &Tables::default(),
        &Stop::default(),
        &mut |_, _| (),
    );
    let table = table.expect("nobody stops it");
    table.write(&folder).expect("written");
    let again = Table::read(&folder, &material).expect("read");
    assert_eq!(again.longest(), table.longest());
    let file = folder.join("P-.xqe");
    let mut bytes = std::fs::read(&file).expect("a file");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&file, bytes).expect("written");
    assert!(Table::read(&folder, &material).is_err());
    assert!(Tables::read_all(&folder).is_empty());
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn material_is_read_and_refused_with_the_reason() {
    assert_eq!(
        "r-baab".parse::<Material>().map(|m| m.to_string()),
        Ok("R-AABB".to_owned())
    );
    let why = |text: &str| text.parse::<Material>().expect_err("wrong").to_string();
    assert!(why("X-A").contains("`X` is no piece"));
    assert!(why("RR-A").contains("needs one rook"));
    assert!(why("R-C").contains("advisors (A) and elephants (B) only"));
    assert!(why("R-AAA").contains("no 3 advisors"));
}
