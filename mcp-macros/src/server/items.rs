//! What a block offers.

use syn::Attribute;

use super::block::{self, Block, Member};
use crate::common::{Errors, Function, take_attributes};
use crate::primitive::{self, Item, Primitive};
use crate::prompt::Prompt;
use crate::resource::Resource;
use crate::tool::Tool;

#[derive(Default)]
pub(super) struct Items {
    pub(super) tools: Vec<Item<Tool>>,
    pub(super) prompts: Vec<Item<Prompt>>,
    pub(super) resources: Vec<Item<Resource>>,
}

const NAMES: &[&str] = &[Tool::NAME, Prompt::NAME, Resource::NAME];

impl Items {
    /// Reads the members that are marked and takes our attributes from all.
    pub(super) fn take(block: &mut Block, has_groups: bool, errors: &mut Errors) -> Self {
        let mut items = Self::default();
        let mut marked = 0;
        for member in &mut block.members {
            match member {
                Member::Function(function) => marked += items.function(function, errors),
                Member::Other(other) => marked += block::refuse_marks(other, NAMES, errors),
            }
        }
        if marked == 0 && !has_groups {
            errors.at(
                &block.self_ty,
                "there is no `#[tool]`, `#[prompt]` or `#[resource]` in this block: nothing would be served",
            );
        }
        primitive::duplicates(&items.tools, errors);
        primitive::duplicates(&items.prompts, errors);
        primitive::duplicates(&items.resources, errors);
        items
    }

    /// Says how many marks there are.
    fn function(&mut self, function: &mut Function, errors: &mut Errors) -> usize {
        let mut marks = NAMES
            .iter()
            .map(|name| (*name, take_attributes(&mut function.attrs, name)))
            .filter(|(_, attrs)| !attrs.is_empty());
        let Some((name, attrs)) = marks.next() else {
            return 0;
        };
        let others: Vec<Attribute> = marks.flat_map(|(_, attrs)| attrs).collect();
        for other in &others {
            errors.at(
                other,
                format_args!("this method is a {name} already: write one method for each"),
            );
        }
        match name {
            Tool::NAME => self
                .tools
                .extend(primitive::method(&attrs, function, errors)),
            Prompt::NAME => self
                .prompts
                .extend(primitive::method(&attrs, function, errors)),
            _ => self
                .resources
                .extend(primitive::method(&attrs, function, errors)),
        }
        allow_many_parameters(function);
        1 + others.len()
    }
}

/// Parameters are arguments here; there may well be eight.
fn allow_many_parameters(function: &mut Function) {
    function
        .attrs
        .push(syn::parse_quote!(#[allow(clippy::too_many_arguments)]));
}
