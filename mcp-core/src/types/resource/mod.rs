//! Resources: as they are listed, and as they are read.

mod contents;
mod listed;
mod read;

pub use contents::{BlobResourceContents, ResourceContents, TextResourceContents};
pub use listed::{Resource, ResourceTemplate};
pub use read::ReadResourceResult;
