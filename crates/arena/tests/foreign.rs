//! Engines by others, from Debian, through their own protocols, where they are installed.

mod locked;
mod played;

use std::path::Path;

use boyi_game::shared_files::skip;

use played::{options, patient, play, play_both};

/// Debian's place for games, or `None` after noting the skip.
fn installed(name: &str, package: &str) -> Option<String> {
    let program = format!("/usr/games/{name}");
    if Path::new(&program).exists() {
        return Some(program);
    }
    skip(&format!(
        "{name} is not installed (Debian: apt-get install {package})"
    ));
    None
}

#[test]
fn fairy_stockfish_plays_xiangqi_over_uci() {
    let Some(engine) = installed("fairy-stockfish", "fairy-stockfish") else {
        return;
    };
    let bot = format!("uci:{engine}");
    for control in ["depth=2", "nodes=200", "move=50ms", "10s+20ms"] {
        let played = play("xiangqi", &bot, &options(), &patient(control));
        played.was_ended_without_a_fault();
        assert!(played.moves() > 5, "{control}: {:?}", played.ending);
    }
    // As the second player it answers moves on the tenth rank, too.
    let played = play_both(
        "xiangqi",
        ["pvs:depth=1", &bot],
        &options(),
        &patient("depth=2"),
    );
    played.was_ended_without_a_fault();
}

#[test]
fn hoixiangqi_plays_xiangqi_over_xboard() {
    let Some(engine) = installed("hoixiangqi", "hoichess") else {
        return;
    };
    let bot = format!("xboard:{engine} -x");
    let played = play("xiangqi", &bot, &options(), &patient("depth=2"));
    played.was_ended_without_a_fault();
    let played = play_both(
        "xiangqi",
        ["pvs:depth=1", &bot],
        &options(),
        &patient("depth=1"),
    );
    played.was_ended_without_a_fault();
}
