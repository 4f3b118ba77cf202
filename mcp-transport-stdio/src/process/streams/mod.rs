//! The standard streams, taken aside.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(super) use unix::{Streams, direct, wait_readable, wait_writable};
#[cfg(windows)]
pub(super) use windows::{Streams, direct, wait_readable, wait_writable};
