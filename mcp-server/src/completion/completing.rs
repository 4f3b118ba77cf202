//! What a completer is told.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;

use mcp_core::types::Completion;

use crate::list_ctx::ListCtx;

/// An argument that is being typed: what stands there so far, and what the
/// other arguments are.
///
/// Everything in it was written by the client and has been checked by nobody:
/// a value may be empty, unfinished, or not of its type. Suggest only what the
/// caller may know (specification, "Completion: Security"); see
/// [`ListCtx::principal`].
#[derive(Clone, Debug)]
pub struct Completing(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    value: String,
    siblings: BTreeMap<String, String>,
    ctx: ListCtx,
}

impl Completing {
    pub(crate) fn new(value: String, siblings: BTreeMap<String, String>, ctx: ListCtx) -> Self {
        Self(Arc::new(Inner {
            value,
            siblings,
            ctx,
        }))
    }

    /// What has been typed so far, possibly nothing.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.0.value
    }

    /// Another argument, where the client says that it is filled in (2025-06-18
    /// and later).
    #[must_use]
    pub fn argument(&self, name: &str) -> Option<&str> {
        self.0.siblings.get(name).map(String::as_str)
    }

    /// Who asks.
    #[must_use]
    pub fn ctx(&self) -> &ListCtx {
        &self.0.ctx
    }

    /// Those of the candidates that contain what has been typed, whatever
    /// their case: first those that begin with it, otherwise in the given
    /// order.
    ///
    /// # Examples
    ///
    /// ```
    /// use mcp_server::{Completing, Completion};
    ///
    /// fn cities(typed: &Completing) -> Completion {
    ///     typed.matching(["Oslo", "Riga", "Rome"])
    /// }
    /// # let _ = cities;
    /// ```
    #[must_use]
    pub fn matching<C: Display>(&self, candidates: impl IntoIterator<Item = C>) -> Completion {
        let typed = self.value().trim().to_lowercase();
        let (mut beginning, mut containing) = (Vec::new(), Vec::new());
        for candidate in candidates {
            let candidate = candidate.to_string();
            match candidate.to_lowercase().find(&typed) {
                Some(0) => beginning.push(candidate),
                Some(_) => containing.push(candidate),
                None => {}
            }
        }
        beginning.append(&mut containing);
        super::respond::all(beginning)
    }
}
