//! The keys that only `#[tool]` takes.

use proc_macro2::Ident;

use super::Tool;
use super::confirm::Question;
use crate::common::{Attrs, Calls, Errors};

pub(super) const KEYS: &[&str] = &[
    "read_only",
    "additive",
    "destructive",
    "idempotent",
    "open_world",
    "confirm",
    "requires",
    "no_output_schema",
    "output_schema",
    "schema_profile",
    "max_result",
    "coercion",
    "unknown_keys",
    "ignore_keys",
    "ui",
    "ui_visibility",
    "always_load",
    "search_hint",
    "max_result_size_chars",
];

/// Those that are methods of the builder.
const FLAGS: &[&str] = &["idempotent", "always_load"];
const VALUES: &[&str] = &[
    "output_schema",
    "schema_profile",
    "max_result",
    "coercion",
    "unknown_keys",
    "ignore_keys",
    "ui",
    "ui_visibility",
    "search_hint",
    "max_result_size_chars",
];

/// What a call does to the world; named as the builder's methods are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    ReadOnly,
    Additive,
    Destructive,
}

pub(super) fn read(attrs: &mut Attrs, errors: &mut Errors) -> Tool {
    let tool = Tool {
        effect: effect(attrs, errors),
        open_world: attrs.flag("open_world", errors).map(|(_, on)| on),
        confirm: attrs
            .text("confirm", errors)
            .and_then(|text| errors.keep(Question::parse(&text))),
        requires_elicitation: requires_elicitation(attrs, errors),
        schemaless: attrs
            .flag("no_output_schema", errors)
            .is_some_and(|(_, on)| on),
        calls: Calls::read(FLAGS, VALUES, attrs, errors),
    };
    if let (true, Some(key)) = (tool.schemaless, tool.calls.key("output_schema")) {
        errors.at(
            key,
            "`output_schema` and `no_output_schema` exclude each other",
        );
    }
    tool
}

/// `requires(elicitation)`.
fn requires_elicitation(attrs: &mut Attrs, errors: &mut Errors) -> bool {
    let words = attrs.words("requires", errors).unwrap_or_default();
    for word in words.iter().filter(|word| *word != "elicitation") {
        errors.at(
            word,
            "a tool can require `elicitation`: a client that can ask its user",
        );
    }
    !words.is_empty()
}

fn effect(attrs: &mut Attrs, errors: &mut Errors) -> Option<Effect> {
    let mut stated: Option<(Ident, Effect)> = None;
    for (key, effect) in [
        ("read_only", Effect::ReadOnly),
        ("additive", Effect::Additive),
        ("destructive", Effect::Destructive),
    ] {
        let Some((key, on)) = attrs.flag(key, errors) else {
            continue;
        };
        let effect = match (effect, on) {
            (effect, true) => effect,
            // "It changes something, but destroys nothing."
            (Effect::Destructive, false) => Effect::Additive,
            (_, false) => continue,
        };
        match &stated {
            Some((other, known)) if *known != effect => {
                errors.at(
                    &key,
                    format_args!("a tool cannot be both `{other}` and `{key}`"),
                );
            }
            _ => stated = Some((key, effect)),
        }
    }
    stated.map(|(_, effect)| effect)
}
