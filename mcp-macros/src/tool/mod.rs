//! `#[tool]`: a function becomes a tool.

mod check;
mod confirm;
mod expand;
mod options;

use proc_macro2::TokenStream;

use self::confirm::Question;
use self::options::Effect;
use crate::common::{Attrs, Calls, Errors, Function};
use crate::primitive::{Item, Name, Primitive, Scope};

/// What only tools have.
pub(crate) struct Tool {
    effect: Option<Effect>,
    open_world: Option<bool>,
    confirm: Option<Question>,
    requires_elicitation: bool,
    schemaless: bool,
    calls: Calls,
}

impl Primitive for Tool {
    const NAME: &'static str = "tool";
    const TYPE: &'static str = "Tool";
    const READER: &'static str = "the model reads";
    const KEYS: &'static [&'static str] = options::KEYS;
    const REFUSED: &'static [(&'static str, &'static str)] = &[(
        "complete",
        "`complete` is for arguments of prompts and variables of URI templates: MCP completes nothing else",
    )];

    fn read(_: &Function, attrs: &mut Attrs, errors: &mut Errors) -> Option<Self> {
        Some(options::read(attrs, errors))
    }

    fn settle(item: &mut Item<Self>, errors: &mut Errors) {
        check::check(item, errors);
    }

    fn identity(item: &Item<Self>) -> (&str, &Name) {
        let name = &item.handler.name;
        (&name.text, name)
    }

    fn expression(item: &Item<Self>, scope: &Scope) -> TokenStream {
        expand::expression(item, scope)
    }
}
