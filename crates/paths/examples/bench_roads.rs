//! How fast the roads are found, beside the crate `pathfinding`, in one run:
//! `cargo run --release -p boyi-paths --example bench_roads`.
//!
//! Every time is the least processor time of several runs on one thread.

use std::io::Cursor;
use std::time::Duration;

use boyi_paths::roads::{Colours, Country, Formula, RoadMap, k_shortest, read, solve};

use boyi_paths::bench::least;

fn main() {
    println!(
        "states  colours  decode ms  read ms  solve ms  yen(2) ms   ratio  k=100 ms  k=1000 ms"
    );
    for (columns, rows) in [(71, 71), (256, 256), (513, 500)] {
        for colours in [Colours::Random, Colours::Few, Colours::Equal] {
            row(columns, rows, colours);
        }
    }
}

fn row(columns: u32, rows: u32, colours: Colours) {
    let (png, map) = (7..100)
        .map(|seed| generate(columns, rows, colours, seed))
        .find(|(_, map)| solve(map, map.whole_trip()).is_ok())
        .expect("few countries are cut in two by their holes");
    let trip = map.whole_trip();
    let answer = solve(&map, trip).expect("connected");

    let decode = least(5, || decode_all(&png));
    let read_time = least(5, || read(Cursor::new(&png), Formula::Squares));
    let solving = least(20, || solve(&map, trip));
    let many = |count| {
        least(3, || {
            k_shortest(&map, trip)
                .expect("connected")
                .take(count)
                .count()
        })
    };
    let (hundred, thousand) = (many(100), many(1000));

    // Yen's algorithm there takes minutes on larger maps.
    let yen = (map.count() < 6000).then(|| {
        let mut found = Vec::new();
        let time = least(2, || found = yen_two(&map));
        assert_eq!(found[0], answer.shortest.cost);
        time
    });
    let ratio = yen.map_or(String::new(), |yen| {
        format!("{:.0}x", yen.as_secs_f64() / solving.as_secs_f64())
    });
    println!(
        "{:6}  {:7}  {:9.2}  {:7.2}  {:8.3}  {:>9}  {ratio:>6}  {:8.2}  {:9.2}",
        map.count(),
        format!("{colours:?}"),
        ms(decode),
        ms(read_time),
        ms(solving),
        yen.map_or(String::new(), |yen| format!("{:.1}", ms(yen))),
        ms(hundred),
        ms(thousand),
    );
}

fn generate(columns: u32, rows: u32, colours: Colours, seed: u64) -> (Vec<u8>, RoadMap) {
    let country = Country {
        columns,
        rows,
        holes: 5,
        colours,
        seed,
    };
    let mut png = Vec::new();
    country.write_png(&mut png).expect("writes to memory");
    let map = read(Cursor::new(&png), Formula::Squares).expect("a road map");
    (png, map)
}

/// Decodes every row of pixels and looks at none.
fn decode_all(png: &[u8]) -> u32 {
    let decoder = png::Decoder::new(Cursor::new(png));
    let mut reader = decoder.read_info().expect("a picture");
    let mut rows = 0;
    while reader.next_row().expect("whole").is_some() {
        rows += 1;
    }
    rows
}

fn yen_two(map: &RoadMap) -> Vec<u64> {
    let trip = map.whole_trip();
    let roads = pathfinding::directed::yen::yen(
        &trip.from,
        |&state| {
            let steps = map.neighbours(state);
            steps
                .map(|next| (next, u64::from(map.value(next))))
                .collect::<Vec<_>>()
        },
        |&state| state == trip.to,
        2,
    );
    roads.into_iter().map(|(_, cost)| cost).collect()
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
