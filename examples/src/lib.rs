//! Shared by the example servers: the shop they sell from, and how they are served.

pub mod shop;
