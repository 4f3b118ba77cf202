//! A function that serves, as far as its signature and its attributes tell.

use proc_macro2::{Ident, Span, TokenStream};
use syn::{Attribute, Expr, Pat, Type};

use super::helper::Helper;
use crate::common::Docs;

/// What tools, prompts and resources have in common.
pub(crate) struct Handler {
    /// Of the function.
    pub(crate) ident: Ident,
    pub(crate) name: Name,
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) receiver: Receiver,
    pub(crate) is_async: bool,
    pub(crate) params: Vec<Param>,
    pub(crate) output: Output,
    pub(crate) about: About,
}

/// A name, and where it was given.
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// How the function gets at the server.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Receiver {
    /// A function without `self`, called by its bare name.
    Free,
    /// A function of the impl block without `self`.
    Associated,
    /// `&self`, `self: &Arc<Self>`.
    Borrowed,
    /// `self: Arc<Self>`.
    Shared,
}

/// What the keys say that all attributes take.
#[derive(Default)]
pub(crate) struct About {
    pub(crate) description: Option<Description>,
    pub(crate) title: Option<Expr>,
    pub(crate) icons: Vec<Expr>,
    pub(crate) meta: Vec<(Expr, Expr)>,
    pub(crate) visible_when: Option<Expr>,
    pub(crate) timeout: Option<TokenStream>,
    pub(crate) heartbeat: Option<TokenStream>,
    pub(crate) blocking: bool,
}

pub(crate) enum Description {
    Attribute(Expr),
    Docs(Docs),
    /// The author does not want any.
    Refused,
}

/// A parameter of the function.
pub(crate) struct Param {
    /// The name of the argument, should it be one; absent for patterns.
    pub(crate) name: Option<Name>,
    /// The type of the value to take from the call.
    pub(crate) ty: Taken,
    /// The user's own word on whether it is an argument.
    pub(crate) kind: Kind,
    pub(crate) docs: Option<Docs>,
    /// Calls of the parameter's description, in builder form.
    pub(crate) constraints: Vec<Constraint>,
}

/// What is taken, and how it is passed on.
pub(crate) enum Taken {
    /// `T` is taken and moved in.
    Owned(Type),
    /// For `&U`: the owned form of `U` is taken and lent.
    Lent(Type),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Traits decide.
    Inferred,
    Argument,
    Extractor,
}

/// One `key = value` of `#[arg]`, as a method of the description.
pub(crate) struct Constraint {
    pub(crate) method: Ident,
    pub(crate) value: Value,
}

pub(crate) enum Value {
    None,
    Given(Expr),
    /// `#[arg(default)]`: the type's own default.
    OwnDefault,
    Text(String),
    /// A function that suggests values.
    Completer(Helper),
}

/// The declared type of the result.
pub(crate) struct Output {
    /// `None` for a function without `->`.
    pub(crate) ty: Option<Type>,
    /// Where to point.
    pub(crate) span: Span,
}

impl Param {
    /// A name for the value between taking and passing it.
    pub(crate) fn binding(&self, index: usize) -> Ident {
        /// Names that the expansion uses itself.
        const TAKEN: &[&str] = &["call", "this", "server", "value", "probe"];
        let text = match &self.name {
            Some(Name { text, .. })
                if syn::parse_str::<Ident>(text).is_ok() && !TAKEN.contains(&&**text) =>
            {
                text.clone()
            }
            _ => format!("param_{index}"),
        };
        // Invisible to the user's tokens, and cannot hide a name they use.
        Ident::new(&text, Span::mixed_site())
    }
}

/// The name a pattern binds, if it binds just one thing as a whole.
pub(super) fn bound_name(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(pat) => Some(&pat.ident),
        _ => None,
    }
}
