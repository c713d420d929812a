//! Positions taken apart, packed: there are hundreds of thousands of them.

use boyi_engine::xiangqi::tuning::Ingredients;

use super::selfplay::Played;
use crate::logistic::{Samples, likelihood};

#[derive(Default)]
pub(super) struct Positions {
    terms: Vec<(u16, i16)>,
    /// Where the terms of each begin, and what else is known of it.
    heads: Vec<Head>,
}

#[derive(Clone, Copy)]
struct Head {
    from: usize,
    phase: f32,
    /// 1 for a win of red, one half for a draw.
    result: f32,
    value: f32,
}

impl Positions {
    pub(super) fn add(&mut self, game: &Played) {
        for seen in &game.positions {
            self.heads.push(Head {
                from: self.terms.len(),
                phase: seen.parts.phase as f32 / Ingredients::FULL_PHASE as f32,
                result: game.result,
                value: seen.value as f32,
            });
            self.terms.extend_from_slice(&seen.parts.terms);
        }
    }

    pub(super) fn count(&self) -> usize {
        self.heads.len()
    }

    /// As samples whose target is the result to this share, and for the rest what the search thought.
    pub(super) fn with_share(&self, result_share: f32, scale: f32) -> Targeted<'_> {
        Targeted {
            positions: self,
            result_share,
            scale,
        }
    }
}

/// Positions with a target.
pub(super) struct Targeted<'a> {
    positions: &'a Positions,
    result_share: f32,
    scale: f32,
}

impl Samples for Targeted<'_> {
    fn len(&self) -> usize {
        self.positions.count()
    }

    fn target(&self, index: usize) -> f32 {
        let head = &self.positions.heads[index];
        let thought = likelihood(head.value, self.scale);
        self.result_share * head.result + (1.0 - self.result_share) * thought
    }

    #[inline]
    fn each(&self, index: usize, mut visit: impl FnMut(usize, f32)) {
        let heads = &self.positions.heads;
        let head = heads[index];
        let end = heads
            .get(index + 1)
            .map_or(self.positions.terms.len(), |next| next.from);
        for &(term, count) in &self.positions.terms[head.from..end] {
            let (term, count) = (2 * usize::from(term), f32::from(count));
            visit(term, count * head.phase);
            visit(term + 1, count * (1.0 - head.phase));
        }
    }
}
