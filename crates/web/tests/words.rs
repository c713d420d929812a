//! The page's own words for sides, which it needs where there is no server (the widget of the Python
//! package), are the server's.

use boyi_game::Side;
use serde_json::Value;

#[test]
fn the_page_calls_every_side_what_the_server_calls_it() {
    let words = |text: &str| serde_json::from_str::<Value>(text).expect("a dictionary");
    let english = words(include_str!("../../../ui/src/i18n/en.json"));
    let chinese = words(include_str!("../../../ui/src/i18n/zh.json"));
    for game in boyi_engine::games() {
        for (side, name) in [(Side::First, "first"), (Side::Second, "second")] {
            let key = format!("side.{}.{name}", game.name());
            let called = game.side_name(side);
            assert_eq!(english[&key], called.english, "{key}");
            assert_eq!(chinese[&key], called.chinese, "{key}");
        }
    }
}
