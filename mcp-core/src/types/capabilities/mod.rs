//! What a client and a server can do.

mod client;
mod server;

pub use client::{ClientCapabilities, ElicitationCapability, RootsCapability, SamplingCapability};
pub use server::{ListChanged, ResourcesCapability, ServerCapabilities};
