//! What rustc would not notice, or not explain.

use syn::GenericParam;

use super::model::{Handler, Name};
use super::{Item, Primitive};
use crate::common::{Errors, Function};

pub(super) fn check<P: Primitive>(item: &mut Item<P>, function: &Function, errors: &mut Errors) {
    described::<P>(&item.handler, errors);
    plain::<P>(function, errors);
    distinct(&item.handler, errors);
    P::settle(item, errors);
}

/// Two of one identity: an error at both.
pub(crate) fn duplicates<P: Primitive>(items: &[Item<P>], errors: &mut Errors) {
    let mut seen: Vec<&Item<P>> = Vec::new();
    for item in items {
        // Under different `cfg`s one name is not a clash.
        let clash = seen.iter().find(|other| {
            P::identity(other).0 == P::identity(item).0
                && other.handler.cfgs.is_empty()
                && item.handler.cfgs.is_empty()
        });
        match clash {
            Some(first) => twice(P::NAME, P::identity(first).1, P::identity(item).1, errors),
            None => seen.push(item),
        }
    }
}

fn twice(what: &str, first: &Name, second: &Name, errors: &mut Errors) {
    let text = &second.text;
    errors.push(syn::Error::new(
        second.span,
        format_args!("there is a {what} `{text}` already"),
    ));
    errors.push(syn::Error::new(
        first.span,
        format_args!("`{}` is first declared here", first.text),
    ));
}

fn described<P: Primitive>(handler: &Handler, errors: &mut Errors) {
    if handler.about.description.is_none() {
        let (name, reader) = (P::NAME, P::READER);
        errors.at(
            &handler.ident,
            format_args!("a {name} needs a description: {reader} it. Write a doc comment, or opt out with `#[{name}(undocumented)]`"),
        );
    }
}

fn plain<P: Primitive>(function: &Function, errors: &mut Errors) {
    let signature = &function.sig;
    let name = P::NAME;
    for param in &signature.generics.params {
        if !matches!(param, GenericParam::Lifetime(_)) {
            errors.at(
                param,
                format_args!("a {name} cannot be generic: what clients are told of it is fixed. Name the type"),
            );
        }
    }
    if let syn::Safety::Unsafe(token) = &signature.safety {
        errors.at(
            token,
            format_args!("a {name} is called by whoever is connected: it cannot be `unsafe`"),
        );
    }
}

/// Two arguments of one name: an error at both.
fn distinct(handler: &Handler, errors: &mut Errors) {
    let mut seen: Vec<&Name> = Vec::new();
    for name in handler
        .params
        .iter()
        .filter_map(|param| param.name.as_ref())
    {
        match seen.iter().find(|other| other.text == name.text) {
            Some(first) => twice("parameter", first, name, errors),
            None => seen.push(name),
        }
    }
}
