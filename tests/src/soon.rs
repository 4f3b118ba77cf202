//! Tests wait for what happens, never for time to pass; but never for ever.

use std::time::Duration;

/// Longer than anything takes on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// Awaits what a test depends on.
///
/// # Panics
///
/// When it does not happen within a minute.
pub async fn soon<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(LONG, what)
        .await
        .expect("it happens in reasonable time")
}
