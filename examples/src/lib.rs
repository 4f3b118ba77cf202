//! Shared by the example servers: what they offer, and how they are served.

pub mod everything;
pub mod shop;

mod serve;

pub use serve::serve;
