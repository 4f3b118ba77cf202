//! What rustc would not notice about a resource, or not explain.

use super::{Completer, Resource};
use crate::common::{Errors, nearest};
use crate::primitive::{Constraint, Item, Kind, Param, Value};

pub(super) fn settle(resource: &mut Item<Resource>, errors: &mut Errors) {
    let Item { handler, own } = resource;
    variables(own, &handler.params, errors);
    for param in &mut handler.params {
        parameter(own, param, errors);
    }
    for completer in std::mem::take(&mut own.completers) {
        complete(own, completer, &mut handler.params, errors);
    }
    match (
        own.uri.variables.is_empty(),
        &own.list,
        own.calls.key("size"),
    ) {
        (true, Some((key, _)), _) => errors.at(
            key,
            "`list` names the resources of a template, and this URI has no variable",
        ),
        (false, _, Some(key)) => errors.at(
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
            fault(no_variable(own, &name.text));
        }
        (false, _) => param.kind = Kind::Extractor,
    }
}

fn no_variable(own: &Resource, name: &str) -> String {
    let mut message = format!("`{name}` is no variable of `{}`", own.uri.name.text);
    if let Some(meant) = nearest(name, own.uri.variables.iter().map(String::as_str)) {
        message += &format!("; did you mean `{meant}`?");
    }
    message
}

/// Has a function suggest values of a variable, as `#[arg(complete)]` does.
fn complete(own: &Resource, completer: Completer, params: &mut [Param], errors: &mut Errors) {
    let Completer {
        key,
        variable,
        function,
    } = completer;
    let variable = match (variable, &*own.uri.variables) {
        (_, []) => {
            return errors.at(
                key,
                "`complete` suggests values of variables, and this URI has none",
            );
        }
        (None, [only]) => only.clone(),
        (None, [first, ..]) => {
            return errors.at(
                &key,
                format_args!("say of which variable: `complete = [(\"{first}\", …)]`"),
            );
        }
        (Some(named), _) if own.uri.has(&named.value()) => named.value(),
        (Some(named), _) => return errors.at(&named, no_variable(own, &named.value())),
    };
    let named = |param: &&mut Param| param.name.as_ref().is_some_and(|it| it.text == variable);
    // A variable without a parameter is reported as such.
    let Some(param) = params.iter_mut().find(named) else {
        return;
    };
    match param.constraints.iter().any(|it| it.method == "complete") {
        true => errors.at(
            &key,
            format_args!("what completes `{variable}` is said twice"),
        ),
        false => param.constraints.push(Constraint {
            method: key,
            value: Value::Completer(function),
        }),
    }
}
