//! A hash table that any number of threads read and write without locks.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use boyi_game::Key;

use crate::large_pages::{Zeroed, give_back};

/// What a table stores: anything that packs into 64 bits. The classic searches store
/// [`Entry`](crate::Entry); an engine may pack a static evaluation beside a 16-bit score instead.
pub trait Packed: Copy {
    /// The bits; never 0, which marks an empty slot.
    fn pack(self) -> u64;

    /// `None` for bits that [`Packed::pack`] never returns.
    fn unpack(bits: u64) -> Option<Self>;

    /// How much it would be missed, in the current generation: the slot of the least worth is
    /// overwritten.
    fn worth(self, generation: u8) -> i32;
}

/// Buckets of four slots, one cache line each.
///
/// A slot is two words: the data, and the key xored with the data. Writers do not wait for each
/// other; if two mix their words, the slot matches no key and reads as empty (Hyatt and Mann 2002).
pub struct SharedTable<T> {
    buckets: Zeroed<Bucket>,
    generation: AtomicU8,
    stores: PhantomData<T>,
}

/// The machine has not got that much memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no memory for a table of {} MiB", .bytes >> 20)]
pub struct NoMemory {
    pub bytes: usize,
}

#[repr(align(64))]
struct Bucket([Slot; 4]);

const _: () = assert!(size_of::<Bucket>() == 64);

struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl<T: Packed> SharedTable<T> {
    /// A table of at most `bytes`, and at least one bucket. For sizes from outside there is
    /// [`SharedTable::try_new`].
    pub fn new(bytes: usize) -> Self {
        Self::try_new(bytes).expect("there is memory for a table of this size")
    }

    /// The same, or an error where the machine has not got that much memory.
    pub fn try_new(bytes: usize) -> Result<Self, NoMemory> {
        let count = (bytes / size_of::<Bucket>()).max(1);
        // SAFETY: a bucket holds atomic numbers only, and zero is a number.
        let buckets = unsafe { Zeroed::new(count) }.ok_or(NoMemory { bytes })?;
        Ok(Self {
            buckets,
            generation: AtomicU8::new(0),
            stores: PhantomData,
        })
    }

    /// Forgets everything. A large table is given back to the system, which hands out empty pages as they
    /// are needed: writing many gibibytes would keep a counterpart waiting for the answer.
    pub fn clear(&self) {
        const LARGE: usize = 256 << 20;
        let bytes = size_of_val(&*self.buckets);
        let empty = if bytes > LARGE {
            give_back(&self.buckets)
        } else {
            0..0
        };
        let [start, end] = [empty.start, empty.end].map(|byte| byte / size_of::<Bucket>());
        let (front, back) = (&self.buckets[..start], &self.buckets[end..]);
        for slot in front.iter().chain(back).flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
    }

    /// The number that new entries should carry.
    #[inline]
    pub fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed)
    }

    /// Makes everything stored so far older by one.
    pub fn next_generation(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// What is stored for a key.
    #[inline]
    pub fn get(&self, key: Key) -> Option<T> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed);
            if check ^ data == key.0 {
                T::unpack(data)
            } else {
                None
            }
        })
    }

    /// Stores for a key, over what was there for it, else over an empty slot, else over what would
    /// be missed least.
    #[inline]
    pub fn put(&self, key: Key, value: T) {
        let generation = self.generation();
        let mut chosen = &self.bucket(key).0[0];
        let mut least = i32::MAX;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key.0 {
                chosen = slot;
                break;
            }
            let worth = T::unpack(data).map_or(i32::MIN, |old| old.worth(generation));
            if worth < least {
                (chosen, least) = (slot, worth);
            }
        }
        let data = value.pack();
        chosen.check.store(key.0 ^ data, Ordering::Relaxed);
        chosen.data.store(data, Ordering::Relaxed);
    }

    /// Brings the bucket of a key near, while there is other work to do.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: prefetching is a hint without effect on memory, and the address is that of a
        // bucket of ours.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch(std::ptr::from_ref(self.bucket(key)).cast(), _MM_HINT_T0);
        }
        // A browser has no such hint. A word that is read, and that nothing waits for, does the same.
        #[cfg(target_arch = "wasm32")]
        std::hint::black_box(self.bucket(key).0[0].check.load(Ordering::Relaxed));
        #[cfg(not(any(target_arch = "x86_64", target_arch = "wasm32")))]
        let _ = key;
    }

    /// How full it is, between 0 and 1, judged by the first thousand buckets.
    pub fn fill(&self) -> f64 {
        let sample = &self.buckets[..self.buckets.len().min(1000)];
        let used = |slot: &&Slot| slot.data.load(Ordering::Relaxed) != 0;
        let full = sample
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(used)
            .count();
        full as f64 / (sample.len() * 4) as f64
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        &self.buckets[share(key.0, self.buckets.len())]
    }
}

/// The high half of a product, which spreads keys over any number of buckets, not only powers of 2.
#[inline]
fn share(key: u64, count: usize) -> usize {
    if cfg!(target_pointer_width = "32") {
        return share_in_halves(key, count as u64);
    }
    ((u128::from(key) * count as u128) >> 64) as usize
}

/// The same for less than 2^32 buckets without a product of 128 bits, which a browser computes in a call.
#[inline]
fn share_in_halves(key: u64, count: u64) -> usize {
    let low = (key & u64::from(u32::MAX)) * count;
    (((key >> 32) * count + (low >> 32)) >> 32) as usize
}

impl<T> std::fmt::Debug for SharedTable<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SharedTable({} buckets)", self.buckets.len())
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn short_words_choose_the_same_bucket() {
        let mut key = 1_u64;
        for count in [1, 2, 3, 1000, 65_536, 48_611_203, (1 << 32) - 1] {
            for key_now in [0, u64::MAX, 1 << 32, u64::from(u32::MAX), key] {
                let wide = (u128::from(key_now) * u128::from(count)) >> 64;
                assert_eq!(share_in_halves(key_now, count), wide as usize);
            }
            key = key.wrapping_mul(6_364_136_223_846_793_005) ^ count;
        }
    }

    /// A value that shows by itself which key it belongs to.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Mark(u64);

    impl Packed for Mark {
        fn pack(self) -> u64 {
            self.0
        }
        fn unpack(bits: u64) -> Option<Self> {
            (bits != 0).then_some(Self(bits))
        }
        fn worth(self, _: u8) -> i32 {
            self.0 as i32
        }
    }

    /// Sparse: of the large table only the pages that are written to exist.
    #[test]
    fn small_and_large_tables_are_cleared_to_the_last_slot() {
        for bytes in [64, 1 << 20, (300 << 20) + 192] {
            let table = SharedTable::<Mark>::new(bytes);
            let (first, last) = (&table.buckets[0], &table.buckets[table.buckets.len() - 1]);
            let middle = &table.buckets[table.buckets.len() / 2];
            for bucket in [first, middle, last] {
                for slot in &bucket.0 {
                    slot.data.store(7, Ordering::Relaxed);
                    slot.check.store(7, Ordering::Relaxed);
                }
            }
            table.clear();
            for slot in [first, middle, last].iter().flat_map(|bucket| &bucket.0) {
                assert_eq!(slot.data.load(Ordering::Relaxed), 0);
                assert_eq!(slot.check.load(Ordering::Relaxed), 0);
            }
        }
    }

    #[test]
    fn the_least_worth_is_overwritten() {
        let table = SharedTable::<Mark>::new(64);
        for n in 1..=5 {
            table.put(Key(n), Mark(n * 10));
        }
        assert_eq!(table.get(Key(1)), None, "worth least");
        for n in 2..=5 {
            assert_eq!(table.get(Key(n)), Some(Mark(n * 10)));
        }
        table.put(Key(5), Mark(7));
        assert_eq!(
            table.get(Key(5)),
            Some(Mark(7)),
            "the same key is stored once"
        );
        assert_eq!(table.get(Key(2)), Some(Mark(20)));
    }

    #[test]
    fn threads_never_read_what_belongs_to_another_key() {
        // Few buckets and many keys, so that writers meet all the time.
        let table = SharedTable::<Mark>::new(1024);
        let value = |key: u64| Mark(Key::mixed(key).0 | 1);
        thread::scope(|scope| {
            for thread in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    for n in 0..200_000 {
                        let key = Key::mixed((n * 7 + thread) % 500);
                        if let Some(found) = table.get(key) {
                            assert_eq!(found, value(key.0), "torn between two writers");
                        }
                        table.put(key, value(key.0));
                    }
                });
            }
        });
    }
}
