//! Clients that listen for a long time: how many hear what, and how it ends.

mod counted;
mod ear;
mod ending;
mod office;
