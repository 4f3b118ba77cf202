//! `#[server]`: an impl block becomes a server, or a group of its tools.
//!
//! [`block`] reads the impl block and leaves every item in it as it is,
//! [`options`] reads the attribute, [`expand`] registers the tools. A tool
//! that cannot be read is left out with its own errors; the others stay.

mod block;
mod expand;
mod options;

use proc_macro2::TokenStream;
use quote::quote;

use self::block::{Block, Item};
use self::options::{Options, Role};
use crate::common::{Errors, take_attributes};
use crate::primitive::{self, Item as Served};
use crate::tool::Tool;

/// `#[server]` on an impl block.
pub(crate) fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let options = Options::read(options, &mut errors);
    let mut block: Block = match syn::parse2(item.clone()) {
        Ok(block) => block,
        Err(error) => {
            errors.push(error);
            let errors = errors.into_tokens();
            return quote!(#item #errors);
        }
    };
    let tools = tools(&mut block, &options, &mut errors);
    primitive::duplicates(&tools, &mut errors);
    let registration = match &options.role {
        Role::Group(name) => expand::group(name, &block, &tools, &options),
        Role::Server(_) => expand::server(&block, &tools, &options),
    };
    let errors = errors.into_tokens();
    quote!(#block #registration #errors)
}

/// The tools among the items; our attributes are taken from all of them.
fn tools(block: &mut Block, options: &Options, errors: &mut Errors) -> Vec<Served<Tool>> {
    let mut tools = Vec::new();
    let mut marked = 0;
    for item in &mut block.items {
        match item {
            Item::Function(function) => {
                let attrs = take_attributes(&mut function.attrs, "tool");
                if !attrs.is_empty() {
                    marked += 1;
                    tools.extend(primitive::method(&attrs, function, errors));
                    allow_many_parameters(function);
                }
            }
            Item::Other(other) => marked += block::refuse_marks(other, errors),
        }
    }
    if marked == 0 && !options.has_groups() {
        errors.at(
            &block.self_ty,
            "there is no `#[tool]` in this block: nothing would be served",
        );
    }
    tools
}

/// Parameters are the tool's arguments here; there may well be eight.
fn allow_many_parameters(function: &mut crate::common::Function) {
    function
        .attrs
        .push(syn::parse_quote!(#[allow(clippy::too_many_arguments)]));
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::expand;

    #[test]
    fn a_body_is_neither_parsed_nor_changed() {
        let body = quote!({ let half = self. ; if ( ) });
        let block = quote! {
            impl Orders {
                /// Look up.
                #[tool]
                async fn lookup(&self, id: u32) #body
            }
        };
        let expanded = expand(quote!(), block).to_string();
        assert!(expanded.contains(&body.to_string()), "{expanded}");
        assert!(expanded.contains("\"lookup\""), "{expanded}");
        assert!(!expanded.contains("compile_error"), "{expanded}");
    }

    #[test]
    fn whatever_cannot_be_read_stays_with_its_error() {
        let block = quote!(impl Orders { fn lookup(&self, id: ) {} });
        let expanded = expand(quote!(), block.clone()).to_string();
        assert!(expanded.contains(&block.to_string()), "{expanded}");
        assert!(expanded.contains("compile_error"), "{expanded}");
    }

    #[test]
    fn a_block_may_hold_nothing_but_groups() {
        let expanded = expand(quote!(groups = [admin]), quote!(impl Orders {})).to_string();
        assert!(!expanded.contains("compile_error"), "{expanded}");
        let expanded = expand(quote!(), quote!(impl Orders {})).to_string();
        assert!(expanded.contains("compile_error"), "{expanded}");
    }
}
