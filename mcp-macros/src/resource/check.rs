//! What rustc would not notice about a resource, or not explain.

use super::Resource;
use crate::common::{Errors, nearest};
use crate::primitive::{Item, Kind, Param};

pub(super) fn settle(resource: &mut Item<Resource>, errors: &mut Errors) {
    let Item { handler, own } = resource;
    variables(own, &handler.params, errors);
    for param in &mut handler.params {
        parameter(own, param, errors);
    }
    match (own.uri.variables.is_empty(), &own.list, &own.size) {
        (true, Some((key, _)), _) => errors.at(
            key,
            "`list` names the resources of a template, and this URI has no variable",
        ),
        (false, _, Some((key, _))) => errors.at(
            key,
            "`size` is that of one resource, and this URI is a template of many",
        ),
        _ => {}
    }
}

/// Every variable needs a parameter.
fn variables(own: &Resource, params: &[Param], errors: &mut Errors) {
    let names = || {
        params
            .iter()
            .filter_map(|param| param.name.as_ref().map(|name| &*name.text))
    };
    let mut missing = own
        .uri
        .variables
        .iter()
        .filter(|variable| !names().any(|name| name == *variable));
    for variable in missing.by_ref() {
        // A parameter that is a variable already cannot be the one meant.
        let free = names().filter(|name| !own.uri.has(name));
        let mut message = format!("the variable `{variable}` has no parameter of its name");
        if let Some(meant) = nearest(variable, free) {
            message += &format!("; is it `{meant}`?");
        }
        errors.push(syn::Error::new(own.uri.name.span, message));
    }
}

/// An argument needs a variable; whatever has none can only be extracted.
fn parameter(own: &Resource, param: &mut Param, errors: &mut Errors) {
    let Some(name) = &param.name else {
        return;
    };
    let mut fault = |message: String| errors.push(syn::Error::new(name.span, message));
    match (own.uri.has(&name.text), param.kind) {
        (true, Kind::Extractor) => fault(format!(
            "`{}` is a variable of the URI: it cannot be extracted",
            name.text
        )),
        (true, _) => param.kind = Kind::Argument,
        (false, Kind::Argument) => {
            let variables = own.uri.variables.iter().map(String::as_str);
            let meant = nearest(&name.text, variables.clone());
            let mut message = format!("`{}` is no variable of `{}`", name.text, own.uri.name.text);
            if let Some(meant) = meant {
                message += &format!("; did you mean `{meant}`?");
            }
            fault(message);
        }
        (false, _) => param.kind = Kind::Extractor,
    }
}
