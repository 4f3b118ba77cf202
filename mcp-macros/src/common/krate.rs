//! Where the runtime crate is.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, Path};

use super::{Attrs, Errors};

/// Path of the runtime crate: `::mcp_server`, or what `crate = path` says.
#[derive(Clone)]
pub(crate) struct Krate(Option<Path>);

impl Krate {
    pub(crate) fn read(attrs: &mut Attrs, errors: &mut Errors) -> Self {
        match attrs.value("crate", errors) {
            None => Self(None),
            Some((_, Expr::Path(path))) if path.qself.is_none() => Self(Some(path.path)),
            Some((_, other)) => {
                errors.at(other, "`crate` is a path: `crate = some::path`");
                Self(None)
            }
        }
    }
}

impl Krate {
    /// The path as if it stood at `span`, for errors about what it leads to.
    pub(crate) fn at(&self, span: Span) -> TokenStream {
        let relocated = self.to_token_stream().into_iter().map(|mut token| {
            token.set_span(span);
            token
        });
        relocated.collect()
    }
}

impl ToTokens for Krate {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match &self.0 {
            Some(path) => path.to_tokens(tokens),
            None => tokens.extend(quote!(::mcp_server)),
        }
    }
}
