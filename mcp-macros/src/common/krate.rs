//! Where the runtime crate is.

use proc_macro2::TokenStream;
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

impl ToTokens for Krate {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match &self.0 {
            Some(path) => path.to_tokens(tokens),
            None => tokens.extend(quote!(::mcp_server)),
        }
    }
}
