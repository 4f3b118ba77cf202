//! The options of `#[server(…)]`.

use proc_macro2::{Ident, TokenStream};
use syn::Expr;

use crate::common::{Attrs, Calls, Errors, Krate, elements, pairs, time};

/// Keys that are methods of the builder.
const FLAGS: &[&str] = &["logging"];
const VALUES: &[&str] = &[
    "title",
    "description",
    "instructions",
    "website_url",
    "page_size",
    "schema_profile",
    "coercion",
    "unknown_keys",
    "ignore_keys",
];

/// Keys of the block of the server, besides those.
const OTHERS: &[&str] = &["name", "version", "icon", "ttl", "scope", "groups"];

pub(super) struct Options {
    pub(super) role: Role,
    pub(super) krate: Krate,
}

/// What the block is.
pub(super) enum Role {
    /// `#[server(groups = [admin])]`: the server, with the groups it lists.
    Server(Box<Server>),
    /// `#[server(group = admin)]`: more for a server in another block.
    Group(Ident),
}

#[derive(Default)]
pub(super) struct Server {
    pub(super) name: Option<Expr>,
    pub(super) version: Option<Expr>,
    pub(super) calls: Calls,
    pub(super) icons: Vec<Expr>,
    pub(super) ttls: Vec<(Expr, TokenStream)>,
    pub(super) scopes: Vec<(Expr, Expr)>,
    pub(super) groups: Vec<Ident>,
}

impl Options {
    /// Whether the block takes in what others offer.
    pub(super) fn has_groups(&self) -> bool {
        matches!(&self.role, Role::Server(server) if !server.groups.is_empty())
    }

    pub(super) fn read(tokens: TokenStream, errors: &mut Errors) -> Self {
        let own = [OTHERS, FLAGS, VALUES].concat();
        let keys = [&*own, &["group", "crate"]].concat();
        let mut attrs = Attrs::read("server", &keys, tokens, errors);
        let krate = Krate::read(&mut attrs, errors);
        let group = attrs
            .value("group", errors)
            .and_then(|(_, name)| ident(&name, errors));
        let role = match group {
            Some(group) => {
                for key in own {
                    if let Some(entry) = attrs.entry(key) {
                        errors.at(
                            entry.key,
                            format_args!(
                                "`{key}` belongs on the block of the server, not on a group"
                            ),
                        );
                    }
                }
                Role::Group(group)
            }
            None => Role::Server(Box::new(server(&mut attrs, errors))),
        };
        Self { role, krate }
    }
}

fn server(attrs: &mut Attrs, errors: &mut Errors) -> Server {
    let mut value = |key| attrs.value(key, errors).map(|(_, value)| value);
    let (name, version) = (value("name"), value("version"));
    let icons = value("icon").map_or_else(Vec::new, elements);
    let groups = match value("groups") {
        None => Vec::new(),
        Some(Expr::Array(list)) => list
            .elems
            .iter()
            .filter_map(|name| ident(name, errors))
            .collect(),
        Some(other) => {
            errors.at(
                other,
                "`groups` is a list of names: `groups = [admin, billing]`",
            );
            Vec::new()
        }
    };
    Server {
        name,
        version,
        calls: Calls::read(FLAGS, VALUES, attrs, errors),
        icons,
        ttls: ttls(attrs, errors),
        scopes: scopes(attrs, errors),
        groups,
    }
}

/// `ttl = [(Cached::Tools, "1h")]`.
fn ttls(attrs: &mut Attrs, errors: &mut Errors) -> Vec<(Expr, TokenStream)> {
    let Some((key, given)) = attrs.value("ttl", errors) else {
        return Vec::new();
    };
    let ttls = pairs(&key, given, "(Cached::Tools, \"1h\")", errors).into_iter();
    ttls.filter_map(|(of, ttl)| Some((of, time(ttl, true, errors)?)))
        .collect()
}

/// `scope = [(Cached::Contents, CacheScope::Public)]`.
fn scopes(attrs: &mut Attrs, errors: &mut Errors) -> Vec<(Expr, Expr)> {
    let Some((key, given)) = attrs.value("scope", errors) else {
        return Vec::new();
    };
    let example = "(Cached::Contents, CacheScope::Public)";
    pairs(&key, given, example, errors)
}

fn ident(name: &Expr, errors: &mut Errors) -> Option<Ident> {
    let ident = match name {
        Expr::Path(path) => path.path.get_ident().cloned(),
        _ => None,
    };
    if ident.is_none() {
        errors.at(name, "a group is called by a plain name, such as `admin`");
    }
    ident
}
