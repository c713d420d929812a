//! Rubbish in, an error out: no panic, and no more memory than the input deserves.

use boyi_paths::roads::{Colours, Country, Formula, k_shortest, read, solve};
use boyi_paths::supply::{self, SupplyMaze};
use proptest::prelude::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, which counts what the running thread holds.
struct Counting;

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
    static MOST: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is passed on unchanged to the system's allocator; the counters are plain
// numbers and allocate nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.set(HELD.get() + layout.size());
        MOST.set(MOST.get().max(HELD.get()));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.set(HELD.get().saturating_sub(layout.size()));
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The most memory that a piece of work held at one time, beyond what was held before.
fn most_memory(work: impl FnOnce()) -> usize {
    let before = HELD.get();
    MOST.set(before);
    work();
    MOST.get() - before
}

/// Reads and, where that works, solves. The decoder's window and buffers and a small map fit into
/// four megabytes easily.
fn digest(picture: &[u8]) {
    let memory = most_memory(|| {
        if let Ok(map) = read(picture, Formula::Squares) {
            let trip = map.whole_trip();
            let connected = solve(&map, trip).is_ok();
            assert_eq!(k_shortest(&map, trip).is_ok(), connected);
        }
    });
    assert!(memory < 4 << 20, "{memory} bytes");
}

fn picture(seed: u64) -> Vec<u8> {
    let country = Country {
        columns: 5,
        rows: 4,
        holes: 20,
        colours: Colours::Random,
        seed,
    };
    country.png().expect("a possible size")
}

/// Makes the checksums of all chunks right again, so that damage gets past them.
fn repair(png: &mut [u8]) {
    let mut at = 8;
    while let Some(length) = png.get(at..at + 4) {
        let length = u32::from_be_bytes(length.try_into().expect("four bytes")) as usize;
        let Some(end) = at
            .checked_add(8 + length)
            .filter(|end| end + 4 <= png.len())
        else {
            return;
        };
        let sum = crc(&png[at + 4..end]);
        png[end..end + 4].copy_from_slice(&sum.to_be_bytes());
        at = end + 4;
    }
}

/// The checksum of PNG chunks, bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    let fold = |mut crc: u32, &byte: &u8| {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg());
        }
        crc
    };
    !bytes.iter().fold(u32::MAX, fold)
}

#[test]
fn a_picture_may_end_anywhere() {
    let png = picture(1);
    for end in 0..png.len() {
        digest(&png[..end]);
        let cut = read(&png[..end], Formula::Squares);
        assert!(cut.is_err(), "{end} of {}", png.len());
    }
}

#[test]
fn headers_may_claim_anything() {
    let sizes = [
        0,
        1,
        9,
        13,
        32_761,
        32_765,
        32_769,
        1 << 30,
        u32::MAX / 2,
        u32::MAX,
    ];
    for width in sizes {
        for height in sizes {
            for kind in 0..8 {
                let mut png = picture(2);
                png[16..20].copy_from_slice(&width.to_be_bytes());
                png[20..24].copy_from_slice(&height.to_be_bytes());
                png[25] = kind;
                repair(&mut png);
                digest(&png);
            }
        }
    }
}

#[test]
fn an_absurd_size_and_interlacing_are_refused_from_the_header() {
    let error = |change: fn(&mut [u8])| {
        let mut png = picture(3);
        change(&mut png);
        repair(&mut png);
        let error = read(&png, Formula::Squares).expect_err("no road map");
        error.to_string()
    };
    let claim = error(|png| {
        png[16..24].copy_from_slice(&[0x7F, 0xFF, 0xFF, 0xF9, 0x7F, 0xFF, 0xFF, 0xFD]);
    });
    assert!(
        claim.contains("claims 2147483641 x 2147483645 pixels"),
        "{claim}"
    );
    assert!(error(|png| png[28] = 1).contains("interlaced"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_no_panic(mut bytes in proptest::collection::vec(any::<u8>(), 0..300), signed: bool) {
        if signed {
            bytes.splice(0..bytes.len().min(8), *b"\x89PNG\r\n\x1a\n");
        }
        digest(&bytes);
        let text = String::from_utf8_lossy(&bytes);
        prop_assert!(SupplyMaze::read(&text).is_err());
    }

    #[test]
    fn flipped_bits_are_no_panic(
        seed in 0..20u64,
        flips in proptest::collection::vec((any::<prop::sample::Index>(), 0..8u8), 1..6),
        repaired: bool,
    ) {
        let mut png = picture(seed);
        for (place, bit) in flips {
            let place = 8 + place.index(png.len() - 8);
            png[place] ^= 1 << bit;
        }
        if repaired {
            repair(&mut png);
        }
        digest(&png);
    }

    #[test]
    fn flipped_letters_in_a_maze_are_no_panic(
        flips in proptest::collection::vec((any::<prop::sample::Index>(), any::<char>()), 1..4)
    ) {
        let mut text: Vec<char> = "3 4 3\n3 0 0 2\n1 1 0 1\n4 0 2 0\n".chars().collect();
        for (place, letter) in flips {
            let place = place.index(text.len());
            text[place] = letter;
        }
        let text: String = text.into_iter().collect();
        let memory = most_memory(|| {
            if let Ok(maze) = SupplyMaze::read(&text)
                && let Some(trek) = supply::solve(&maze)
            {
                assert!(trek.is_possible(&maze));
            }
        });
        prop_assert!(memory < 1 << 20, "{} bytes", memory);
    }
}

/// A first line may claim much; memory follows what is there.
#[test]
fn a_maze_may_claim_anything() {
    for text in [
        "4096 4096 9\n3 4\n",
        "16777216 1 9\n3\n4\n",
        "1 16777216 4294967295\n3 4\n",
        "4294967295 4294967295 4294967295\n",
    ] {
        let memory = most_memory(|| assert!(SupplyMaze::read(text).is_err()));
        assert!(memory < 1 << 16, "{memory} bytes");
    }
}
