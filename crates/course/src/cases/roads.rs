//! Road maps: a shortest road, and what the second shortest one costs.
//!
//! The input is the number of states, their values, and for each state its neighbours, a line each;
//! states are counted from 1. The answer is the states of the road from the first to the last, or a cost, or `-1`.

use std::collections::BTreeSet;

use boyi_game::Random;
use boyi_paths::roads::{Colours, Country, Formula, RoadMap, State, read, solve};

use super::number;
use crate::judge::Expected;

const TRIES: u32 = 50;

/// `COLUMNS ROWS COLOURS WHAT`: COLOURS is `random` or `few` (many roads tie); WHAT is `shortest` or `second`.
pub(super) fn draw(words: &[&str], random: &mut Random) -> Result<String, String> {
    let (columns, rows): (u32, u32) = (number(words, 0, "COLUMNS")?, number(words, 1, "ROWS")?);
    let colours = match words.get(2) {
        Some(&"random") => Colours::Random,
        Some(&"few") => Colours::Few,
        _ => return Err("colours are random or few".to_owned()),
    };
    for _ in 0..TRIES {
        let country = Country {
            columns,
            rows,
            holes: 15,
            colours,
            seed: random.bits(),
        };
        let png = country.png().map_err(|error| error.to_string())?;
        let map = read(&png, Formula::Squares).map_err(|error| error.to_string())?;
        if solve(&map, map.whole_trip()).is_ok_and(|answer| answer.second.is_some()) {
            return Ok(text(&map));
        }
    }
    Err("no such map was found".to_owned())
}

fn text(map: &RoadMap) -> String {
    let values: Vec<String> = map
        .states()
        .map(|state| map.value(state).to_string())
        .collect();
    let mut text = format!("{}\n{}\n", map.count(), values.join(" "));
    for state in map.states() {
        let mut around: Vec<u32> = map.neighbours(state).map(State::number).collect();
        around.sort_unstable();
        let around: Vec<String> = around.iter().map(u32::to_string).collect();
        text.push_str(&around.join(" "));
        text.push('\n');
    }
    text
}

/// A map of states with values; the first state is index 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct States {
    pub values: Vec<u64>,
    pub around: Vec<Vec<usize>>,
}

impl States {
    fn parse(input: &str) -> Result<Self, String> {
        let mut lines = input.lines();
        let numbers = |line: Option<&str>| -> Result<Vec<u64>, String> {
            line.unwrap_or_default()
                .split_whitespace()
                .map(|word| word.parse().map_err(|_| format!("`{word}` is no number")))
                .collect()
        };
        let count = numbers(lines.next())?.first().copied().unwrap_or(0) as usize;
        let values = numbers(lines.next())?;
        let mut around = Vec::new();
        for _ in 0..count {
            let line = numbers(lines.next())?;
            let inside = line
                .iter()
                .all(|&state| (1..=count as u64).contains(&state));
            if !inside {
                return Err("a neighbour that is no state".to_owned());
            }
            around.push(line.iter().map(|&state| state as usize - 1).collect());
        }
        if values.len() != count || count == 0 {
            return Err("as many values as states".to_owned());
        }
        Ok(Self { values, around })
    }

    /// The two least costs of walks that are roads: the shortest, and the least that is greater.
    ///
    /// Values are positive, so a road of the second cost is found among the roads that leave a
    /// shortest one: Yen's deviations, each completed by a shortest road that avoids what came before.
    pub(crate) fn two_least(&self) -> (Option<u64>, Option<u64>) {
        let mut least: Option<(u64, Vec<usize>)> = self.shortest(&[0], &[]);
        let Some((first, road)) = least.take() else {
            return (None, None);
        };
        // Yen's algorithm, until a road costs more.
        let mut known = vec![road];
        let mut waiting: BTreeSet<(u64, Vec<usize>)> = BTreeSet::default();
        let mut last = 0;
        loop {
            let road = known[last].clone();
            for at in 0..road.len() - 1 {
                let root = &road[..=at];
                let banned: Vec<usize> = known
                    .iter()
                    .filter(|other| other.len() > at + 1 && other[..=at] == *root)
                    .map(|other| other[at + 1])
                    .collect();
                if let Some(found) = self.shortest(root, &banned) {
                    waiting.insert(found);
                }
            }
            let Some((cost, road)) = waiting.pop_first() else {
                return (Some(first), None);
            };
            if cost > first {
                return (Some(first), Some(cost));
            }
            if !known.contains(&road) {
                known.push(road);
            }
            last = known.len() - 1;
        }
    }

    /// The cheapest road that begins with these states and does not go on to a banned one.
    fn shortest(&self, root: &[usize], banned: &[usize]) -> Option<(u64, Vec<usize>)> {
        use std::cmp::Reverse;
        let goal = self.values.len() - 1;
        let spur = *root.last()?;
        let paid: u64 = root[1..].iter().map(|&state| self.values[state]).sum();
        let mut cost = vec![u64::MAX; self.values.len()];
        let mut from = vec![usize::MAX; self.values.len()];
        let mut queue = std::collections::BinaryHeap::from([Reverse((paid, spur))]);
        cost[spur] = paid;
        while let Some(Reverse((here, state))) = queue.pop() {
            if state == goal {
                let mut back = vec![goal];
                while let Some(&last) = back.last()
                    && last != spur
                {
                    back.push(from[last]);
                }
                let rest = back.into_iter().rev().skip(1);
                return Some((here, root.iter().copied().chain(rest).collect()));
            }
            if here > cost[state] {
                continue;
            }
            for &next in &self.around[state] {
                let avoided = root.contains(&next) || (state == spur && banned.contains(&next));
                let there = here + self.values[next];
                if !avoided && there < cost[next] {
                    cost[next] = there;
                    from[next] = state;
                    queue.push(Reverse((there, next)));
                }
            }
        }
        None
    }
}

pub(super) fn expected(words: &[&str], input: &str) -> Result<Expected, String> {
    let states = States::parse(input)?;
    let (shortest, second) = states.two_least();
    match words.get(3) {
        Some(&"shortest") => Ok(Expected::Road { states, shortest }),
        Some(&"second") => {
            let cost = second.map_or(-1, |cost| cost as i64);
            Ok(Expected::Number(cost))
        }
        _ => Err("a road is shortest or second".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ours, made from the text, against those of the crate for road maps, made from the picture.
    #[test]
    fn both_costs_are_those_of_the_road_maps_own_searches() {
        for seed in 0..60 {
            let colours = if seed % 2 == 0 {
                Colours::Random
            } else {
                Colours::Few
            };
            let country = Country {
                columns: 6,
                rows: 5,
                holes: 15,
                colours,
                seed,
            };
            let png = country.png().expect("small");
            let Ok(map) = read(&png, Formula::Squares) else {
                continue;
            };
            let Ok(answer) = solve(&map, map.whole_trip()) else {
                continue;
            };
            let second = answer.second.map(|road| road.cost);
            let states = States::parse(&text(&map)).expect("ours");
            assert_eq!(
                states.two_least(),
                (Some(answer.shortest.cost), second),
                "{seed}"
            );
        }
    }
}
