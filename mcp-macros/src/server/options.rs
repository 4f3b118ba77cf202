//! The options of `#[server(…)]`.

use proc_macro2::{Ident, TokenStream};
use syn::Expr;

use crate::common::{Attrs, Errors, Krate};

const KEYS: &[&str] = &[
    "name",
    "version",
    "title",
    "instructions",
    "groups",
    "group",
    "crate",
];

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
    pub(super) title: Option<Expr>,
    pub(super) instructions: Option<Expr>,
    pub(super) groups: Vec<Ident>,
}

impl Options {
    /// Whether the block takes in what others offer.
    pub(super) fn has_groups(&self) -> bool {
        matches!(&self.role, Role::Server(server) if !server.groups.is_empty())
    }

    pub(super) fn read(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut attrs = Attrs::read("server", KEYS, tokens, errors);
        let krate = Krate::read(&mut attrs, errors);
        let group = attrs
            .value("group", errors)
            .and_then(|(_, name)| ident(&name, errors));
        let role = match group {
            Some(group) => {
                for key in ["name", "version", "title", "instructions", "groups"] {
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
    let (name, version, title, instructions) = (
        value("name"),
        value("version"),
        value("title"),
        value("instructions"),
    );
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
        title,
        instructions,
        groups,
    }
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
