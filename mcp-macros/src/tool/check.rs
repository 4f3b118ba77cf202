//! What rustc would not notice about a tool, or not explain.

use super::Tool;
use crate::common::Errors;
use crate::primitive::{Item, Name};

pub(super) fn check(tool: &Item<Tool>, errors: &mut Errors) {
    named(&tool.handler.name, errors);
    if let Some(question) = &tool.own.confirm {
        question.check(&tool.handler.params, errors);
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
