//! From the model to calls of the public builder.

use proc_macro2::TokenStream;
use quote::quote;

use super::Resource;
use crate::primitive::{Item, Primitive as _, Scope, begin, closure, params};

pub(super) fn expression(resource: &Item<Resource>, scope: &Scope) -> TokenStream {
    let krate = &scope.krate;
    let Item { handler, own } = resource;
    let (uri, name) = (&own.uri.name.text, &handler.name.text);
    let begun = begin(handler, Resource::TYPE, uri, krate);
    let mime = own.mime.iter();
    let annotations = own.annotations.iter();
    let size = own.size.iter().map(|(_, size)| size);
    let ttl = own.ttl.iter();
    let private = own
        .private
        .then(|| quote!(.scope(#krate::core::types::CacheScope::Private)));
    let params = params(handler, scope);
    let list = own
        .list
        .iter()
        .map(|(_, list)| list.closure("ListCtx", "listed", scope));
    let closure = closure(handler, None, "resource_probe", krate);
    quote! {
        #begun
            .name(#name)
            #(.mime(#mime))*
            #(.annotations(#annotations))*
            #(.size(#size))*
            #(.ttl(#ttl))*
            #private
            #params
            #(.list(#list))*
            .read(#closure)
    }
}
