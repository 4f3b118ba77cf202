//! The transport at its boundary: HTTP on one side, a made-up engine on the
//! other.

mod body;
mod client;
mod disconnect;
mod engine;
mod guards;
mod headers;
mod mount;
mod sessions;
mod status;
mod stop;
mod streams;
