//! The standard streams, taken aside.

#[cfg(unix)]
#[path = "streams_unix.rs"]
mod system;
#[cfg(windows)]
#[path = "streams_windows.rs"]
mod system;

pub(super) use system::{Streams, direct, wait_readable, wait_writable};
