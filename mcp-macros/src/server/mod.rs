//! `#[server]`: an impl block becomes a server, or a group of one.
//!
//! [`block`] reads the impl block and leaves every member of it as it is,
//! [`options`] reads the attribute, [`items`] finds what the block offers,
//! [`expand`] registers that. What cannot be read is left out with its own
//! errors; the rest stays.

mod block;
mod expand;
mod items;
mod options;

use proc_macro2::TokenStream;
use quote::quote;

use self::block::Block;
use self::items::Items;
use self::options::{Options, Role};
use crate::common::Errors;
use crate::primitive::Scope;

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
    let items = Items::take(&mut block, options.has_groups(), &mut errors);
    let scope = Scope::block(options.krate, block.signatures());
    let registration = match &options.role {
        Role::Group(name) => expand::group(name, &block, &items, &scope),
        Role::Server(server) => expand::server(&block, &items, server, &scope),
    };
    let errors = errors.into_tokens();
    quote!(#block #registration #errors)
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;
    use quote::quote;

    use super::expand;

    /// The expansion holds these tokens and no error.
    #[track_caller]
    fn expands(block: TokenStream, tokens: TokenStream) {
        let expanded = expand(quote!(), block).to_string();
        assert!(!expanded.contains("compile_error"), "{expanded}");
        assert!(expanded.contains(&tokens.to_string()), "{expanded}");
    }

    /// The expansion holds an error of these words.
    #[track_caller]
    fn refuses(block: TokenStream, words: &str) {
        let expanded = expand(quote!(), block).to_string();
        assert!(expanded.contains("compile_error"), "{expanded}");
        assert!(expanded.contains(words), "{words}: {expanded}");
    }

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
    #[test]
    fn a_block_may_hold_any_kind_alone() {
        for (item, tokens) in [
            (
                quote!(
                    #[tool(undocumented)]
                    fn a() {}
                ),
                quote!(server.tool(::mcp_server::Tool::new("a"))),
            ),
            (
                quote!(
                    #[prompt(undocumented)]
                    fn a() {}
                ),
                quote!(server.prompt(::mcp_server::Prompt::new("a"))),
            ),
            (
                quote!(
                    #[resource("a:b", undocumented)]
                    fn a() {}
                ),
                quote!(server.resource(::mcp_server::Resource::new("a:b").name("a"))),
            ),
        ] {
            // The builder calls that follow stand inside of the parentheses.
            let begin = tokens.to_string();
            let begin = begin.trim_end_matches([')', ' ']);
            let expanded = expand(quote!(), quote!(impl Shop { #item })).to_string();
            assert!(!expanded.contains("compile_error"), "{expanded}");
            assert!(expanded.contains(begin), "{begin}: {expanded}");
        }
    }

    #[test]
    fn a_method_is_one_of_them() {
        refuses(
            quote!(impl Shop { #[tool] #[prompt] fn a(&self) {} }),
            "this method is a tool already",
        );
    }

    #[test]
    fn completers_are_called_as_the_block_shows() {
        let block = |completer: TokenStream| {
            quote! {
                impl Shop {
                    #[prompt(undocumented)]
                    fn ask(&self, #[arg(complete = Self::open)] id: String) {}
                    #completer
                }
            }
        };
        expands(
            block(quote!(
                async fn open(&self, q: &Completing) -> Vec<String> {
                    vec![]
                }
            )),
            quote!(Self::open(&this, &question)),
        );
        expands(
            block(quote!(
                fn open(self: Arc<Self>, q: Completing) -> Vec<String> {
                    vec![]
                }
            )),
            quote!(Self::open(this, question)),
        );
        expands(
            block(quote!(
                fn open() -> [&'static str; 1] {
                    [""]
                }
            )),
            quote!(move |_: ::mcp_server::Completing| async move {
                ::mcp_server::__private::completed(Self::open()).await
            }),
        );
        // In another block.
        expands(block(quote!()), quote!(Self::open(&this, &question)));
    }

    #[test]
    fn resources_are_listed_by_the_function_they_name() {
        expands(
            quote! {
                impl Shop {
                    #[resource("o://{id}", undocumented, list = Self::all)]
                    fn order(&self, id: u32) {}
                    async fn all(&self) {}
                }
            },
            quote!(::mcp_server::__private::listed(Self::all(&this,)).await),
        );
    }

    #[test]
    fn variables_and_parameters_agree() {
        let order = |params: TokenStream| quote!(impl Shop { #[resource("o://{order_id}", undocumented)] fn order(#params) {} });
        expands(
            order(quote!(order_id: u32, ctx: Ctx)),
            quote! {
                .param(::mcp_server::spec::<u32, ::mcp_server::ViaArg>("order_id"))
                .param(::mcp_server::spec::<Ctx, ::mcp_server::ViaCall>("ctx"))
            },
        );
        refuses(
            order(quote!(order: u32)),
            "the variable `order_id` has no parameter of its name; is it `order`?",
        );
        refuses(
            order(quote!(order_id: u32, #[arg(len = 1..)] order_ids: String)),
            "`order_ids` is no variable of `o://{order_id}`; did you mean `order_id`?",
        );
        refuses(
            order(quote!(#[extract] order_id: u32)),
            "it cannot be extracted",
        );
    }

    #[test]
    fn one_uri_has_one_resource() {
        refuses(
            quote! {
                impl Shop {
                    #[resource("o://{a}", undocumented)]
                    fn one(a: u32) {}
                    #[resource("o://{b}", undocumented)]
                    fn other(b: u32) {}
                }
            },
            "there is a resource `o://{b}` already",
        );
    }
}
