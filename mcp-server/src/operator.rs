//! Words for the operator, who may not have set up any logging yet.

use std::fmt;

/// Tells the operator something that must not be lost: `tracing` has it
/// already; where nobody listens to that, it goes to standard error.
pub(crate) fn insist(words: fmt::Arguments<'_>) {
    if !tracing::dispatcher::has_been_set() {
        eprintln!("{words}");
    }
}
