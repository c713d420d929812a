//! Perft: how many move sequences of a given length there are. The standard check of a rules
//! implementation, because the counts of other programs are published.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use crate::{Key, Position};

/// What a count includes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counting {
    /// What a game that ends before the depth is reached counts as.
    pub finished: Finished,
    /// Take the number of legal moves at depth 1 for the leaves below it, without playing them.
    /// Same number, less work; off when the making of moves itself is to be tested.
    pub bulk: bool,
}

/// What a game that ends early counts as. The fields differ: Othello's published tables count it,
/// chess and xiangqi's do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finished {
    OneLeaf,
    Nothing,
}

impl Finished {
    const fn leaves(self) -> u64 {
        match self {
            Self::OneLeaf => 1,
            Self::Nothing => 0,
        }
    }
}

/// The number of leaves `depth` plies below `position`.
pub fn perft<P: Position>(position: &mut P, depth: u32, counting: Counting) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut buffers = vec![Vec::new(); depth as usize];
    // Compiled for each way of counting, so that the inner loop does not carry it along.
    match (counting.bulk, counting.finished) {
        (false, Finished::OneLeaf) => walk::<P, false, 1>(position, &mut buffers),
        (false, Finished::Nothing) => walk::<P, false, 0>(position, &mut buffers),
        (true, Finished::OneLeaf) => walk::<P, true, 1>(position, &mut buffers),
        (true, Finished::Nothing) => walk::<P, true, 0>(position, &mut buffers),
    }
}

/// The leaves below each move, in the order of the move generator.
pub fn divide<P: Position>(
    position: &mut P,
    depth: u32,
    counting: Counting,
) -> Vec<(P::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
        .into_iter()
        .map(|mv| {
            let leaves = position.after(mv, |child| perft(child, depth - 1, counting));
            (mv, leaves)
        })
        .collect()
}

/// [`divide`] on several threads that share a table of counts known already, of at most
/// `table_bytes`. Relies on keys being different for different positions.
pub fn divide_hashed<P: Position + Sync>(
    position: &P,
    depth: u32,
    counting: Counting,
    threads: usize,
    table_bytes: usize,
) -> Vec<(P::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let totals: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let tasks = split(position, &moves, depth);
    let table = CountTable::new(table_bytes);
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                while let Some((root, line)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut child = position.clone();
                    for &mv in line {
                        child.make(mv);
                    }
                    let left = depth - line.len() as u32;
                    let leaves = walk_hashed(&mut child, left, counting, &table);
                    totals[*root].fetch_add(leaves, Ordering::Relaxed);
                }
            });
        }
    });
    moves
        .into_iter()
        .zip(totals)
        .map(|(mv, total)| (mv, total.into_inner()))
        .collect()
}

fn walk<P: Position, const BULK: bool, const FINISHED: u64>(
    position: &mut P,
    buffers: &mut [Vec<P::Move>],
) -> u64 {
    let Some((buffer, deeper)) = buffers.split_first_mut() else {
        return 1;
    };
    if BULK && deeper.is_empty() {
        return match position.count_moves() {
            0 => FINISHED,
            moves => moves as u64,
        };
    }
    buffer.clear();
    position.legal_moves(buffer);
    if buffer.is_empty() {
        return FINISHED;
    }
    buffer
        .iter()
        .map(|&mv| position.after(mv, |child| walk::<P, BULK, FINISHED>(child, deeper)))
        .sum()
}

fn walk_hashed<P: Position>(
    position: &mut P,
    depth: u32,
    counting: Counting,
    table: &CountTable,
) -> u64 {
    // Below this, looking up costs more than counting.
    const WORTH_STORING: u32 = 3;
    if depth < WORTH_STORING {
        return perft(position, depth, counting);
    }
    let key = position.key() ^ Key::mixed(u64::from(depth));
    if let Some(leaves) = table.get(key) {
        return leaves;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let leaves = if moves.is_empty() {
        counting.finished.leaves()
    } else {
        moves
            .into_iter()
            .map(|mv| position.after(mv, |child| walk_hashed(child, depth - 1, counting, table)))
            .sum()
    };
    table.put(key, leaves);
    leaves
}

/// Cuts the work into lines of at most three moves, each with the index of its first: enough of
/// them that no thread idles for long at the end.
fn split<P: Position>(position: &P, first: &[P::Move], depth: u32) -> Vec<(usize, Vec<P::Move>)> {
    let mut tasks: Vec<_> = first
        .iter()
        .copied()
        .map(|mv| vec![mv])
        .enumerate()
        .collect();
    for _ in 1..depth.min(3) {
        tasks = tasks
            .into_iter()
            .flat_map(|(root, line)| {
                let mut child = position.clone();
                for &mv in &line {
                    child.make(mv);
                }
                let mut moves = Vec::new();
                child.legal_moves(&mut moves);
                if moves.is_empty() {
                    return vec![(root, line)];
                }
                let longer = |mv| (root, line.iter().copied().chain([mv]).collect());
                moves.into_iter().map(longer).collect()
            })
            .collect();
    }
    tasks
}

/// Counts by key, shared without locks: the key is stored xored with the count, so that a slot torn
/// between two writers matches no key (Hyatt and Mann 2002).
struct CountTable(Vec<[AtomicU64; 2]>);

impl CountTable {
    fn new(bytes: usize) -> Self {
        let mut slots = Vec::new();
        let mut count = (bytes / 16).max(1);
        // A smaller table only counts more slowly, so what does not fit is made smaller.
        while slots.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        slots.resize_with(count, || [AtomicU64::new(0), AtomicU64::new(0)]);
        Self(slots)
    }

    fn slot(&self, key: Key) -> &[AtomicU64; 2] {
        let index = (u128::from(key.0) * self.0.len() as u128) >> 64;
        &self.0[index as usize]
    }

    fn get(&self, key: Key) -> Option<u64> {
        let [check, count] = self.slot(key);
        let count = count.load(Ordering::Relaxed);
        // No count worth storing is 0 unless the slot is empty.
        (check.load(Ordering::Relaxed) ^ count == key.0 && count != 0).then_some(count)
    }

    fn put(&self, key: Key, leaves: u64) {
        let [check, count] = self.slot(key);
        check.store(key.0 ^ leaves, Ordering::Relaxed);
        count.store(leaves, Ordering::Relaxed);
    }
}
