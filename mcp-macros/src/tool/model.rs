//! A tool, as far as its signature and its attributes tell.

use proc_macro2::{Ident, Span, TokenStream};
use syn::{Attribute, Expr, Pat, Type};

use super::confirm::Question;
use crate::common::Docs;

/// A tool, as its function describes it.
pub(crate) struct Tool {
    /// Of the function.
    pub(crate) ident: Ident,
    pub(crate) name: Name,
    pub(crate) cfgs: Vec<Attribute>,
    pub(super) receiver: Receiver,
    pub(super) is_async: bool,
    pub(super) params: Vec<Param>,
    pub(super) output: Output,
    pub(super) options: Options,
}

/// The name clients use.
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// How the function gets at the server.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Receiver {
    /// A function without `self`, called by its bare name.
    Free,
    /// A function of the impl block without `self`.
    Associated,
    /// `&self`, `self: &Arc<Self>`.
    Borrowed,
    /// `self: Arc<Self>`.
    Shared,
}

/// What the attributes say.
#[derive(Default)]
pub(super) struct Options {
    pub(super) description: Option<Description>,
    pub(super) title: Option<Expr>,
    pub(super) effect: Option<Effect>,
    pub(super) idempotent: bool,
    pub(super) open_world: Option<bool>,
    pub(super) timeout: Option<TokenStream>,
    pub(super) blocking: bool,
    pub(super) confirm: Option<Question>,
}

pub(super) enum Description {
    Attribute(Expr),
    Docs(Docs),
    /// The author does not want any.
    Refused,
}

/// What a call does to the world; named as the builder's methods are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    ReadOnly,
    Additive,
    Destructive,
}

/// A parameter of the function.
pub(super) struct Param {
    /// The name of the argument, should it be one; absent for patterns.
    pub(super) name: Option<Name>,
    /// The type of the value to take from the call.
    pub(super) ty: Taken,
    /// The user's own word on whether it is an argument.
    pub(super) kind: Kind,
    pub(super) docs: Option<Docs>,
    /// Calls of the parameter's description, in builder form.
    pub(super) constraints: Vec<Constraint>,
}

/// What is taken, and how it is passed on.
pub(super) enum Taken {
    /// `T` is taken and moved in.
    Owned(Type),
    /// For `&U`: the owned form of `U` is taken and lent.
    Lent(Type),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Traits decide.
    Inferred,
    Argument,
    Extractor,
}

/// One `key = value` of `#[arg]`, as a method of the description.
pub(super) struct Constraint {
    pub(super) method: Ident,
    pub(super) value: Value,
}

pub(super) enum Value {
    None,
    Given(Expr),
    /// `#[arg(default)]`: the type's own default.
    OwnDefault,
    Text(String),
}

/// The declared type of the result.
pub(super) struct Output {
    /// `None` for a function without `->`.
    pub(super) ty: Option<Type>,
    /// Where to point.
    pub(super) span: Span,
}

impl Param {
    /// A name for the value between taking and passing it.
    pub(super) fn binding(&self, index: usize) -> Ident {
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
