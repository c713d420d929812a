//! What is left, seen as a whole: pieces are worth more or less beside and against others.

use boyi_xiangqi::Kind;

use super::{Tally, View, terms};

#[inline]
pub(super) fn count(view: &View, tally: &mut impl Tally) {
    let sign = view.sign();
    let own = |kind| view.pieces(kind).count().min(2);
    let theirs = |kind| view.enemies(kind).count().min(2);
    let (advisors, elephants) = (own(Kind::Advisor), own(Kind::Elephant));
    tally.add(terms::GUARDS.at(3 * advisors + elephants), sign);
    for (place, kind) in [Kind::Rook, Kind::Horse, Kind::Cannon]
        .into_iter()
        .enumerate()
    {
        let enemies = theirs(kind);
        tally.add(
            terms::ADVISORS_AGAINST.at(9 * place + 3 * advisors + enemies),
            sign,
        );
        tally.add(
            terms::ELEPHANTS_AGAINST.at(9 * place + 3 * elephants + enemies),
            sign,
        );
    }
    let attackers = 9 * own(Kind::Rook) + 3 * own(Kind::Horse) + own(Kind::Cannon);
    tally.add(terms::ATTACKERS.at(attackers), sign);
}
