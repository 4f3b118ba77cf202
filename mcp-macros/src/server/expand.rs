//! Registers the tools of a block with the builder.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::spanned::Spanned as _;
use syn::{Generics, parse_quote_spanned};

use super::block::Block;
use super::options::{Options, Role, Server};
use crate::primitive::{Item, Primitive};
use crate::tool::Tool;

/// The server made of a block and the groups it lists.
pub(super) fn server(block: &Block, tools: &[Item<Tool>], options: &Options) -> TokenStream {
    let Role::Server(server) = &options.role else {
        return TokenStream::new();
    };
    let krate = &options.krate;
    let (this, builder) = (this(), builder());
    let identity = identity(server, options);
    let tools = tools.iter().map(|tool| {
        let (cfgs, tool) = (&tool.handler.cfgs, Tool::expression(tool, krate));
        quote!(#(#cfgs)* let #builder = #builder.tool(#tool);)
    });
    let groups = server.groups.iter().map(|group| {
        let function = group_function(group);
        quote!(let #builder = #builder.tools(Self::#function(::core::clone::Clone::clone(&#this)));)
    });
    let self_ty = &block.self_ty;
    let generics = shared(block);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        #[allow(trivial_bounds)]
        impl #impl_generics #krate::IntoServer for #self_ty #where_clause {
            fn into_server(self) -> #krate::ServerBuilder {
                #krate::__private::Served::server(::std::sync::Arc::new(self))
            }
        }
        #[automatically_derived]
        #[allow(trivial_bounds, clippy::all, clippy::pedantic, clippy::nursery)]
        impl #impl_generics #krate::__private::Served for #self_ty #where_clause {
            fn server(#this: ::std::sync::Arc<Self>) -> #krate::ServerBuilder {
                let #builder = #identity;
                #(#tools)*
                #(#groups)*
                #builder
            }
        }
        #krate::__serve_methods! { #[allow(trivial_bounds)] impl #impl_generics #self_ty #where_clause }
    }
}

/// A function that gives the tools of one group to the server's block. Where
/// no block lists the group, rustc says that the function is never used.
pub(super) fn group(
    name: &Ident,
    block: &Block,
    tools: &[Item<Tool>],
    options: &Options,
) -> TokenStream {
    let krate = &options.krate;
    let (this, builder) = (this(), builder());
    let function = group_function(name);
    let tools = tools.iter().map(|tool| {
        let (cfgs, tool) = (&tool.handler.cfgs, Tool::expression(tool, krate));
        quote!(#(#cfgs)* let #builder = #builder.with(#tool);)
    });
    let self_ty = &block.self_ty;
    let generics = shared(block);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    quote! {
        #[allow(trivial_bounds)]
        impl #impl_generics #self_ty #where_clause {
            #[doc(hidden)]
            #[allow(unused_variables, clippy::all, clippy::pedantic, clippy::nursery)]
            pub(crate) fn #function(#this: ::std::sync::Arc<Self>) -> #krate::ToolSet {
                let #builder = #krate::ToolSet::new();
                #(#tools)*
                #builder
            }
        }
    }
}

fn identity(server: &Server, options: &Options) -> TokenStream {
    let krate = &options.krate;
    let name = server.name.as_ref().map_or_else(
        || quote!(::core::env!("CARGO_PKG_NAME")),
        |name| quote!(#name),
    );
    let version = server.version.as_ref().map_or_else(
        || quote!(::core::env!("CARGO_PKG_VERSION")),
        |version| quote!(#version),
    );
    let title = server.title.iter().map(|title| quote!(.title(#title)));
    let instructions = server
        .instructions
        .iter()
        .map(|text| quote!(.instructions(#text)));
    quote!(#krate::Server::from_package(#name, #version) #(#title)* #(#instructions)*)
}

/// Spelt with the user's span, so that an unknown group is an error there.
fn group_function(name: &Ident) -> Ident {
    format_ident!("tools_of_group_{}", name, span = name.span())
}

/// The server itself, as an `Arc<Self>`.
fn this() -> Ident {
    Ident::new("this", Span::mixed_site())
}

fn builder() -> Ident {
    Ident::new("server", Span::mixed_site())
}

/// The generics of the block, and that its type can be shared by calls. Where
/// it cannot, that is one error at the type instead of one for each tool.
fn shared(block: &Block) -> Generics {
    let self_ty = &block.self_ty;
    let mut generics = block.generics.clone();
    generics
        .make_where_clause()
        .predicates
        .push(parse_quote_spanned!(self_ty.span()=> #self_ty: ::core::marker::Send + ::core::marker::Sync + 'static));
    generics
}
