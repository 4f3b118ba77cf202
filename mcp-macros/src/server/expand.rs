//! Registers what a block offers with the builder.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::spanned::Spanned as _;
use syn::{Generics, parse_quote_spanned};

use super::block::Block;
use super::items::Items;
use super::options::Server;
use crate::primitive::{Item, Primitive, Scope};

/// The server made of a block and the groups it lists.
pub(super) fn server(block: &Block, items: &Items, server: &Server, scope: &Scope) -> TokenStream {
    let krate = &scope.krate;
    let (this, builder) = (this(), builder());
    let identity = identity(server, scope);
    let registered = all(items, scope);
    let groups = server.groups.iter().map(|group| {
        let function = group_function(group);
        quote!(let #builder = Self::#function(::core::clone::Clone::clone(&#this), #builder);)
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
                #registered
                #(#groups)*
                #builder
            }
        }
        #krate::__serve_methods! { #[allow(trivial_bounds)] impl #impl_generics #self_ty #where_clause }
    }
}

/// A function that adds what one group offers to the server of another block.
/// Where no block lists the group, rustc says that its methods are never used.
pub(super) fn group(name: &Ident, block: &Block, items: &Items, scope: &Scope) -> TokenStream {
    let krate = &scope.krate;
    let (this, builder) = (this(), builder());
    let function = group_function(name);
    let registered = all(items, scope);
    let self_ty = &block.self_ty;
    let generics = shared(block);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    quote! {
        #[allow(trivial_bounds)]
        impl #impl_generics #self_ty #where_clause {
            #[doc(hidden)]
            #[allow(unused_variables, clippy::all, clippy::pedantic, clippy::nursery)]
            pub(crate) fn #function(
                #this: ::std::sync::Arc<Self>,
                #builder: #krate::ServerBuilder,
            ) -> #krate::ServerBuilder {
                #registered
                #builder
            }
        }
    }
}

/// One statement for each thing the block offers.
fn all(items: &Items, scope: &Scope) -> TokenStream {
    let (tools, prompts, resources) = (
        registered(&items.tools, scope),
        registered(&items.prompts, scope),
        registered(&items.resources, scope),
    );
    quote!(#tools #prompts #resources)
}

fn registered<P: Primitive>(items: &[Item<P>], scope: &Scope) -> TokenStream {
    let builder = builder();
    let method = format_ident!("{}", P::NAME);
    let statements = items.iter().map(|item| {
        let (cfgs, expression) = (&item.handler.cfgs, P::expression(item, scope));
        quote!(#(#cfgs)* let #builder = #builder.#method(#expression);)
    });
    quote!(#(#statements)*)
}

fn identity(server: &Server, scope: &Scope) -> TokenStream {
    let krate = &scope.krate;
    let name = server.name.as_ref().map_or_else(
        || quote!(::core::env!("CARGO_PKG_NAME")),
        |name| quote!(#name),
    );
    let version = server.version.as_ref().map_or_else(
        || quote!(::core::env!("CARGO_PKG_VERSION")),
        |version| quote!(#version),
    );
    let (calls, icons) = (&server.calls, &server.icons);
    let ttls = server.ttls.iter().map(|(of, ttl)| quote!(.ttl(#of, #ttl)));
    let scopes = server.scopes.iter();
    let scopes = scopes.map(|(of, scope)| quote!(.scope(#of, #scope)));
    quote! {
        #krate::Server::from_package(#name, #version)
            #calls
            #(.icon(#icons))*
            #(#ttls)*
            #(#scopes)*
    }
}

/// Spelt with the user's span, so that an unknown group is an error there.
fn group_function(name: &Ident) -> Ident {
    format_ident!("register_group_{}", name, span = name.span())
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
