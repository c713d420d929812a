//! Any bytes as an evaluation file and as the numbers of a sound one: an error, or an evaluation that plays.
#![no_main]

use boyi_engine::gomoku::network::GomokuNetwork;
use boyi_engine::xiangqi::network::XiangqiNetwork;
use boyi_engine::{Go, PlayerSpec, Setup, game};
use boyi_fuzz::with_file;
use boyi_game::Side;
use boyi_search::kernel::EvaluationFile;
use libfuzzer_sys::fuzz_target;

/// Units of the smallest network that there is.
const WIDTH: u8 = 16;

fuzz_target!(|data: &[u8]| {
    if let Ok(file) = EvaluationFile::parse(data) {
        assert_eq!(file.to_bytes(), data);
    }
    // The hash of made-up bytes is never right: the same bytes in a file that is whole.
    let whole = |kind, payload: &[u8]| {
        EvaluationFile { game: "xiangqi", kind, recipe: "", payload }.to_bytes()
    };
    let bytes = whole(XiangqiNetwork::KIND, data);
    let file = EvaluationFile::parse(&bytes).expect("whole");
    assert_eq!(file.payload, data);
    let _ = (XiangqiNetwork::read(&file), GomokuNetwork::read(&file).is_ok());
    if data.is_empty() {
        return;
    }
    let numbers = data.iter().copied().cycle();
    let size = XiangqiNetwork::shape(usize::from(WIDTH)).bytes();
    let payload: Vec<u8> = [WIDTH, 0].into_iter().chain(numbers.take(size)).collect();
    with_file("a.eval", &whole(XiangqiNetwork::KIND, &payload), |file| {
        let game = game("xiangqi").expect("a game");
        let spec = PlayerSpec { weights: Some(file.to_owned()), hash: Some(1), ..PlayerSpec::named("strong") };
        let table = game.lay(&Setup::default()).expect("a start");
        let Ok(mut player) = game.player(&spec) else { return };
        let thought = player.think(&table.seen(), Side::First, &Go::nodes(50), &mut |_| ());
        assert!(thought.expect("the start").best.is_some());
    });
});
