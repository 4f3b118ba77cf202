//! Shared by the example servers.
