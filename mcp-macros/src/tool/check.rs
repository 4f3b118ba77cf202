//! What rustc would not notice, or not explain.

use syn::GenericParam;

use super::model::{Name, Tool};
use crate::common::{Errors, Function};

pub(super) fn check(tool: &Tool, function: &Function, errors: &mut Errors) {
    described(tool, errors);
    named(&tool.name, errors);
    plain(function, errors);
    distinct(tool, errors);
    if let Some(question) = &tool.options.confirm {
        question.check(&tool.params, errors);
    }
}

/// Two tools of one name: an error at both.
pub(crate) fn duplicates<'a>(tools: impl IntoIterator<Item = &'a Tool>, errors: &mut Errors) {
    let mut seen: Vec<&Tool> = Vec::new();
    for tool in tools {
        // Under different `cfg`s one name is not a clash.
        let clash = seen.iter().find(|other| {
            other.name.text == tool.name.text && other.cfgs.is_empty() && tool.cfgs.is_empty()
        });
        match clash {
            Some(first) => twice("tool", &first.name, &tool.name, errors),
            None => seen.push(tool),
        }
    }
}

fn twice(what: &str, first: &Name, second: &Name, errors: &mut Errors) {
    let Name { text, span } = second;
    errors.push(syn::Error::new(
        *span,
        format_args!("there is a {what} `{text}` already"),
    ));
    errors.push(syn::Error::new(
        first.span,
        format_args!("`{text}` is first declared here"),
    ));
}

fn described(tool: &Tool, errors: &mut Errors) {
    if tool.options.description.is_none() {
        errors.at(
            &tool.ident,
            "a tool needs a description: the model reads it. Write a doc comment, or opt out with `#[tool(undocumented)]`",
        );
    }
}

/// Specification, "Tools": names are 1 to 128 of `A-Z a-z 0-9 _ - .`.
fn named(name: &Name, errors: &mut Errors) {
    let mut fault = |message: String| errors.push(syn::Error::new(name.span, message));
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    if let Some(bad) = name.text.chars().find(|c| !allowed(*c)) {
        fault(format!(
            "a tool's name cannot contain {bad:?}; allowed are A-Z a-z 0-9 _ - ."
        ));
    }
    match name.text.chars().count() {
        0 => fault("a tool's name cannot be empty".to_owned()),
        1..=128 => {}
        length => fault(format!(
            "a tool's name has at most 128 characters, this one has {length}"
        )),
    }
}

fn plain(function: &Function, errors: &mut Errors) {
    let signature = &function.sig;
    for param in &signature.generics.params {
        if !matches!(param, GenericParam::Lifetime(_)) {
            errors.at(
                param,
                "a tool cannot be generic: its schema is fixed. Name the type",
            );
        }
    }
    if let syn::Safety::Unsafe(token) = &signature.safety {
        errors.at(
            token,
            "a tool is called by whoever is connected: it cannot be `unsafe`",
        );
    }
}

/// Two arguments of one name: an error at both.
fn distinct(tool: &Tool, errors: &mut Errors) {
    let mut seen: Vec<&Name> = Vec::new();
    for name in tool.params.iter().filter_map(|param| param.name.as_ref()) {
        match seen.iter().find(|other| other.text == name.text) {
            Some(first) => twice("parameter", first, name, errors),
            None => seen.push(name),
        }
    }
}
