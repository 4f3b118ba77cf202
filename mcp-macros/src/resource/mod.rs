//! `#[resource]`: a function becomes a resource, or a template of resources.
//!
//! [`template`] reads the URI, [`check`] compares its variables with the
//! function's parameters.

mod check;
mod expand;
mod options;
mod template;

use proc_macro2::{Ident, TokenStream};
use syn::LitStr;

use self::template::Template;
use crate::common::{Attrs, Calls, Errors, Function};
use crate::primitive::{Helper, Item, Name, Primitive, Scope};

/// What only resources have.
pub(crate) struct Resource {
    uri: Template,
    calls: Calls,
    ttl: Option<TokenStream>,
    /// For whom what is read may be kept, as a variant of `CacheScope`.
    scope: Option<&'static str>,
    /// Names the instances of a template; with its key.
    list: Option<(Ident, Helper)>,
    completers: Vec<Completer>,
}

/// What suggests values of a variable.
struct Completer {
    key: Ident,
    /// Which; the only one where nothing is said.
    variable: Option<LitStr>,
    function: Helper,
}

impl Primitive for Resource {
    const NAME: &'static str = "resource";
    const TYPE: &'static str = "Resource";
    const READER: &'static str = "the model reads";
    const KEYS: &'static [&'static str] = options::KEYS;
    const REFUSED: &'static [(&'static str, &'static str)] = &[
        (
            "header",
            "`header` is for arguments of tools: no others are repeated in HTTP headers",
        ),
        (
            "rest",
            "a URI template names all of its variables: `{+path}` takes slashes, too",
        ),
        (
            "default",
            "a variable of a URI always has a value: no default is ever taken",
        ),
    ];

    fn read(function: &Function, attrs: &mut Attrs, errors: &mut Errors) -> Option<Self> {
        options::read(function, attrs, errors)
    }

    fn settle(item: &mut Item<Self>, errors: &mut Errors) {
        check::settle(item, errors);
    }

    fn identity(item: &Item<Self>) -> (&str, &Name) {
        (&item.own.uri.shape, &item.own.uri.name)
    }

    fn expression(item: &Item<Self>, scope: &Scope) -> TokenStream {
        expand::expression(item, scope)
    }
}
