//! `#[tool]`: a function becomes a tool.

mod check;
mod confirm;
mod expand;
mod options;

use proc_macro2::TokenStream;

use self::confirm::Question;
use self::options::Effect;
use crate::common::{Attrs, Errors, Krate};
use crate::primitive::{Item, Name, Primitive};

/// What only tools have.
pub(crate) struct Tool {
    effect: Option<Effect>,
    idempotent: bool,
    open_world: Option<bool>,
    confirm: Option<Question>,
}

impl Primitive for Tool {
    const NAME: &'static str = "tool";
    const TYPE: &'static str = "Tool";
    const KEYS: &'static [&'static str] = options::KEYS;

    fn read(attrs: &mut Attrs, errors: &mut Errors) -> Self {
        options::read(attrs, errors)
    }

    fn check(item: &Item<Self>, errors: &mut Errors) {
        check::check(item, errors);
    }

    fn identity(item: &Item<Self>) -> &Name {
        &item.handler.name
    }

    fn expression(item: &Item<Self>, krate: &Krate) -> TokenStream {
        expand::expression(item, krate)
    }
}
