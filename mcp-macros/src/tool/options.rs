//! The keys that only `#[tool]` takes.

use proc_macro2::Ident;

use super::Tool;
use super::confirm::Question;
use crate::common::{Attrs, Errors, duration};

pub(super) const KEYS: &[&str] = &[
    "read_only",
    "additive",
    "destructive",
    "idempotent",
    "open_world",
    "confirm",
    "heartbeat",
    "no_output_schema",
    "max_result",
    "coercion",
    "unknown_keys",
    "ignore_keys",
];

/// What a call does to the world; named as the builder's methods are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    ReadOnly,
    Additive,
    Destructive,
}

pub(super) fn read(attrs: &mut Attrs, errors: &mut Errors) -> Tool {
    Tool {
        effect: effect(attrs, errors),
        idempotent: attrs.flag("idempotent", errors).is_some_and(|(_, on)| on),
        open_world: attrs.flag("open_world", errors).map(|(_, on)| on),
        confirm: attrs
            .text("confirm", errors)
            .and_then(|text| errors.keep(Question::parse(&text))),
        heartbeat: duration("heartbeat", false, attrs, errors),
        schemaless: attrs
            .flag("no_output_schema", errors)
            .is_some_and(|(_, on)| on),
        max_result: attrs.value("max_result", errors).map(|(_, chars)| chars),
        coercion: attrs.value("coercion", errors).map(|(_, how)| how),
        unknown_keys: attrs.value("unknown_keys", errors).map(|(_, how)| how),
        ignore_keys: attrs.value("ignore_keys", errors).map(|(_, keys)| keys),
    }
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
