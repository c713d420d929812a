//! History: how well moves did elsewhere in the tree.

/// Moves an entry towards a bonus or a malus. The nearer it is to `max` already, the less it moves, so
/// that it never gets beyond and recent results count most.
#[inline]
pub fn gravity(entry: &mut i16, bonus: i32, max: i32) {
    let bonus = bonus.clamp(-max, max);
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / max) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_their_bounds_and_forget() {
        let mut entry = 0;
        for _ in 0..1000 {
            gravity(&mut entry, 99_999, 16_384);
        }
        assert_eq!(entry, 16_384);
        gravity(&mut entry, -8192, 16_384);
        assert_eq!(entry, 0);
    }
}
