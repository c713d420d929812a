//! The engine pool of a browser: the thread that asks is the one that thinks.

use boyi_search::Stop;

use crate::error::ApiError;

/// What a search is for; here none waits behind another.
#[derive(Clone, Copy)]
pub(crate) enum Purpose {
    Hint,
    Study,
}

#[derive(Default)]
pub(crate) struct EnginePool;

impl EnginePool {
    #[expect(clippy::unused_async, reason = "as on a server")]
    pub(crate) async fn run<T>(
        &self,
        _purpose: Purpose,
        work: impl FnOnce(&Stop) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        work(&Stop::default())
    }
}
