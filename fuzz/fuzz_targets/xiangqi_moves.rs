//! Any text as a move in coordinates, Chinese notation, WXF or the styles of the courses.
#![no_main]

use boyi_game::Position;
use boyi_xiangqi::notation::coordinates::Ranks;
use boyi_xiangqi::notation::course::Style;
use boyi_xiangqi::notation::{chinese, coordinates, course, wxf};
use boyi_xiangqi::{Rules, Xiangqi};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for ranks in [Ranks::FromZero, Ranks::FromOne] {
        if let Some(mv) = coordinates::read(text, ranks) {
            assert_eq!(coordinates::read(&coordinates::write(mv, ranks), ranks), Some(mv));
        }
    }
    for style in [Style::RowCol, Style::FileRank] {
        if let Some(mv) = course::read(text, style) {
            assert_eq!(course::read(&course::write('R', mv, style), style), Some(mv));
        }
    }
    let start = Xiangqi::start(Rules::default());
    for described in [chinese::read(text), wxf::read(text)].into_iter().flatten() {
        if let Some(mv) = described.find(start.board()) {
            assert!(start.is_legal(mv));
        }
    }
});
