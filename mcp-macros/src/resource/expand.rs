//! From the model to calls of the public builder.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::Resource;
use crate::primitive::{Item, Primitive as _, Scope, begin, closure, params};

pub(super) fn expression(resource: &Item<Resource>, around: &Scope) -> TokenStream {
    let krate = &around.krate;
    let Item { handler, own } = resource;
    let (uri, name) = (&own.uri.name.text, &handler.name.text);
    let begun = begin(handler, Resource::TYPE, uri, krate);
    let (calls, ttl) = (&own.calls, own.ttl.iter());
    let scope = own.scope.map(|scope| {
        let scope = format_ident!("{scope}");
        quote!(.scope(#krate::CacheScope::#scope))
    });
    let params = params(handler, around);
    let list = own
        .list
        .iter()
        .map(|(_, list)| list.closure("ListCtx", "listed", around));
    let closure = closure(handler, None, "resource_probe", krate);
    quote! {
        #begun
            .name(#name)
            #calls
            #(.ttl(#ttl))*
            #scope
            #params
            #(.list(#list))*
            .read(#closure)
    }
}
