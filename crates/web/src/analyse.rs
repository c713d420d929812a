//! Analysis over a stream: the page sends a position, lines come back as they are found; a new
//! request or the end of the stream ends the one before.

#[cfg(not(target_arch = "wasm32"))]
mod live;
mod review;
mod search;

use boyi_search::Stop;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::text::Localized;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use live::live;
use review::{ReviewRequest, ReviewedPosition, SideSummary};
pub(crate) use search::variation_texts;
use search::{AnalyseRequest, AnalysisUpdate};

/// Messages from the page.
#[derive(Clone, Deserialize, ToSchema, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum AnalysisRequest {
    Analyse(AnalyseRequest),
    Review(ReviewRequest),
    Stop,
}

/// Messages to the page; `tag` is that of the request.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum AnalysisEvent {
    /// A depth was completed.
    Thought {
        tag: u32,
        #[serde(flatten)]
        found: AnalysisUpdate,
    },
    Reviewed {
        tag: u32,
        #[serde(flatten)]
        reviewed: ReviewedPosition,
    },
    /// All places are taken, and so many wait before this one.
    Waiting {
        tag: u32,
        ahead: usize,
    },
    /// Both sides' moves of a review in numbers.
    Summary {
        tag: u32,
        #[schema(min_items = 2, max_items = 2)]
        sides: [SideSummary; 2],
    },
    Done {
        tag: u32,
    },
    Failed {
        tag: u32,
        message: Localized,
    },
}

impl AnalysisRequest {
    pub(crate) const fn tag(&self) -> u32 {
        match self {
            Self::Analyse(request) => request.tag,
            Self::Review(request) => request.tag,
            Self::Stop => 0,
        }
    }

    /// Does what is asked, and tells what it finds. `table` is the size of the engine's, in mebibytes.
    pub(crate) fn answer(
        &self,
        table: usize,
        stop: &Stop,
        tell: &dyn Fn(AnalysisEvent),
    ) -> Result<(), ApiError> {
        match self {
            Self::Analyse(request) => search::analyse(request, table, stop, tell),
            Self::Review(request) => review::review_game(request, table, stop, tell),
            Self::Stop => Ok(()),
        }
    }
}
