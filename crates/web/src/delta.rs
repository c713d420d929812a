//! What has changed between two states, as JSON: those who watch get this instead of the whole.
//!
//! A delta is one of
//! - `[value]`: this in place of what was there,
//! - `[]`: the field is gone,
//! - `[at, drop, items]`: in a list, `items` in place of `drop` items from place `at` on,
//! - `{ name: delta, … }`: the fields of an object, or the items of a list by their places, that changed.
//!
//! `ui/src/lib/delta.ts` applies them.

use serde_json::{Map, Value, json};

/// What makes `new` of `old`; `None` where they are the same.
pub(crate) fn delta(old: &Value, new: &Value) -> Option<Value> {
    if old == new {
        return None;
    }
    let whole = json!([new]);
    Some(match (old, new) {
        (Value::Object(old), Value::Object(new)) => shorter(fields(old, new), whole),
        (Value::Array(old), Value::Array(new)) => {
            let spliced = shorter(splice(old, new), whole);
            if old.len() == new.len() {
                shorter(items(old, new), spliced)
            } else {
                spliced
            }
        }
        _ => whole,
    })
}

fn fields(old: &Map<String, Value>, new: &Map<String, Value>) -> Value {
    let gone = old.keys().filter(|name| !new.contains_key(*name));
    let gone = gone.map(|name| (name.clone(), json!([])));
    let changed = new.iter().filter_map(|(name, value)| {
        let part = match old.get(name) {
            Some(before) => delta(before, value)?,
            None => json!([value]),
        };
        Some((name.clone(), part))
    });
    Value::Object(gone.chain(changed).collect())
}

fn items(old: &[Value], new: &[Value]) -> Value {
    let pairs = old.iter().zip(new).enumerate();
    let changed = pairs.filter_map(|(at, (old, new))| Some((at.to_string(), delta(old, new)?)));
    Value::Object(changed.collect())
}

/// Everything between the part both begin with and the part both end with.
fn splice(old: &[Value], new: &[Value]) -> Value {
    let same = |(a, b): &(&Value, &Value)| a == b;
    let before = old.iter().zip(new).take_while(same).count();
    let (old, new) = (&old[before..], &new[before..]);
    let after = old.iter().rev().zip(new.iter().rev());
    let after = after.take_while(same).count();
    json!([before, old.len() - after, new[..new.len() - after]])
}

fn shorter(a: Value, b: Value) -> Value {
    let length = |value: &Value| value.to_string().len();
    if length(&a) < length(&b) { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the page does it.
    fn apply(old: Option<&Value>, delta: &Value) -> Option<Value> {
        match delta {
            Value::Array(parts) => match parts.as_slice() {
                [] => None,
                [value] => Some(value.clone()),
                [at, drop, items] => {
                    let [at, drop] = [at, drop].map(|n| n.as_u64().expect("a number") as usize);
                    let mut list = old.expect("a list").as_array().expect("a list").clone();
                    let items = items.as_array().expect("items").iter().cloned();
                    list.splice(at..at + drop, items);
                    Some(Value::Array(list))
                }
                _ => panic!("{delta} is no delta"),
            },
            Value::Object(parts) => {
                let mut value = old.expect("something to change").clone();
                for (name, part) in parts {
                    match &mut value {
                        Value::Array(list) => {
                            let at: usize = name.parse().expect("a place");
                            list[at] = apply(Some(&list[at]), part).expect("an item");
                        }
                        Value::Object(fields) => match apply(fields.get(name), part) {
                            Some(value) => drop(fields.insert(name.clone(), value)),
                            None => drop(fields.remove(name)),
                        },
                        _ => panic!("{delta} does not fit"),
                    }
                }
                Some(value)
            }
            _ => panic!("{delta} is no delta"),
        }
    }

    /// States and their deltas, which the tests of the page apply.
    const CASES: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../ui/src/lib/delta.cases.json"
    );

    fn cases() -> Vec<[Value; 2]> {
        let long: Vec<u32> = (0..30).collect();
        let mut changed = long.clone();
        changed[7] = 99;
        changed[23] = 98;
        let mut cut = long.clone();
        cut.drain(4..9);
        vec![
            [
                json!({ "a": 1, "b": { "c": [1, 2, 3] } }),
                json!({ "a": 1, "b": { "c": [1, 2, 3, 4] } }),
            ],
            [
                json!({ "a": 1, "gone": "for good" }),
                json!({ "a": 2, "new": null }),
            ],
            [json!({ "list": long }), json!({ "list": changed })],
            [json!({ "list": long }), json!({ "list": cut })],
            [json!({ "list": long }), json!({ "list": [] })],
            [json!({ "list": [[1], [2]] }), json!({ "list": [[3]] })],
            [
                json!({ "over": null }),
                json!({ "over": { "winner": "first" } }),
            ],
            [
                json!({ "pieces": [{ "cell": 3, "owner": "first" }, { "cell": 9, "owner": "second" }] }),
                json!({ "pieces": [{ "cell": 3, "owner": "first" }, { "cell": 9, "owner": "first" }] }),
            ],
            [json!({ "x": [] }), json!({ "x": [[]] })],
            [json!({ "x": { "0": 1 } }), json!({ "x": [1] })],
        ]
    }

    #[test]
    fn a_delta_makes_the_new_state_of_the_old_one_here_and_on_the_page() {
        let mut written = Vec::new();
        for [old, new] in cases() {
            let delta = delta(&old, &new).expect("they differ");
            assert_eq!(apply(Some(&old), &delta), Some(new.clone()), "{delta}");
            assert_eq!(super::delta(&new, &new), None);
            written.push(json!({ "old": old, "delta": delta, "new": new }));
        }
        let text = serde_json::to_string_pretty(&written).expect("JSON") + "\n";
        if std::env::var_os("BOYI_UPDATE").is_some() {
            std::fs::write(CASES, &text).expect("written");
        }
        let kept: Value = std::fs::read_to_string(CASES)
            .ok()
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default();
        assert_eq!(
            kept,
            Value::from(written),
            "BOYI_UPDATE=1 writes the page's cases anew"
        );
    }

    #[test]
    fn a_move_in_a_long_game_is_a_fraction_of_the_state() {
        let play = |plies: usize| {
            let game = boyi_engine::game("xiangqi").expect("a game");
            let mut table = game.lay(&boyi_engine::Setup::default()).expect("a board");
            for _ in 0..plies {
                let side = crate::positions::next_side(table.as_ref()).expect("it goes on");
                let legal = table.legal_moves(side);
                let text = &legal[plies % legal.len()].text;
                table.play(side, text).expect("it is legal");
            }
            serde_json::to_value(crate::positions::PositionReply::of(game, table.as_ref()))
                .expect("JSON")
        };
        let (old, new) = (play(60), play(61));
        let delta = delta(&old, &new).expect("a move");
        let (whole, part) = (new.to_string().len(), delta.to_string().len());
        assert_eq!(apply(Some(&old), &delta), Some(new));
        assert!(part < whole, "{part} of {whole}");
    }
}
