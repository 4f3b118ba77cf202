//! Items of lists, whichever list they are of.

use super::members::append;
use super::shape::Shaped;
use crate::ProtocolVersion;
use crate::types::{ListKind, Prompt, Resource, ResourceTemplate, Tool};

/// An item of one of the lists: a tool, a prompt, a resource, a template.
///
/// Implemented here for those four, and for nothing else.
pub trait Listed: sealed::Item {
    /// The list it is an item of.
    const KIND: ListKind;
}

mod sealed {
    use super::*;

    pub trait Item {
        /// Appends the item in the words of a revision.
        ///
        /// # Errors
        ///
        /// When it cannot be written as JSON.
        fn append(&self, out: &mut Vec<u8>, version: ProtocolVersion) -> serde_json::Result<()>;
    }
}

macro_rules! listed {
    ($($item:ty = $kind:ident,)+) => {
        $(
            impl Listed for $item {
                const KIND: ListKind = ListKind::$kind;
            }

            impl sealed::Item for $item {
                fn append(
                    &self,
                    out: &mut Vec<u8>,
                    version: ProtocolVersion,
                ) -> serde_json::Result<()> {
                    append(out, &Shaped::new(self, version))
                }
            }
        )+
    };
}

listed! {
    Tool = Tools,
    Prompt = Prompts,
    Resource = Resources,
    ResourceTemplate = ResourceTemplates,
}
