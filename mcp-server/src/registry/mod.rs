//! What a server offers at this moment.
//!
//! One [`Family`] for each kind of item. A family may change while the server
//! runs: the new state is swapped in first, then the change is told.

mod family;

pub(crate) use family::{Family, Shelf};

use crate::tool::Definition;

/// Everything that is offered.
#[derive(Default)]
pub(crate) struct Registry {
    pub(crate) tools: Family<Definition>,
}
